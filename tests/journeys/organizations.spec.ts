// Proves docs/contract/window.md, Everywhere: undo, Everywhere: exports, Organizations.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { callWindow, userIds } from './support/window-calls.ts'
import {
  addFirstUser,
  addUser,
  button,
  choosePerson,
  createWorkspace,
  dialog,
  goTo,
  message,
  runInPalette,
} from './support/window-steps.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })

interface Listed {
  readonly id: string
  readonly name: string
}

/** What waits for review: one of the two. */
interface Waiting {
  readonly organizations?: readonly Listed[]
  readonly services?: readonly Listed[]
}

/** The operator's decision on everything that waits, in the session of a user. */
async function review(page: Page, user: string, decide: (one: Listed) => 'Validate' | 'Reject'): Promise<void> {
  const user_id = (await userIds(page)).get(user)
  const operate = (operation: string, rest: object = {}): Promise<{ body: Waiting }> =>
    callWindow(page, 'POST', '/forward', { as: 'operator', operation: `vault.${operation}`, user_id, ...rest })
  const organizations = await operate('managementRequestedOrganizationsGet')
  for (const one of organizations.body.organizations ?? []) {
    const rest = { params: { id: one.id }, ...(decide(one) === 'Reject' && { body: { reason: 'No website named' } }) }
    const how = decide(one) === 'Reject' ? 'RejectDelete' : 'ValidatePut'
    await operate(`managementRequestedOrganizationsId${how}`, rest)
  }
  const services = await operate('managementRequestedOrganizationServicesGet')
  for (const { id } of services.body.services ?? []) {
    await operate('managementRequestedOrganizationServicesIdValidatePut', { params: { id } })
  }
}

