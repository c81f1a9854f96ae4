// Proves docs/contract/workbench.md, Sample workspace.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ForwardRequest } from '../../shared/contract/workbench-forward.ts'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { VerifierRequest, VerifierRequestDetail } from '../../shared/contract/verifier-requests.ts'
import type { Call } from '../../shared/contract/caller.ts'
import { callOver } from '../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { startWorkbench, stopWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'

const { definitionRows, issuedRows, issuersGet, oidcGet, registryGet, sampleWorkspaceCreate } = workbenchOperations
const { itemOpen, itemRows, trustRows, forward, usersGet, walletGet, walletScenarioRunRows } = workbenchOperations
const { fileRows, folderRows, slotFileOpen, slotThumbnailGet, shareRows, taskRows } = workbenchOperations
const { changePassphrase, connectionRows, invitationRows, userSignIn, userSignOut } = workbenchOperations
const { getVerifierRequest, listVerifierRequests } = verifierRequestOperations

const PEOPLE = ['Alice Weber', 'Bob Okafor', 'Carlos Ruiz', 'Dana Novak']
const DAY_MS = 24 * 60 * 60 * 1000

let workbench: TestWorkbench
let call: TestWorkbench['call']

beforeAll(async () => {
  workbench = await startWorkbench(temporaryDirectory())
  call = workbench.call
  await call(sampleWorkspaceCreate, {})
})

afterAll(() => stopWorkbench(workbench))

async function userNamed(name: string): Promise<string> {
  const { users } = await call(usersGet, {})
  return users.find(({ full_name }) => full_name === name)?.id ?? ''
}

/** Calls the service as a user of the sample. */
function as(name: string): Call {
  return callOver(async ({ operation, ...parts }) => {
    const request = { as: 'user', user_id: await userNamed(name), operation, ...parts }
    return call(forward, { body: request as ForwardRequest }) // plain data, as callers send it
  })
}

/** What a user reads in a slot of an item. */
async function valueOf(name: string, item: string, slot: string): Promise<string | undefined> {
  const params = { user_id: await userNamed(name) }
  const { rows } = await call(itemRows, { params, query: { text: item } })
  const item_id = rows.find(({ label }) => label === item)?.id ?? ''
  const { slots } = await call(itemOpen, { params: { ...params, item_id } })
  const { value } = slots.find(({ label }) => label === slot) ?? {}
  return value ?? undefined
}

async function walletOf(name: string) {
  return call(walletGet, { params: { user_id: await userNamed(name) } })
}

async function requests(made_by = 'people'): Promise<readonly VerifierRequest[]> {
  const query = { made_by }
  const { body } = await call(forward, { body: { as: 'subscription', operation: listVerifierRequests.id, query } })
  return (body as { requests: VerifierRequest[] }).requests
}

async function requestNamed(name: string): Promise<VerifierRequestDetail> {
  const request_id = (await requests()).find((request) => request.name === name)?.id
  const { body } = await call(forward, {
    body: { as: 'subscription', operation: getVerifierRequest.id, params: { request_id } },
  })
  return (body as { request: VerifierRequestDetail }).request
}

/** What was said against the presentations of a request, one list for each. */
const problemsOf = ({ attempts }: VerifierRequestDetail) =>
  attempts.map(({ verification }) =>
    [...(verification?.errors ?? []), ...(verification?.warnings ?? [])].map(({ check, code }) => `${check} ${code}`),
  )

