import { defineConfig } from 'vitest/config'

// File names without hashes: the bundle is committed and compared byte by byte, and the server answers with an ETag.
export default defineConfig({
  base: './',
  build: {
    target: 'es2023',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app.js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/app[extname]',
        codeSplitting: false,
      },
    },
  },
  // Browsers are heavy: one file of tests at a time.
  test: {
    include: ['tests/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine may take long; nothing here waits for longer than it takes.
    expect: { poll: { timeout: 20_000 } },
  },
})
