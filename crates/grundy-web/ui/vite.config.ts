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
  test: {
    include: ['test/**/*.test.ts'],
  },
})
