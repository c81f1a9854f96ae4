import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CommandOption } from '../src-main/composition/command-options.ts'
import { HELP, optionLines } from '../src-main/composition/command-options.ts'
import { hasDisplay, openInBrowser, sandboxSwitch } from '../src-main/program/open-command.ts'
import { buildIfStale } from './build.ts'
import { obtainElectron } from './electron-program.ts'
import { showInElectron } from './electron-window.ts'
import { showApplication } from './show-application.ts'

const OPTIONS = {
  browser: { type: 'boolean', default: false, help: 'opens a browser window, also where the desktop program can run' },
  demo: { type: 'boolean', default: false, help: 'opens the sample workspace' },
  data: { type: 'string', value: 'DIR', help: 'data directory; without it the usual one of this computer' },
  port: { type: 'string', value: 'N', help: 'port on 127.0.0.1 and ::1; 0, as without it: a free one' },
  help: HELP,
} as const satisfies Readonly<Record<string, CommandOption>>

const USAGE = `npm start -- [OPTION]…

${optionLines(OPTIONS)}

A browser window gets its one-time code from a page in DIR/browser-window that only you can read, never on a command
line. Where no browser is found, the address with the code is printed for you to open.`
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The time until Electron shows something. The sample workspace is made first, which is no fault of Electron's. */
const SHOWS_WITHIN_MS = 10_000
const SHOWS_SAMPLE_WITHIN_MS = 60_000

type Options = {
  readonly browser: boolean
  /** `--data` as given; without it each way of running has its own usual place. */
  readonly data: string | undefined
  readonly passedOn: readonly string[]
}

try {
  const options = readOptions()
  if (options === 'help') process.stdout.write(`${USAGE}\n`)
  else process.exitCode = await open(options)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function open(options: Options): Promise<number> {
  const isWanted = !options.browser && hasDisplay()
  if (!options.browser && !isWanted) say('there is no display here; serving without a window')
  return showApplication({
    say,
    build: buildIfStale,
    electron: isWanted
      ? { obtain: () => obtainElectron(say), show: (program) => openElectron(program, options) }
      : undefined,
    showInBrowser: () => openBrowser(options),
  })
}

function openElectron(program: string, { data, passedOn }: Options): Promise<number | string> {
  const switches = [...sandboxSwitch(), ROOT, ...(data === undefined ? [] : ['--data', data]), ...passedOn]
  const showsWithinMs = passedOn.includes('--demo') ? SHOWS_SAMPLE_WITHIN_MS : SHOWS_WITHIN_MS
  return showInElectron({ program, switches, showsWithinMs, say })
}

function openBrowser({ data, passedOn }: Options): Promise<number> {
  const program = join(ROOT, 'dist/main/vaultbench.js')
  return openInBrowser({ data, passedOn }, { program, say })
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

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
