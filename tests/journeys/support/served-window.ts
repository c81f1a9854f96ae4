import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base } from '@playwright/test'
import axe from 'axe-core'

/*
 * The built application, served by a process of its own, and windows on it that fail the test when the page reports an
 * error, breaks its own content policy, or asks any other host for anything.
 */

const PROGRAM = fileURLToPath(new URL('../../../dist/main/vaultbench.js', import.meta.url))
const MOVED_CLOCK = fileURLToPath(new URL('moved-clock.js', import.meta.url))
const CHEAP_HASHES = fileURLToPath(new URL('cheap-hashes.js', import.meta.url))
const STOP_WITHIN_MS = 120_000
/** What the content policy refused, as the page tells it on its console. */
const POLICY_MARK = 'content policy:'

export interface ServedApplication {
  /** Where every part is served, for example `http://127.0.0.1:43121`. */
  readonly url: string
  /** Address of the window, with the code that works once. */
  readonly ui: string
  readonly vault: string
  readonly keystore: string
  readonly dataDirectory: string
  /** What it wrote to standard error. */
  readonly log: () => string
  /** Asks it to end; answers the exit code. */
  readonly stop: () => Promise<number | null>
}

interface StartLine {
  readonly url: string
  readonly ui: string
  readonly vault: string
  readonly keystore: string
}

/** Starts the built application on a free port, on a data directory that may exist already. */
export function serveApplication(dataDirectory: string, ...options: readonly string[]): Promise<ServedApplication> {
  return serveWith({ hashes: 'cheap', environment: {} }, dataDirectory, ...options)
}

async function serveWith({ hashes, environment }: Settings, dataDirectory: string, ...options: readonly string[]) {
  const before = hashes === 'cheap' ? WITH_CHEAP_HASHES : []
  const program = [...before, PROGRAM, 'serve', ...startedWith(dataDirectory), ...options]
  const env = { ...process.env, ...environment }
  return served(spawn(process.execPath, program, { stdio: [...STDIO], env }), dataDirectory)
}

/** The same, with a clock that the journey moves ahead, as a sleep of the computer does. */
export async function serveWithMovedClock(
  dataDirectory: string,
): Promise<{ readonly app: ServedApplication; readonly moveClock: (ms: number) => void }> {
  const program = [...WITH_CHEAP_HASHES, '--import', MOVED_CLOCK, PROGRAM, 'serve', ...startedWith(dataDirectory)]
  const child = spawn(process.execPath, program, { stdio: [...STDIO, 'ipc'] })
  return { app: await served(child, dataDirectory), moveClock: (ms) => void child.send(ms) }
}

/** What a guess at a passphrase costs: as in the product, or next to nothing (cheap-hashes.js). */
type Hashes = 'real' | 'cheap'
const WITH_CHEAP_HASHES = ['--import', CHEAP_HASHES]
const STDIO = ['ignore', 'pipe', 'pipe'] as const
const startedWith = (dataDirectory: string) => ['--window', '--port', '0', '--data', dataDirectory]

async function served(child: ChildProcess, dataDirectory: string): Promise<ServedApplication> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the application was started without its pipes')
  let log = ''
  stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = once(child, 'close').then(() => child.exitCode)
  const line = await startLine(stdout, ended, () => log)
  const app = { ...line, dataDirectory, log: () => log, stop: () => stopped(child, ended) }
  applications.set(new URL(line.url).host, app)
  return app
}

/** Those this process has started, by their address. */
const applications = new Map<string, ServedApplication>()

/** @throws {Error} when none of this process serves the page */
export function servedAt(address: string): ServedApplication {
  const app = applications.get(new URL(address).host)
  if (app === undefined) throw new Error(`no application of this process serves ${address}`)
  return app
}

async function startLine(stdout: Readable, ended: Promise<number | null>, log: () => string): Promise<StartLine> {
  const lines = createInterface({ input: stdout })
  const first: unknown = await Promise.race([once(lines, 'line'), ended])
  if (!Array.isArray(first)) throw new Error(`the application ended with ${String(first)}: ${log()}`)
  return JSON.parse(String(first[0])) as StartLine // its own line, one JSON object
}

