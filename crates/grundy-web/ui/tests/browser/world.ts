// The real server on a free port, and a real browser in front of it.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const GRUNDY = process.env['GRUNDY'] ?? resolve(import.meta.dirname, '../../../../../target/debug/grundy')
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly address: string,
  ) {}

  static async start(...args: string[]): Promise<Server> {
    const process = spawn(GRUNDY, ['serve', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface({ input: process.stdout })) {
      const address = /http:\/\/\S+\//.exec(line)?.[0]
      if (address !== undefined) {
        process.stdout.resume()
        return new Server(process, address)
      }
    }
    throw new Error(`${GRUNDY} serve ended before it said where it is`)
  }

  get port(): string {
    return new URL(this.address).port
  }

  async stop() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const ended = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    await ended
  }
}

/** A page of the server, with everything that it complained about. */
export class World {
  readonly complaints: string[] = []

  private constructor(
    readonly server: Server,
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async begin(options: BrowserContextOptions = {}): Promise<World> {
    const server = await Server.start('--port', '0')
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const world = new World(server, browser, page)
    page.on('pageerror', (error) => world.complaints.push(error.message))
    page.on('console', (message) => {
      // A refused question is an answer that the page shows; the browser notes it on its own account.
      const refused = /Failed to load resource.*(400|422|503|ERR_CONNECTION)/.test(message.text())
      if (message.type() === 'error' && !refused) world.complaints.push(message.text())
    })
    return world
  }

  async end() {
    await this.browser.close()
    await this.server.stop()
  }

  /** Goes to a permalink as somebody who was sent it. */
  async open(hash: string) {
    await this.page.goto('about:blank')
    await this.page.goto(this.server.address + hash)
  }

  /** The same address in a fresh page: what a permalink keeps. */
  async again() {
    const address = this.page.url()
    await this.page.goto('about:blank')
    await this.page.goto(address)
  }

  query(name: string): string | null {
    return new URLSearchParams(new URL(this.page.url()).hash.split('?')[1] ?? '').get(name)
  }

  /** What axe finds wrong, each with the element. */
  async findings(): Promise<string[]> {
    await this.page.evaluate(AXE)
    return this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: (where: Document) => Promise<AxeResults> } }
      const { violations } = await axe.run(document)
      return violations.flatMap((found) =>
        found.nodes.map((node) => `${found.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
      )
    })
  }

  /** How many different colours the middle of the picture has: one, if nothing is drawn. */
  async colours(): Promise<number> {
    return this.page.locator('canvas').first().evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const [width, height] = [Math.floor(canvas.width * 0.8), Math.floor(canvas.height * 0.8)]
      const data = canvas.getContext('2d')?.getImageData(canvas.width * 0.1, canvas.height * 0.05, width, height).data
      return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size
    })
  }
}

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}
