import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium, findOnPath } from '../../../scripts/find-chromium.ts'

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
 * The browser the journeys run in: `CHROMIUM_PATH`, Playwright's own, or an installed Chromium, Chrome or Edge.
 *
 * @throws {Error} saying how to get one, when there is none
 */
export function chromiumForTests(): string {
  const playwrightsOwn = chromium.executablePath()
  if (!process.env.CHROMIUM_PATH && existsSync(playwrightsOwn)) return playwrightsOwn

  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error(
    'The journeys need a Chromium or Chrome and found none. Install one (Debian: apt-get install chromium), ' +
      'or run "npx playwright install chromium", or set CHROMIUM_PATH to its program.',
  )
}

/**
 * The browser that journeys look through: without a window there is a smaller build of Chromium, which takes three
 * quarters of the time. Where it is not installed, or `CHROMIUM_PATH` names another, it is the one above.
 */
export function headlessForTests(): string {
  const installed = process.env.CHROMIUM_PATH ? undefined : findOnPath('chromium-headless-shell')
  return installed ?? chromiumForTests()
}
