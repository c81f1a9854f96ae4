// Proves docs/contract/window.md, Keys.

import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo } from './support/window-steps.ts'

test('a key is changed, conflicts are named, and the list is printed', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Settings')
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await button(page, 'Change keys of Collapse or expand sections').click()
  const change = dialog(page, /^Change keys/)
  await expect(change.getByLabel('New keys')).toHaveValue('Ctrl+B')
  await page.keyboard.press('Control+j')
  await expect(change).toContainText('“Open or close the inspector” has these keys already.')
  await expect(button(change, 'Save keys')).toBeDisabled()
  await look(page, 'keys-conflict')
  await page.keyboard.press('z')
  await page.keyboard.press('b')
  await expect(change.getByLabel('New keys')).toHaveValue('Z B')
  await page.keyboard.press('Enter')
  await expect(change).toBeHidden()

  // The new keys work, the old ones do nothing, and a reload keeps them.
  const expand = button(page, 'Expand sections')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Control+b')
  await page.keyboard.press('z')
  await page.keyboard.press('b')
  await expect(expand).toBeVisible()
  await look(page, 'keys-settings')

  // A sequence may not begin with a key that another command has whole.
  await button(page, 'Change keys of Next pane').click()
  await page.keyboard.press('z')
  await expect(change).toContainText('“Collapse or expand sections” has these keys already.')
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await expect(button(dialog(page, 'Keyboard shortcuts'), 'Print')).toBeVisible()
  await look(page, 'keys-list')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Vaultbench keyboard shortcuts')).toBeVisible()
  await expect(page.locator('#app')).toBeHidden()
  if (process.env.SCREENS !== undefined) await page.screenshot({ path: `${process.env.SCREENS}/keys-print.png` })
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')

  await button(page, 'Reset all shortcuts').click()
  await expect(button(page, 'Reset all shortcuts')).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(expand).toBeHidden()
})
