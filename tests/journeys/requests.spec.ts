// Proves docs/contract/window.md, Verifier.

import type { Locator, Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { callWindow } from './support/window-calls.ts'
import { addFirstUser, button, createWorkspace, dialog } from './support/window-steps.ts'

const SCHEMA = 'https://schemas.vaultbench.example/driving-licence/1.0.0'
const HOLDER = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'

const DEFINITION = {
  name: 'Car hire',
  purpose: 'We may only hand over a car to somebody who may drive it.',
  input_descriptors: [
    {
      id: 'licence',
      name: 'Driving licence',
      schema: [{ uri: SCHEMA }],
      constraints: { fields: [{ path: ['$.credentialSubject.licence_number'] }] },
    },
  ],
}

/** What somebody might send who has heard of presentations: nobody signed it, and the licence ended. */
const unsignedAnswer = (definition_id: string) => ({
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  type: ['VerifiablePresentation'],
  holder: HOLDER,
  verifiableCredential: [
    {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiableCredential', 'DrivingLicenceCredential'],
      issuer: HOLDER,
      issuanceDate: '2020-01-01T00:00:00Z',
      expirationDate: '2021-01-01T00:00:00Z',
      credentialSchema: { id: SCHEMA, type: 'JsonSchemaValidator2018' },
      credentialSubject: { id: HOLDER, licence_number: 'X1234567' },
    },
  ],
  presentation_submission: {
    id: 'urn:uuid:7d1e6f0a-5d9d-4d3c-9d2b-1f0d6f4f2a11',
    definition_id,
    descriptor_map: [{ id: 'licence', path: '$.verifiableCredential[0]', format: 'ldp_vc' }],
  },
})

/** The two addresses in a deep link, as a wallet reads them. */
async function addressesOf(page: Page): Promise<{ readonly definition: string; readonly destination: string }> {
  const link = new URL(await page.getByRole('textbox', { name: 'Deep link' }).innerText())
  const { definition = '', destination = '' } = Object.fromEntries(link.searchParams)
  return { definition, destination }
}

function post(address: string, body: unknown): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const line = (page: Page, title: string): Locator =>
  page
    .getByRole('group', { name: 'Checks by topic', exact: true })
    .first()
    .getByRole('group')
    .filter({ hasText: title })
    .first()

test('a request is made, fetched, answered wrongly, looked into and cancelled', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Verifier')
  await addFirstUser(page, 'Alice Weber')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create a definition' })).toBeVisible()
  await look(page, 'requests-empty-no-definition')

  const saved = await callWindow<{ definition: { id: string } }>(page, 'POST', '/definitions', {
    definition: DEFINITION,
  })
  await expect(page.getByText(DEFINITION.purpose)).toBeVisible()
  await look(page, 'requests-empty')
  await button(page, 'Request Car hire').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Car hire' })).toBeVisible()
  const detail = page.getByRole('region', { name: 'Request', exact: true })
  await expect(detail.getByText('Waiting', { exact: true })).toBeVisible()
  await expect(detail.getByText(/^9 min \d+ s left$/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'A phone cannot open a loopback address' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Requests\s*1/ })).toBeVisible()
  await look(page, 'requests-detail')

  // A phone could come in by the network, if somebody says so; where there is none, that is said.
  await button(page, 'Open to this network for one hour').click()
  await look(page, 'requests-network-question')
  await button(page.getByRole('alertdialog'), 'Open for one hour').click()
  const close = button(page, 'Close now')
  const noNetwork = page.getByRole('alertdialog').getByText('This computer has no address')
  await expect(close.or(noNetwork)).toBeVisible()
  if (await close.isVisible()) {
    await expect(page.getByRole('group', { name: 'A phone cannot open a loopback address' })).toHaveCount(0)
    await look(page, 'requests-network-open')
    await close.click()
    await expect(close).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'A phone cannot open a loopback address' })).toBeVisible()
  } else await button(page.getByRole('alertdialog'), 'Cancel').click()

  // A wallet opens the link and fetches what is asked; the desk sees it at once.
  const { definition, destination } = await addressesOf(page)
  const fetched = await fetch(definition)
  expect([fetched.status, ((await fetched.json()) as { id: string }).id]).toEqual([200, saved.definition.id])
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByText('Definition fetched')).toBeVisible()
  await expect(page.getByText('No answer yet. Not every wallet tells the verifier that it refused.')).toBeVisible()

  // Its answer is not signed.
  const reply = (await (await post(destination, unsignedAnswer(saved.definition.id))).json()) as { valid: boolean }
  expect(reply.valid).toBe(false)
  await expect(timeline.getByText('Rejected')).toBeVisible()
  await expect(page.getByText('Not valid', { exact: true }).first()).toBeVisible()
  await expect(line(page, 'Holder proof')).toContainText('proof_missing, CRYPTOGRAPHIC_SECURITY_ERROR')
  await expect(line(page, 'Fresh, for this request')).toContainText('Not run')
  await expect(line(page, 'Valid')).toContainText('credential_expired, RANGE_ERROR')
  await look(page, 'requests-rejected')
  await button(line(page, 'Valid'), 'Show in JSON').click()
  await expect(dialog(page, 'Presentation').locator('mark')).toHaveText('"expirationDate": "2021-01-01T00:00:00Z",')
  await look(page, 'requests-json')
  await page.keyboard.press('Escape')

  // Each step leads to its call.
  await button(timeline, /Definition fetched/).click()
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByText('/definition').first()).toBeVisible()
  await page.keyboard.press('Control+j')

  await button(page, 'Verify again').click()
  await expect(page.getByRole('heading', { name: 'Verified again' })).toBeVisible()
  await button(page, 'Delete presentation').click()
  await button(page.getByRole('alertdialog'), 'Delete presentation').click()
  await expect(page.getByText('The presentation was deleted.')).toBeVisible()
  await expect(button(page, 'Show in JSON')).toHaveCount(0)

  await button(page, 'Cancel request').click()
  await look(page, 'requests-cancel')
  await button(page.getByRole('alertdialog'), 'Cancel request').click()
  await expect(page.getByText('Closed: the request was cancelled')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the deep link' })).toHaveCount(0)
  expect((await fetch(definition)).status).toBe(410)
  await look(page, 'requests-cancelled')

  // The same again, with other choices.
  await page.getByRole('link', { name: 'New request like this' }).click()
  const form = dialog(page, 'New request')
  await expect(form.getByLabel('Attempts', { exact: true })).toHaveValue('20')
  await form.getByLabel('After a valid answer').selectOption({ label: 'Call a webhook' })
  await form.getByLabel('Address').fill('https://elsewhere.example/')
  await button(form, 'Create request').click()
  await expect(form.getByText('1 problem to fix')).toBeVisible()
  await look(page, 'requests-form')
  await form.getByLabel('Address').fill('http://127.0.0.1:9000/answered')
  await form.getByRole('textbox', { name: 'Name' }).fill('Desk 2')
  await button(form, 'Create request').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Desk 2' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Desk 2/ })).toContainText('Waiting')
  await expect(page.getByRole('row', { name: /Car hire/ })).toContainText('Cancelled')

  await button(page, 'Verifier settings').click()
  await expect(dialog(page, 'Verifier settings').getByLabel('Link scheme')).toHaveValue('vaultbench-wallet')
  await look(page, 'requests-settings')
})
