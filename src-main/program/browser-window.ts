import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { switchOffersOff } from './browser-profile.ts'
import { forwardSignals, exitCode } from './child-process.ts'
import type { StartLine } from './start-line.ts'
import { readStartLine } from './start-line.ts'

export interface BrowserStart {
  /** This program, built or not. */
  readonly program: string
  readonly dataDirectory: string
  /** More options of the service. */
  readonly passedOn: readonly string[]
  /** The browser to open; undefined: none is there, or there is no display to open it on. */
  readonly browser: string | undefined
  /** Options of the browser besides our own. */
  readonly browserSwitches: readonly string[]
  readonly say: (line: string) => void
}

/** A program that ends with an error this soon did not start: a library or a permission is missing. */
const DID_NOT_START_WITHIN_MS = 5_000

/** The browser we open uses its start code at once. */
const BROWSER_OPENS_WITHIN_S = 60

const NO_WINDOW = 'no window'
const WINDOW_CLOSED = 'window closed'

type ServiceProcess = { readonly child: ChildProcess; readonly ended: Promise<number> }

/**
 * Serves the application and shows it in a window of the browser until that is closed. Without a browser it prints the
 * address: a person may open it at any time, so it does not run out before it is used.
 *
 * @returns the exit code of the service; when it could not start it said why on standard error
 */
export async function serveInBrowser(start: BrowserStart): Promise<number> {
  const { browser, say } = start
  if (browser === undefined) return serveAddress(start)

  const profile = join(start.dataDirectory, 'browser-window')
  const page = join(profile, 'start.html')
  const service = serve(start, ['--start-code-seconds', String(BROWSER_OPENS_WITHIN_S), '--start-page', page])
  const address = await addressOf(service)
  if (typeof address === 'number') return address

  const window = openWindow(browser, { profile, page }, start)
  const isTold = forwardSignals(window)
  const first = await Promise.race([service.ended, windowEnd(window, say)])
  if (typeof first === 'string') service.child.kill('SIGTERM') // the window is the application
  else window.kill()
  const code = await service.ended
  if (first !== NO_WINDOW || isTold()) return code // a browser that is told to end may end with an error
  say('the browser did not open a window')
  return serveAddress(start)
}

async function serveAddress(start: BrowserStart): Promise<number> {
  const service = serve(start, [])
  const address = await addressOf(service)
  if (typeof address === 'number') return address
  start.say(`open ${address.ui} in a browser on this machine; Ctrl C ends it`)
  return service.ended
}

function serve({ program, dataDirectory, passedOn }: BrowserStart, more: readonly string[]): ServiceProcess {
  const child = spawn(process.execPath, [program, 'serve', '--window', '--data', dataDirectory, ...passedOn, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() }, // two tenths of a second less
  })
  forwardSignals(child)
  return { child, ended: exitCode(child) }
}

/** @returns where the service is, or its exit code when it did not start */
async function addressOf({ child, ended }: ServiceProcess): Promise<StartLine | number> {
  return Promise.race([firstLine(child), ended])
}

async function firstLine(service: ChildProcess): Promise<StartLine> {
  if (service.stdout === null) throw new Error('the service has no standard output')
  const lines = createInterface({ input: service.stdout })
  const [line] = (await once(lines, 'line')) as [string] // readline gives one string
  return readStartLine(line)
}

/** The command line, which other users of the machine can see, has only a page address that they cannot read. */
function openWindow(
  browser: string,
  { profile, page }: { readonly profile: string; readonly page: string },
  { browserSwitches, say }: BrowserStart,
): ChildProcess {
  say(`opening a window of ${browser}; close it or press Ctrl C to end`)
  switchOffersOff(profile)
  const switches = [
    `--app=${pathToFileURL(page).href}`,
    `--user-data-dir=${profile}`,
    '--window-size=1280,800',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--disable-translate',
  ]
  return spawn(browser, [...browserSwitches, ...switches], { stdio: 'ignore' })
}

async function windowEnd(
  window: ChildProcess,
  say: BrowserStart['say'],
): Promise<typeof NO_WINDOW | typeof WINDOW_CLOSED> {
  const started = performance.now()
  const code = await exitCode(window, say)
  return code !== 0 && performance.now() - started < DID_NOT_START_WITHIN_MS ? NO_WINDOW : WINDOW_CLOSED
}
