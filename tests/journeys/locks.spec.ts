// Proves docs/contract/window.md, Welcome, Locking, Access, Settings.

import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import type { ServedApplication } from './support/served-window.ts'
import { expect, newDataDirectory, serveWithMovedClock, test as base } from './support/served-window.ts'
import { callWindow } from './support/window-calls.ts'
import {
  addFirstUser,
  button,
  createItem,
  createWorkspace,
  dialog,
  goTo,
  itemRow,
  loginKeyOf,
  PASSPHRASE,
  slotValue,
  postponeRecoveryCode,
} from './support/window-steps.ts'

const FIRST = 'staple battery horse'
const SECOND = 'marmalade tractor sunday'
const THIRD = 'gravel under the lantern'
const MINUTE_MS = 60_000

interface Clocked {
  readonly app: ServedApplication
  /** Moves the clocks of the application and of the window ahead. */
  readonly pass: (page: Page, ms: number) => Promise<void>
}

const test = base.extend<{ readonly clocked: Clocked }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted: none
  clocked: async ({}, use) => {
    const dataDirectory = newDataDirectory()
    const { app, moveClock } = await serveWithMovedClock(dataDirectory)
    await use({
      app,
      async pass(page, ms) {
        // What the window still had to tell of the person is told before the time passes.
        await page.clock.fastForward(ms)
        await callWindow(page, 'POST', '/activity')
        moveClock(ms)
      },
    })
    expect(await app.stop()).toBe(0)
    expect(app.log()).toBe('')
    rmSync(dataDirectory, { recursive: true, force: true })
  },
  app: ({ clocked }, use) => use(clocked.app),
})

