import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo, PASSPHRASE } from './support/window-steps.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

/** Accessible in both themes, and nothing scrolls sideways in a small window; `SCREENS=directory` keeps pictures. */
async function look(page: Page, name: string): Promise<void> {
  const pictures = process.env.SCREENS
  await expectAccessible(page)
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-light.png` })
  await expectContrastInTheDark(page)
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-dark.png` })
  await page.setViewportSize({ width: 1000, height: 700 })
  await expectNoSidewaysScroll(page)
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-1000.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the desk is set up, closed, and opened with its password', async ({ page }) => {
  test.setTimeout(240_000)
  await createWorkspace(page, 'Harbour', PASSPHRASE)
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Operator desk')
  await expect(page.getByRole('heading', { name: 'This workspace has no operator yet' })).toBeVisible()
  await look(page, 'operator-none')

  await button(page, 'Set an operator password').click()
  await look(page, 'operator-password')
  await button(dialog(page), 'Set password').click()
  const made = await page.getByRole('textbox', { name: 'Operator password' }).innerText()
  expect(made.length).toBeGreaterThan(20)
  await look(page, 'operator-password-once')
  await button(dialog(page), 'I have kept it').click()
  await expect(page.getByText('Operator desk open.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing waits for review' })).toBeVisible()
  await look(page, 'operator-reviews-empty')

  await button(page, 'Close desk').click()
  await expect(page.getByRole('heading', { name: 'The operator desk is closed' })).toBeVisible()
  await page.getByLabel('Operator password').fill('not the password')
  await button(page, 'Open desk').click()
  await expect(page.getByText('This is not the operator password')).toBeVisible()
  await expect(page.getByLabel('Operator password')).toHaveValue('not the password')
  await look(page, 'operator-closed')
  await page.getByLabel('Operator password').fill(made)
  await page.getByRole('checkbox', { name: 'Keep the password in this workspace' }).check()
  await button(page, 'Open desk').click()
  await expect(page.getByText('Operator desk open.')).toBeVisible()

  await button(page, 'New admission token').click()
  await button(dialog(page), 'Make token').click()
  await expect(page.getByRole('textbox', { name: 'Admission token' })).toHaveText(/^[0-9a-f]{40}$/)
  await look(page, 'operator-token')
  await button(dialog(page), 'Done').click()

  // Kept: the next time no password is asked for.
  await button(page, 'Close desk').click()
  await look(page, 'operator-kept')
  await button(page, 'Open desk').click()
  await expect(page.getByText('Operator desk open.')).toBeVisible()

  await tab(page, 'Audit').click()
  await expect(page.getByText('The operator made an admission token')).toBeVisible()
  await look(page, 'operator-audit')
  await tab(page, 'Usage').click()
  await expect(page.getByText('Active in the last 30 days')).toBeVisible()
  await look(page, 'operator-usage')
  await button(page, 'Choose user').click()
  await page.getByRole('menuitem', { name: 'Alice Weber' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Alice Weber' })).toBeVisible()
  await look(page, 'operator-usage-user')
})
