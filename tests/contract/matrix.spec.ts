// Proves docs/contract/vault.md, Credentials, Delegation header, Errors; docs/contract/keystore.md, Delegation.

import { beforeEach, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports, OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

/*
 * Who may reach whose objects, for every operation of the registry.
 */

interface ObjectRule {
  /** Why everybody may read it; then only unknown ids are refused. */
  readonly forEverybody?: string
  /** What strangers are told where they may know that it exists. */
  readonly refusedWith?: ErrorCode
  /** Part of the path that everybody may know; what it holds is compared with nothing in the same place. */
  readonly knownPart?: string
  /** Everybody but agents of services is refused before anything is looked up. */
  readonly forAgentsOnly?: true
}

const BEARER = { forEverybody: 'whoever holds the token may use it; it is used up in the tests of its states' }
const FOR_MEMBERS = { refusedWith: 'not_organization_member' } as const
const IN_ORGANIZATION = { knownPart: 'organization_id' }

/** Where it is not so that to a stranger the object does not exist. */
const RULES: Readonly<Record<string, ObjectRule>> = {
  'keystore.delegationsDelegationTokenClaimPost': BEARER,
  'vault.invitationsInvitationTokenAcceptPost': BEARER,
  'vault.invitationsInvitationTokenRejectDelete': BEARER,
  'vault.itemTemplatesIdGet': { forEverybody: 'the templates that come with the service belong to nobody' },
  'vault.classificationNodesIdGet': { forEverybody: 'the nodes that come with the service belong to nobody' },
  'vault.imagesIdGet': { forEverybody: 'the images of the operator belong to nobody' },
  'vault.organizationsOrganizationIdServicesIdGet': { forEverybody: 'validated services are shown to all' },
  'vault.organizationsIdLoginPost': FOR_MEMBERS,
  'vault.organizationsIdSessionsPost': FOR_MEMBERS,
  'vault.organizationsOrganizationIdAgentsGet': { forEverybody: 'validated organizations are shown to all' },
  'vault.organizationsOrganizationIdSessionsGet': FOR_MEMBERS,
  'vault.organizationsOrganizationIdSessionsIdDelete': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesIdSessionsPost': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesIdSuspensionPut': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesIdAgentDelete': FOR_MEMBERS,
  'vault.organizationsOrganizationIdMembersGet': FOR_MEMBERS,
  'vault.organizationsOrganizationIdMembersIdPut': FOR_MEMBERS,
  'vault.organizationsOrganizationIdMembersIdDelete': FOR_MEMBERS,
  'vault.organizationsOrganizationIdRequestedServicesGet': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesPost': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesIdLoginPost': FOR_MEMBERS,
  'vault.organizationsOrganizationIdServicesIdPut': IN_ORGANIZATION,
  'vault.organizationsOrganizationIdServicesIdDelete': IN_ORGANIZATION,
  'vault.serviceUsersIdGet': { forAgentsOnly: true },
}

const isForUsers = ({ auth }: Operation) => auth === 'user' || auth === 'token'
const userOperations = serviceOperations.filter(isForUsers)
const objectOperations = userOperations.filter(({ params }) => params !== undefined)
const openOperations = objectOperations.filter(({ id }) => RULES[id]?.forAgentsOnly !== true)

/** Ids that belong to nothing, whatever the path calls them. */
const unknownParams = (operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, UNKNOWN_ID]))

/** Of operations that refuse an empty body before they look for what the path names. */
const BODIES: Readonly<Record<string, object>> = { 'vault.managementAgentsIdSuspensionPut': { suspended: true } }
const bodyFor = ({ id, body }: Operation): unknown => BODIES[id] ?? (body && {})

it('matrix › every rule is of an operation whose path names an object', () => {
  const ids = objectOperations.map(({ id }) => id)

  expect(Object.keys(RULES).filter((id) => !ids.includes(id))).toEqual([])
})