async function openSettings(page: Page): Promise<void> {
  await button(page, /^Workspace/).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function fillTwice(form: ReturnType<typeof dialog>, passphrase: string): Promise<void> {
  await form.getByLabel('New passphrase', { exact: true }).fill(passphrase)
  await form.getByLabel('Repeat the new passphrase').fill(passphrase)
}

test('a workspace nobody uses locks after a warning, and leads back to where one was', async ({ page, clocked }) => {
  await page.clock.install()
  await createWorkspace(page, 'Harbour', FIRST)
  await addFirstUser(page, 'Alice Weber')
  await createItem(page, 'Car insurance', { slots: [{ label: 'Nickname', value: 'Red folder' }] })

  await openSettings(page)
  const locks = page.getByRole('region', { name: 'Locks' })
  const minutes = locks.getByLabel('Lock after inactivity')
  await expect(minutes).toHaveValue('15')
  await minutes.selectOption('5 minutes')
  // A leap of the clock looks like a sleep, which is not what is tried here.
  await locks.getByLabel('Lock when the computer sleeps').uncheck()
  await look(page, 'settings-locks')

  await goTo(page, 'Items')
  await itemRow(page, 'Car insurance').click()
  await expect(slotValue(page, 'Nickname')).toContainText('Red folder')
  const address = page.url()
  await clocked.pass(page, 4 * MINUTE_MS + 1_000)
  const warning = page.getByRole('region', { name: 'About to lock' })
  await expect(warning.getByRole('timer')).toHaveText(/^[1-5]?\d s$/)
  await look(page, 'lock-warning')
  await expect(warning).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(warning).toBeHidden()

  await clocked.pass(page, 4 * MINUTE_MS + 1_000)
  await button(warning, 'Keep open').click()
  await expect(warning).toBeHidden()

  await clocked.pass(page, 5 * MINUTE_MS)
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock Harbour' })).toBeVisible()
  await expect(page.getByText('Red folder')).toHaveCount(0)
  await page.getByLabel('Passphrase', { exact: true }).fill(FIRST)
  await button(page, 'Unlock').click()
  await page.getByLabel("Alice Weber's passphrase").fill(PASSPHRASE)
  await button(page.getByRole('main'), 'Sign in').click()
  await expect(slotValue(page, 'Nickname')).toContainText('Red folder')
  expect(page.url()).toBe(address)

  await openSettings(page)
  await expect(minutes).toHaveValue('5')
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT')
  await locks.getByLabel('Lock when the computer sleeps').check()
  await stored
  await clocked.pass(page, MINUTE_MS)
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock Harbour' })).toBeVisible()
})

test('passphrases are made, refused and changed', { tag: '@deep' }, async ({ page }) => {
  await button(page, 'New workspace').click()
  const making = dialog(page, 'New workspace')
  await making.getByLabel('Name').fill('Harbour')
  await making.getByLabel('Passphrase', { exact: true }).fill('Password1')
  await expect(making.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', 'Very weak')
  await making.getByLabel('Repeat the passphrase').fill('Password1')
  await button(making, 'Create workspace').click()
  await expect(making.getByText(/among those that are tried first/).first()).toBeVisible()
  await look(page, 'passphrase-refused')
  await making.getByLabel('Passphrase', { exact: true }).fill(FIRST)
  await expect(making.getByRole('meter', { name: 'Strength' })).toHaveAttribute('aria-valuetext', 'Strong')
  await making.getByLabel('Repeat the passphrase').fill(FIRST)
  await button(making, 'Create workspace').click()
  await postponeRecoveryCode(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Add the first user' })).toBeVisible()
  await addFirstUser(page, 'Alice Weber')

  const [kept, ended] = [await loginKeyOf(page, 'Backup'), await loginKeyOf(page, 'Old script')]
  expect(kept).not.toBe(ended)
  await page.getByRole('tab', { name: 'Account' }).click()
  await button(page, 'Change passphrase').click()
  const changing = dialog(page, "Change Alice Weber's passphrase")
  await changing.getByLabel("Alice Weber's passphrase").fill('not the passphrase')
  await fillTwice(changing, SECOND)
  await changing.getByLabel('Backup').check()
  await look(page, 'change-user-passphrase')
  await button(changing, 'Change passphrase').click()
  await expect(changing.getByText(/Alice Weber's passphrase:/)).toBeVisible()
  await changing.getByLabel("Alice Weber's passphrase").fill(PASSPHRASE)
  await button(changing, 'Change passphrase').click()
  await expect(page.getByText("Alice Weber's passphrase was changed").first()).toBeVisible()
  await page.getByRole('tab', { name: /^Login keys/ }).click()
  await expect(page.getByText('Backup')).toBeVisible()
  await expect(page.getByText('Old script')).toHaveCount(0)

  await page.keyboard.press('Control+l')
  await page.getByLabel('Passphrase', { exact: true }).fill(FIRST)
  await button(page, 'Unlock').click()
  await page.getByLabel("Alice Weber's passphrase").fill(SECOND)
  await button(page.getByRole('main'), /^Sign in/).click()
  await expect(page.getByRole('tab', { name: /^Login keys/ })).toBeVisible()
})

test(
  'a recovery code opens a workspace whose passphrase is forgotten, and sets another one',
  { tag: '@deep' },
  async ({ page }) => {
    await createWorkspace(page, 'Harbour', FIRST)
    await openSettings(page)
    await button(page, 'Create a recovery code').click()
    const form = dialog(page)
    await form.getByLabel('Workspace passphrase').fill('not the passphrase')
    await button(form, 'Create a recovery code').click()
    await expect(form.getByText(/Workspace passphrase:/)).toBeVisible()
    await form.getByLabel('Workspace passphrase').fill(FIRST)
    await button(form, 'Create a recovery code').click()
    const shown = form.getByRole('textbox', { name: 'Recovery code' })
    await expect(shown).toHaveText(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
    const code = await shown.innerText()
    const download = page.waitForEvent('download')
    await button(form, 'Save as text').click()
    expect((await download).suggestedFilename()).toBe('recovery-code.txt')
    await look(page, 'recovery-code')
    await button(form, 'I have saved it').click()
    await expect(button(page, 'Replace the code')).toBeVisible()
    await expect(page.getByText(code)).toHaveCount(0)

    await page.keyboard.press('Control+l')
    await button(page, 'Use the recovery code').click()
    const field = page.getByLabel('Recovery code')
    await field.fill(code.replace(/.$/, (last) => (last === '7' ? '8' : '7')))
    const main = page.getByRole('main')
    await main.getByLabel('New passphrase', { exact: true }).fill(SECOND)
    await main.getByLabel('Repeat the new passphrase').fill(SECOND)
    await button(page, 'Unlock').click()
    await expect(page.getByText(/Compare it character by character/).first()).toBeVisible()
    await look(page, 'unlock-with-code')
    await field.fill(code.toLowerCase().replaceAll('-', ' '))
    await button(page, 'Unlock').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

    // The new passphrase opens it; making the key anew ends the code.
    await button(page, 'Change passphrase').click()
    const changing = dialog(page, "Change Harbour's passphrase")
    await changing.getByLabel('Workspace passphrase').fill(SECOND)
    await fillTwice(changing, THIRD)
    await changing.getByLabel('Replace the key too').check()
    await look(page, 'change-workspace-passphrase')
    await button(changing, 'Change passphrase').click()
    await expect(page.getByText("Harbour's passphrase was changed").first()).toBeVisible()
    await expect(button(page, 'Create a recovery code')).toBeVisible()

    await page.keyboard.press('Control+l')
    await expect(page.getByRole('heading', { level: 1, name: 'Unlock Harbour' })).toBeVisible()
    await expect(button(page, 'Use the recovery code')).toHaveCount(0)
    await page.getByLabel('Passphrase', { exact: true }).fill(THIRD)
    await button(page, 'Unlock').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  },
)
