// Proves docs/contract/window.md, Wallet.

import type { Locator, Page } from '@playwright/test'
import { qrText } from './support/qr-on-screen.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, goTo } from './support/window-steps.ts'

const BOB = 'Bob Okafor'

function phone(page: Page): Locator {
  return page.getByRole('region', { name: `Wallet of ${BOB}, simulated` })
}

function checks(page: Page): Locator {
  return page.getByRole('region', { name: 'Checks', exact: true })
}

/** The nine lines in which a verification is read. */
function lines(page: Page): Locator {
  return checks(page).getByRole('group', { name: 'Checks' }).locator('[data-line]')
}

async function trustHarbourRegistry(page: Page): Promise<void> {
  await goTo(page, 'Trust')
  await button(page, 'Trust Harbour Registry').click()
  await expect(button(page, 'Trust Harbour Registry')).toHaveCount(0)
}

async function issue(page: Page, schema: string): Promise<void> {
  const desk = page.getByRole('form', { name: 'Issue a credential' })
  await desk.getByLabel('Schema', { exact: true }).selectOption({ label: schema })
  await button(desk, 'Issue credential').click()
  await expect(page.getByText(`${schema} issued to ${BOB}`).first()).toBeVisible()
}

/** From a template to the link in the code on the screen. */
async function askWithTemplate(page: Page, template: string): Promise<string> {
  await goTo(page, 'Definitions')
  await page.getByRole('main').getByRole('link', { name: template }).click()
  await button(page, /^Save(?! and)/).click()
  await button(page, 'Create request').click()
  const code = page.getByRole('img', { name: 'QR code with the deep link of this request' })
  await expect(code).toBeVisible()
  return qrText(code)
}

async function openOnPhone(page: Page, link: string): Promise<void> {
  await goTo(page, 'Wallet')
  await phone(page).getByLabel('Deep link').fill(link)
  await button(phone(page), 'Open link').click()
}

async function breakWith(page: Page, scenario: string): Promise<void> {
  await button(page, /^(Test a fault|Fault: )/).click()
  await page.getByRole('radio', { name: scenario }).check()
  await page.keyboard.press('Escape')
  await expect(button(page, `Fault: ${scenario}`)).toBeVisible()
  await button(page, 'Run again').click()
}

test('a verifier asks, a wallet answers, and one broken thing fails one check', { tag: '@quick' }, async ({ page }) => {
  await createWorkspace(page, 'Pier')
  await addFirstUser(page, BOB)
  await trustHarbourRegistry(page)

  // Credentials come before anybody asks for them.
  await goTo(page, 'Wallet')
  await page.getByRole('link', { name: 'Go to the issuer' }).click()
  await issue(page, 'Driving licence')
  await issue(page, 'Proof of age')

  const link = await askWithTemplate(page, 'Car hire')
  expect(link).toMatch(/^vaultbench-wallet:\/\/request\?definition=http/)
  await openOnPhone(page, link)
  await expect(phone(page)).toContainText('Car hire')
  await expect(phone(page)).toContainText('To hand over a car')
  await expect(phone(page).getByRole('region', { name: 'Driving licence' })).toContainText('DL-20113377')
  await expectAccessible(page)
  await button(phone(page), 'Submit').click()

  const accepted = phone(page).getByRole('heading', { name: 'Accepted' })
  await expect(accepted).toBeVisible()
  // The button that was pressed is gone: the keyboard goes on at the answer.
  await expect(accepted).toBeFocused()
  await expect(lines(page)).toHaveCount(9)
  await expect(checks(page)).toContainText('9 pass')
  await expect(lines(page).filter({ hasText: /^\s*Pass/ })).toHaveCount(9)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await breakWith(page, 'Expired credential')
  await expect(checks(page)).toContainText('As expected')
  await expect(phone(page).getByRole('heading', { name: 'Not accepted' })).toBeVisible()
  const red = lines(page).filter({ hasText: /^\s*Fail/ })
  await expect(red).toHaveCount(1)
  await expect(button(page, 'Run again')).toBeFocused()
  await expect(red).toContainText('credential_expired')
  await expect(red).toContainText('credential.expiry')

  await breakWith(page, 'Changed claim')
  await expect(checks(page)).toContainText('credential.proof: signature_invalid')
  await expect(lines(page).filter({ hasText: /^\s*Fail/ })).toHaveCount(1)
  await expect(checks(page)).toContainText('As expected')
})

test('every scenario fails by the one check that must notice it', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Pier')
  await addFirstUser(page, BOB)
  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: 'Scenarios' }).click()
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  expect(count).toBeGreaterThanOrEqual(100)

  await button(page, 'Run all').click()

  await expect(page.getByText(`${count} as expected`, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('No failures', { exact: true }).first()).toBeVisible()
  await expect(rows.filter({ has: page.getByText('As expected', { exact: true }) })).toHaveCount(count)
  await expectAccessible(page)
  await rows.filter({ hasText: 'Expired credential' }).getByRole('link').click()
  await expect(checks(page)).toContainText('credential_expired')
})

test('a refused request sends nothing, and nothing comes in while it is open', async ({ page }) => {
  await createWorkspace(page, 'Pier')
  await addFirstUser(page, BOB)
  const link = await askWithTemplate(page, 'Car hire')
  await openOnPhone(page, link)
  await expect(phone(page).getByText('Missing', { exact: true }).first()).toBeVisible()
  await expect(button(phone(page), 'Submit')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('tab', { name: /^Credentials/ }).click()
  await expect(button(page, 'Import credential').first()).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('tab', { name: 'Simulated phone' }).click()

  await button(phone(page), 'Refuse').click()

  await expect(page.getByText('Only this wallet knows')).toBeVisible()
  await page.getByRole('link', { name: 'Open request' }).click()
  await expect(page.getByText('No answer yet.')).toBeVisible()
})