async function stopped(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  child.kill('SIGTERM')
  const code = await ended
  clearTimeout(giveUp)
  return code
}

export { expect } from '@playwright/test'

export function newDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'vaultbench-journey-'))
}

interface Settings {
  /** Cheap ones, unless a journey says otherwise. */
  readonly hashes: Hashes
  /** What the application finds in its environment besides. */
  readonly environment: Readonly<Record<string, string>>
}

interface Fixtures extends Settings {
  /** The application on a data directory of its own, gone after the test. */
  readonly app: ServedApplication
  /** What windows did that no window may do; empty at the end of every test. */
  readonly wrongs: string[]
  /** Its window, opened with the start code. */
  readonly page: Page
}

/** `test` with the served application and a window on it. */
export const test = base.extend<Fixtures>({
  hashes: ['cheap', { option: true }],
  environment: [{}, { option: true }],
  app: async ({ hashes, environment }, use) => {
    const dataDirectory = newDataDirectory()
    const app = await serveWith({ hashes, environment }, dataDirectory)
    await use(app)
    expect(await app.stop()).toBe(0)
    expect(app.log()).toBe('')
    rmSync(dataDirectory, { recursive: true, force: true })
  },
  wrongs: async ({ context, app }, use) => {
    const wrongs: string[] = []
    await watchFor(wrongs, context, app)
    await use(wrongs)
    expect(wrongs).toEqual([])
  },
  page: async ({ context, app, wrongs }, use) => {
    expect(wrongs).toEqual([])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(app.ui).origin })
    const page = await context.newPage()
    await page.goto(app.ui)
    await use(page)
  },
})

async function watchFor(wrongs: string[], context: BrowserContext, app: ServedApplication): Promise<void> {
  const { host } = new URL(app.url)
  await context.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`${mark} ${violatedDirective} ${blockedURI}`)
    })
  }, POLICY_MARK)
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!isRefusalOf(host, message.text(), message.location().url)) wrongs.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => wrongs.push(`exception: ${error.error().message}`))
  context.on('request', (request) => {
    const address = new URL(request.url())
    if (/^(https?|wss?):$/.test(address.protocol) && address.host !== host) wrongs.push(`request: ${request.url()}`)
  })
}

/** The browser itself tells of every answer from 400 on; one the service meant is no mistake of the page. */
function isRefusalOf(host: string, text: string, url: string): boolean {
  return /^Failed to load resource: .* status of 4\d\d/.test(text) && new URL(url).host === host
}

/** No violation of WCAG 2.2 AA in what is shown; `part` looks at one element only. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  await expectNoViolation(page, { type: 'tag', values }, part)
}

/**
 * Turns to the dark theme and expects enough contrast there; whatever else is accessible does not depend on the theme.
 * Looked at by `npm run test:deep`: reading the colours of every element costs as much as all other rules together.
 */
export async function expectContrastInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  if (process.env.DEEP === undefined) return
  await expectNoViolation(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })
}

/** axe is brought to a page once: it is half a megabyte, and a page is looked at up to a hundred times. */
async function expectNoViolation(page: Page, runOnly: axe.RunOnly, part?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([only, within]) => {
      // A layer that still fades in has less contrast than it will have.
      const fading = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      await Promise.allSettled(fading.map((animation) => animation.finished))
      const { run } = (window as unknown as { readonly axe: typeof axe }).axe
      const found = await run(within ?? document, { runOnly: only, resultTypes: ['violations'] })
      return found.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
    },
    [runOnly, part] as const,
  )
  // One run names every finding there is.
  expect.soft(violations, page.url()).toEqual([])
}

/** Nothing is wider than the window, and nothing inside of it scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const mayScroll = overflowX === 'auto' || overflowX === 'scroll' || element === document.documentElement
        return mayScroll && !element.matches('pre') && element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  )
  expect.soft(wide, page.url()).toEqual([])
}
