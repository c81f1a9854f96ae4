import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { settled, textOf, visit } from './languages.ts'
import type { ServedApplication } from './served-window.ts'
import { callWindow, userIds } from './window-calls.ts'

/*
 * What no address leads to: questions and answers of the phone, what is opened from anywhere, and what is closed. Found by
 * the texts of the open window, in whatever language; the last ones leave nothing to look at.
 */

type Look = (state: string) => Promise<void>

/** A request of the sample that its first user can answer. */
const ANSWERABLE = 'Wine shop'

/** Looks at every state as the user who acts in the sample. */
export async function onEveryState(page: Page, app: ServedApplication, look: Look): Promise<void> {
  const actor = /\/u\/([^/]+)/.exec(page.url())?.[1] ?? ''
  await test.step('palette', () => inThePalette(page, look))
  await test.step('password generator', () => inTheGenerator(page, look))
  await test.step('phone', () => onThePhone(page, actor, look))
  await test.step('matrix', () => onTheMatrix(page, actor, look))
  await test.step('invitation', () => onAnInvitation(page, actor, look))
  await test.step('operator', () => atTheClosedDesk(page, look))
  await test.step('signed out', () => signedOut(page, actor, look))
  await test.step('reference', () => inTheReference(page, app, look))
}

async function inThePalette(page: Page, look: Look): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox')
  for (const words of ['', 'a', 'nothing like it']) {
    await page.keyboard.press('Control+k')
    await box.fill(words)
    await settled(page)
    await look(`palette, ${words === '' ? 'at first' : words}`)
    await closed(page)
  }
}

async function inTheGenerator(page: Page, look: Look): Promise<void> {
  await visit(page, '/users')
  await press(page, page.getByRole('main'), 'frame.actor.add')
  const opener = page.getByRole('dialog').getByRole('button', { name: await named(page, 'ui.generate.open', 'label') })
  await opener.focus()
  await page.keyboard.press('Enter')
  for (const kind of await page.getByRole('radio').all()) {
    if (!(await kind.isChecked())) await kind.check({ force: true })
    await settled(page)
    await look(`password generator, ${await kind.inputValue()}`)
  }
  await page.keyboard.press('Escape')
  await expect.soft(opener, 'password generator: the focus comes back').toBeFocused({ timeout: 20_000 })
  await closed(page)
}

async function onThePhone(page: Page, actor: string, look: Look): Promise<void> {
  const main = page.getByRole('main')
  await visit(page, `/u/${actor}/wallet`)
  const waiting = main.getByRole('button', { name: await named(page, 'wallet.waiting.openNamed', 'name') })
  const names = await waiting.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? ''))
  const last = names.findIndex((name) => name.includes(ANSWERABLE))
  // What cannot be answered with what is held, too; one at a time, and each but the last is refused.
  const order = names.map((_, place) => place).filter((place) => place !== last)
  for (const [count, place] of [...order, last].entries()) {
    await main.getByRole('button', { name: names[place] ?? '', exact: true }).click()
    await main.getByRole('button', { name: await textOf(page, 'wallet.consent.refuse'), exact: true }).waitFor()
    await settled(page)
    await look(`phone, question ${count + 1}`)
    if (place === last) break
    await press(page, main, 'wallet.consent.refuse')
    await main.getByRole('heading', { name: await textOf(page, 'wallet.result.refused'), exact: true }).waitFor()
    await settled(page)
    await look(`phone, refused ${count + 1}`)
    await visit(page, `/u/${actor}/wallet`)
  }
  await inLayer(page, look, 'phone, break', await named(page, 'wallet.break.open'))
  await inLayer(page, look, 'phone, profile', await named(page, 'wallet.options.open', 'profile'))
  await press(page, main, 'wallet.consent.submit')
  await main.getByRole('heading', { name: await textOf(page, 'wallet.result.accepted'), exact: true }).waitFor()
  await settled(page)
  await look('phone, answer and checks')
  const unopened = main.locator('details:not([open]) > summary:visible')
  while ((await unopened.count()) > 0) await unopened.first().click()
  await settled(page)
  await look('phone, answer and checks, opened')
}

async function onTheMatrix(page: Page, actor: string, look: Look): Promise<void> {
  const main = page.getByRole('main')
  await visit(page, `/u/${actor}/wallet/scenarios`)
  // Outside of the table a button runs all of them.
  await main
    .getByRole('table')
    .getByRole('button', { name: await named(page, 'wallet.matrix.runOne', 'scenario') })
    .first()
    .click()
  const slide = main.getByRole('button', { name: await textOf(page, 'wallet.matrix.slide'), exact: true })
  await slide.waitFor()
  await settled(page)
  await look('matrix, one run')
  await inLayer(page, look, 'matrix, slide', await named(page, 'wallet.matrix.slide'))
}

