// Proves docs/contract/window.md, Issuers; docs/contract/keystore.md, OpenID Connect, Test issuers.

import type { Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { addFirstUser, button, choosePerson, createWorkspace, dialog, goTo, undoLast } from './support/window-steps.ts'

test(
  'a program signs in with tokens of a provider, and goes on as the same user when the provider changes',
  { tag: '@deep' },
  async ({ page, app }) => {
    await createWorkspace(page, 'Issuers')
    await addFirstUser(page, 'Alice Weber')
    await goTo(page, 'Trust')
    await openTab('Token issuers')
    await expect(page.getByText('No issuers yet')).toBeVisible()
    await testIssuer('Harbour login')
    await testIssuer('New login')

    const first = await minted(page, 'https://harbour-login.issuer.test', { subject: 'ada', name: 'Ada Lovelace' })
    const before = await me(first)
    expect(before).toMatchObject({ status: 200, body: { user: { full_name: 'Ada Lovelace' } } })
    const people = page.getByRole('grid', { name: 'Users known by a token' })
    await openTab('Token users')
    await expect(people.getByRole('row').filter({ hasText: 'Ada Lovelace' })).toHaveCount(1)
    await openTab('Token issuers')

    const early = await minted(page, 'https://new-login.issuer.test', {
      subject: 'a.lovelace',
      previous: 'ada',
      refused: 403,
    })
    expect((await me(early)).status).toBe(403)

    await rowOf(page, 'https://new-login.issuer.test').hover()
    await button(page, 'Edit https://new-login.issuer.test').click()
    await dialog(page).getByLabel('May take over users of these issuers').fill('https://harbour-login.issuer.test')
    await button(dialog(page), 'Save issuer').click()
    const changed = await minted(page, 'https://new-login.issuer.test', { subject: 'a.lovelace', previous: 'ada' })

    expect(await me(changed)).toEqual(before)
    expect(await me(await minted(page, 'https://new-login.issuer.test', { subject: 'a.lovelace' }))).toEqual(before)
    await openTab('Token users')
    await expect(people.getByRole('row').filter({ hasText: 'carried over' })).toContainText('a.lovelace')
    await openTab('Token issuers')

    const wrong = await minted(page, 'https://new-login.issuer.test', {
      subject: 'a.lovelace',
      fault: 'algorithm_none',
      refused: 401,
    })
    expect((await me(wrong)).status).toBe(401)

    await undoLast(page)
    await rowOf(page, 'https://new-login.issuer.test').hover()
    await button(page, 'Edit https://new-login.issuer.test').click()
    await expect(dialog(page).getByLabel('May take over users of these issuers')).toHaveValue('')

    async function openTab(name: string): Promise<void> {
      await page.getByRole('tab', { name }).click()
    }

    async function testIssuer(name: string): Promise<void> {
      await button(page, 'New test issuer').click()
      await dialog(page).getByLabel('Name').fill(name)
      await button(dialog(page), 'Create test issuer').click()
      await expect(dialog(page)).toHaveCount(0)
    }

    /** As curl would. */
    async function me(token: string): Promise<{ readonly status: number; readonly body: unknown }> {
      const reply = await fetch(`${app.url}/vault/me`, { headers: { oidc_token: token } })
      return { status: reply.status, body: await reply.json() }
    }
  },
)

const rowOf = (page: Page, issuer: string) =>
  page.getByRole('grid', { name: 'Issuers of this workspace' }).getByRole('row').filter({ hasText: issuer })

interface Order {
  readonly subject: string
  readonly name?: string
  readonly previous?: string
  readonly fault?: string
  readonly refused?: number
}

async function minted(page: Page, issuer: string, { subject, name, previous, fault, refused }: Order): Promise<string> {
  await rowOf(page, issuer).hover()
  await button(page, `Issue a token of ${issuer}`).click()
  await dialog(page).getByLabel('Subject').fill(subject)
  if (name !== undefined) await dialog(page).getByLabel('Name in the token').fill(name)
  if (previous !== undefined) await choosePerson(dialog(page), 'Continues as', previous)
  if (fault !== undefined) await dialog(page).getByLabel('Fault').selectOption(fault)
  await button(dialog(page), 'Issue token').click()
  await expect(dialog(page).getByText(refused === undefined ? '200 accepted' : `${refused} refused`)).toBeVisible()
  const token = await dialog(page).getByRole('textbox', { name: 'Token' }).textContent()
  await button(dialog(page), 'Done').click()
  return token ?? ''
}
