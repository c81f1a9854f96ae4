// Proves docs/contract/window.md, Home, Wallet, Inspector.

import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { callWindow } from './support/window-calls.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo } from './support/window-steps.ts'

const BOB = 'Bob Okafor'
const QUERY = {
  name: 'Bar at the pier',
  dcql_query: {
    credentials: [
      {
        id: 'age',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://credentials.vaultbench.example/proof-of-age'] },
        claims: [{ path: ['ageOver18'], values: [true] }],
      },
    ],
  },
}

test('only that somebody is over 18 is told', async ({ page }) => {
  await createWorkspace(page, 'Pier')
  await addFirstUser(page, BOB)
  await goTo(page, 'Wallet')
  await page.getByRole('link', { name: 'Go to the issuer' }).click()
  const desk = page.getByRole('form', { name: 'Issue a credential' })
  await desk.getByLabel('Schema', { exact: true }).selectOption({ label: 'Proof of age' })
  await desk.getByText('dc+sd-jwt', { exact: true }).click()
  await desk.getByLabel('Decoys').selectOption('5')
  await desk.getByRole('group', { name: 'Claims that can be withheld' }).scrollIntoViewIfNeeded()
  await look(page, 'issue-sd-jwt')
  await button(desk, 'Issue credential').click()
  await expect(page.getByText(`Proof of age issued to ${BOB}`).first()).toBeVisible()

  const asked = {
    as: 'subscription',
    operation: 'verifier.createVerifierRequest',
    body: { presentation_definition: QUERY },
  }
  const { body } = await callWindow<{ body: { request: { deep_link: string } } }>(page, 'POST', '/forward', asked)
  await goTo(page, 'Wallet')
  const phone = page.getByRole('region', { name: `Wallet of ${BOB}, simulated` })
  await phone.getByLabel('Deep link').fill(body.request.deep_link)
  await button(phone, 'Open link').click()
  const told = phone.getByRole('region', { name: 'What Proof of age tells' })
  await expect(told).toContainText('Told')
  await expect(told.getByRole('definition').first()).toHaveText(/^Age over 18$/)
  await told.scrollIntoViewIfNeeded()
  await look(page, 'told-before')
  await button(phone, 'Submit').click()
  await expect(phone.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible()
  await expect(told.getByRole('definition').first()).toHaveText(/^Age over 18$/)
  await expectAccessible(page)
})

test('a presenter shows in four clicks that only "over 18" is told', async ({ page }) => {
  await openSample(page)
  const steps = page.getByRole('region', { name: 'First steps' })
  await button(steps, 'Ask the phone').click()
  const phone = page.getByRole('region', { name: 'Wallet of Alice Weber, simulated' })
  const told = phone.getByRole('region', { name: 'What Proof of age tells' })
  await expect(told.getByRole('definition').first()).toHaveText(/^Age over 18$/)
  await look(page, 'story-phone')
  await button(phone, 'Submit').click()
  await expect(phone.getByRole('heading', { name: 'Accepted', exact: true })).toBeVisible()
  await look(page, 'story-accepted')

  // The verifier got this one claim.
  await page.getByRole('link', { name: 'Open request' }).click()
  await button(page, 'Show presentation').click()
  await expect(dialog(page)).toContainText(/Disclosed[^]*"ageOver18"[^]*Key binding/)
  await expect(dialog(page)).not.toContainText('birthYear')
  await page.keyboard.press('Escape')

  // So it came, as the inspector shows.
  await goTo(page, 'Inspector')
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('method:post source:wallet')
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  const call = page.getByRole('region', { name: /^Call/ })
  await expect(call.getByRole('heading', { name: /^SD-JWT at \/vp_token\/\w+\/0$/ })).toBeVisible()
  const parts = call.getByRole('region', { name: 'Presentation', exact: true })
  await expect(parts).toContainText(/Header[^]*Payload[^]*"vct"[^]*Disclosed[^]*"ageOver18"[^]*Key binding[^]*"nonce"/)
  await parts.scrollIntoViewIfNeeded()
  await look(page, 'inspector-sd-jwt')
})

test('a question is shown in both languages, and goes on in the other', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Definitions')
  await expect(page.getByRole('columnheader', { name: 'Language' })).toBeVisible()
  await look(page, 'definitions')
  await page.getByRole('grid', { name: 'Stored definitions' }).getByText('Over 18', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Definition', exact: true })).toContainText('ageOver18 is true')
  await look(page, 'definition-detail')
  await page.getByRole('link', { name: 'Edit as new definition' }).click()
  const json = page.getByRole('textbox', { name: 'JSON of the definition' })
  await expect(json).toContainText('dcql_query')
  await look(page, 'editor-dcql')
  const language = page.getByRole('group', { name: 'Language' })
  await language.getByText('Presentation Exchange').click()
  await expect(button(page, 'Use this')).toBeVisible()
  await look(page, 'editor-dcql-as-pe')
  await button(page, 'Use this').click()
  await expect(page.getByRole('region', { name: 'Form of the definition' })).toBeVisible()
  await expect(json).toContainText('input_descriptors')
  await language.getByText('DCQL').click()
  await expect(button(page, 'Use this')).toBeVisible()
  await look(page, 'editor-pe-as-dcql')

  await page
    .getByRole('button', { name: 'Car hire', exact: true })
    .or(page.getByRole('menuitem', { name: 'Car hire' }))
    .click()
  await expect(page.getByText('What DCQL cannot express')).toBeVisible()
  await look(page, 'editor-losses')
  await page
    .getByRole('region', { name: 'JSON', exact: true })
    .getByRole('button', { name: 'Input Driving licence, name' })
    .click()
  await expect(json).toBeFocused()
})
