// Proves docs/contract/vault.md, Usage numbers.

import { beforeEach, expect, it } from 'vitest'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { callStore, filesOf } from '../support/service/files.ts'
import { asOperator, connectAs, delegate } from '../support/service/metrics.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/* Usage numbers, for a user and for the operator (docs/contract/vault.md, Usage numbers). */

const DAY_MS = 24 * 60 * 60 * 1000

describeOverTransports('metrics', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser

  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
  })

  const system = (name: string, parts?: object) => asOperator(running, name, parts)
  const ofUser = (user: SignedInUser) => ({ params: { user_id: user.userId } })
  const itemMetrics = (items: readonly number[], slots: readonly number[]) => {
    const [all, own, duplicate] = items
    const [allSlots, ownSlots, duplicateSlots] = slots
    return {
      item_metrics: {
        items: { all, own, duplicate },
        slots: { all: allSlots, own: ownSlots, duplicate: duplicateSlots },
      },
    }
  }

  it('GET /metrics/items › counts own items and copies, and their slots', async () => {
    connect(running, ada, bob)
    const calls = sharingCallsOf(running, ada)
    const car = await calls.newItem('Car') // three slots
    await calls.createItem({ label: 'Note' })
    await calls.share(car, bob)
    await callsOf(running, bob).createItem({ label: 'Own', slots_attributes: [{ label: 'One' }] })

    expect(await callsOf(running, ada).ok(200, 'metricsItemsGet')).toEqual(itemMetrics([2, 2, 0], [3, 3, 0]))
    expect(await callsOf(running, bob).ok(200, 'metricsItemsGet')).toEqual(itemMetrics([2, 1, 1], [4, 1, 3]))
    expect(await system('systemMetricsItemsUserIdGet', ofUser(bob))).toEqual(itemMetrics([2, 1, 1], [4, 1, 3]))
    expect(await system('systemMetricsItemsGet')).toEqual(itemMetrics([4, 3, 1], [7, 4, 3]))
  })

  it('GET /metrics/items › counts by templates and nodes, all of which must hold', async () => {
    const calls = callsOf(running, ada)
    const { template: vehicle } = await calls.template('vehicle') // five slots
    const { template: password } = await calls.template('password') // three slots
    const france = [{ scheme_name: 'country', node_name: 'france' }]
    const home = [{ scheme_name: 'wallet', node_name: 'home' }]
    await calls.createItem({ label: 'Car', classification_nodes_attributes: france }, 'vehicle')
    await calls.createItem({ label: 'Van' }, 'vehicle')
    await calls.createItem(
      { label: 'ListenerPolicy', classification_nodes_attributes: [...home, ...france] },
      'password',
    )
    await calls.createItem({ label: 'Note' })
    const expected: readonly (readonly [object, number, number])[] = [
      [{ template_ids: vehicle.id }, 2, 10],
      [{ template_ids: `${vehicle.id},${password.id}` }, 3, 13],
      [{ template_ids: UNKNOWN_ID }, 0, 0],
      [{ classification_scheme_name: 'country' }, 2, 8],
      [{ classification_node_name: 'home' }, 1, 3],
      [{ classification_node_names: 'home,france' }, 2, 8],
      [{ classification_scheme_name: 'country', classification_node_name: 'home' }, 0, 0],
      [{ template_ids: vehicle.id, classification_node_names: 'home,france' }, 1, 5],
    ]
    for (const [query, items, slots] of expected) {
      const counted = itemMetrics([items, items, 0], [slots, slots, 0])
      expect({ query, counted: await calls.ok(200, 'metricsItemsGet', { query }) }).toEqual({ query, counted })
      expect(await system('systemMetricsItemsGet', { query })).toEqual(counted)
      expect(await system('systemMetricsItemsUserIdGet', { query, ...ofUser(ada) })).toEqual(counted)
    }
  })

  it('GET /system/metrics/items › does not tell by a guess how a user tags things', async () => {
    const calls = callsOf(running, ada)
    const tag = [{ scheme_name: 'tag', node_name: 'divorce' }]
    await calls.createItem({ label: 'Letter', classification_nodes_attributes: tag })

    for (const query of [{ classification_node_name: 'divorce' }, { classification_scheme_name: 'tag' }]) {
      expect(await calls.ok(200, 'metricsItemsGet', { query })).toEqual(itemMetrics([1, 1, 0], [0, 0, 0]))
      expect(await system('systemMetricsItemsGet', { query })).toEqual(itemMetrics([0, 0, 0], [0, 0, 0]))
      expect(await system('systemMetricsItemsUserIdGet', { query, ...ofUser(ada) })).toEqual(
        itemMetrics([0, 0, 0], [0, 0, 0]),
      )
    }
  })

  it('GET /metrics/connections › counts the own sides by kind, delegations apart', async () => {
    const [organization, service, carol, dora] = [
      aSignedInUser(running, { userType: 'organization_agent' }),
      aSignedInUser(running, { userType: 'service_agent' }),
      aSignedInUser(running),
      aSignedInUser(running),
    ]
    connect(running, ada, bob)
    connectAs(running, 'member', ada, organization)
    connectAs(running, 'service', ada, service)
    delegate(running, ada, carol, 'reader')
    delegate(running, dora, ada, 'admin')
    const none = { count: 0, by_roles: { admin: 0, owner: 0, reader: 0 } }
    const ofAda = {
      connection_metrics: {
        all_connections: 5,
        member_connections: 1,
        service_connections: 1,
        connections_granting_delegation_access_to_your_account: {
          count: 1,
          by_roles: { admin: 0, owner: 0, reader: 1 },
        },
        connections_with_delegation_access_to_other_users: { count: 1, by_roles: { admin: 1, owner: 0, reader: 0 } },
      },
    }

    expect(await callsOf(running, ada).ok(200, 'metricsConnectionsGet')).toEqual(ofAda)
    expect(await system('systemMetricsConnectionsUserIdGet', ofUser(ada))).toEqual(ofAda)
    expect(await callsOf(running, bob).ok(200, 'metricsConnectionsGet')).toEqual({
      connection_metrics: {
        all_connections: 1,
        member_connections: 0,
        service_connections: 0,
        connections_granting_delegation_access_to_your_account: none,
        connections_with_delegation_access_to_other_users: none,
      },
    })
  })

  it('GET /system/metrics/connections › counts each connection once, and shares with who takes part', async () => {
    const carol = aSignedInUser(running)
    const organization = aSignedInUser(running, { userType: 'organization_agent' })
    connect(running, ada, bob)
    connect(running, ada, carol)
    connectAs(running, 'member', bob, organization)
    delegate(running, bob, carol, 'owner')
    const calls = sharingCallsOf(running, ada)
    for (const recipient of [bob, carol]) await calls.share(await calls.newItem(), recipient)
    await calls.share(await calls.newItem(), bob)

    expect(await system('systemMetricsConnectionsGet')).toEqual({
      connection_metrics: {
        all_connections: 4,
        member_connections: 1,
        service_connections: 0,
        delegate_connections: 1,
        delegation_connections_by_roles: { admin: 0, owner: 1, reader: 0 },
      },
      share_metrics: { all_shares: 3, share_senders: 1, share_recipients: 2 },
    })
  })

  it('GET /metrics/attachments › sums uploads once with what belongs to them, and linked files for each slot', async () => {
    const files = filesOf(running, ada)
    const { id: attachment_id } = await files.attach(Buffer.alloc(1_000)) // with 12 bytes of artefacts
    await files.attach(Buffer.alloc(300)) // linked to nothing
    await files.uploadBlob(Buffer.alloc(7)) // part of nothing
    const { attachments_folder } = await callsOf(running, ada).ok<{ readonly attachments_folder: AttachmentsFolder }>(
      201,
      'attachmentsFoldersPost',
    )
    const { id: attachments_folder_id, resource_urls, token } = attachments_folder
    await callStore(running, 'PUT', `${resource_urls?.[0] ?? ''}/a?${token ?? ''}`, { body: Buffer.alloc(20) })
    const thumbnail = { attachment_id, size_type: '128x128/png', file: Buffer.alloc(5) }
    await callsOf(running, ada).ok(201, 'thumbnailsPost', { body: { thumbnail } })
    const file = { slot_type_name: 'attachment', attachment_id }
    const folder = { label: 'Papers', slot_type_name: 'attachments_folder', attachments_folder_id }
    connect(running, ada, bob)
    const calls = sharingCallsOf(running, ada)
    const slots_attributes = [{ ...file, label: 'Front' }, { ...file, label: 'Again' }, folder]
    await calls.share(await calls.createItem({ label: 'Passport', slots_attributes }), bob)
    const numbers = (uploaded: number, own: number, duplicate: number) => ({
      attachment_metrics: {
        data_size_of_uploaded_attachments_and_folders: uploaded,
        data_size_of_own_slots: own,
        data_size_of_duplicate_slots: duplicate,
        data_size_of_own_and_duplicate_slots: own + duplicate,
      },
    })

    expect(await calls.ok(200, 'metricsAttachmentsGet')).toEqual(numbers(1_349, 2_020, 0))
    expect(await callsOf(running, bob).ok(200, 'metricsAttachmentsGet')).toEqual(numbers(0, 0, 2_020))
    expect(await system('systemMetricsAttachmentsUserIdGet', ofUser(ada))).toEqual(numbers(1_349, 2_020, 0))
    expect(await system('systemMetricsAttachmentsGet')).toEqual(numbers(1_349, 2_020, 2_020))
  })

  it('GET /system/metrics/users › counts users by type, and those who joined in a time', async () => {
    running.clock.advanceMs(10 * DAY_MS) // 2026-01-11
    aSignedInUser(running, { userType: 'organization_agent' })
    running.clock.advanceMs(DAY_MS) // 2026-01-12
    aSignedInUser(running, { userType: 'service_agent' })
    const users = async (query: object) =>
      Object.values(
        ((await system('systemMetricsUsersGet', { query })) as { user_metrics: Record<string, number> }).user_metrics,
      )

    expect(await system('systemMetricsUsersGet')).toEqual({
      user_metrics: { all_users: 4, humans: 2, organization_agents: 1, service_agents: 1 },
    })
    expect(await users({ start_date: '2026-01-11' })).toEqual([2, 0, 1, 1])
    expect(await users({ end_date: '2026-01-11' })).toEqual([2, 2, 0, 0])
    expect(await users({ start_date: '2026-01-11', end_date: '2026-01-12' })).toEqual([1, 0, 1, 0])
    expect(await users({ start_date: '2026-01-11T01:00:00+01:00', end_date: '2026-01-11T00:00:00.001Z' })).toEqual([
      1, 0, 1, 0,
    ])
  })

  it('GET /system/metrics/active › counts who used a session, which may have ended since', async () => {
    const active = async () =>
      ((await system('systemMetricsActiveGet')) as { user_metrics: { active_users: number } }).user_metrics.active_users
    expect(await active()).toBe(0) // two users with sessions that nobody used

    await callsOf(running, ada).ok(200, 'meGet')
    await callsOf(running, bob).refusal('itemsIdGet', { params: { id: UNKNOWN_ID } })
    expect(await active()).toBe(1) // what was refused is no use

    await callsOf(running, bob).ok(204, 'sessionDelete')
    expect(await active()).toBe(2)

    running.clock.advanceMs(6 * DAY_MS)
    await callsOf(running, ada).ok(200, 'meGet')
    running.clock.advanceMs(25 * DAY_MS)
    expect(await active()).toBe(1) // Bob's was 31 days ago
    running.clock.advanceMs(6 * DAY_MS)
    expect(await active()).toBe(0)
  })

  it('GET /system/metrics/active › forgets a user who goes', async () => {
    await callsOf(running, ada).ok(200, 'meGet')
    await callsOf(running, bob).ok(204, 'meDelete')

    expect(await system('systemMetricsActiveGet')).toEqual({ user_metrics: { active_users: 1 } })
  })

  it.each(['systemMetricsItemsUserIdGet', 'systemMetricsConnectionsUserIdGet', 'systemMetricsAttachmentsUserIdGet'])(
    '%s › a user who does not exist, and an id that is none: 404',
    async (name) => {
      for (const user_id of [UNKNOWN_ID, 'nobody']) {
        const reply = await running.send({ operation: `vault.${name}`, params: { user_id }, headers: OPERATOR })
        expect(reply).toMatchObject({ status: 404, body: { errors: [{ error: 'not_found' }] } })
      }
    },
  )

  it('metrics › a time that is none, and names that are too long: 400', async () => {
    const queries = [
      ['systemMetricsUsersGet', { start_date: 'yesterday' }],
      ['systemMetricsUsersGet', { end_date: '2026-02-31' }],
      ['systemMetricsItemsGet', { classification_node_name: 'n'.repeat(256) }],
    ] as const
    for (const [name, query] of queries) {
      const reply = await running.send({ operation: `vault.${name}`, query, headers: OPERATOR })
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ error: 'invalid_params' }] } })
    }
    const query = { classification_scheme_name: 's'.repeat(256) }
    expect((await callsOf(running, ada).refusal('metricsItemsGet', { query }))[0]?.error).toBe('invalid_params')
  })
})
