import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build.ts'
import { fetchElectron, findElectron } from './electron-program.ts'
import { findChromium } from './find-chromium.ts'
import type { StartLine } from './start-line.ts'
import { readStartLine } from './start-line.ts'

const USAGE = 'npm start -- [--browser] [--demo] [--data DIR] [--port N]'
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A program that ends with an error this soon did not start: a library or a permission is missing. */
const DID_NOT_START_WITHIN_MS = 5_000

type Options = {
  readonly browser: boolean
  /** `--data` as given; without it each way of running has its own usual place. */
  readonly data: string | undefined
  readonly passedOn: readonly string[]
}

try {
  const options = readOptions()
  await buildIfStale()
  process.exitCode = await open(options)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** The desktop program where it can run; else the same application in a browser's window, or at an address. */
async function open(options: Options): Promise<number> {
  if (options.browser) return serveAndShow(options)
  if (!hasDisplay()) {
    say('there is no display here; serving without a window')
    return serveAndShow(options)
  }

  const electron = findElectron() ?? fetchElectron(say)
  if (electron === undefined) {
    say('Electron could not be fetched; opening the same application in a browser window')
    return serveAndShow(options)
  }
  const code = await runElectron(electron, options)
  if (code !== undefined) return code
  say('Electron does not start on this machine; opening the same application in a browser window')
  return serveAndShow(options)
}

/** @returns the exit code, or undefined when the program never got as far as a window */
async function runElectron(electron: string, { data, passedOn }: Options): Promise<number | undefined> {
  const started = performance.now()
  const child = spawn(
    electron,
    [...sandboxSwitch(), ROOT, ...(data === undefined ? [] : ['--data', data]), ...passedOn],
    { stdio: 'inherit' },
  )
  endWith(child)
  const code = await exitCode(child)
  return code !== 0 && performance.now() - started < DID_NOT_START_WITHIN_MS ? undefined : code
}

async function serveAndShow({ data, passedOn }: Options): Promise<number> {
  const dataDirectory = data ?? usualDataDirectory()
  const service = spawn(
    process.execPath,
    [join(ROOT, 'dist/main/serve.js'), '--window', '--data', dataDirectory, ...passedOn],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  endWith(service)
  const ended = exitCode(service)
  const address = await Promise.race([firstLine(service), ended])
  if (typeof address === 'number') return address // it said why on standard error

  const window = showWindow(address, dataDirectory)
  if (window === undefined) {
    say(`open ${address.ui} in a browser on this machine; Ctrl C ends it`)
    return ended
  }
  endWith(window)
  void closeWithWindow(window, service, address)
  const code = await ended
  window.kill()
  return code
}

/** The window is the application: closing it ends the service. A window that never opened leaves the address instead. */
async function closeWithWindow(window: ChildProcess, service: ChildProcess, address: StartLine): Promise<void> {
  const started = performance.now()
  const code = await exitCode(window)
  if (code !== 0 && performance.now() - started < DID_NOT_START_WITHIN_MS && service.exitCode === null) {
    say(`the browser did not open a window; open ${address.ui} yourself; Ctrl C ends it`)
    return
  }
  service.kill('SIGTERM')
}

function showWindow(address: StartLine, dataDirectory: string): ChildProcess | undefined {
  const browser = hasDisplay() ? findChromium() : undefined
  if (browser === undefined) return undefined

  const profile = join(dataDirectory, 'browser-window')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  say(`opening a window of ${browser}; close it or press Ctrl C to end`)
  const switches = [
    `--app=${address.ui}`,
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
  return spawn(browser, [...sandboxSwitch(), ...switches], { stdio: 'ignore' })
}

async function firstLine(service: ChildProcess): Promise<StartLine> {
  if (service.stdout === null) throw new Error('the service has no standard output')
  const lines = createInterface({ input: service.stdout })
  const [line] = (await once(lines, 'line')) as [string] // readline gives one string
  return readStartLine(line)
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        demo: { type: 'boolean', default: false },
        data: { type: 'string' },
        port: { type: 'string' },
      },
    })
    const { browser, demo, data, port } = values
    const passedOn = [...(demo ? ['--demo'] : []), ...(port === undefined ? [] : ['--port', port])]
    return { browser, data: data === undefined ? undefined : resolve(data), passedOn }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nusage: ${USAGE}`, { cause: error })
  }
}

/** Where data lives without Electron; with it, Electron's `userData`. */
function usualDataDirectory(): string {
  const { XDG_DATA_HOME } = process.env
  return join(XDG_DATA_HOME ? XDG_DATA_HOME : join(homedir(), '.local/share'), 'vaultbench')
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)
}

/** Chromium refuses to run as root with its sandbox. */
function sandboxSwitch(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/** What is told to end us ends the child; we end when it has. */
function endWith(child: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
}

async function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once('error', (error) => {
      say(error.message)
      done(1)
    })
    child.once('exit', (code, signal) => {
      done(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
    })
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
