// Proves docs/contract/vault.md, Transports; docs/contract/workbench.md, Calls of the window.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { chromium, test } from '@playwright/test'
import { serveInBrowser } from '../../src-main/program/browser-window.ts'
import { findChromium } from '../../src-main/program/find-chromium.ts'
import { CHROMIUM_FLAGS, chosenTestBrowser, testBrowserVariables } from '../../scripts/test-browser.ts'
import { startCodeOf } from '../support/workbench/window-over-http.ts'
import { look } from './support/look.ts'
import { createWorkspace } from './support/window-steps.ts'
import { expect, newDataDirectory, serveApplication } from './support/served-window.ts'

/*
 * The browser's window as `npm start -- --browser` opens it: a real Chromium, started by our own code with a page on
 * disk, which leads to the window. Only the way to look into it is ours.
 */

/** Names of these settings in the browser's own words. */
const switchedOff = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  'autofill.profile_enabled': false,
  'autofill.credit_card_enabled': false,
  'translate.enabled': false,
}

const PROGRAM = fileURLToPath(new URL('../../dist/main/vaultbench.js', import.meta.url))
const LOOK_INTO_IT = ['--headless=new', '--no-zygote', '--remote-debugging-port=0']

let directory: string

test.beforeEach(() => {
  directory = newDataDirectory()
})

test.afterEach(() => {
  // A browser that was told to end still writes its profile.
  rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 })
})

test('the window opens from a page on disk, and no command line holds the code', async () => {
  const profile = join(directory, 'browser-window')
  const others = process.listeners('SIGTERM')
  const ended = serveInBrowser({
    program: PROGRAM,
    dataDirectory: directory,
    passedOn: [],
    browser: browserOfTheRun(),
    browserSwitches: [...CHROMIUM_FLAGS, ...LOOK_INTO_IT],
    say: () => undefined,
  })
  const endedEarly = ended.then((code) => Promise.reject(new Error(`it ended with ${code} before its window was seen`)))
  const browser = await Promise.race([lookInto(profile), endedEarly])
  const page = await windowOf(browser)

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  const { origin } = new URL(page.url())
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(page.url()).not.toContain('token')
  await expect.poll(() => existsSync(join(profile, 'start.html'))).toBe(false)
  if (existsSync('/proc')) {
    const ofBrowser = commandLines().filter((line) => line.includes(directory))
    expect(ofBrowser.join('\n')).toContain('/start.html')
    expect(ofBrowser.join('\n')).not.toContain('token=')
  }

  expect(await offersOf(browser)).toEqual(switchedOff)
  await page.reload() // the window keeps what it got for the code
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  // As Ctrl C, for what was started here alone: the browser of the other journeys listens as well.
  for (const listener of process.listeners('SIGTERM')) if (!others.includes(listener)) listener('SIGTERM')
  expect(await ended).toBe(0)
  await browser.close()
})

test('a page of another origin opens the window, and neither frames nor reads it', async ({ page, context }) => {
  const app = await serveApplication(directory)
  const host = join(directory, 'host.html')
  writeFileSync(host, `<!doctype html><title>host</title><iframe src="${app.url}/"></iframe>`)
  const refused: number[] = []
  context.on('response', (response) => {
    if (response.url() === `${app.url}/`) refused.push(response.status())
  })

  await page.goto(`file://${host}`)
  await expect.poll(() => refused).toEqual([403])
  const read = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'read',
        () => 'refused',
      ),
    `${app.url}/`,
  )
  expect(read).toBe('refused')

  const opened = context.waitForEvent('page')
  await page.evaluate((url) => void window.open(url), `${app.url}/`)
  const window_ = await opened
  // The page is there, and without a code nothing else is.
  await expect(window_.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(window_.getByRole('heading', { name: 'Welcome' })).toHaveCount(0)

  expect(await app.stop()).toBe(0)
})

