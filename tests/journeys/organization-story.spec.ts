// Proves docs/contract/vault.md, Flows; docs/contract/window.md, People, Organizations.

import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addUser,
  button,
  createItem,
  dialog,
  goTo,
  itemRow,
  message,
  runInPalette,
  slotValue,
} from './support/window-steps.ts'

const ORGANIZATION = 'Lighthouse Library'
const SERVICE = 'Reading room'

/** Accessible, also in a small window, where nothing scrolls sideways. */
async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 1000, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Acts as somebody from here on. */
async function actAs(page: Page, words: string, name: string): Promise<void> {
  await runInPalette(page, words)
  await expectActing(page, name)
}

async function expectActing(page: Page, name: string): Promise<void> {
  await expect(button(page.getByRole('banner'), `Acting as ${name}`)).toBeVisible()
}

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })

/** Opens a part of the organization, as whoever acts. */
async function openOrganization(page: Page, part: string): Promise<void> {
  await goTo(page, 'Organizations')
  await page.getByRole('grid', { name: 'Yours' }).getByText(ORGANIZATION, { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible()
  await tab(page, part).click()
}

/** What waits for the operator is approved at the console. */
async function approve(page: Page, name: string, what: 'organization' | 'service'): Promise<void> {
  await goTo(page, 'Operator')
  const open = button(page, 'Sign in as operator')
  await expect(open.or(page.getByText('Signed in as operator'))).toBeVisible()
  if (await open.isVisible()) await open.click()
  await page.getByRole('grid', { name: 'Waiting for review' }).getByText(name, { exact: true }).click()
  const request = page.getByRole('region', { name: 'Request', exact: true })
  await expect(request.getByRole('heading', { name })).toBeVisible()
  await expectFine(page)
  await button(request, `Approve ${what}`).click()
  await button(page.getByRole('alertdialog'), 'Approve').click()
  await expect(message(page, `${name} approved`)).toBeVisible()
}

/** Pastes an invitation where one searches, and connects; one that allows more than others says so. */
async function connectBy(page: Page, link: string, sender: string, allows?: RegExp): Promise<void> {
  await runInPalette(page, link)
  const look = dialog(page, `Invitation from ${sender}`)
  await expectAccessible(page)
  if (allows !== undefined) {
    await expect(look.getByText(allows)).toBeVisible()
    await look.getByRole('checkbox', { name: 'I understand what this allows' }).check()
  }
  await button(look, 'Connect').click()
  await expect(dialog(page, `Connected with ${sender}`)).toBeVisible()
  if (allows !== undefined) await expect(dialog(page).getByText(/^You are now a member \(Admin\) of/)).toBeVisible()
  await button(dialog(page), 'Show connection').click()
}

/** The link of the invitation that was just made; closes the dialog. */
async function linkFor(page: Page, name: string): Promise<string> {
  const ready = dialog(page, `Invitation for ${name}`)
  const link = ready.getByRole('textbox', { name: 'Invitation link' })
  await expect(link).toBeVisible()
  const text = await link.innerText()
  await button(ready, 'Done').click()
  await expect(ready).toBeHidden()
  return text
}

test(
  'an organization is requested and approved, wins a member, and its service reads what a person shares',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)

    // Dana requests an organization, and the operator approves it.
    await actAs(page, '@dana', 'Dana Novak')
    await goTo(page, 'Organizations')
    await button(page, /^Request organization/)
      .first()
      .click()
    const request = dialog(page, /^Request an organization/)
    await request.getByLabel('Name', { exact: true }).fill(ORGANIZATION)
    await request.getByLabel('Description').fill('Books by the sea')
    await expectAccessible(page)
    await button(request, 'Request organization').click()
    await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible()
    await expect(page.getByText('Requested', { exact: true }).first()).toBeVisible()
    await expectFine(page)
    await approve(page, ORGANIZATION, 'organization')

    // Dana acts as the organization and invites Alice.
    await openOrganization(page, 'Members')
    await expectFine(page)
    await button(page, 'Act as organization').click()
    await expectActing(page, ORGANIZATION)
    await expectFine(page)
    await openOrganization(page, 'Members')
    await button(page, 'Invite member').first().click()
    const invitation = dialog(page, `Invite a member of ${ORGANIZATION}`)
    await invitation.getByLabel('Name', { exact: true }).fill('Alice')
    await invitation.getByLabel('Role').selectOption({ label: 'Admin' })
    await expectAccessible(page)
    await button(invitation, 'Create invitation').click()
    const memberLink = await linkFor(page, 'Alice')

    await actAs(page, '@alice', 'Alice Weber')
    await connectBy(page, memberLink, ORGANIZATION, /^This is more than a connection: as a member \(Admin\)/)
    await openOrganization(page, 'Members')
    await expect(page.getByText('Only owners see members')).toBeVisible()
    await expectFine(page)

    // Dana requests a service, the operator approves it, and Alice gets its key.
    await actAs(page, '@dana', 'Dana Novak')
    await openOrganization(page, 'Members')
    await expect(page.getByRole('grid', { name: 'Members' }).getByText('Alice Weber')).toBeVisible()
    await tab(page, 'Services').click()
    await button(page, 'Request service').first().click()
    const service = dialog(page, `Request a service of ${ORGANIZATION}`)
    await service.getByLabel('Name', { exact: true }).fill(SERVICE)
    await service.getByLabel('Contract').fill('Cards are read, and nothing else.')
    await expectAccessible(page)
    await button(service, 'Request service').click()
    await expect(service).toBeHidden()
    await expect(button(page, `Withdraw ${SERVICE}`)).toBeVisible()
    await expectFine(page)
    await approve(page, SERVICE, 'service')
    await openOrganization(page, 'Keys')
    await button(page, `Hand over the key of ${SERVICE}`).click()
    const handOver = dialog(page, /^Hand over/)
    await handOver.getByText('Alice Weber', { exact: true }).click()
    await expectAccessible(page)
    await button(handOver, 'Hand over').click()
    await expect(message(page, /who can take it now/)).toBeVisible()

    // Alice takes the key, acts as the service and invites Bob.
    await actAs(page, '@alice', 'Alice Weber')
    await openOrganization(page, 'Keys')
    await expectFine(page)
    await button(page, `Take key of ${SERVICE}`).click()
    await expect(message(page, `Key of ${SERVICE} taken`)).toBeVisible()
    await tab(page, 'Services').click()
    await expect(button(page, `Act as service ${SERVICE}`)).toBeVisible()
    await expectFine(page)
    await button(page, `Act as service ${SERVICE}`).click()
    await expectActing(page, SERVICE)
    await goTo(page, 'People')
    await button(page.getByRole('main'), /^Invite/)
      .first()
      .click()
    const invite = dialog(page, /^Invite a person/)
    await invite.getByLabel('Name', { exact: true }).fill('Bob')
    await button(invite, 'Create invitation').click()
    const personLink = await linkFor(page, 'Bob')

    // Bob connects with the service, and shares an item with it.
    await actAs(page, '@bob', 'Bob Okafor')
    await connectBy(page, personLink, SERVICE)
    await createItem(page, 'Library card', { slots: [{ label: 'Number', value: 'L-2041-77' }] })
    await button(page.getByRole('region', { name: 'Item', exact: true }), 'Share').click()
    const share = dialog(page, 'Share Library card')
    await share.getByRole('option', { name: SERVICE }).click()
    await button(share, 'Share with 1 person').click()
    await expect(share).toBeHidden()

    // Alice, acting as the service, reads it.
    await actAs(page, '@reading', SERVICE)
    await goTo(page, 'Items')
    await itemRow(page, 'Library card').click()
    await expect(slotValue(page, 'Number')).toContainText('L-2041-77')
    await expect(slotValue(page, 'Number')).toContainText('Verified')
    await expectFine(page)

    // It was shared with the service alone.
    await actAs(page, '@alice', 'Alice Weber')
    await goTo(page, 'Items')
    await expect(itemRow(page, 'Library card')).toHaveCount(0)
  },
)

