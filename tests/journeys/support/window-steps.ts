import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/*
 * What a person does in the window, in the words on the screen: elements are found by role and name only.
 */

export const PASSPHRASE = 'correct horse battery staple'

/** A button of the window or of the layer on top. */
export function button(where: Page | Locator, name: string | RegExp): Locator {
  return where.getByRole('button', { name, exact: typeof name === 'string' })
}

export function dialog(page: Page, name?: string | RegExp): Locator {
  return page.getByRole('dialog', name === undefined ? {} : { name })
}

/** Chooses somebody in a field that finds people by their name. */
export async function choosePerson(form: Page | Locator, label: string, name: string): Promise<void> {
  const field = form.getByLabel(label)
  await field.click()
  const list = field.page().getByRole('dialog', { name: label, exact: true })
  await list.getByRole('combobox').fill(name)
  await list.getByRole('option').first().click()
  await expect(field).toContainText(name)
}

/**
 * Opens a section of the left rail, whose name may end in the number of what waits there, and waits for its page: until
 * its code has come, the page before it stays and takes clicks.
 */
export async function goTo(page: Page, section: string): Promise<void> {
  const name = new RegExp(`^${section}\\b`)
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** From the welcome page into the sample workspace, which the window makes; `openSample` opens one that is made. */
export async function startSample(page: Page): Promise<void> {
  await button(page, 'Start').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}

/** From the welcome page to an open workspace. Without a passphrase the file is not protected. */
export async function createWorkspace(page: Page, name: string, passphrase?: string): Promise<void> {
  await button(page, 'New workspace').click()
  const form = dialog(page, 'New workspace')
  await form.getByLabel('Name').fill(name)
  if (passphrase === undefined) await form.getByText('Without', { exact: true }).click()
  else {
    await form.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await form.getByLabel('Repeat the passphrase').fill(passphrase)
  }
  await button(form, 'Create workspace').click()
  if (passphrase !== undefined) await postponeRecoveryCode(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Add the first user' })).toBeVisible()
}

/** It is offered right after a protected workspace was made. */
export async function postponeRecoveryCode(page: Page): Promise<void> {
  await button(dialog(page, 'Create a recovery code'), 'Later').click()
}

/** Registers in the dialog that is open; answers the secret string, which is shown this once. */
export async function register(page: Page, name: string, passphrase = PASSPHRASE): Promise<string> {
  const form = dialog(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await button(form, 'Register').click()
  await expect(dialog(page, `${name}'s secret string`)).toBeVisible()
  const secret = await page.getByRole('textbox', { name: 'Secret string' }).innerText()
  await button(form, 'I have saved it').click()
  await expect(form).toBeHidden()
  return secret
}

/** The first user of an empty workspace. */
export async function addFirstUser(page: Page, name: string): Promise<string> {
  await button(page.getByRole('main'), 'Add user').click()
  const secret = await register(page, name)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  return secret
}

/** Another user; acts as before afterwards. */
export async function addUser(page: Page, name: string): Promise<string> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Acting as/ })
    .click()
  await button(dialog(page, 'Act as'), 'Add user').click()
  return register(page, name)
}

export interface Typed {
  readonly label: string
  readonly type?: string
  readonly value: string
}

/** Fills one new slot of the editor: the type is chosen by its name on the screen. */
export async function addSlot(editor: Locator, { label, type, value }: Typed): Promise<void> {
  await button(editor, 'Add slot').click()
  const slot = editor.getByRole('region', { name: 'Slots' }).getByRole('listitem').last()
  await slot.getByLabel('Label', { exact: true }).fill(label)
  if (type !== undefined) await slot.getByLabel('Type', { exact: true }).selectOption({ label: type })
  const field = slot.getByLabel('Value', { exact: true })
  if (type === 'Yes or no') await field.selectOption({ label: value })
  else await field.fill(value)
}

/** In the gallery that a new item opens: typed, and chosen by Enter. */
export async function chooseTemplate(page: Page, label: string): Promise<void> {
  const gallery = dialog(page, 'Choose a template')
  const best = gallery.getByRole('option').first()
  await expect(best).toBeVisible()
  await gallery.getByRole('combobox', { name: 'Search templates' }).fill(label)
  await expect(best).toContainText(label)
  await page.keyboard.press('Enter')
  await expect(gallery).toBeHidden()
}

/** Creates an item with slots of its own, from the items page, and waits until the list has it: its rows move then. */
export async function createItem(
  page: Page,
  label: string,
  { slots = [], tags = [] }: { readonly slots?: readonly Typed[]; readonly tags?: readonly string[] } = {},
): Promise<void> {
  await goTo(page, 'Items')
  await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
  await page.keyboard.press('Control+n')
  await chooseTemplate(page, 'Custom')
  const editor = page.getByRole('form', { name: 'New item' })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill(label)
  for (const slot of slots) await addSlot(editor, slot)
  for (const tag of tags) {
    await button(editor, 'Add tag').click()
    const field = page.getByRole('textbox', { name: 'Add tag' })
    await field.fill(tag)
    await field.press('Enter')
  }
  await button(editor, /^Create item/).click()
  await expect(page.getByRole('heading', { level: 2, name: label, exact: true })).toBeVisible()
  await expect(itemRow(page, label)).toBeVisible()
}

/** The row of the items list that names it. */
export function itemRow(page: Page, label: string): Locator {
  return page
    .getByRole('grid', { name: 'Items' })
    .getByRole('row')
    .filter({ has: page.getByText(label, { exact: true }) })
}

/** The value beside a slot's label in the opened item, of the window or of one side of it. */
export function slotValue(where: Page | Locator, label: string): Locator {
  const page = 'page' in where ? where.page() : where
  return where
    .getByRole('region', { name: /^Slots\b/ })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) }) })
    .getByRole('definition')
}

/** Runs what the palette finds first for these words. */
export async function runInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  await box.fill(words)
  await expect(page.getByRole('option').first()).toBeVisible()
  await box.press('Enter')
}

/** Makes a login key in Access, for another program; it is shown this once. */
export async function loginKeyOf(page: Page, label: string, passphrase = PASSPHRASE): Promise<string> {
  await goTo(page, 'Access')
  await page.getByRole('tab', { name: /^Login keys/ }).click()
  await button(page, 'New login key').click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Label' }).fill(label)
  await form.getByLabel(/'s passphrase/).fill(passphrase)
  await button(form, 'Create login key').click()
  const key = await form.getByRole('textbox', { name: 'Login key', exact: true }).innerText()
  await button(form, 'Done').click()
  return key
}

/** By key, away from any field, where the key is the field's own. */
export async function undoLast(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Control+z')
}

/** The messages at the edge of the window that say this. */
export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages' }).locator('[data-toast]').filter({ hasText: text })
