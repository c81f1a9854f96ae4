// Proves docs/contract/window.md, Everywhere, Users.

import { expect, test } from './support/served-window.ts'
import {
  addFirstUser,
  addUser,
  createItem,
  createWorkspace,
  goTo,
  itemRow,
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

    // By the key: the menu names everybody, the arrow keys choose.
    await page.keyboard.press('Control+Shift+u')
    await expect(page.getByRole('menuitemradio', { name: /Alice Weber/ })).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: /Bob Okafor/ })).toBeFocused()
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
