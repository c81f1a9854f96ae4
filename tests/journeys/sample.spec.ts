// Proves docs/contract/window.md, Everywhere, Items.

import { expect, test } from './support/served-window.ts'
import { button, goTo, itemRow, runInPalette, slotValue } from './support/window-steps.ts'

test(
  'the sample workspace shows what there is, and finds its way by filters, tags and palette',
  { tag: '@deep' },
  async ({ page }) => {
    await button(page, 'Start').click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await expect(main.getByText('Demo: not for real data.')).toBeVisible()
    await expect(button(page, /^Workspace .*Demo$/)).toBeVisible()
    const steps = main.getByRole('region', { name: 'First steps' })
    await expect(steps.getByText('1 of 9 done')).toBeVisible()

    // A step that was done is marked, and the list can be put away and brought back.
    await button(steps, 'Open a password').click()
    await itemRow(page, 'Email').click()
    await button(page, /^Reveal /)
      .first()
      .click()
    await goTo(page, 'Home')
    await expect(steps.getByText('2 of 9 done')).toBeVisible()
    await button(steps, 'Hide first steps').click()
    await expect(steps).toBeHidden()
    await runInPalette(page, 'Show first steps')
    await expect(steps).toBeVisible()

    // What Home counts is what the lists show.
    const counted = async (what: string): Promise<number> => {
      const line = main.getByRole('region', { name: 'Overview' }).locator('dl > div')
      const number = line.filter({ has: page.getByText(what, { exact: true }) }).getByRole('definition')
      await expect(number).toHaveText(/^[1-9]/)
      return Number(await number.innerText())
    }
    expect(await counted('Items')).toBe(18)
    const [tags, users] = [await counted('Tags'), await counted('Users in this workspace')]
    await goTo(page, 'Tags')
    await expect(page.getByRole('grid', { name: 'Tags' }).getByRole('row')).toHaveCount(tags + 1)
    await runInPalette(page, '> Users')
    await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row')).toHaveCount(users + 1)

    // The first user belongs to an organization, and sees its people and who may do what.
    await goTo(page, 'Organizations')
    await page.getByRole('grid', { name: 'Yours' }).getByText('Harbour Clinic', { exact: true }).click()
    await page.getByRole('tab', { name: /^Members/ }).click()
    const members = page.getByRole('grid', { name: 'Members' })
    for (const name of ['Alice Weber', 'Carlos Ruiz', 'Dana Novak']) await expect(members).toContainText(name)
    await button(page, 'Rights').click()
    const matrix = page.getByRole('table', { name: 'Who may do what' })
    await expect(matrix.getByRole('columnheader', { name: 'Owner' })).toBeVisible()
    await expect(matrix.getByRole('row', { name: /members/i }).first()).toBeVisible()

    await goTo(page, 'Items')
    const list = page.getByRole('grid', { name: 'Items' })
    await expect(main.getByText('18 items')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No matching items' })).toBeVisible()
    await button(page, 'Clear filters').first().click()
    await expect(main.getByText('18 items')).toBeVisible()

    await button(page, 'Tag').click()
    await page.getByRole('menuitemcheckbox', { name: 'Travel' }).click()
    await page.keyboard.press('Escape')
    await expect(main.getByText('3 of 18 items')).toBeVisible()
    await expect(itemRow(page, 'Lisbon in May')).toBeVisible()
    await button(page, 'Clear filters').first().click()
    await expect(main.getByText('18 items')).toBeVisible()

    await list.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(list.getByRole('row').nth(1)).toContainText('Allotment 14')

    await runInPalette(page, 'Driving licence')
    await expect(page.getByRole('heading', { level: 2, name: 'Driving licence' })).toBeVisible()
    await runInPalette(page, 'Inspector')
    await runInPalette(page, '@carlos')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Acting as Carlos Ruiz' })).toBeVisible()
    await goTo(page, 'Items')
    await itemRow(page, 'Bicycle lock').click()
    await expect(slotValue(page, 'Frame number')).toContainText('WTU 221 K 0412')
  },
)
