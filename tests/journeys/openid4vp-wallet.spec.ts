// Proves docs/contract/window.md, Wallet.

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

test('the link of a foreign verifier is answered after a person saw where it leads', async ({ page }) => {
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
  } finally {
    verifier.close()
  }
})
