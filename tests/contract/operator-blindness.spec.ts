// Proves docs/contract/vault.md, Credentials.

import { beforeAll, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Auth, Operation } from '../../shared/contract/operation.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { aWatchedVault, CANARY } from '../support/service/canaries.ts'
import type { WatchedVault } from '../support/service/canaries.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import type { SubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

/*
 * The operator runs the service and cannot read a user's data: for every operation of the registry, with the operator
 * password and whatever a caller could know of the vault, the answer tells nothing that is inside it.
 */

const withAuth = (...kinds: readonly Auth[]) => serviceOperations.filter(({ auth }) => kinds.includes(auth))
const path = (operation: Operation) => `${operation.id} ${operation.path}`
const named = (operations: readonly Operation[]) => operations.map((operation) => [path(operation), operation] as const)

describeOverTransports('the operator', (start) => {
  let running: TestService
  let vault: WatchedVault
  let stranger: SignedInUser
  let subscription: SubscriptionKey

  // One vault for all: nothing that is sent here may change it.
  beforeAll(async () => {
    running = await start()
    stranger = aSignedInUser(running)
    subscription = aSubscriptionKey(running)
    vault = await aWatchedVault(running)
  })

  /** Every way of filling the path with what belongs to the vault, or names something in it. */
  function pathsInto({ path }: Operation): readonly Readonly<Record<string, string>>[] {
    const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const values = [vault.owner.userId, ...vault.ids, ...vault.names]
    return keys.reduce<Readonly<Record<string, string>>[]>(
      (made, key) => made.flatMap((params) => values.map((value) => ({ ...params, [key]: value }))),
      [{}],
    )
  }

  /** No filter, and each filter with what the vault holds. */
  function queriesFor({ query }: Operation): readonly Readonly<Record<string, string>>[] {
    const keys = Object.keys(query?.shape ?? {}).filter((key) => key !== 'per_page' && key !== 'next_page_after')
    return [{}, ...keys.flatMap((key) => [...vault.ids, ...vault.names].map((value) => ({ [key]: value })))]
  }

  /** What the answer holds of the vault beyond what the request itself said. */
  function toldBy(request: ServiceRequest, reply: ServiceReply): readonly string[] {
    const said = JSON.stringify([request.params, request.query])
    const text = JSON.stringify(reply.body ?? null)
    const texts = [...text.matchAll(new RegExp(`"([^"]*${CANARY}[^"]*)"`, 'gi'))].map(([, found = '']) => found)
    const ids = vault.ids.filter((id) => text.includes(id) && !said.includes(id))
    return [
      ...ids,
      ...texts.filter((found) => !vault.names.some((name) => said.includes(name) && found.includes(name))),
    ]
  }

  async function tellsNothing(request: ServiceRequest): Promise<ServiceReply> {
    const reply = await running.send(request)
    expect({ params: request.params, query: request.query, told: toldBy(request, reply) }).toEqual({
      params: request.params,
      query: request.query,
      told: [],
    })
    return reply
  }

  const bodyFor = (operation: Operation) => operation.body && {}

  it('finds what the owner reads, so that the tests below can fail', async () => {
    const found: string[] = []
    for (const operation of withAuth('user', 'token').filter(({ method }) => method === 'GET')) {
      for (const params of pathsInto(operation)) {
        const request = { operation: operation.id, params, headers: vault.owner.headers }
        found.push(...toldBy(request, await running.send(request)))
      }
    }

    const texts = ['user', 'item', 'description', 'slot', 'terms', 'event', 'pair', 'metadata', 'login key']
    for (const text of texts) expect(found).toContain(`${CANARY} ${text}`)
    expect(found).toContain(`${CANARY}@example.org`)
    expect(found).toEqual(expect.arrayContaining([...vault.ids].filter((id) => id !== vault.owner.sessionId)))
    expect(found).toContain(`${CANARY}-tag`)
  })

  it.each(named(withAuth('operator')))(
    '%s › with the password alone tells nothing of a vault',
    async (_, operation) => {
      const requests = pathsInto(operation).flatMap((params) =>
        queriesFor(operation).map((query) => ({ operation: operation.id, params, query, body: bodyFor(operation) })),
      )
      const key = operation.api === 'exchange' ? subscription.headers : {}
      for (const headers of [
        { ...OPERATOR, ...key },
        { ...OPERATOR, ...key, ...stranger.headers },
      ])
        for (const request of requests) await tellsNothing({ ...request, headers })
      if (operation.method === 'GET' && operation.params === undefined) {
        expect(await running.send({ operation: operation.id, headers: OPERATOR })).toMatchObject({ ok: true })
      }
    },
  )

  it.each(named(withAuth('operator_user')))(
    "%s › with the password and another user's session tells nothing of a vault",
    async (_, operation) => {
      for (const params of pathsInto(operation)) {
        const request = { operation: operation.id, params, body: bodyFor(operation) }
        await tellsNothing({ ...request, headers: { ...OPERATOR, ...stranger.headers } })
        expect(await tellsNothing({ ...request, headers: OPERATOR })).toMatchObject({ status: 401 })
      }
    },
  )

  it.each(named(withAuth('user', 'token')))(
    '%s › with the password and without a session: 401; with that of another user, nothing of a vault',
    async (_, operation) => {
      const [params = {}, ...others] = pathsInto(operation)
      const request = { operation: operation.id, body: bodyFor(operation) }

      const before = databaseContent(running.connection)
      const refused = await running.send({ ...request, params, headers: OPERATOR })
      expect(refused).toMatchObject({ status: 401, body: { errors: [{ error: 'unauthorized' }] } })
      expect(databaseContent(running.connection)).toBe(before)
      if (operation.method !== 'GET') return
      for (const one of [params, ...others]) {
        await tellsNothing({ ...request, params: one, headers: { ...OPERATOR, ...stranger.headers } })
      }
    },
  )

  it.each(named(withAuth('none', 'optional')))(
    '%s › with the password tells nothing of a vault',
    async (_, operation) => {
      for (const params of pathsInto(operation)) {
        await tellsNothing({ operation: operation.id, params, body: bodyFor(operation), headers: OPERATOR })
      }
    },
  )

  it.each(named(withAuth('key')))('%s › the password is no subscription key', async (_, operation) => {
    const params = Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, UNKNOWN_ID]),
    )
    const reply = await running.send({ operation: operation.id, params, body: bodyFor(operation), headers: OPERATOR })

    expect(reply).toMatchObject({ status: 401, body: { errors: [{ error: 'subscription_key_invalid' }] } })
  })
})