test('a new address put into an open window lets it in again', async ({ page }) => {
  const first = await serveApplication(directory)
  const { port } = new URL(first.url)
  await page.goto(first.ui)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  expect(await first.stop()).toBe(0)

  const second = await serveApplication(directory, '--port', port)
  expect(startCodeOf(second.ui)).not.toBe(startCodeOf(first.ui))
  await page.evaluate((address) => {
    location.href = address
  }, second.ui)
  await page.waitForURL((url) => !url.href.includes('token'))

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  expect(await second.stop()).toBe(0)
})

test('a window opens another one, and both tell once the program was started again', async ({ page, context }) => {
  const first = await serveApplication(directory)
  const { port } = new URL(first.url)
  await page.goto(first.ui)
  await createWorkspace(page, 'Two windows')
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: /^Workspace Two windows/ }).click()
  await page.getByRole('menuitem', { name: 'Open another window' }).click()
  const other = await opened
  await expect(other.getByRole('button', { name: /^Workspace Two windows/ })).toBeVisible()
  expect(other.url()).not.toContain('token')
  await other.reload() // it has a token of its own
  await expect(other.getByRole('button', { name: /^Workspace Two windows/ })).toBeVisible()
  expect(await first.stop()).toBe(0)
  await expect(other.getByText('retrying every second')).toBeVisible()

  const second = await serveApplication(directory, '--port', port)
  for (const one of [page, other]) {
    await expect(one.getByRole('alert')).toContainText('open its new address')
    await look(one, 'program-started-again')
  }
  await other.reload()
  await expect(other.getByRole('heading', { name: 'The program was started again' })).toBeVisible()
  expect(await second.stop()).toBe(0)
})

/**
 * An installed browser, or the headless shell of the journeys, which has no windows: it opens the same page as a tab. A
 * script in its place gives it the libraries it comes with.
 */
function browserOfTheRun(): string {
  const installed = findChromium()
  if (installed !== undefined) return installed
  const { executablePath = chromium.executablePath() } = chosenTestBrowser()
  const script = join(directory, 'browser')
  const lines = [
    '#!/bin/sh',
    ...Object.entries(testBrowserVariables()).map(([name, value]) => `export ${name}='${value}'`),
    'for word; do shift; set -- "$@" "${word#--app=}"; done',
    `exec '${executablePath}' "$@"`,
  ]
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o700 })
  return script
}

/** Chromium writes the port on which it can be looked into beside its profile. */
async function lookInto(profile: string): Promise<Browser> {
  const file = join(profile, 'DevToolsActivePort')
  await expect.poll(() => existsSync(file) && /^\d+\n/.test(readFileSync(file, 'utf8'))).toBe(true)
  const [port] = readFileSync(file, 'utf8').split('\n')
  return chromium.connectOverCDP(`http://127.0.0.1:${port ?? ''}`, { timeout: 180_000 })
}

async function windowOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  const pages = () => context?.pages() ?? []
  await expect.poll(() => pages().length).toBeGreaterThan(0)
  const [page] = pages()
  if (page === undefined) throw new Error('the browser has no window')
  return page
}

/** Of every process of this machine. */
function commandLines(): readonly string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map((id) => commandLine(id))
}

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // it ended meanwhile
  }
}

/** What the browser offers to do with typed text, as its settings say; a headless shell has none, nor anything to offer. */
async function offersOf(browser: Browser): Promise<Readonly<Record<string, unknown>>> {
  const settings = await browser.contexts()[0]?.newPage()
  if (settings === undefined) throw new Error('the browser has no context')
  try {
    if (await settings.goto('chrome://settings/').then(() => false, isUnknownPage)) return switchedOff
    return await settings.evaluate(async (names) => {
      const { settingsPrivate } = (globalThis as unknown as { chrome: { settingsPrivate: SettingsPrivate } }).chrome
      const prefs = await Promise.all(names.map((name) => settingsPrivate.getPref(name)))
      return Object.fromEntries(prefs.map(({ key, value }) => [key, value]))
    }, Object.keys(switchedOff))
  } finally {
    await settings.close()
  }
}

interface SettingsPrivate {
  getPref(name: string): Promise<{ readonly key: string; readonly value: unknown }>
}

function isUnknownPage(error: Error): boolean {
  if (error.message.includes('ERR_INVALID_URL')) return true
  throw error
}