test(
  'somebody of this workspace becomes a member in two clicks, and an open invitation is accepted as another one',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await addUser(page, 'Erik Lund')
    await addUser(page, 'Fay Moss')
    await actAs(page, '@dana', 'Dana Novak') // holds the key of the organization
    await goTo(page, 'Organizations')
    await page.getByRole('row').filter({ hasText: 'Harbour Clinic' }).click()
    await tab(page, 'Members').click()

    await button(page, 'Add members').click()
    const here = dialog(page, 'Add members to Harbour Clinic')
    const known = here.getByRole('checkbox', { name: /Carlos Ruiz.*Already a member/ })
    await expect(known).toBeDisabled()
    await expectAccessible(page)
    await here.getByRole('checkbox', { name: /Erik Lund/ }).check()
    await button(here, 'Add 1 member').click()
    await expect(here.getByRole('status')).toHaveText('1 of 1 added')
    await button(here, 'Done').click()
    const members = page.getByRole('grid', { name: 'Members' })
    await expect(members.getByText('Erik Lund')).toBeVisible()

    await button(page, 'Invite member').first().click()
    const invitation = dialog(page, 'Invite a member of Harbour Clinic')
    await invitation.getByLabel('Name', { exact: true }).fill('Fay')
    await button(invitation, 'Create invitation').click()
    await linkFor(page, 'Fay')
    await button(page, 'Accept as').first().click()
    await page.getByRole('menuitem', { name: /Fay Moss/ }).click()
    const accepting = dialog(page, 'Invitation from Harbour Clinic')
    await expect(accepting).toContainText('Accepted as Fay Moss.')
    await accepting.getByRole('checkbox', { name: 'I understand what this allows' }).check()
    await button(accepting, 'Connect').click()
    await button(dialog(page, 'Connected with Harbour Clinic'), 'Done').click()
    await expect(members.getByText('Fay Moss')).toBeVisible()
  },
)