/** The records of a list as its file has them. */
async function exported(page: Page, name: string): Promise<readonly Record<string, unknown>[]> {
  await button(page, name).click()
  const arriving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click()
  const text = await readFile(await (await arriving).path(), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

async function request(page: Page, name: string, description: string): Promise<void> {
  await goTo(page, 'Organizations')
  await page.keyboard.press('Control+n')
  const form = dialog(page, /^Request an organization/)
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel(/^Description/).fill(description)
  await button(form, 'Request organization').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('Dana requests organizations, is told of the review, invites a member and acts as the organization', async ({
  page,
}) => {
  await createWorkspace(page, 'Harbour')
  await addFirstUser(page, 'Dana Novak')
  await addUser(page, 'Alice Weber')
  await callWindow(page, 'POST', '/operator/password', { password: 'operate the harbour' })

  await goTo(page, 'Organizations')
  await expect(page.getByRole('heading', { name: 'No organization yet' })).toBeVisible()
  await look(page, 'organizations-empty')
  await page.keyboard.press('Control+n')
  await look(page, 'organizations-request')
  await page.keyboard.press('Escape')

  await request(page, 'Harbour Clinic', 'Care at the harbour')
  await expect(page.getByText('The operator has not reviewed this request yet.')).toBeVisible()
  await look(page, 'organization-requested')
  await button(page, 'Edit').click()
  await dialog(page)
    .getByLabel(/^Website/)
    .fill('https://clinic.example')
  await button(dialog(page), 'Save changes').click()
  await expect(page.getByText('https://clinic.example')).toBeVisible()
  await request(page, 'Pier Car Hire', 'Cars at the pier')

  // The review reaches the page that is open.
  await review(page, 'Dana Novak', ({ name }) => (name === 'Harbour Clinic' ? 'Validate' : 'Reject'))
  await expect(page.getByText('No website named')).toBeVisible()
  await look(page, 'organization-rejected')
  await button(page, 'All organizations').click()
  const own = page.getByRole('grid', { name: 'Yours' })
  await expect(own.getByRole('row').filter({ hasText: 'Harbour Clinic' })).toContainText('Owner')
  await tab(page, 'Your requests').click()
  await expect(page.getByRole('grid', { name: 'Your requests' })).toContainText('No website named')
  await look(page, 'organizations-requests')
  await tab(page, 'Yours').click()
  await look(page, 'organizations')

  await page.getByRole('textbox', { name: 'Filter organizations' }).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Clinic' })).toBeVisible()
  await look(page, 'organization')
  await tab(page, 'Members').click()
  await button(page, 'Invite member').click()
  const invite = dialog(page, 'Invite a member of Harbour Clinic')
  await invite.getByLabel('Name', { exact: true }).fill('Alice Weber')
  await button(invite, 'Create invitation').click()
  const ready = dialog(page, 'Invitation for Alice Weber')
  await expect(ready.getByRole('img', { name: /^Code with the invitation/ })).toBeVisible()
  const link = await ready.getByRole('textbox', { name: 'Invitation link' }).innerText()
  await look(page, 'organization-invitation')
  await button(ready, 'Done').click()
  await expect(page.getByRole('grid', { name: 'Members' })).toContainText('Dana Novak')
  await look(page, 'organization-members')
  // The matrix follows the person that is looked at.
  await page.getByRole('grid', { name: 'Members' }).getByText('Dana Novak').click()
  await expect(page.getByText(/^Yes. Dana Novak can/)).toBeVisible()
  await choosePerson(page, 'May this person', 'An admin')
  await expect(page.getByText(/^No. An admin cannot/)).toBeVisible()
  await button(page, 'Why').click()
  await expect(page.getByText('403 role_not_sufficient: only Owner').first()).toBeVisible()
  await look(page, 'organization-try')

  // The last owner stays.
  await page.getByLabel("Dana Novak's role").selectOption({ label: 'Admin' })
  await expect(dialog(page, 'Dana Novak is the last owner')).toContainText('There is no other member.')
  await button(dialog(page), 'Close').last().click()

  // Alice accepts; the list follows by itself.
  const alice = (await userIds(page)).get('Alice Weber') ?? ''
  await callWindow(page, 'POST', `/users/${alice}/invitations/accept`, { link, name: 'Clinic' })
  const members = page.getByRole('grid', { name: 'Members' })
  await expect(members.getByRole('row').filter({ hasText: 'Alice Weber' })).toBeVisible()
  await page.getByLabel("Dana Novak's role").selectOption({ label: 'Admin' })
  await expect(button(dialog(page), 'Make owner: Alice Weber')).toBeVisible()
  await look(page, 'organization-last-owner')
  await button(dialog(page), 'Close').last().click()
  await page.getByRole('textbox', { name: 'Filter by name or email' }).fill('ali')
  await expect(members.getByRole('row').filter({ hasText: 'Dana Novak' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Filter by name or email' }).fill('')
  await page.getByLabel("Alice Weber's role").selectOption({ label: 'Owner' })
  await button(message(page, 'Alice Weber is an owner now'), 'Undo').click()
  await expect(page.getByLabel("Alice Weber's role")).toHaveValue('admin')
  await look(page, 'organization-members-two')

  // Many at once; the last owner is left out.
  await members.getByRole('row').filter({ hasText: 'Alice Weber' }).click()
  await page.keyboard.press('Control+a')
  const bulk = page.getByRole('toolbar', { name: '2 selected' })
  await expect(bulk).toContainText('Dana Novak is the last owner and stays.')
  await look(page, 'organization-members-bulk')
  await button(bulk, 'Make owner').click()
  await expect(messages(page).getByText('Alice Weber is an owner now').last()).toBeVisible()
  await messages(page).getByRole('button', { name: 'Undo' }).first().hover() // a message that is pointed at stays
  await expect(page.getByLabel("Alice Weber's role")).toHaveValue('owner')
  await messages(page).getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByLabel("Alice Weber's role")).toHaveValue('admin')
  await members.getByRole('row').filter({ hasText: 'Alice Weber' }).getByRole('checkbox').check()
  await button(page, 'Remove members').click()
  await expect(members.getByRole('row').filter({ hasText: 'Alice Weber' })).toBeHidden()
  await messages(page).getByRole('button', { name: 'Undo' }).first().click()
  await expect(members.getByRole('row').filter({ hasText: 'Alice Weber' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Filter by name or email' }).fill('ali')
  await expect(members.getByRole('row').filter({ hasText: 'Dana Novak' })).toBeHidden()
  expect(await exported(page, 'Export filtered')).toEqual([
    expect.objectContaining({ name: 'Alice Weber', role: 'admin' }),
  ])
  await page.getByRole('textbox', { name: 'Filter by name or email' }).fill('')

  await tab(page, 'Services').click()
  await expect(page.getByRole('heading', { name: 'No approved service' })).toBeVisible()
  await look(page, 'organization-services-empty')
  await button(page, 'Request service').click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Appointments')
  await dialog(page)
    .getByLabel(/^Contract/)
    .fill('Times are kept for a year.')
  await look(page, 'organization-service-request')
  await button(dialog(page), 'Request service').click()
  await expect(button(page, 'Edit Appointments')).toBeVisible()
  await button(page, 'Edit Appointments').click()
  await dialog(page)
    .getByLabel(/^Description/)
    .fill('Make an appointment')
  await button(dialog(page), 'Save changes').click()
  await expect(page.getByText('Make an appointment')).toBeVisible()
  await look(page, 'organization-services-requested')
  await review(page, 'Dana Novak', () => 'Validate')
  await expect(button(page, 'Act as service Appointments')).toBeVisible()
  await button(page, 'Contract of Appointments').click()
  await expect(dialog(page)).toContainText('Times are kept for a year.')
  await button(dialog(page), 'Close').last().click()
  await look(page, 'organization-services')

  await tab(page, 'Keys').click()
  await expect(page.getByText('Key of the organization Harbour Clinic').first()).toBeVisible()
  await look(page, 'organization-keys')
  await button(page, 'Hand over the key of Appointments').click()
  await dialog(page)
    .getByRole('option', { name: /Alice Weber/ })
    .click()
  await expect(dialog(page)).toContainText('Alice Weber gets it.')
  await look(page, 'organization-hand-over')
  await button(dialog(page), 'Hand over').click()
  await expect(messages(page).getByText(/shared the key of Appointments with Alice Weber/)).toBeVisible()

  await tab(page, 'Events').click()
  await expect(page.getByText('Dana Novak requested the organization Harbour Clinic')).toBeVisible()
  await look(page, 'organization-events')
  const told = await exported(page, 'Export')
  expect(told).toContainEqual(expect.objectContaining({ name: 'organization.validated', label: 'Harbour Clinic' }))
  expect(told.filter(({ label }) => label === 'Pier Car Hire')).toEqual([])

  // Acting as the organization: an actor like any other, named through whom.
  await button(page, 'Act as organization').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(button(page.getByRole('banner'), 'Acting as Harbour Clinic')).toBeVisible()
  await look(page, 'agent-home')
  await expect(page.getByRole('link', { name: /^Wallet/ })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeHidden()
  await button(page.getByRole('banner'), 'Acting as Harbour Clinic').click()
  await expect(dialog(page, 'Act as').getByRole('option', { name: /Harbour Clinic.*Through Dana Novak/ })).toBeVisible()
  await look(page, 'agent-switcher')
  await page.keyboard.press('Escape')
  await goTo(page, 'People')
  await button(page, /^Invite member/).click()
  await expect(dialog(page, 'Invite a member of Harbour Clinic')).toContainText('becomes an admin of Harbour Clinic')
  await look(page, 'agent-people')
  await page.keyboard.press('Escape')
  await goTo(page, 'Organizations')
  await page.getByRole('grid', { name: 'Yours' }).getByText('Harbour Clinic').click()
  await tab(page, 'Members').click()
  await expect(page.getByText('Harbour Clinic can only look.', { exact: false }).first()).toBeVisible()
  await look(page, 'agent-members')
  await goTo(page, 'Users')
  await look(page, 'agent-users')

  // Alice takes the key and acts as the service.
  await runInPalette(page, '@alice')
  await goTo(page, 'Organizations')
  await page.getByRole('grid', { name: 'Yours' }).getByText('Harbour Clinic').click()
  await tab(page, 'Members').click()
  await expect(page.getByRole('heading', { name: 'Only owners see members' })).toBeVisible()
  await look(page, 'admin-members')
  await tab(page, 'Keys').click()
  await look(page, 'admin-keys')
  await button(page, 'Take key of Appointments').click()
  await expect(messages(page).getByText('Key of Appointments taken')).toBeVisible()
  await tab(page, 'Services').click()
  await button(page, 'Act as service Appointments').click()
  await expect(button(page.getByRole('banner'), 'Acting as Appointments')).toBeVisible()
})
