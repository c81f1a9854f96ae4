// Proves docs/contract/vault.md, Organizations, Organizations: services.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Organization, OrganizationService, ReviewState } from '../../shared/contract/organizations.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { isoTime } from '../../src-main/service/ports.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { aRunningOrganization, outcomeOf, personCalls } from '../support/people/organization-parties.ts'
import { agentOf, aRequestedService, operatorCalls, serviceAgentOf } from '../support/people/organizations.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/*
 * Every walk of three steps through the states of an organization and of a service (docs/contract/vault.md,
 * Organizations): what is allowed leads where the table says, everything else is refused and changes nothing; and who
 * sees the record follows from its state alone.
 */

type State = ReviewState | 'gone'
type Trigger = 'change' | 'delete' | 'validate' | 'reject'
type Actor = 'requestor' | 'stranger' | 'operator'
type Next = State | 'wrong_status' | 'not_found' | 'forbidden' | 'not_organization_member'

const STEPS = [
  ['change', 'requestor'],
  ['delete', 'requestor'],
  ['change', 'stranger'],
  ['delete', 'stranger'],
  ['validate', 'operator'],
  ['reject', 'operator'],
] as const satisfies readonly (readonly [Trigger, Actor])[]
type Step = (typeof STEPS)[number]

/** The states of organizations; a stranger cannot see what is not validated (docs/contract/vault.md, Organizations). */
const ORGANIZATION_TABLE: Readonly<Record<State, Readonly<Record<`${Trigger} by ${Actor}`, Next>>>> = tableOf({
  requested: ['requested', 'gone', 'not_found', 'not_found', 'validated', 'rejected'],
  validated: ['wrong_status', 'wrong_status', 'forbidden', 'forbidden', 'wrong_status', 'wrong_status'],
  rejected: ['wrong_status', 'gone', 'not_found', 'not_found', 'wrong_status', 'wrong_status'],
  gone: ['not_found', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
})

/** The same for services; here an owner of the organization stands for the requestor. */
const SERVICE_TABLE: typeof ORGANIZATION_TABLE = tableOf({
  requested: ['requested', 'gone', 'not_found', 'not_found', 'validated', 'rejected'],
  validated: [
    'wrong_status',
    'wrong_status',
    'not_organization_member',
    'not_organization_member',
    'wrong_status',
    'wrong_status',
  ],
  rejected: ['wrong_status', 'wrong_status', 'not_found', 'not_found', 'wrong_status', 'wrong_status'],
  gone: ['not_found', 'not_found', 'not_found', 'not_found', 'not_found', 'not_found'],
})

function tableOf(rows: Readonly<Record<State, readonly Next[]>>) {
  const cells = (next: readonly Next[]) =>
    Object.fromEntries(STEPS.map(([trigger, actor], index) => [`${trigger} by ${actor}`, next[index]]))
  return Object.fromEntries(Object.entries(rows).map(([state, next]) => [state, cells(next)])) as never
}

const WALKS = STEPS.flatMap((first) =>
  STEPS.flatMap((second) => STEPS.map((third) => ({ walk: [first, second, third] as const }))),
)
const inWords = (walk: readonly Step[]) => walk.map(([trigger, actor]) => `${trigger} by ${actor}`).join(', ')
const TITLED = WALKS.map(({ walk }) => ({ walk, words: inWords(walk) }))

/** A record under review, and what can be done with it and seen of it. */
interface Reviewed {
  readonly send: (step: Step, number: number) => Promise<ServiceReply>
  /** The places that show it, and its state there. */
  readonly seen: () => Promise<Readonly<Record<string, string | undefined>>>
}

/** Whoever calls. */
interface Sender {
  readonly send: (name: string, parts?: Pick<ServiceRequest, 'params' | 'query' | 'body'>) => Promise<ServiceReply>
}

let running: TestService
beforeAll(() => {
  const started = startService()
  running = {
    ...started,
    send: (request: ServiceRequest) => started.service.dispatch(request),
    close: () => Promise.resolve(),
  }
})
afterAll(() => {
  expect(running.faults).toEqual([])
  running.connection.close()
})
// Every walk begins with the same empty service: what it did is taken back.
beforeEach(() => void running.connection.exec('SAVEPOINT walk'))
afterEach(() => void running.connection.exec('ROLLBACK TO walk; RELEASE walk'))

/** Walks, and looks after every step. */
async function follow(
  walk: readonly Step[],
  { send, seen }: Reviewed,
  table: typeof ORGANIZATION_TABLE,
  places: Readonly<Record<State, object>>,
): Promise<void> {
  let state: State = 'requested'
  expect(await seen()).toEqual(places[state])
  for (const [number, step] of walk.entries()) {
    const [trigger, actor] = step
    const next: Next = table[state][`${trigger} by ${actor}`]
    const before = databaseContent(running.connection)
    const reply = await send(step, number)
    if (reply.ok) {
      if (next !== 'gone') expect(statusIn(reply)).toBe(next)
      state = next as State
    } else {
      expect(outcomeOf(reply)).toBe(next)
      if (next === 'wrong_status') expect(reply.body.errors[0]?.message).toContain(` is ${state};`)
      expect(databaseContent(running.connection)).toBe(before)
    }
    expect(await seen()).toEqual(places[state])
  }
}

function statusIn({ body }: ServiceReply): string | undefined {
  const { organization, service } = body as { organization?: Organization; service?: OrganizationService }
  return (service ?? organization)?.status
}

describe('organizations', () => {
  /** Requestor's own read, list of own requests, list of memberships; the list for all, a stranger's read, the queue. */
  const PLACES = {
    requested: { own: 'requested', requests: 'requested', queue: 'requested' },
    validated: { own: 'validated', member: 'validated', all: 'validated', stranger: 'validated' },
    rejected: { own: 'rejected' },
    gone: {},
  }

  it.each(TITLED)('walk › $words', async ({ walk }) => {
    const requestor = personCalls(running)
    const stranger = personCalls(running)
    const management = operatorCalls(running)
    const { id } = await requestor.request()
    const actors = { requestor, stranger, operator: management }
    const names: Readonly<Record<Trigger, string>> = {
      change: 'organizationsIdPut',
      delete: 'organizationsIdDelete',
      validate: 'managementRequestedOrganizationsIdValidatePut',
      reject: 'managementRequestedOrganizationsIdRejectDelete',
    }
    const list = async ({ send }: Sender, name: string, query: object = {}) =>
      bodyOf<{ organizations: Organization[] }>(await send(name, { query })).organizations.find((one) => one.id === id)
        ?.status
    const read = async ({ send }: Sender) => {
      const reply = await send('organizationsIdGet', { params: { id } })
      return reply.ok ? statusIn(reply) : undefined
    }
    await follow(
      walk,
      {
        send: ([trigger, actor], number) =>
          actors[actor].send(names[trigger], {
            params: { id },
            ...(trigger === 'change' && { body: { organization: { name: `Name ${number}` } } }),
          }),
        seen: async () => ({
          own: await read(requestor),
          requests: await list(requestor, 'organizationsGet', { mode: 'requested' }),
          member: await list(requestor, 'organizationsGet', { mode: 'member' }),
          all: await list(stranger, 'organizationsGet'),
          stranger: await read(stranger),
          queue: await list(management, 'managementRequestedOrganizationsGet'),
        }),
      },
      ORGANIZATION_TABLE,
      PLACES,
    )
  })

  it('what validation makes: the first owner, the agent with the key, and a record of who reviewed it when', async () => {
    const requestor = personCalls(running)
    const operator = aSignedInUser(running)
    const key = newBundleKey()
    const requested = await requestor.request({ public_key: key.publicKey })
    expect(requested).toMatchObject({ agent_id: null, validated_at: null, validated_by_id: null, own_role: null })
    running.clock.advanceMs(1000)

    const { organization: validated } = await operatorCalls(running, operator).validate(requested.id)

    expect(validated).toMatchObject({
      id: requested.id,
      requestor_id: requestor.user.userId,
      validated_by_id: operator.userId,
      created_at: requested.created_at,
      validated_at: isoTime(running.clock.nowMs()),
    })
    const agent = await agentOf(running, requestor.user, { organization: validated, key })
    const { user } = await callsOf(running, agent).ok<{ user: object }>(200, 'meGet')
    expect(user).toMatchObject({
      id: validated.agent_id,
      user_type: 'organization_agent',
      private_dek_external_id: null,
    })
    const { organization } = await requestor.ok<{ organization: Organization }>(200, 'organizationsIdGet', {
      params: { id: requested.id },
    })
    expect(organization.own_role).toBe('owner')
  })

  it('a rejection tells its reason to the requestor, and to nobody else', async () => {
    const requestor = personCalls(running)
    const { id } = await requestor.request()
    await operatorCalls(running).reject(id, { reason: 'No such clinic' })

    const { organization } = await requestor.ok<{ organization: Organization }>(200, 'organizationsIdGet', {
      params: { id },
    })
    expect(organization).toMatchObject({ status: 'rejected', rejection_reason: 'No such clinic', agent_id: null })
    expect(requestor.events().at(-1)).toMatchObject({
      name: 'organization.rejected',
      value: { organization_id: id, reason: 'No such clinic' },
    })
    const stranger = personCalls(running)
    expect(stranger.events()).toEqual([])
    expect(await stranger.refusal('organizationsIdGet', { params: { id } })).toMatchObject([{ error: 'not_found' }])
  })
})

describe('services', () => {
  /** The list of requested services, the service itself, the organization with its services, the queue. */
  const PLACES = {
    requested: { requests: 'requested', queue: 'requested' },
    validated: { one: 'validated', listed: 'validated' },
    rejected: {},
    gone: {},
  }

  it.each(TITLED)('walk › $words', async ({ walk }) => {
    const { id: organization_id, owner } = await aRunningOrganization(running)
    const requestor = personCalls(running, owner)
    const stranger = personCalls(running)
    const management = operatorCalls(running)
    const { id } = await aRequestedService(running, owner, organization_id)
    const actors = { requestor, stranger, operator: management }
    const names: Readonly<Record<Trigger, string>> = {
      change: 'organizationsOrganizationIdServicesIdPut',
      delete: 'organizationsOrganizationIdServicesIdDelete',
      validate: 'managementRequestedOrganizationServicesIdValidatePut',
      reject: 'managementRequestedOrganizationServicesIdRejectDelete',
    }
    const among = (services: readonly OrganizationService[]) => services.find((one) => one.id === id)?.status
    const list = async ({ send }: Sender, name: string, params?: Readonly<Record<string, string>>) =>
      among(bodyOf<{ services: OrganizationService[] }>(await send(name, { ...(params && { params }) })).services)
    await follow(
      walk,
      {
        send: ([trigger, actor], number) =>
          actors[actor].send(names[trigger], {
            params: actor === 'operator' ? { id } : { organization_id, id },
            ...(trigger === 'change' && { body: { service: { name: `Name ${number}` } } }),
          }),
        async seen() {
          const one = await stranger.send('organizationsOrganizationIdServicesIdGet', {
            params: { organization_id, id },
          })
          return {
            requests: await list(requestor, 'organizationsOrganizationIdRequestedServicesGet', { organization_id }),
            one: one.ok ? statusIn(one) : undefined,
            listed: await list(stranger, 'organizationsIdGet', { id: organization_id }),
            queue: await list(management, 'managementRequestedOrganizationServicesGet'),
          }
        },
      },
      SERVICE_TABLE,
      PLACES,
    )
  })

  it('belongs to its organization: under another one it is not there', async () => {
    const [mine, other] = [await aRunningOrganization(running), await aRunningOrganization(running)]
    const owner = personCalls(running, mine.owner)
    const { id } = await aRequestedService(running, other.owner, other.id)
    for (const organization_id of [mine.id, UNKNOWN_ID]) {
      const params = { organization_id, id }
      for (const [name, body] of [
        ['organizationsOrganizationIdServicesIdPut', { service: { name: 'Mine now' } }],
        ['organizationsOrganizationIdServicesIdDelete'],
        ['organizationsOrganizationIdServicesIdLoginPost'],
        ['organizationsOrganizationIdServicesIdGet'],
      ] as const) {
        const before = databaseContent(running.connection)
        expect(await owner.refusal(name, { params, ...(body && { body }) })).toMatchObject([{ error: 'not_found' }])
        expect(databaseContent(running.connection)).toBe(before)
      }
    }
  })

  it('what validation makes: an agent with the key of the service', async () => {
    const { id: organization_id, owner } = await aRunningOrganization(running)
    const key = newBundleKey()
    const requested = await aRequestedService(running, owner, organization_id, { public_key: key.publicKey })
    const operator = aSignedInUser(running)
    running.clock.advanceMs(1000)

    const { service: validated } = await operatorCalls(running, operator).validateService(requested.id)

    expect(validated).toMatchObject({
      organization_id,
      validated_by_id: operator.userId,
      validated_at: isoTime(running.clock.nowMs()),
    })
    const agent = await serviceAgentOf(running, owner, { service: validated, key })
    const { user } = await callsOf(running, agent).ok<{ user: object }>(200, 'meGet')
    expect(user).toMatchObject({ id: validated.agent_id, user_type: 'service_agent' })
  })
})
