// Proves docs/contract/window.md, Everywhere, Users.

import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { callWindow } from './support/window-calls.ts'
import {
  addFirstUser,
  addUser,
  button,
  createItem,
  createWorkspace,
  goTo,
  itemRow,
  PASSPHRASE,
  runInPalette,
} from './support/window-steps.ts'

test(
  'two users keep their own items, and nothing of one is seen while acting as the other',
  { tag: '@deep' },
  async ({ page }) => {
    await createWorkspace(page, 'Two people')
    await addFirstUser(page, 'Alice Weber')
    await createItem(page, 'Passport of Alice')
    await addUser(page, 'Bob Okafor')
    await expect(itemRow(page, 'Passport of Alice')).toBeVisible()
    const actor = page.getByRole('banner').getByRole('button', { name: /^Acting as/ })
    await expect(actor).toHaveAccessibleName('Acting as Alice Weber')

    // By the key: the list names everybody, the arrow keys choose.
    await page.keyboard.press('Control+Shift+u')
    await expect(page.getByRole('combobox', { name: 'Find a user' })).toBeFocused()
    await expect(page.getByRole('option', { name: /Alice Weber.*acting now/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: /Bob Okafor/, selected: true })).toBeVisible()
    await recordTexts(page)
    await page.keyboard.press('Enter')
    await expect(actor).toHaveAccessibleName('Acting as Bob Okafor')
    await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
    expect(await shownSince(page, 'Acting as Bob Okafor', 'Passport of Alice')).toBe(false)
    await createItem(page, 'Licence of Bob')

    // By the palette.
    await recordTexts(page)
    await runInPalette(page, '@ali')
    await expect(actor).toHaveAccessibleName('Acting as Alice Weber')
    await expect(itemRow(page, 'Passport of Alice')).toBeVisible()
    await expect(itemRow(page, 'Licence of Bob')).toHaveCount(0)
    expect(await shownSince(page, 'Acting as Alice Weber', 'Licence of Bob')).toBe(false)

    await runInPalette(page, '@bob')
    await expect(itemRow(page, 'Licence of Bob')).toBeVisible()
    await expect(itemRow(page, 'Passport of Alice')).toHaveCount(0)

    // An address of somebody else's item says so and shows nothing of it.
    await itemRow(page, 'Licence of Bob').click()
    const item = /items\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''
    await runInPalette(page, '@ali')
    await goTo(page, 'Items')
    const own = /u\/([\da-f-]{36})/.exec(page.url())?.[1] ?? ''
    await page.evaluate((hash) => (location.hash = hash), `#/u/${own}/items/${item}`)
    await expect(page.getByRole('heading', { name: 'This item does not exist' })).toBeVisible()
    await expect(page.getByText('Licence of Bob')).toHaveCount(0)
  },
)

test('one of many users is found by words, and comes first the next time', async ({ page }) => {
  await createWorkspace(page, 'Many people')
  await addFirstUser(page, 'Alice Weber')
  const names = Array.from({ length: 40 }, (_, number) => `Crew ${number + 10}`)
  for (const full_name of [...names, 'Žofie Dvořák'])
    await callWindow(page, 'POST', '/users', { full_name, passphrase: PASSPHRASE, remember: false })
  const actor = page.getByRole('banner').getByRole('button', { name: /^Acting as/ })
  const field = page.getByRole('combobox', { name: 'Find a user' })
  const chosen = (name: RegExp) => page.getByRole('option', { name, selected: true })

  await page.setViewportSize({ width: 1000, height: 700 })
  await page.keyboard.press('Control+Shift+u')
  await expect(chosen(/^Alice Weber/)).toBeVisible()
  await expect(button(page, 'Add user')).toBeInViewport({ ratio: 1 })
  await expect(button(page, /^Lock workspace/).last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown')
  await expect(chosen(/^Crew 40/)).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await look(page, 'switcher-of-many')

  await field.fill('dvorak zof')
  await expect(chosen(/^Žofie Dvořák/).locator('mark')).toHaveText(['Žof', 'Dvořák'])
  await look(page, 'switcher-found')
  await page.keyboard.press('Enter')
  await expect(actor).toHaveAccessibleName('Acting as Žofie Dvořák')

  await page.keyboard.press('Control+Shift+u')
  await expect(page.getByRole('option').first()).toContainText('Žofie Dvořák')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(/^Alice Weber/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(actor).toBeFocused()
})

type PageUnderTest = Parameters<typeof goTo>[0]

/** Keeps the text of the window after every change of it, frame or not. */
async function recordTexts(page: PageUnderTest): Promise<void> {
  await page.evaluate(() => {
    const texts: string[] = []
    Reflect.set(globalThis, 'recordedTexts', texts)
    new MutationObserver(() => texts.push(document.body.textContent)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}

/** Whether `text` was anywhere in the window in one of the states since `from` appeared in it. */
async function shownSince(page: PageUnderTest, from: string, text: string): Promise<boolean> {
  const texts = await page.evaluate(() => Reflect.get(globalThis, 'recordedTexts') as string[])
  const states = texts.map((state) => state.replaceAll('\u00a0', ' '))
  const first = states.findIndex((state) => state.includes(from))
  expect(first).toBeGreaterThanOrEqual(0)
  return states.slice(first).some((state) => state.includes(text))
}
