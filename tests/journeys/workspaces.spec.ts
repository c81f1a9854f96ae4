// Proves docs/contract/window.md, Welcome.

import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import {
  button,
  createItem,
  createWorkspace,
  dialog,
  itemRow,
  goTo,
  PASSPHRASE,
  runInPalette,
} from './support/window-steps.ts'

test('the sample is changed and put back, and what was there before can be restored', async ({ page }) => {
  await openSample(page)
  await createItem(page, 'Of today')
  const menu = button(page.getByRole('banner'), /^Workspace Sample workspace/)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Start over with fresh sample data' }).click()
  await expectAccessible(page, '[role=dialog]')
  await button(dialog(page), 'Start over').click()
  await expect(dialog(page).getByRole('progressbar')).toBeVisible()
  await button(dialog(page), 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
  await expect(itemRow(page, 'Of today')).toBeVisible()

  await runInPalette(page, 'start over')
  await button(dialog(page), 'Start over').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await goTo(page, 'Items')
  await expect(itemRow(page, 'Emergency contacts')).toBeVisible()
  await expect(itemRow(page, 'Of today')).toHaveCount(0)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Switch workspace' }).click()
  const deleted = page.getByRole('region', { name: 'Deleted workspaces' })
  await expect(deleted.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await expectContrastInTheDark(page)
  await page.setViewportSize({ width: 960, height: 640 })
  await expectNoSidewaysScroll(page)
  await button(deleted, 'Restore Sample workspace').click()
  await expect(deleted).toBeHidden()
  await button(page.getByRole('main'), /Open.*Sample workspace 2/).click()
  await goTo(page, 'Items')
  await expect(itemRow(page, 'Of today')).toBeVisible()
})

test('a workspace is renamed, duplicated, deleted and erased', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour', PASSPHRASE)
  await button(page.getByRole('banner'), /^Workspace Harbour/).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog(page).getByLabel('Name').fill('Port')
  await button(dialog(page), 'Rename workspace').click()
  await button(page.getByRole('banner'), /^Workspace Port/).click()
  await page.getByRole('menuitem', { name: 'Switch workspace' }).click()

  await button(page, 'More about Port').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const form = dialog(page, 'Duplicate Port')
  await form.getByLabel('Name').fill('port')
  await form.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await button(form, 'Duplicate workspace').click()
  await expect(form.getByText('There is a workspace named port already.').first()).toBeVisible()
  await form.getByLabel('Name').fill('Port copy')
  await form.getByLabel('Passphrase', { exact: true }).fill('something else')
  await button(form, 'Duplicate workspace').click()
  await expect(form.getByText('does not open Port').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await form.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await button(form, 'Duplicate workspace').click()
  await expect(form).toBeHidden()

  const list = page.getByRole('region', { name: 'Workspaces on this computer' })
  await expect(list.getByRole('listitem')).toHaveText([/^Open.*Port.*B/, /^Open.*Port copy.*never opened.*B/])
  await button(page, 'More about Port copy').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await button(page, 'Erase Port copy for good').click()
  await button(page.getByRole('alertdialog'), 'Erase for good').click()
  await expect(page.getByRole('region', { name: 'Deleted workspaces' })).toBeHidden()
})