describeOverTransports('matrix', (start) => {
  let running: TestService
  let owner: SignedInUser
  let stranger: SignedInUser

  async function begin(settings?: Parameters<typeof start>[0]): Promise<void> {
    running = await start(settings)
    owner = aSignedInUser(running)
    stranger = aSignedInUser(running)
  }
  beforeEach(() => begin())

  /** Sends what must be refused, and makes sure that it changed nothing. */
  async function refused(request: ServiceRequest): Promise<Refusal> {
    const before = databaseContent(running.connection)
    const reply = await running.send(request)
    expect(databaseContent(running.connection)).toBe(before)
    return refusalOf(reply)
  }

  /** Its end is written down before a call is made with it. */
  function anExpiredSession(): SignedInUser {
    const expired = aSignedInUser(running, { validForSeconds: -1 })
    running.service.applyDueChanges(running.clock.nowMs())
    return expired
  }

  /** That it was used is written down with its first call, which is let in or not. */
  async function aUsedKey(): Promise<Readonly<Record<string, string>>> {
    const { headers } = aSubscriptionKey(running)
    await running.send({ operation: 'exchange.registryGet', params: { kind: 'contexts' }, headers })
    return headers
  }

  it.each(userOperations)('$id › without, with an unknown and with an expired token: 401', async (operation) => {
    const expired = anExpiredSession()
    const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

    const reasons = []
    for (const headers of [{}, { authorization: 'v_unknown' }, { authorization: '' }, expired.headers]) {
      const { status, error } = await refused({ ...request, headers })
      expect({ status, error: error?.error }).toEqual({ status: 401, error: 'unauthorized' })
      reasons.push(error?.extra_info['reason'])
    }
    expect(reasons).toEqual(['token_missing', 'token_invalid', 'token_missing', 'token_expired'])
  })

  it.each(serviceOperations.filter(({ auth }) => auth === 'operator'))(
    '$id › without the operator password, also for a signed-in user: 401',
    async (operation) => {
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      const key = operation.api === 'exchange' ? await aUsedKey() : {}
      for (const headers of [{}, owner.headers, { admin_password: `${OPERATOR_PASSWORD}x` }]) {
        const { status, error } = await refused({ ...request, headers: { ...headers, ...key } })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'admin_password_invalid' })
      }
    },
  )

  it.each(serviceOperations.filter(({ auth }) => auth === 'operator_user'))(
    '$id › without the operator password, or without a session: 401',
    async (operation) => {
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }
      const password = { admin_password: OPERATOR_PASSWORD }
      const expired = anExpiredSession()

      for (const headers of [{}, owner.headers, { ...owner.headers, admin_password: `${OPERATOR_PASSWORD}x` }]) {
        const { status, error } = await refused({ ...request, headers })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'admin_password_invalid' })
      }
      for (const headers of [password, { authorization: 'v_unknown' }, expired.headers]) {
        const { status, error } = await refused({ ...request, headers: { ...headers, ...password } })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'unauthorized' })
      }
      // With both it is about the request itself, and what it names does not exist.
      if (operation.params === undefined) return
      expect((await running.send({ ...request, headers: { ...owner.headers, ...password } })).status).toBe(404)
    },
  )

  it.each(serviceOperations.filter(({ path }) => path.startsWith('/management/')))(
    '$id › needs no subscription key where one is required, and refuses a wrong one',
    async (operation) => {
      await begin({ requireSubscriptionKey: true })
      aSubscriptionKey(running)
      const headers = { ...owner.headers, admin_password: OPERATOR_PASSWORD }
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      expect((await running.send({ ...request, headers })).status).toBe(operation.params === undefined ? 200 : 404)
      const wrong = { ...headers, 'service-subscription-key': 'unknown' }
      expect(await refused({ ...request, headers: wrong })).toMatchObject({
        error: { error: 'subscription_key_invalid' },
      })
    },
  )

  it.each(serviceOperations.filter(({ api, auth }) => api === 'exchange' || auth === 'key'))(
    '$id › without a subscription key, also for a signed-in user: 401',
    async (operation) => {
      const { headers } = aSubscriptionKey(running)
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      for (const wrong of [{}, OPERATOR, owner.headers, { 'service-subscription-key': 'unknown' }]) {
        const { status, error } = await refused({ ...request, headers: wrong })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'subscription_key_invalid' })
      }
      // With a key it is about the request itself, and what it names does not exist.
      if (operation.params === undefined) return
      const status = operation.auth === 'operator' ? 401 : 404 // the key alone does not make an operator
      expect((await running.send({ ...request, headers })).status).toBe(status)
    },
  )

  it.each(serviceOperations.filter(({ api, auth }) => api === 'verifier' && auth === 'none'))(
    '$id › answers whoever knows the id of a request, whatever key is sent',
    async (operation) => {
      const params = unknownParams(operation)
      for (const headers of [{}, owner.headers, { 'service-subscription-key': 'unknown' }]) {
        const before = databaseContent(running.connection)
        const reply = await running.send({ operation: operation.id, params, body: bodyFor(operation), headers })
        expect(reply.status).toBe(404)
        expect(databaseContent(running.connection)).toBe(before)
      }
    },
  )

  it.each(userOperations.filter(({ delegation }) => delegation !== 'ignored'))(
    '$id › in the name of somebody who delegated nothing: 403',
    async (operation) => {
      const { status, error } = await refused({
        operation: operation.id,
        params: unknownParams(operation),
        body: bodyFor(operation),
        headers: { ...stranger.headers, 'service-delegation-id': owner.userId },
      })

      expect({ status, error: error?.error }).toEqual({ status: 403, error: 'delegation_not_permitted' })
    },
  )

  it.each(openOperations)("$id › another user's object and one that never existed: the same 404", async (operation) => {
    const rule = RULES[operation.id] ?? {}
    await begin(settingsFor(operation))
    const { headers, ...call } = await acceptedCall(running, owner, operation)

    const known = Object.entries(Object(call.params) as object).filter(([name]) => name === rule.knownPart)
    const nothing = { ...unknownParams(operation), ...Object.fromEntries(known) }
    const unknown = await refused({ ...call, params: nothing, headers: stranger.headers })
    expect({ status: unknown.status, error: unknown.error?.error }).toEqual({ status: 404, error: 'not_found' })

    if (rule.refusedWith !== undefined) {
      const { error } = await refused({ ...call, headers: stranger.headers })
      expect(error).toMatchObject({ error: rule.refusedWith })
    } else if (rule.forEverybody === undefined) {
      expect(await refused({ ...call, headers: stranger.headers })).toEqual(unknown)
    } else {
      expect((await running.send({ ...call, headers: stranger.headers })).ok).toBe(true)
    }
    // The object was there, and its owner may do it: the refusal was about the caller.
    if (rule !== BEARER) expect(await running.send({ ...call, headers: headers ?? {} })).toMatchObject({ ok: true })
  })

  it.each(objectOperations)('$id › an id that is none: 404 or what the name may be', async (operation) => {
    await begin(settingsFor(operation))
    const call = await acceptedCall(running, owner, operation)
    for (const name of ['1', 'ü', "' OR 1=1 --", '00000000-0000-4000-8000-00000000000g']) {
      const params = Object.fromEntries(Object.keys(unknownParams(operation)).map((key) => [key, name]))

      const { status } = await refused({ ...call, params })

      expect(status).toBe(404)
    }
  })
})

interface Refusal {
  readonly status: number
  readonly error: { readonly error: string; readonly extra_info: Readonly<Record<string, unknown>> } | undefined
}

function refusalOf(reply: ServiceReply): Refusal {
  return { status: reply.status, error: reply.ok ? undefined : reply.body.errors[0] }
}
