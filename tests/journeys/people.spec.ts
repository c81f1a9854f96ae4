// Proves docs/contract/window.md, Everywhere: exports, People, Events.

import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { addFirstUser, addUser, button, createItem, createWorkspace, dialog, goTo } from './support/window-steps.ts'

/** A second window of the same session, as somebody opens a link in a new tab. */
async function secondWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const second = await opened
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  return second
}

/** The palette by its button: keys only reach the window in front. */
async function find(page: Page, words: string): Promise<void> {
  await page.bringToFront()
  await button(page.getByRole('banner'), /^Search or run a command/).click()
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  await box.fill(words)
  await expect(page.getByRole('option').first()).toBeVisible()
  await box.press('Enter')
}

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1000, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test(
  'Alice invites, Bob compares the fingerprint and connects, and both see it at once',
  { tag: '@deep' },
  async ({ page }) => {
    await createWorkspace(page, 'People')
    await addFirstUser(page, 'Alice Weber')
    await createItem(page, 'Passport', { slots: [{ label: 'Number', value: 'X1234567' }] })
    await addUser(page, 'Bob Okafor')
    const bob = await secondWindow(page)
    await find(bob, '@bob')
    await expect(button(bob.getByRole('banner'), 'Acting as Bob Okafor')).toBeVisible()

    await page.bringToFront()
    await goTo(page, 'People')
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    await button(page.getByRole('banner').or(page.getByRole('main')), /^Invite/)
      .first()
      .click()
    const invite = dialog(page, /^Invite a person/)
    await invite.getByLabel('Name', { exact: true }).fill('Bob from work')
    await button(invite, 'Add item').click()
    await page.getByRole('option', { name: /Passport/ }).click()
    await invite.getByLabel('What', { exact: true }).selectOption({ label: 'Only Number' })
    await button(invite, 'Create invitation').click()

    const ready = dialog(page, 'Invitation for Bob from work')
    await expect(ready.getByRole('img', { name: /^Code with the invitation/ })).toBeVisible()
    const link = await ready.getByRole('textbox', { name: 'Invitation link' }).innerText()
    const passphrase = await ready.getByRole('textbox', { name: /^Passphrase/ }).innerText()
    expect(link).toContain(`#${passphrase}`)
    await ready.getByText('Leave it out of the link and the code').click()
    const bare = await ready.getByRole('textbox', { name: 'Invitation link' }).innerText()
    expect(bare).not.toContain(passphrase)
    await button(ready, 'Show invitation').click()
    const detail = page.getByRole('region', { name: 'Person, invitation or delegation' })
    const fingerprint = await detail.getByRole('textbox', { name: 'Fingerprint: Key of this invitation' }).innerText()

    // The link is pasted where one searches, and says what it is before anything is accepted.
    await find(bob, bare)
    const look = dialog(bob, 'Invitation from Alice Weber')
    await expect(look.getByText('Passport')).toBeVisible()
    const told = look.getByLabel('Fingerprint from Alice Weber')
    await told.fill('0000 0000')
    await expect(look.getByText(/^This is another key/)).toBeVisible()
    await told.fill(fingerprint)
    await expect(look.getByText('This is the key of Alice Weber.')).toBeVisible()
    await look.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await look.getByLabel('Name', { exact: true }).fill('Alice from the harbour')
    await expectFine(bob)
    await button(look, 'Connect').click()
    const outcome = dialog(bob, 'Connected with Alice from the harbour')
    await expect(outcome.getByText('Opened, and encrypted again with your own key.')).toBeVisible()
    await button(outcome, 'Show connection').click()
    await expect(bob.getByRole('heading', { level: 2, name: 'Alice from the harbour' })).toBeVisible()

    // Alice's window follows by itself.
    await expect(detail.getByText('Used', { exact: true })).toBeVisible()
    await expect(detail.getByRole('link', { name: 'Bob from work' })).toBeVisible()
    await detail.getByRole('link', { name: 'Bob from work' }).click()
    await expect(detail.getByRole('textbox', { name: 'Fingerprint: Key of Alice Weber' })).toHaveText(fingerprint)
    await expect(detail.getByRole('listitem').filter({ hasText: 'Shared with Bob from work' })).toContainText('1')

    // A used invitation says so.
    await find(bob, bare)
    await expect(
      dialog(bob)
        .getByText(/It was used or withdrawn/)
        .first(),
    ).toBeVisible()
    await bob.keyboard.press('Escape')

    await page.bringToFront()
    await goTo(page, 'Events')
    const events = page.getByRole('grid', { name: 'Events' })
    await expect(events.getByText('Alice Weber and Bob from work are connected')).toBeVisible()
    await page.getByRole('textbox', { name: 'Filter events' }).fill('bob from work')
    await expect(events.getByText('Passport was shared with Bob from work by an invitation')).toBeVisible()
    await expect(events.getByText('Alice Weber made an invitation')).toBeHidden()
    await events.getByText('Alice Weber and Bob from work are connected').click()
    const download = page.waitForEvent('download')
    await button(page, 'Export filtered').click()
    await page.getByRole('menuitem', { name: 'JSON Lines' }).click()
    expect((await download).suggestedFilename()).toMatch(/^events-alice-weber-.*\.jsonl$/)

    // Ended by Bob, with Undo: gone at once for him, and for Alice when the time is over.
    await button(bob.getByRole('region', { name: 'Person, invitation or delegation' }), 'Remove').click()
    await expect(bob.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    await button(bob, /^Undo/).click()
    await expect(bob.getByRole('row', { name: /Alice from the harbour/ })).toBeVisible()
  },
)
