import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { routesOf, settled, textOf, visit } from './languages.ts'
import { userIds } from './window-calls.ts'

/*
 * Every screen there is, in whatever language: the addresses are those the window's own router knows, and a new screen or
 * tab is looked at without being named here. Rows that open are opened, and so are the layers below.
 */

type Look = (screen: string) => Promise<void>

/** What a button of a screen opens above or beside it, by the key of the button's text. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  '/u/A/items': ['items.new'],
  '/u/A/items?owner=own, opened': ['ui.edit', 'items.share', 'ui.jsonShort'],
  '/u/A/tags': ['tags.new'],
  '/u/A/files/folders': ['files.new.title'],
  '/u/A/sharing/outgoing': ['sharing.share'],
  '/u/A/sharing/outgoing, opened': ['sharing.change.open'],
  '/u/A/people/connections': ['people.invite', 'people.use'],
  '/u/A/people/delegations': ['people.delegate.do'],
  '/u/A/people/children': ['people.child.new'],
  '/u/A/organizations': ['organizations.request'],
  '/u/A/organizations/O/members': ['organizations.addMembers.open', 'organizations.invite'],
  '/u/A/organizations/O/programs': ['organizations.programs.make'],
  '/u/A/access/sessions': ['access.sessions.new'],
  '/u/A/access/login-keys': ['access.loginKeys.new'],
  '/trust/token-issuers': ['trust.tokenIssuers.add', 'trust.tokenIssuers.newTest'],
  '/u/A/access/account': ['access.account.show', 'newPassphrase.change'],
  '/operator/reviews, opened': ['operator.reviews.reject.service'],
  '/operator/schemes': ['operator.schemes.new'],
  '/operator/templates': ['operator.templates.new'],
  '/operator/templates, opened': ['operator.slots.add'],
  '/operator/images': ['operator.images.new'],
  '/users': ['frame.actor.add', 'users.several.open', 'users.addExisting'],
  '/requests, opened': ['ui.showLarge'],
  '/u/A/wallet/credentials': ['wallet.import.open', 'wallet.keys.title'],
  '/trust/schemas': ['ui.import'],
  '/trust/keys': ['trust.keys.new'],
  '/settings': ['frame.keys.list', 'frame.terms.title'],
}

/** Looks at every screen as the user who acts, at an item of his own, and at what somebody else has to accept. */
export async function onEveryScreen(page: Page, look: Look): Promise<void> {
  const actor = /\/u\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const bob = (await userIds(page)).get('Bob Okafor') ?? ''
  const addresses = await addressesIn(page)
  await visit(page, `/u/${actor}/organizations`)
  await openFirstRow(page)
  const organization = /\/organizations\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const of = ['members', 'programs'].map((tab) => `/u/A/organizations/${organization}/${tab}`)
  for (const address of [...addresses, ...of, '/u/A/items?owner=own', `/u/${bob}/sharing/waiting`]) {
    const screen = address.replace(bob, 'B').replace(organization, 'O')
    await test.step(screen, async () => {
      await visit(page, address.replace('/A', `/${actor}`))
      await lookWithLayers(page, screen, look)
      const tabs = await page.getByRole('main').getByRole('tab').count()
      if (!(await openFirstRow(page))) return
      await lookWithLayers(page, `${screen}, opened`, look)
      await lookAtTabsFrom(tabs, page, screen, look)
    })
  }
}

/** Looks at every list, alone and with the record open that has the longest name. */
export async function onEveryList(page: Page, actor: string, look: Look): Promise<void> {
  for (const address of await addressesIn(page)) {
    await visit(page, address.replace('/A', `/${actor}`))
    // Those of a table are no rows that open.
    const names = page.locator('main [role=grid] [role=rowheader]')
    // An address may lead to a dialog above the list.
    if ((await names.count()) === 0 || (await page.getByRole('dialog').count()) > 0) continue
    await test.step(address, async () => {
      await look(address)
      const lengths = (await names.allTextContents()).map(({ length }) => length)
      const row = names.nth(lengths.indexOf(Math.max(...lengths))).locator('xpath=ancestor::*[@role="row"]')
      if (await leadsOn(page, row)) await look(`${address}, opened`)
      else await page.keyboard.press('Escape') // a dialog may have opened
    })
  }
}

/** Looks at every screen where there is nothing yet, as the only user there is. */
export async function onEveryEmptyScreen(page: Page, actor: string, look: Look): Promise<void> {
  for (const address of await addressesIn(page)) {
    await test.step(address, async () => {
      await visit(page, address.replace('/A', `/${actor}`))
      await look(address)
    })
  }
}

async function addressesIn(page: Page): Promise<readonly string[]> {
  return (await routesOf(page)).flatMap(addressesOf)
}

/** Addresses a route has without anything opened: one for each of its tabs. */
function addressesOf(path: string): readonly string[] {
  let addresses = ['']
  for (const part of path.split('/').slice(1)) {
    const [, one, choice] = /^:\w+(?:\(([a-z|-]+)\))?(\?)?/.exec(part) ?? []
    if (part === ':actor') addresses = addresses.map((before) => `${before}/A`)
    else if (part.startsWith(':address')) return ['/nowhere']
    else if (!part.startsWith(':')) addresses = addresses.map((before) => `${before}/${part}`)
    else if (one === undefined || choice === undefined) break
    else addresses = addresses.flatMap((before) => one.split('|').map((tab) => `${before}/${tab}`))
  }
  return addresses
}

async function lookWithLayers(page: Page, screen: string, look: Look): Promise<void> {
  await look(screen)
  for (const key of LAYERS[screen] ?? []) {
    // Its keys may stand after the words.
    const words = (await textOf(page, key)).replace(/[.?()]/g, String.raw`\$&`)
    const name = new RegExp(`^${words}(\\s|$)`)
    const opener = page.getByRole('main').getByRole('button', { name }).first()
    const address = page.url()
    await opener.focus()
    await page.keyboard.press('Enter')
    await settled(page)
    const layers = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    // What has an address is a page of its own, or a form beside the list, to which the focus goes from there.
    const isLayer = page.url() === address && (await layers.count()) > 0
    await look(`${screen}, ${key}`)
    // Escape is for what has the focus, which Tab took out of a form beside the list.
    const fields = page.getByRole('main').getByRole('form').getByRole('textbox')
    if (await fields.first().isVisible()) await fields.first().focus()
    // The name beside a button that has the focus is a layer, too.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(layers).toHaveCount(0, { timeout: 20_000 })
      await expect(opener).toBeVisible({ timeout: 20_000 })
    }).toPass()
    if (isLayer) await expect.soft(opener, `${screen}, ${key}: the focus comes back`).toBeFocused({ timeout: 20_000 })
  }
}

/** Tabs of what was opened; those of the screen itself have addresses. */
async function lookAtTabsFrom(first: number, page: Page, screen: string, look: Look): Promise<void> {
  const tabs = page.getByRole('main').getByRole('tab')
  for (let at = first + 1; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click()
    await settled(page)
    await look(`${screen}, opened, tab ${at - first + 1}`)
  }
}

/** Whether the first row led to an address of its own. */
async function openFirstRow(page: Page): Promise<boolean> {
  const row = page.getByRole('main').getByRole('grid').getByRole('row').nth(1)
  return (await row.isVisible()) && leadsOn(page, row)
}

async function leadsOn(page: Page, row: Locator): Promise<boolean> {
  const before = page.url()
  await row.click()
  await settled(page)
  return page.url() !== before
}