async function onAnInvitation(page: Page, actor: string, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog')
  await visit(page, `/u/${actor}/people/connections`)
  await press(page, page.getByRole('main'), 'people.invite')
  await press(page, dialog, 'people.inviteDialog.create')
  await settled(page)
  await look('invitation, refused')
  await dialog.getByRole('textbox').first().fill('Carla Fern')
  await press(page, dialog, 'people.inviteDialog.create')
  await dialog.getByRole('button', { name: await textOf(page, 'people.ready.show'), exact: true }).waitFor()
  await settled(page)
  await look('invitation, made')
  await press(page, dialog, 'ui.showLarge')
  await settled(page)
  await look('invitation, large')
  const done = dialog.getByRole('button', { name: await textOf(page, 'ui.done'), exact: true })
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(done).toBeVisible({ timeout: 20_000 })
  }).toPass()
  await done.click() // what is shown this once is not closed by a key
  await expect(dialog).toHaveCount(0)
}

async function atTheClosedDesk(page: Page, look: Look): Promise<void> {
  const main = page.getByRole('main')
  await visit(page, '/operator/reviews')
  await inLayer(page, look, 'operator, token', await named(page, 'operator.token.open'))
  await press(page, main, 'operator.close')
  await main.getByRole('heading', { name: await textOf(page, 'operator.gate.closed'), exact: true }).waitFor()
  await settled(page)
  await look('operator, closed')
  await press(page, main, 'operator.gate.type')
  await settled(page)
  await look('operator, password')
  await inLayer(page, look, 'operator, new password', await named(page, 'operator.gate.lost'))
}

async function signedOut(page: Page, actor: string, look: Look): Promise<void> {
  const bob = (await userIds(page)).get('Bob Okafor') ?? ''
  await callWindow(page, 'POST', `/users/${actor}/sign-out`)
  await visit(page, `/u/${actor}/home`)
  await look('sign-in')
  await visit(page, `/side-by-side/${actor}/${bob}`)
  await look('side by side, one signed out')
}

async function inTheReference(page: Page, app: ServedApplication, look: Look): Promise<void> {
  await page.goto(`${app.url}/docs/#/keystore.session/keystore.sessionGet`)
  await expect(page.locator('[data-example]')).toContainText(`${app.url}/keystore/session`)
  await settled(page)
  await look('reference, operation')
}

/** Opens a layer by the keys, and closes it by them: the focus is where it was. Then it is looked at. */
async function inLayer(page: Page, look: Look, state: string, name: RegExp): Promise<void> {
  const opener = page.getByRole('main').getByRole('button', { name }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').first().waitFor()
  await closed(page)
  await expect.soft(opener, `${state}: the focus comes back`).toBeFocused({ timeout: 20_000 })
  await page.keyboard.press('Enter')
  await settled(page)
  await look(state)
  await closed(page)
}

async function press(page: Page, where: Locator, key: string): Promise<void> {
  await where
    .getByRole('button', { name: await named(page, key) })
    .first()
    .click()
}

/** The text at the beginning of a name: its keys may stand after it. What is filled in may be anything. */
async function named(page: Page, key: string, filled?: string): Promise<RegExp> {
  const words = await textOf(page, key, filled === undefined ? {} : { [filled]: '…' })
  const pattern = words.replace(/[.?()*+]/g, String.raw`\$&`).replace('…', '.+')
  return new RegExp(`^${pattern}(\\s|$)`)
}

async function closed(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0, { timeout: 20_000 })
  }).toPass()
}

/** Makes a workspace without anything in it but one user; answers who that is. */
export async function openEmpty(page: Page, look: Look): Promise<string> {
  const dialog = page.getByRole('dialog')
  await press(page, page.getByRole('main'), 'welcome.new.title')
  await settled(page)
  await look('new workspace')
  await dialog.getByRole('textbox').first().fill('Harbour')
  await dialog.getByText(await textOf(page, 'welcome.new.without'), { exact: true }).click()
  await press(page, dialog, 'welcome.new.create')
  await page.getByRole('heading', { level: 1, name: await textOf(page, 'users.first.title') }).waitFor()
  await settled(page)
  await look('no user')
  await callWindow(page, 'POST', '/users', { full_name: 'Alice Weber', passphrase: 'correct horse battery staple' })
  return (await userIds(page)).get('Alice Weber') ?? ''
}
