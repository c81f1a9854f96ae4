/*
 * The browser for the journeys. It is chosen once, by starting it, and passed to every process in the environment: a
 * configuration file that searched for it could fail while loading.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import { chromium } from '@playwright/test'
import { exitCode } from '../src-main/program/child-process.ts'
import type { Environment } from '../src-main/program/find-chromium.ts'
import { findChromium, findOnPath } from '../src-main/program/find-chromium.ts'

/** How a browser is started. Without a path Playwright's own is used; `env` is added to the environment. */
interface TestBrowser {
  readonly executablePath?: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A browser that may be installed. */
export interface Candidate {
  /** The name shown to people. */
  readonly name: string
  /** Installs it if necessary, and returns how it is started. */
  readonly prepare: () => TestBrowser | Promise<TestBrowser>
}

type Say = (line: string) => void

/** Offline, without a sandbox (continuous integration runs as root) and without anything that asks the network. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The only fonts of the browser on Linux, so that measured texts are the same on every distribution. Debian installs
 * them with Chromium.
 */
const FONTS = { package: 'dejavu-fonts-ttf', sans: 'DejaVu Sans', mono: 'DejaVu Sans Mono' }

const NO_BROWSER =
  'The journeys need a browser, and none starts here. Install Chromium, Chrome or Edge (Debian: apt-get install ' +
  'chromium), or set CHROMIUM_PATH to the program of one.'

const CHOSEN = 'VAULTBENCH_TEST_BROWSER'
const PACKAGES = fileURLToPath(new URL('../node_modules/', import.meta.url))
const CACHE = join(PACKAGES, '.cache/vaultbench')
const STARTS_WITHIN_MS = 4_000
const DOWNLOAD_BEGINS_WITHIN_MS = 6_000

/** The chosen browser, or Playwright's own before one is chosen. */
export function chosenTestBrowser(environment: Environment = process.env): LaunchOptions {
  const browser = chosen(environment)
  return browser === undefined ? {} : launchOptions(browser)
}

/** The additional environment variables of the chosen browser. */
export function testBrowserVariables(environment: Environment = process.env): TestBrowser['env'] {
  return chosen(environment)?.env ?? {}
}

/**
 * Chooses the browser and writes it into the environment, for this process and those it starts: the one that
 * `CHROMIUM_PATH` names, an installed one, the one that comes with the packages (Linux on x64), or elsewhere the one
 * that Playwright downloads. One that does not start is passed over with a line.
 *
 * @throws {Error} saying what to install, within ten seconds, when none starts; or naming `CHROMIUM_PATH`, because
 *   whoever set it meant exactly that one
 */
export async function chooseTestBrowser(say: Say): Promise<void> {
  if (process.env[CHOSEN] !== undefined) return
  process.env[CHOSEN] = JSON.stringify(await firstThatStarts(candidates(say), say))
}

function chosen(environment: Environment): TestBrowser | undefined {
  const text = environment[CHOSEN]
  return text === undefined ? undefined : (JSON.parse(text) as TestBrowser) // chooseTestBrowser wrote it
}

function candidates(say: Say): readonly Candidate[] {
  const { CHROMIUM_PATH } = process.env
  const requested = findChromium({ CHROMIUM_PATH })
  if (requested !== undefined) {
    return [{ name: `CHROMIUM_PATH (${requested})`, prepare: () => started(requested) }]
  }

  // The headless build is faster by a quarter.
  const installed = [findOnPath('chromium-headless-shell'), findChromium()].filter((path) => path !== undefined)
  return [
    ...installed.map((path) => ({ name: path, prepare: () => started(path) })),
    process.platform === 'linux' && process.arch === 'x64'
      ? { name: 'the headless shell of @sparticuz/chromium', prepare: bundled }
      : { name: 'the headless shell of Playwright', prepare: () => downloaded(say) },
  ]
}

/** @throws {Error} when none starts */
export async function firstThatStarts(from: readonly Candidate[], say: Say): Promise<TestBrowser> {
  for (const { name, prepare } of from) {
    try {
      const browser = await prepare()
      await (await chromium.launch({ ...launchOptions(browser), timeout: STARTS_WITHIN_MS })).close()
      return browser
    } catch (fault) {
      const [reason = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n')
      say(`${name} does not start: ${reason}`)
    }
  }
  throw new Error(NO_BROWSER)
}

function launchOptions({ args, env, ...rest }: TestBrowser): LaunchOptions {
  return { ...rest, args: [...args], env: { ...definedOnly(process.env), ...env } }
}

function definedOnly(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function started(executablePath: string | undefined, more: Partial<TestBrowser> = {}): TestBrowser {
  // Without a locale Chromium names no download in letters beyond ASCII.
  const linux = process.platform === 'linux' ? { FONTCONFIG_FILE: fontSettings(), LC_ALL: 'C.UTF-8' } : {}
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...CHROMIUM_FLAGS, ...(more.args ?? [])],
    env: { ...linux, ...more.env },
  }
}

/** @returns the file that tells the browser which fonts there are */
function fontSettings(): string {
  const alias = (family: string, font: string): string =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  const settings = [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>',
    `<dir>${join(PACKAGES, FONTS.package, 'ttf')}</dir><cachedir>${join(CACHE, 'fonts')}</cachedir>`,
    ...['sans-serif', 'system-ui'].map((family) => alias(family, FONTS.sans)),
    `${alias('monospace', FONTS.mono)}</fontconfig>\n`,
  ]
  const file = join(CACHE, 'fonts.conf')
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(file, settings.join('\n'))
  return file
}

/** Chromium's headless shell, with the libraries that a bare system lacks; unpacked once. */
async function bundled(): Promise<TestBrowser> {
  const source = join(PACKAGES, '@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { readonly version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(join(source, 'bin'), folder)
  return started(join(folder, 'chromium'), {
    args: ['--no-zygote'],
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  })
}

/** The package unpacks into the temporary folder, so a child process with its own temporary folder does this. */
async function unpack(archives: string, folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  const program = `import { inflate } from '@sparticuz/chromium'; await Promise.all(process.argv.slice(1).map(inflate))`
  const paths = ['chromium.br', 'al2023.tar.br'].map((name) => join(archives, name))
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...paths], {
    cwd: PACKAGES,
    env: { ...process.env, TMPDIR: unfinished },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await exitCode(child)
  // The folder appears only when it is complete.
  if (code === 0 && !existsSync(folder)) renameSync(unfinished, folder)
  else rmSync(unfinished, { recursive: true })
  if (code !== 0) throw new Error('it could not be unpacked')
}

/**
 * Playwright downloads its browser. It is stopped if the download does not begin, because it would retry for minutes.
 */
async function downloaded(say: Say): Promise<TestBrowser> {
  say('looking for the browser of Playwright, or downloading it (npx playwright install --only-shell chromium)')
  const cli = join(PACKAGES, '@playwright/test/cli.js')
  const child = spawn(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const giveUp = setTimeout(() => child.kill('SIGKILL'), DOWNLOAD_BEGINS_WITHIN_MS)
  child.stdout.on('data', (text: Buffer) => {
    if (text.includes('%')) clearTimeout(giveUp)
    process.stderr.write(text)
  })
  const code = await exitCode(child)
  clearTimeout(giveUp)
  if (code !== 0) throw new Error('it could not be downloaded')
  return started(undefined)
}
