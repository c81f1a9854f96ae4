// Proves docs/contract/window.md, Trust.

import { X509Certificate } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pemOf } from '../support/exchange/certificates.ts'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo, undoLast } from './support/window-steps.ts'

const SCHEMA = { $id: 'https://schemas.example/ship/1.0.0', title: 'Ship registration', type: 'object' }
const CONTEXT = { '@context': { ShipCredential: 'https://terms.example/ShipCredential' } }
const CONTEXT_URL = 'https://contexts.example/ship/v1'
const ISSUER = 'did:web:harbour.example'
const HTTPS_ISSUER = 'https://harbour.example/issuer'
const ISSUER_KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'one' }

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function paste(page: Page, document: object | string, url?: string): Promise<void> {
  await button(page, 'Import').click()
  if (url !== undefined) await dialog(page).getByLabel('URL').fill(url)
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  await dialog(page).getByLabel('Document', { exact: true }).fill(text)
  await button(dialog(page), 'Import').click()
}

test('what verification rests on is imported, looked at, replaced and removed', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Trust')
  await expect(page.getByRole('heading', { level: 1, name: 'Trust', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No trusted issuers yet' })).toBeVisible()
  await look(page, 'trust-issuers-empty')

  await tab(page, 'Schemas').click()
  await expect(rowWith(page, 'https://schemas.vaultbench.example/identity/1.0.0')).toContainText('Demo issuer')
  await look(page, 'trust-schemas')
  await paste(page, SCHEMA)
  await expect(dialog(page)).toBeHidden()
  await expect(rowWith(page, SCHEMA.$id)).toContainText('Ship registration')
  await expect(rowWith(page, SCHEMA.$id)).toContainText('Imported')

  // Another document of the same name is a question, with both digests.
  await paste(page, { ...SCHEMA, required: ['name'] })
  await expect(dialog(page)).toContainText('has another document')
  await expect(dialog(page).getByText(/^[0-9a-f]{64}$/)).toHaveCount(2)
  await look(page, 'trust-replace')
  await button(dialog(page), 'Replace document').click()
  await expect(dialog(page)).toBeHidden()
  await rowWith(page, SCHEMA.$id).click()
  const schema = page.getByRole('region', { name: 'JSON Schema', exact: true })
  await expect(schema.getByRole('heading', { name: 'Ship registration' })).toBeVisible()
  await expect(schema).toContainText('required')
  await look(page, 'trust-schema')

  await tab(page, 'Contexts').click()
  await expect(rowWith(page, 'https://www.w3.org/2018/credentials/v1')).toContainText('Built in')
  await paste(page, { '@context': 5 }, CONTEXT_URL)
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await dialog(page).getByLabel('Document', { exact: true }).fill(JSON.stringify(CONTEXT))
  await button(dialog(page), 'Import').click()
  await expect(rowWith(page, CONTEXT_URL)).toContainText('Imported')
  await rowWith(page, CONTEXT_URL).click()
  await button(page, 'Remove').click()
  await button(page.getByRole('alertdialog'), 'Remove document').click()
  await expect(rowWith(page, CONTEXT_URL)).toHaveCount(0)
  // The one after it is open now; what came with the program stays.
  await expect(page.getByRole('region', { name: 'JSON-LD context', exact: true })).toContainText('Built in')
  await expect(button(page, 'Remove')).toHaveCount(0)

  await tab(page, 'DID documents').click()
  await expect(page.getByRole('heading', { name: 'No DID documents yet' })).toBeVisible()
  await look(page, 'trust-did-documents-empty')
  await tab(page, 'Status lists').click()
  await expect(page.getByRole('heading', { name: 'No status lists yet' })).toBeVisible()
})

test('keys of an issuer and the certificate of an authority are imported', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Trust')

  await tab(page, 'Issuer keys').click()
  await expect(page.getByRole('heading', { name: 'No issuer metadata yet' })).toBeVisible()
  await look(page, 'trust-issuer-keys-empty')
  await paste(page, { issuer: HTTPS_ISSUER })
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  const metadata = { issuer: HTTPS_ISSUER, jwks: { keys: [ISSUER_KEY] } }
  await dialog(page).getByLabel('Document', { exact: true }).fill(JSON.stringify(metadata))
  await button(dialog(page), 'Import').click()
  await expect(rowWith(page, HTTPS_ISSUER)).toContainText('Imported')
  await look(page, 'trust-issuer-keys')

  await tab(page, 'Trust anchors').click()
  await expect(page.getByRole('heading', { name: 'No trust anchors yet' })).toBeVisible()
  await look(page, 'trust-anchors-empty')
  await paste(page, pemOf('root'))
  const sha256 = new X509Certificate(pemOf('root')).fingerprint256.replaceAll(':', '').toLowerCase()
  const anchor = page.getByRole('region', { name: 'Trust anchor', exact: true })
  await expect(anchor).toContainText('Imported')
  await expect(anchor).toContainText(sha256)
  await expect(rowWith(page, 'C=DE, O=Authority, CN=Root')).toBeVisible()
  await look(page, 'trust-anchor')
})

test('an issuer is trusted for some of its credentials, and then no longer', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Trust')
  // With one click; its keys for JWTs have DIDs of their own.
  await button(page, 'Trust Harbour Registry').click()
  await expect(rowWith(page, 'Harbour Registry').first()).toContainText('Everything')
  await expect(button(page, 'Trust Harbour Registry')).toHaveCount(0)
  for (const key of ['Ed25519', 'P-256', 'RSA']) {
    await expect(rowWith(page, `Harbour Registry (${key})`)).toHaveCount(1)
  }
  await expect(button(page, 'Trust Pop-up Issuer')).toBeVisible()

  await button(page, 'Trust an issuer').click()
  await dialog(page).getByLabel('Name').fill('Harbour office')
  await dialog(page).getByLabel('DID').fill('harbour')
  await button(dialog(page), 'Trust issuer').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Must be a DID')
  await dialog(page).getByLabel('DID').fill(ISSUER)
  await dialog(page).getByLabel('Credential types').fill('ShipCredential\nPilotCredential')
  await look(page, 'trust-entry')
  await button(dialog(page), 'Trust issuer').click()
  await expect(rowWith(page, 'Harbour office')).toContainText('PilotCredential')
  await look(page, 'trust-issuers')

  await rowWith(page, 'Harbour office').hover()
  await button(page, 'Edit Harbour office').click()
  await dialog(page).getByLabel('Credential types').fill('')
  await dialog(page).getByRole('textbox', { name: 'Last day' }).fill('1/31/2030')
  await button(dialog(page), 'Save').click()
  await expect(rowWith(page, 'Harbour office')).toContainText('Everything')
  await expect(rowWith(page, 'Harbour office')).toContainText('Until Feb 1, 2030')

  await rowWith(page, 'Harbour office').hover()
  await button(page, 'Remove Harbour office').click()
  await expect(rowWith(page, 'Harbour office')).toHaveCount(0)
  // The change before can be undone, too: what was removed counts its seconds.
  await button(page, /^Undo \(/).click()
  await expect(rowWith(page, 'Harbour office')).toHaveCount(1)
  await undoLast(page)
  await expect(rowWith(page, 'Harbour office')).toContainText('PilotCredential')
})

test('a key lets a program in until it is removed; settings are kept', { tag: '@deep' }, async ({ page, app }) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Alice Weber')
  await goTo(page, 'Trust')
  await tab(page, 'Keys').click()
  await button(page, 'New key').click()
  await dialog(page).getByLabel('Name').fill('Ticket office')
  await button(dialog(page), 'Create key').click()
  const key = await page.getByRole('textbox', { name: 'Subscription key' }).innerText()
  await look(page, 'trust-new-key')
  await button(dialog(page), 'Done').click()
  await expect(page.getByText(key)).toHaveCount(0)

  expect(await post(key)).toBe(201)
  await expect(rowWith(page, 'Ticket office').getByText('1', { exact: true })).toBeVisible()
  await look(page, 'trust-keys')
  await rowWith(page, 'Ticket office').hover()
  await button(page, 'Remove Ticket office').click()
  await button(page.getByRole('alertdialog'), 'Remove key').click()
  await expect(rowWith(page, 'Ticket office')).toHaveCount(0)
  expect(await post(key)).toBe(401)

  await tab(page, 'Settings').click()
  await page.getByRole('radio', { name: 'Not expired: gives a warning' }).check()
  await page.getByLabel('Accept contexts embedded in a document').check()
  await look(page, 'trust-settings')
  await button(page, 'Save settings').click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Not expired: gives a warning' })).toBeChecked()
  await expect(page.getByLabel('Accept contexts embedded in a document')).toBeChecked()

  async function post(subscriptionKey: string): Promise<number> {
    const reply = await fetch(`${app.url}/exchange/presentations/definitions`, {
      method: 'POST',
      headers: { 'service-subscription-key': subscriptionKey, 'content-type': 'application/json' },
      body: JSON.stringify({ input_descriptors: [{ id: 'ship', schema: [{ uri: SCHEMA.$id }] }] }),
    })
    return reply.status
  }
})