describe('the sample workspace', () => {
  it('has wallets with credentials of both issuers, one of them ended', async () => {
    const [alice, bob, carlos] = await Promise.all(['Alice Weber', 'Bob Okafor', 'Carlos Ruiz'].map(walletOf))

    for (const wallet of [alice, bob]) {
      const issuers = new Set(wallet?.credentials.map(({ issuer_name }) => issuer_name))
      expect(issuers).toEqual(new Set(['Harbour Registry', 'Pop-up Issuer']))
      expect(wallet?.open_run).toBeNull()
    }
    expect(carlos?.credentials).toEqual([])
    const ended = [alice, bob].flatMap(
      (wallet) => wallet?.credentials.filter(({ period }) => period !== 'current') ?? [],
    )
    expect(ended).toMatchObject([{ title: 'Driving licence', period: 'ended' }])
    expect((await call(issuedRows, { query: {} })).matching).toBe(14)
    const { rows: issued } = await call(issuedRows, { query: {} })
    expect(issued.flatMap(({ title, status }) => (status === 'active' ? [] : [`${title}: ${status ?? ''}`]))).toEqual([
      'Diploma: suspended',
      'Bank account: revoked',
    ])
  })

  it('has items of fourteen months, of every template, dated by the service as they were made', async () => {
    const lists = await Promise.all(
      PEOPLE.map(async (name) => {
        const { rows } = await call(itemRows, { params: { user_id: await userNamed(name) }, query: { own: true } })
        return rows
      }),
    )
    const days = lists.flat().map(({ created_at }) => (Date.now() - Date.parse(created_at)) / DAY_MS)
    const { item_templates } = await as('Alice Weber')(vaultOperations.itemTemplatesGet, { query: { per_page: 100 } })

    expect(lists.map((rows) => rows.length)).toEqual([15, 13, 9, 6])
    expect([Math.floor(Math.max(...days)), Math.floor(Math.min(...days))]).toEqual([423, 7])
    expect(new Set(lists.flat().map(({ item_template_label }) => item_template_label))).toEqual(
      new Set(item_templates.map(({ label }) => label)),
    )
  })

  it('has pictures, a file, and a folder of files that an item links', async () => {
    const params = { user_id: await userNamed('Alice Weber') }
    const { files } = await call(fileRows, { params })
    const { folders } = await call(folderRows, { params })
    const [photo] = files.filter(({ item_label }) => item_label === 'Mika')
    const slot = { ...params, item_id: photo?.item_id ?? '', slot_id: photo?.slot_id ?? '' }
    const picture = await call(slotFileOpen, { params: slot })
    const thumbnail = await call(slotThumbnailGet, { params: slot, query: { pixels: 64 } })

    expect(files.map(({ item_label, own, has_thumbnail }) => [item_label, own, has_thumbnail]).sort()).toEqual([
      ['Family car', true, true],
      ['Mika', true, true],
    ])
    expect(picture).toMatchObject({ filename: 'cat.png', kind: 'png' })
    expect(thumbnail.byte_size).toBe(picture.size)
    // Sealed, it is longer by the tags of its blocks.
    expect(photo?.byte_size).toBeGreaterThan(picture.size)
    expect(photo?.byte_size).toBeLessThan(picture.size + 1024)
    expect(Date.parse(photo?.created_at ?? '')).toBeLessThanOrEqual(Date.now())
    expect(folders.toSorted((one, other) => String(one.label).localeCompare(String(other.label)))).toMatchObject([
      { label: 'Car papers', files_count: 3, links: [{ item_label: 'Family car' }] },
      { label: 'To be sorted', files_count: 1, links: [] },
    ])
    expect(await call(fileRows, { params: { user_id: await userNamed('Carlos Ruiz') } })).toMatchObject({
      files: [{ item_label: 'Rental contract', filename: 'Rental contract 2024-118.txt' }],
    })
  })

  it('has shares in every state, one that ended by its date, and changes that wait to be sent', async () => {
    const alice = await userNamed('Alice Weber')
    const bob = await userNamed('Bob Okafor')
    const states = async (user_id: string, direction: 'incoming' | 'outgoing') => {
      const { rows } = await call(shareRows, { params: { user_id }, query: { direction } })
      return rows.map(({ item_label, state }) => `${item_label}: ${state}`).sort()
    }
    const { rows: tasks } = await call(taskRows, { params: { user_id: alice }, query: {} })
    const { events } = await as('Bob Okafor')(vaultOperations.eventsGet, { query: {} })

    expect(await states(alice, 'outgoing')).toEqual([
      'Driving licence: acceptance_required',
      'Emergency contacts: accepted',
      'Lisbon in May: acceptance_not_required',
      'Passport: acceptance_not_required',
      'Passport: accepted',
    ])
    expect(await states(alice, 'incoming')).toEqual([
      'Camera: accepted',
      'Flat, spare key: acceptance_required',
      'Wi-Fi at home: acceptance_not_required',
    ])
    expect(await states(bob, 'outgoing')).toEqual([
      'Health insurance: accepted',
      'Music streaming: rejected',
      'Passport: acceptance_not_required',
      'Wi-Fi at home: acceptance_not_required',
    ])
    expect(tasks.map(({ state }) => state)).toEqual(['todo', 'todo'])
    expect(events.map(({ name }) => name)).toContain('share.expired')
  })

  it('has an invitation that waits, one that expired, and a child user', async () => {
    const params = { user_id: await userNamed('Alice Weber') }
    const { rows: invitations } = await call(invitationRows, { params })
    const { rows: connections } = await call(connectionRows, { params, query: {} })

    expect(invitations.map(({ name, state, shares_to_be_created }) => [name, state, shares_to_be_created])).toEqual([
      ['Erik Lindqvist', 'new', 1],
      ['Jonas Weber', 'expired', 0],
      ['Carlos Ruiz', 'connected', 0],
      ['Bob Okafor', 'connected', 0],
    ])
    expect(connections.map(({ name }) => name)).toEqual(['Bob Okafor', 'Carlos Ruiz', 'Harbour Clinic', 'Kim Weber'])
  })

  it('has trips and appointments that are still to come, and a permit that has ended', async () => {
    const day = async (name: string, item: string, slot: string) => Date.parse((await valueOf(name, item, slot)) ?? '')
    const [now, year] = [Date.now(), 366 * DAY_MS]

    for (const coming of [
      await day('Alice Weber', 'Lisbon in May', 'Departure date'),
      await day('Alice Weber', 'Lisbon in May', 'Hotel check-in'),
      await day('Bob Okafor', 'Conference in Oslo', 'Departure date'),
      await day('Bob Okafor', 'Check-up with Dr. Lindqvist', 'Time'),
    ]) {
      expect(coming).toBeGreaterThan(now)
      expect(coming).toBeLessThan(now + year)
    }
    expect(await day('Bob Okafor', 'Residence permit', 'Expiry date')).toBeLessThan(now)
  })

  it('has an offer to act for somebody, a login key, an own template, and people who came with tokens', async () => {
    const alice = as('Alice Weber')
    const { delegation_invitations: offers } = await as('Bob Okafor')(
      vaultOperations.delegationInvitationsIncomingGet,
      {
        query: {},
      },
    )
    const { login_keys: keys } = await alice(keystoreOperations.loginKeysGet, {})
    const { item_templates } = await alice(vaultOperations.itemTemplatesGet, { query: { per_page: 100 } })
    const { issuers, identities } = await call(oidcGet, {})

    expect(offers).toMatchObject([{ delegation_role: 'reader' }])
    expect(keys.map(({ label }) => label)).toEqual(['Backup script at home'])
    expect(item_templates.filter(({ user_id }) => user_id !== null)).toMatchObject([
      { label: 'Allotment', items_count: 1 },
    ])
    expect(issuers.map(({ issuer }) => issuer)).toEqual(['https://ferry-tickets.issuer.test'])
    expect(identities.map(({ subject }) => subject).sort()).toEqual(['passenger-2041', 'passenger-2096'])
  })

  it('has an earlier run of scenarios, which came out as they must and left nothing at the desk', async () => {
    const params = { user_id: await userNamed('Alice Weber') }
    const { runs } = await call(walletScenarioRunRows, { params })
    const { of_scenarios } = await call(definitionRows, { query: {} })
    const wallet = await call(walletGet, { params })

    expect(runs).toMatchObject([{ row_count: 3, as_expected: 3, red: 0 }])
    expect(await requests('scenarios')).toEqual([])
    expect(of_scenarios).toBe(0)
    expect(wallet.runs.filter(({ state }) => state !== 'accepted')).toEqual([])
  })

  it('tells the window only how far it is, until it is in use', () => {
    const before = workbench.events.slice(
      0,
      workbench.events.findIndex(({ type }) => type === 'status'),
    )

    expect(new Set(before.map(({ type }) => type))).toEqual(new Set(['progress', 'call']))
  })

  it('is made in as many steps as it says', () => {
    const steps = workbench.events.flatMap((event) => (event.type === 'progress' ? [event] : []))

    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: (steps[0]?.of ?? 0) + 1 }, (_, done) => done))
  })

  it('has its users signed in, and asks for no passphrase to let them in again', async () => {
    expect((await call(usersGet, {})).users).toMatchObject(Array(6).fill({ state: 'signed_in', remembered: true }))
  })

  it('has definitions to ask with', async () => {
    const { rows } = await call(definitionRows, { query: {} })

    expect(rows.map(({ name }) => name).sort()).toEqual(['Age only', 'Car hire', 'Over 18', 'Two of three'])
  })

  it('trusts one of its two issuers, with every key', async () => {
    const [{ rows }, { issuers }] = await Promise.all([call(trustRows, {}), call(issuersGet, {})])
    const [harbour, popUp] = issuers

    expect([harbour?.trusted, popUp?.trusted]).toEqual([true, false])
    expect(rows.map(({ did }) => did).sort()).toEqual(
      [harbour?.did ?? '', ...(harbour?.keys.map(({ did }) => did) ?? [])].sort(),
    )
  })

  it('has a request in every state; one was rejected for one reason', async () => {
    expect((await requests()).map(({ name, state }) => [name, state])).toEqual([
      ['Wine shop', 'waiting'],
      ['Bar at the pier', 'verified'],
      ['Car hire, desk 2', 'rejected'],
      ['Car hire, desk 1', 'verified'],
      ['Cinema, late show', 'cancelled'],
      ['Opening an account', 'expired'],
    ])
    expect(problemsOf(await requestNamed('Car hire, desk 1'))).toEqual([[]])
    expect(problemsOf(await requestNamed('Car hire, desk 2'))).toEqual([['credential.expiry credential_expired']])
  })

  it('has an organization that works, with two owners and an admin, one that waits for review, and a rejected one', async () => {
    const list = async (name: string, mode: 'member' | 'requested' | 'rejected') => {
      const { organizations } = await as(name)(vaultOperations.organizationsGet, { query: { mode } })
      return organizations.map((one) => [one.name, one.status, one.own_role])
    }

    expect(await list('Dana Novak', 'member')).toEqual([['Harbour Clinic', 'validated', 'owner']])
    expect(await list('Alice Weber', 'member')).toEqual([['Harbour Clinic', 'validated', 'owner']])
    expect(await list('Carlos Ruiz', 'member')).toEqual([['Harbour Clinic', 'validated', 'admin']])
    expect(await list('Dana Novak', 'requested')).toEqual([['Pier Car Hire', 'requested', null]])
    expect(await list('Bob Okafor', 'member')).toEqual([])
    expect(await list('Bob Okafor', 'rejected')).toEqual([['Tidewater Loans', 'rejected', null]])
  })

  it('has a service whose user it shares with, both ways, and one that waits for review', async () => {
    const [clinic] = (await as('Dana Novak')(vaultOperations.organizationsGet, { query: { mode: 'member' } }))
      .organizations
    const { services } = await as('Bob Okafor')(vaultOperations.organizationsIdGet, {
      params: { id: clinic?.id ?? '' },
    })

    expect(services.map(({ name, status }) => [name, status])).toEqual([['Appointments', 'validated']])
    expect(await valueOf('Appointments', 'Health insurance', 'Member number')).toBe('LM 4408 215 K')
    expect(await valueOf('Bob Okafor', 'Check-up with Dr. Lindqvist', 'Place')).toBe('Second floor, room 2.14')
  })

  it('has its agents among the users, opened through Dana', async () => {
    const { users } = await call(usersGet, {})
    const agents = users.filter(({ agent }) => agent !== null)

    expect(agents.map(({ full_name, user_type, agent }) => [full_name, user_type, agent?.through_name])).toEqual([
      ['Harbour Clinic', 'organization_agent', 'Dana Novak'],
      ['Appointments', 'service_agent', 'Dana Novak'],
    ])
  })

  it('has a queue for the operator, and a record of what was reviewed', async () => {
    const user_id = await userNamed('Carlos Ruiz')
    const atDesk = async (operation: { readonly id: string }) =>
      (await call(forward, { body: { as: 'operator', operation: operation.id, query: {}, user_id } })).body

    expect(await atDesk(vaultOperations.managementRequestedOrganizationsGet)).toMatchObject({
      organizations: [{ name: 'Pier Car Hire' }],
    })
    expect(await atDesk(vaultOperations.managementRequestedOrganizationServicesGet)).toMatchObject({
      services: [{ name: 'Lab results' }],
    })
    const { operator_events: events } = (await atDesk(vaultOperations.systemEventsGet)) as {
      operator_events: readonly OperatorEvent[]
    }
    expect(events.map(({ name, subject_label }) => [name, subject_label])).toEqual([
      ['organization.rejected', 'Tidewater Loans'],
      ['service.validated', 'Appointments'],
      ['organization.validated', 'Harbour Clinic'],
    ])
  })

  it('has status lists that hold', async () => {
    const { rows } = await call(registryGet, { params: { kind: 'status-lists' } })

    expect(rows.map(({ source, problem }) => [source, problem])).toEqual(rows.map(() => ['demo_issuer', null]))
    expect(rows.length).toBeGreaterThan(3)
  })

  it('has issuers whose DIDs are the same in every sample workspace', { tags: ['full'] }, async () => {
    const other = await startWorkbench(temporaryDirectory())
    await other.call(sampleWorkspaceCreate, {})
    const [one, another] = await Promise.all([call(issuersGet, {}), other.call(issuersGet, {})])
    await stopWorkbench(other)

    expect(another.issuers.map(({ did, keys }) => [did, keys[0]])).toEqual(
      one.issuers.map(({ did, keys }) => [did, keys[0]]),
    )
  })

  it('hashes no passphrase, neither when it is made nor when its users sign in again', { tags: ['full'] }, async () => {
    const cost = { opsLimit: 0, memoryKib: 0 } // refused before anything is hashed
    const other = await startWorkbench(temporaryDirectory(), { cost })
    await other.call(sampleWorkspaceCreate, {})
    const [alice] = (await other.call(usersGet, {})).users
    const own = { params: { user_id: alice?.id ?? '' } }

    await other.call(userSignOut, own)
    const { user } = await other.call(userSignIn, { ...own, body: {} })
    const again = await other.call(userSignIn, { ...own, body: {} })
    await stopWorkbench(other)

    expect([user, again.user]).toMatchObject(Array(2).fill({ full_name: 'Alice Weber', state: 'signed_in' }))
  })

  it(
    'lets a passphrase be chosen for a user who has none yet, which then opens the account',
    { tags: ['full'] },
    async () => {
      const other = await startWorkbench(temporaryDirectory())
      await other.call(sampleWorkspaceCreate, {})
      const [alice] = (await other.call(usersGet, {})).users
      const own = { params: { user_id: alice?.id ?? '' } }
      const new_passphrase = 'chosen after all'

      const { user } = await other.call(changePassphrase, { ...own, body: { passphrase: null, new_passphrase } })
      await other.call(userSignOut, own)
      const remembered = await other.call(userSignIn, { ...own, body: {} })
      await other.call(userSignOut, own)
      const typed = await other.call(userSignIn, { ...own, body: { passphrase: new_passphrase } })
      await stopWorkbench(other)

      const signedIn = { full_name: 'Alice Weber', state: 'signed_in', remembered: true }
      expect([user, remembered.user, typed.user]).toMatchObject(Array(3).fill(signedIn))
    },
  )

  it('has an operator console that opens without a password, again after a lock', async () => {
    const { operatorGet, operatorOpen, workspaceLock, workspaceOpen } = workbenchOperations
    const operatorConsole = await call(operatorGet, {})
    const { current } = await call(workspaceLock, {})
    await call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    const opened = await call(operatorOpen, { body: {} })

    expect([operatorConsole, opened]).toEqual([
      { operator: { state: 'open', remembered: true } },
      { operator: { state: 'open', remembered: true } },
    ])
    const status = await call(forward, { body: { as: 'operator', operation: vaultOperations.systemStatusGet.id } })
    expect(status).toMatchObject({ ok: true })
  })

  it('opens the console with a password of the command line too', { tags: ['full'] }, async () => {
    const credentials = { subscriptionKey: 'k', subscriptionKeyName: 'command line', operatorPassword: 'given word' }
    const other = await startWorkbench(temporaryDirectory(), { credentials, open: 'sample' })
    const { operator } = await other.call(workbenchOperations.operatorGet, {})
    const status = await fetch(`${other.application.url}/vault/system/status`, {
      headers: { admin_password: 'given word' },
    })
    await stopWorkbench(other)

    expect([operator, status.status]).toEqual([{ state: 'open', remembered: true }, 200])
  })
})
