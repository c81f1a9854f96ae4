// Proves docs/contract/window.md, Wallet.

import type { Page } from '@playwright/test'
import { encodeQR } from 'qr'
import { startVerifier } from '../support/exchange/openid4vp-verifier.ts'
import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, goTo } from './support/window-steps.ts'

const BOB = 'Bob Okafor'
const ASKED = {
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

test('the link of a foreign verifier is answered after a person saw where it leads, and one is declined', async ({
  page,
}) => {
  const verifier = await startVerifier()
  try {
    verifier.answerWith(200, { redirect_uri: 'https://verifier.example/thanks' })
    await createWorkspace(page, 'Pier')
    await addFirstUser(page, BOB)
    await goTo(page, 'Wallet')
    await page.getByRole('link', { name: 'Go to the issuer' }).click()
    const desk = page.getByRole('form', { name: 'Issue a credential' })
    await desk.getByLabel('Schema', { exact: true }).selectOption({ label: 'Proof of age' })
    await desk.getByText('dc+sd-jwt', { exact: true }).click()
    await button(desk, 'Issue credential').click()
    await expect(page.getByText(`Proof of age issued to ${BOB}`).first()).toBeVisible()

    await goTo(page, 'Wallet')
    const phone = page.getByRole('region', { name: `Wallet of ${BOB}, simulated` })
    await look(page, 'openid4vp-phone')
    await phone.getByLabel('Deep link').fill(await verifier.byReference(ASKED, { post: true }))
    await button(phone, 'Open link').click()
    const question = page.getByRole('alertdialog', { name: 'Open this link?' })
    await expect(question).toContainText(`decentralized_identifier:${verifier.did}`)
    await expect(question).toContainText(`${new URL(verifier.origin).host}/request/1`)
    await look(page, 'openid4vp-question')
    await button(question, 'Cancel').click()
    expect(verifier.calls).toEqual([])

    await button(phone, 'Open link').click()
    await button(question, 'Call these addresses').click()
    await expect(phone.getByText('The verifier signed the request; the signature holds.')).toBeVisible()
    await look(page, 'openid4vp-consent')
    await expectAccessible(page)
    await button(phone, 'Submit').click()
    await expect(phone.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
    await phone.getByRole('link', { name: 'https://verifier.example/thanks' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('verifier.example')
    await look(page, 'openid4vp-sent')
    await page.keyboard.press('Escape')

    await phone.getByRole('link', { name: 'Back to the cards' }).click()
    const svg = encodeQR(await verifier.byValue(ASKED), 'svg', { border: 4 })
    const picture = { name: 'code.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
    await phone.locator('input[type=file]').setInputFiles({ ...picture, name: 'text.png', mimeType: 'image/png' })
    await expect(phone.getByRole('alert')).toContainText('not a picture')
    await phone.locator('input[type=file]').setInputFiles({
      name: 'code.png',
      mimeType: 'image/png',
      buffer: await pngOf(page, svg),
    })
    await expect(question).toContainText('The request is not signed')
    await button(question, 'Call these addresses').click()
    await button(phone, 'Refuse').click()
    await expect(phone.getByRole('heading', { name: 'Refused', exact: true })).toBeVisible()
    expect(verifier.calls.at(-1)?.fields).toEqual({ error: 'access_denied', state: 's-0' })
    await look(page, 'openid4vp-declined')
  } finally {
    verifier.close()
  }
})

/** The picture of a code as a person has it: a screenshot. */
async function pngOf(page: Page, svg: string): Promise<Buffer> {
  const other = await page.context().newPage()
  await other.setContent(
    `<body style="margin:0;width:600px;height:600px">${svg.replace('<svg ', '<svg width="600" height="600" ')}</body>`,
  )
  const picture = await other.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } })
  await other.close()
  return picture
}
