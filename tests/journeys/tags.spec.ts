// Proves docs/contract/window.md, Everywhere: undo, Items, Tags.

import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import {
  addFirstUser,
  button,
  createItem,
  createWorkspace,
  dialog,
  goTo,
  itemRow,
  message,
  runInPalette,
} from './support/window-steps.ts'

const ODD = 'Tea, "coffee" & more'

/** The row of a tag on the screen of tags. */
const tagRow = (page: Page, label: string): Locator =>
  page
    .getByRole('grid', { name: 'Tags' })
    .getByRole('row')
    .filter({ has: page.getByText(label, { exact: true }) })
const items = (page: Page): Locator => page.getByRole('grid', { name: 'Items' }).getByRole('row')

/** Takes back, or lets happen, what the newest message of these words is about. */
async function answerMessage(page: Page, text: string | RegExp, name: RegExp | string): Promise<void> {
  await button(message(page, text).last(), name).click()
}

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1000, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Another window at the same address, which is only looked at: keys reach the first one alone. */
async function secondWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  return opened
}

test('Alice tags her items, finds them by tag, and puts her tags in order', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Tags')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Tags')
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()

  await test.step('a tag is made, and taken back', async () => {
    await page.keyboard.press('Control+n')
    await dialog(page).getByLabel('Name').fill('Oops')
    await page.keyboard.press('Enter')
    await expect(tagRow(page, 'Oops')).toBeVisible()
    await answerMessage(page, 'Tag Oops created', 'Undo')
    await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()
    await page.keyboard.press('Control+n')
    await dialog(page).getByLabel('Name').fill(ODD)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(tagRow(page, ODD)).toContainText('0')
  })

  for (const label of ['Passport', 'Tickets', 'Kettle']) {
    await createItem(page, label, label === 'Passport' ? { slots: [{ label: 'Number', value: 'X1' }] } : {})
  }

  await test.step('an item is tagged in its detail, by keyboard, with a tag there is and one that is made', async () => {
    await button(page, 'Add tag to Kettle').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Add tag to Kettle' }).fill('coffee')
    await expect(page.getByRole('option').first()).toHaveText(ODD)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const tags = page.getByRole('list', { name: 'Tags of Kettle' })
    await expect(tags.getByRole('link')).toHaveText([ODD])
    await expect(itemRow(page, 'Kettle')).toContainText(ODD)

    await button(page, 'Add tag to Kettle').click()
    await page.getByRole('textbox', { name: 'Add tag to Kettle' }).fill('Kitchen')
    await page.getByRole('option', { name: 'Create tag “Kitchen”' }).click()
    await expect(tags.getByRole('link')).toHaveText([ODD, 'Kitchen'])
    await button(tags, 'Remove tag Kitchen from Kettle').click()
    await expect(tags.getByRole('link')).toHaveText([ODD])
    await answerMessage(page, 'Kitchen removed from Kettle', 'Undo')
    await expect(tags.getByRole('link')).toHaveText([ODD, 'Kitchen'])
    await expectFine(page)
  })

  await test.step('a slot has tags of its own, and so has a tree', async () => {
    await itemRow(page, 'Passport').click()
    await button(page, 'Add tag to Number').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Add tag to Number' }).fill('Kitchen')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Tags of Number' })).toContainText('Kitchen')
    await button(page, 'Add tag to Passport').click()
    await page.getByRole('textbox', { name: 'Add tag to Passport' }).fill('Portu')
    await page.getByRole('option', { name: /^Portugal/ }).click()
    await expect(page.getByRole('list', { name: 'Tags of Passport' })).toContainText('Portugal')
    await expect(itemRow(page, 'Passport')).toContainText('Portugal') // and the row is where it stays
    await button(page, 'Close item').click()
  })

  await test.step('many are tagged at once, with one Undo', async () => {
    for (const label of ['Passport', 'Tickets']) await itemRow(page, label).getByRole('checkbox').check()
    await button(page.getByRole('toolbar', { name: '2 selected' }), 'Add tag').click()
    await page.getByRole('textbox', { name: 'Add tag to 2 items' }).fill('Trips')
    await page.keyboard.press('Enter')
    await answerMessage(page, /^Trips added to .+ and /, 'Dismiss') // it lies over the bar
    await expect(itemRow(page, 'Tickets')).toContainText('Trips')
    await button(page, 'Remove tag').click()
    await page.getByRole('option', { name: /^Portugal/ }).click()
    await expect(itemRow(page, 'Passport')).not.toContainText('Portugal')
    await answerMessage(page, 'Portugal removed from Passport', 'Undo')
    await expect(itemRow(page, 'Passport')).toContainText('Portugal')
    await expectAccessible(page)
    await button(page, 'Clear selection').click()
  })

  await test.step('a row is tagged by Alt T, and the open item from the palette', async () => {
    await itemRow(page, 'Tickets').focus()
    await page.keyboard.press('Alt+t')
    await page.getByRole('textbox', { name: 'Add tag to Tickets' }).fill('Kitchen')
    await page.keyboard.press('Enter')
    await expect(itemRow(page, 'Tickets')).toContainText('Kitchen') // and went to its place by then
    await expect(itemRow(page, 'Tickets')).toBeFocused()
    await answerMessage(page, 'Kitchen added to Tickets', 'Undo')
    await expect(itemRow(page, 'Tickets')).not.toContainText('Kitchen')
    await itemRow(page, 'Tickets').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('#kitchen')
    await page.getByRole('option', { name: 'Tag “Tickets” with Kitchen' }).click()
    await answerMessage(page, 'Kitchen added to Tickets', 'Undo')
    await expect(page.getByRole('list', { name: 'Tags of Tickets' })).not.toContainText('Kitchen')
    await button(page, 'Close item').click()
  })

  await test.step('the palette leads to the items of a tag; the address keeps them, and filters go together', async () => {
    await runInPalette(page, '#tea')
    await expect(items(page)).toHaveCount(2) // the head, and Kettle
    await expect(itemRow(page, 'Kettle')).toBeVisible()
    await page.reload()
    await expect(items(page)).toHaveCount(2)
    await expect(button(page, `Tag: ${ODD} (1)`).or(button(page, `Tag: ${ODD}`))).toBeVisible()
    await button(page, 'Clear filters').click()
    await expect(items(page)).toHaveCount(4)
    await button(page, 'Tree').click()
    await page.getByRole('menuitemcheckbox', { name: 'Countries' }).click()
    await expect(items(page)).toHaveCount(2)
    await expect(itemRow(page, 'Passport')).toBeVisible()
    await page.goBack()
  })

  await runInPalette(page, '#trips')
  await expect(items(page)).toHaveCount(3)
  const other = await secondWindow(page)
  await expect(items(other)).toHaveCount(3)
  await expect(itemRow(other, 'Tickets')).toContainText('Trips')

  await test.step('a tag is renamed, which another window sees at once', async () => {
    await page.bringToFront()
    await goTo(page, 'Tags')
    await expect(tagRow(page, 'Trips')).toContainText('2')
    await tagRow(page, 'Trips').focus()
    await page.keyboard.press('F2')
    await dialog(page).getByLabel('Name').fill('Kitchen')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('You already have a tag named "Kitchen".').first()).toBeVisible()
    await dialog(page).getByLabel('Name').fill('Journeys')
    await page.keyboard.press('Enter')
    await expect(tagRow(page, 'Journeys')).toBeVisible()
    await expect(itemRow(other, 'Tickets')).toContainText('Journeys')
    await expect(button(other, /^Tag: Journeys/)).toBeVisible()
  })

  await test.step('tags are merged, and deleted with Undo', async () => {
    await page.bringToFront()
    await button(page, 'More for Kitchen').click()
    await page.getByRole('menuitem', { name: 'Merge into…' }).click()
    await dialog(page, 'Merge Kitchen').getByLabel('Into').selectOption('Journeys')
    await expectAccessible(page)
    await button(dialog(page), 'Merge tag').click()
    await expect(tagRow(page, 'Kitchen')).toHaveCount(0)
    await answerMessage(page, 'Kitchen merged into Journeys', 'Dismiss')
    await expect(tagRow(page, 'Journeys')).toContainText('3')
    await expect(itemRow(other, 'Kettle')).toContainText('Journeys')

    await page.bringToFront()
    await tagRow(page, 'Journeys').focus()
    await page.keyboard.press('Delete')
    await expect(tagRow(page, 'Journeys')).toHaveCount(0)
    await answerMessage(page, 'Tag Journeys deleted', /^Undo/)
    await expect(tagRow(page, 'Journeys')).toContainText('3')
    await tagRow(page, 'Journeys').focus()
    await page.keyboard.press('Delete')
    await answerMessage(page, 'Tag Journeys deleted', 'Dismiss')
    await expect(other.getByRole('heading', { name: 'No matching items' })).toBeVisible()
  })

  await test.step('trees are shown, and nothing of them is changed', async () => {
    await page.bringToFront()
    await page.getByRole('tab', { name: /^Countries/ }).click()
    await page.getByRole('textbox', { name: 'Filter tags' }).fill('portu')
    const portugal = page.getByRole('grid', { name: 'Countries' }).getByRole('row').last()
    await expect(portugal).toContainText('1')
    await expect(page.getByText('only the operator can change it')).toBeVisible()
    await expectFine(page)
    await portugal.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
    await expect(itemRow(page, 'Passport')).toContainText('Portugal')
  })
})
