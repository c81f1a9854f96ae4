// Proves docs/contract/workbench.md, Sample workspace.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ForwardOrder } from '../../shared/contract/workbench-forward.ts'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { VerifierRequest, VerifierRequestDetail } from '../../shared/contract/verifier-requests.ts'
import type { Call } from '../../shared/contract/caller.ts'
import { callOver } from '../../shared/contract/caller.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import { startWorkbench, stopWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'

const { definitionRows, issuedRows, issuersGet, registryGet, sampleWorkspaceCreate } = workbenchOperations
const { itemOpen, itemRows, trustRows, forward, usersGet, walletGet } = workbenchOperations
const { getVerifierRequest, listVerifierRequests } = verifierRequestOperations

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
    return call(forward, { body: request as ForwardOrder }) // plain data, as callers send it
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

async function requests(): Promise<readonly VerifierRequest[]> {
  const { body } = await call(forward, { body: { as: 'subscription', operation: listVerifierRequests.id } })
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
    expect((await call(issuedRows, { query: {} })).matching).toBe(11)
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

  it('has its users signed in, with a passphrase that is remembered', async () => {
    expect((await call(usersGet, {})).users).toMatchObject(Array(6).fill({ state: 'signed_in', remembered: true }))
  })

  it('has definitions to ask with', async () => {
    const { rows } = await call(definitionRows, { query: {} })

    expect(rows.map(({ name }) => name).sort()).toEqual(['Age only', 'Car hire', 'Two of three'])
  })

  it('trusts one of its two issuers, with every key', async () => {
    const [{ rows }, { issuers }] = await Promise.all([call(trustRows, {}), call(issuersGet, {})])
    const [harbour, popUp] = issuers

    expect([harbour?.trusted, popUp?.trusted]).toEqual([true, false])
    expect(rows.map(({ did }) => did).sort()).toEqual(
      [harbour?.did ?? '', ...(harbour?.keys.map(({ did }) => did) ?? [])].sort(),
    )
  })

  it('has a request that was verified, one that was rejected for one reason, and one that waits', async () => {
    expect((await requests()).map(({ name, state }) => [name, state])).toEqual([
      ['Wine shop', 'waiting'],
      ['Car hire, desk 2', 'rejected'],
      ['Car hire, desk 1', 'verified'],
    ])
    expect(problemsOf(await requestNamed('Car hire, desk 1'))).toEqual([[]])
    expect(problemsOf(await requestNamed('Car hire, desk 2'))).toEqual([['credential.expiry credential_expired']])
  })

  it('has an organization that works, with its owner and an admin, and one that waits for review', async () => {
    const list = async (name: string, mode: 'member' | 'requested') => {
      const { organizations } = await as(name)(vaultOperations.organizationsGet, { query: { mode } })
      return organizations.map((one) => [one.name, one.status, one.own_role])
    }

    expect(await list('Dana Novak', 'member')).toEqual([['Harbour Clinic', 'validated', 'owner']])
    expect(await list('Alice Weber', 'member')).toEqual([['Harbour Clinic', 'validated', 'admin']])
    expect(await list('Dana Novak', 'requested')).toEqual([['Pier Car Hire', 'requested', null]])
    expect(await list('Bob Okafor', 'member')).toEqual([])
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
      ['service.validated', 'Appointments'],
      ['organization.validated', 'Harbour Clinic'],
    ])
  })

  it('has status lists that hold', async () => {
    const { rows } = await call(registryGet, { params: { kind: 'status-lists' } })

    expect(rows.map(({ source, problem }) => [source, problem])).toEqual(rows.map(() => ['demo_issuer', null]))
    expect(rows.length).toBeGreaterThan(3)
  })

  it('has issuers whose DIDs are the same in every sample workspace', async () => {
    const other = await startWorkbench(temporaryDirectory())
    await other.call(sampleWorkspaceCreate, {})
    const [one, another] = await Promise.all([call(issuersGet, {}), other.call(issuersGet, {})])
    await stopWorkbench(other)

    expect(another.issuers.map(({ did, keys }) => [did, keys[0]])).toEqual(
      one.issuers.map(({ did, keys }) => [did, keys[0]]),
    )
  })

  it("has an operator's desk that opens without a password, again after a lock", async () => {
    const { operatorGet, operatorOpen, workspaceLock, workspaceOpen } = workbenchOperations
    const desk = await call(operatorGet, {})
    const { current } = await call(workspaceLock, {})
    await call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    const opened = await call(operatorOpen, { body: {} })

    expect([desk, opened]).toEqual([
      { operator: { state: 'open', remembered: true } },
      { operator: { state: 'open', remembered: true } },
    ])
    const status = await call(forward, { body: { as: 'operator', operation: vaultOperations.systemStatusGet.id } })
    expect(status).toMatchObject({ ok: true })
  })

  it('opens the desk with a password of the command line too', async () => {
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
