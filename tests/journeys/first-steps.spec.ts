// Proves docs/contract/window.md, Home; docs/contract/exchange.md, Scenarios.

import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo, register } from './support/window-steps.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: string) => steps(page).getByRole('listitem').filter({ hasText: title })
const requests = (page: Page) => page.getByRole('grid', { name: 'Requests' })
const newRequest = (page: Page) => page.getByRole('link', { name: /^New request(?! like)/ })
const phone = (page: Page, name: string) => page.getByRole('region', { name: `Wallet of ${name}, simulated` })

test('first steps in an empty workspace have no dead end', async ({ page, app }) => {
  await createWorkspace(page, 'Pier')
  await addFirstUser(page, 'Ada')
  await goTo(page, 'Home')

  // What is not possible yet says what comes first, below what can be done.
  await expect(steps(page).getByRole('listitem').last()).toContainText('Answer a verifier first')
  await expect(step(page, 'See both sides of a share')).toContainText('Add a second user first')
  await expect(step(page, 'See both sides of a share').getByRole('button')).toHaveCount(0)
  await look(page, 'first-steps-empty')

  // What is offered leads to what it promises.
  await button(step(page, 'Create an item'), 'New item').click()
  await expect(dialog(page, 'Choose a template').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'Home')

  await button(step(page, 'Reveal a password'), 'New password').click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'Home')

  // Issuer, credential and request in one click, then the answer.
  await button(step(page, 'Answer a verifier'), 'Prepare and open').click()
  await button(phone(page, 'Ada'), 'Submit').click()
  await expect(page.getByRole('region', { name: 'Checks', exact: true })).toBeVisible()
  await expect(page.getByText('Accepted').first()).toBeVisible()
  await goTo(page, 'Home')
  await expect(steps(page).getByText('1 of 9 done')).toBeVisible()
  await button(step(page, 'Test a fault'), 'Choose a fault').click()
  await expect(button(page, 'Run again')).toBeVisible()

  await goTo(page, 'Home')
  await button(step(page, 'Add a second user'), 'Add user').click()
  await register(page, 'Bea')
  await goTo(page, 'Home')
  await expect(button(step(page, 'See both sides of a share'), 'Open side by side')).toBeVisible()
  await look(page, 'first-steps-later')
  await expectAccessible(page)
  await button(step(page, 'See both sides of a share'), 'Open side by side').click()
  for (const name of ['Ada', 'Bea']) {
    await expect(page.getByRole('region', { name: `Acting as ${name}`, exact: true })).toBeVisible()
  }
  await goTo(page, 'Home')

  await expect(page.getByText(`curl -s ${app.url}/vault/version`)).toBeVisible()
  await button(step(page, 'Call the service from outside'), 'Open inspector').click()
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible()
  expect((await fetch(`${app.url}/vault/version`)).status).toBe(200)
  await expect(step(page, 'Call the service from outside')).toContainText('done')

  await button(step(page, 'Lock and unlock'), 'Lock workspace').click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Unlock|Open) Pier/ })).toBeVisible()
})

test('what scenarios make stays out of the way, and is cleared at once', async ({ page }) => {
  await button(page, 'Start').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await goTo(page, 'Requests')
  await expect(requests(page).getByRole('row')).toHaveCount(7)

  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: 'Scenarios' }).click()
  for (const scenario of ['Changed claim', 'Expired credential']) {
    await button(page, new RegExp(`^Run .*${scenario}`, 'i')).click()
    await expect(page.getByRole('region', { name: 'Earlier runs' })).toBeVisible()
    await expect(button(page, /^Run all/)).toBeEnabled()
  }
  // Below them is the one that comes with the sample.
  await expect(page.getByRole('region', { name: 'Earlier runs' }).getByRole('rowheader')).toHaveCount(3)
  await button(page, /^Show the run of/)
    .first()
    .click()
  await expect(page.getByText('As expected', { exact: true })).toHaveCount(1)
  await look(page, 'scenarios-earlier')

  await goTo(page, 'Requests')
  await expect(requests(page).getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('link', { name: /^Requests/ })).toHaveAccessibleName(/1/)
  await button(page, 'Made by scenarios (2)').click()
  await expect(requests(page).getByRole('row')).toHaveCount(3)
  await expect(requests(page)).toContainText(/expired/i)
  await look(page, 'requests-of-scenarios')
  await expectAccessible(page)

  // A new request begins without a definition of theirs, and later with the one that was asked with last.
  await newRequest(page).click()
  const definition = dialog(page).getByLabel('Definition', { exact: true })
  await expect(definition).toHaveValue('')
  await expect(definition.getByRole('option')).toHaveCount(5)
  const two = definition.getByRole('option', { name: /^Two of three/ })
  await definition.selectOption((await two.getAttribute('value')) ?? '')
  await button(dialog(page), 'Create request').click()
  await expect(dialog(page)).toBeHidden()
  await newRequest(page).click()
  await expect(definition.locator('option:checked')).toHaveText(/^Two of three/)
  await page.keyboard.press('Escape')

  await button(page, 'Made by scenarios (2)').click()
  await button(page, 'Clear').click()
  await expect(page.getByRole('alertdialog')).toContainText('This cannot be undone.')
  await button(page.getByRole('alertdialog'), 'Clear').click()
  await expect(page.getByText('Scenario records cleared: 2 requests and 2 definitions').first()).toBeVisible()
  await expect(button(page, /^Made by scenarios/)).toHaveCount(0)
  await expect(requests(page).getByRole('row')).toHaveCount(8)
})
