import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CommandOption } from '../src-main/composition/command-options.ts'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import { START_REFUSED } from '../src-main/desktop/application-port.ts'
import { usualDataDirectory } from '../src-main/composition/command-options.ts'
import { DID_NOT_START_WITHIN_MS, serveInBrowser } from './browser-window.ts'
import { buildIfStale } from './build.ts'
import { endWith, exitCode } from './child-process.ts'
import { fetchElectron, findElectron } from './electron-program.ts'
import { findChromium } from './find-chromium.ts'

const OPTIONS = {
  browser: { type: 'boolean', default: false, says: 'opens a browser window, also where the desktop program can run' },
  demo: { type: 'boolean', default: false, says: 'opens the sample workspace' },
  data: { type: 'string', value: 'DIR', says: 'data directory; without it the usual one of this computer' },
  port: { type: 'string', value: 'N', says: 'port on 127.0.0.1 and ::1; 0, as without it: a free one' },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const USAGE = `npm start -- [OPTION]…

${optionLines(OPTIONS)}

A browser window gets its one-time code from a page in DIR/browser-window that only you can read, never on a command
line. Where no browser is found, the address with the code is printed for you to open.`
const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Options = {
  readonly browser: boolean
  /** `--data` as given; without it each way of running has its own usual place. */
  readonly data: string | undefined
  readonly passedOn: readonly string[]
}

try {
  const options = readOptions()
  if (options === 'help') process.stdout.write(`${USAGE}\n`)
  else {
    await buildIfStale()
    process.exitCode = await open(options)
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** The desktop program where it can run; else the same application in a browser's window, or at an address. */
async function open(options: Options): Promise<number> {
  if (options.browser) return openBrowser(options)
  if (!hasDisplay()) {
    say('there is no display here; serving without a window')
    return openBrowser(options)
  }

  const electron = findElectron() ?? fetchElectron(say)
  if (electron === undefined) {
    say('Electron could not be fetched; opening the same application in a browser window')
    return openBrowser(options)
  }
  const code = await runElectron(electron, options)
  if (code !== undefined) return code
  say('Electron does not start on this machine; opening the same application in a browser window')
  return openBrowser(options)
}

/** @returns the exit code, or undefined when the program never got as far as saying anything */
async function runElectron(electron: string, { data, passedOn }: Options): Promise<number | undefined> {
  const started = performance.now()
  const child = spawn(
    electron,
    [...sandboxSwitch(), ROOT, ...(data === undefined ? [] : ['--data', data]), ...passedOn],
    { stdio: 'inherit' },
  )
  endWith(child)
  const code = await exitCode(child, say)
  if (code === 0 || code === START_REFUSED) return code
  return performance.now() - started < DID_NOT_START_WITHIN_MS ? undefined : code
}

async function openBrowser({ data, passedOn }: Options): Promise<number> {
  return serveInBrowser({
    service: join(ROOT, 'dist/main/serve.js'),
    dataDirectory: data ?? usualDataDirectory(),
    passedOn,
    browser: hasDisplay() ? findChromium() : undefined,
    browserSwitches: sandboxSwitch(),
    say,
  })
}

function readOptions(): Options | 'help' {
  try {
    const { browser, demo, data, port, help } = parseArgs({ options: OPTIONS }).values
    if (help) return 'help'
    const passedOn = [...(demo ? ['--demo'] : []), ...(port === undefined ? [] : ['--port', port])]
    return { browser, data: data === undefined ? undefined : resolve(data), passedOn }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nusage: ${USAGE}`, { cause: error })
  }
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)
}

/** Chromium refuses to run as root with its sandbox. */
function sandboxSwitch(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
