// Proves docs/contract/vault.md, Errors, Shares: faults.

import { beforeEach, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { anItemToIntend, PASSPHRASE_CIPHER_TEXT, peopleCalls } from '../support/people/people.ts'
import { connect, DEK, onwardValues, ownerValues, sealed, sharingCallsOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * Ids in the bodies of calls about shares, tasks, intents and events: those of somebody else are answered like ids of
 * nobody, and nothing is written. Paths are the business of the matrix, queries that of the strangers.
 */

type Kind = 'user' | 'item' | 'copy' | 'slot' | 'share' | 'task' | 'intent' | 'event' | 'connection'
type Ids = Readonly<Record<Kind, string>>

/** What the caller has, to be sent beside the id of somebody else. */
interface Mine {
  readonly item: ItemReply
  readonly copy: ItemReply
  readonly shareId: string
  readonly friendId: string
  readonly invitationId: string
}

/** An id of which kind, where, in which call. */
type Place = readonly [string, Kind, (mine: Mine, id: string) => ServiceRequest]

const first = <Value>([value]: readonly Value[]): Value => {
  if (value === undefined) throw new Error('none')
  return value
}
const entry = ({ item, friendId }: Mine, fields: object = {}) => ({
  recipient_id: friendId,
  encrypted_dek: DEK,
  slot_values: ownerValues(item.slots),
  ...fields,
})
const post = (mine: Mine, fields: object): ServiceRequest => ({
  operation: 'vault.itemsIdSharesPost',
  params: { id: mine.item.item.id },
  body: { shares: [entry(mine, fields)] },
})
const update = ({ item }: Mine, body: object): ServiceRequest => ({
  operation: 'vault.itemsIdSharesPut',
  params: { id: item.item.id },
  body,
})
const valuesFor = ({ item }: Mine, share_id: string) => ownerValues(item.slots).map((value) => ({ ...value, share_id }))
const withSlot = (values: readonly object[], slot_id: string) => [...values, { ...values[0], slot_id }]
const patch = (body: object): ServiceRequest => ({ operation: 'vault.sharesPatch', body })
const intend = (mine: Mine, fields: object): ServiceRequest => ({
  operation: 'vault.invitationsInvitationIdShareIntentsPost',
  params: { invitation_id: mine.invitationId },
  body: {
    share_intent: {
      item_id: mine.item.item.id,
      encrypted_dek: PASSPHRASE_CIPHER_TEXT,
      slot_values: ownerValues(mine.item.slots),
      ...fields,
    },
  },
})
const record = (fields: object): ServiceRequest => ({
  operation: 'vault.eventsPost',
  body: { eventable_type: 'Item', event_type: 'milestone', ...fields },
})

const PLACES: readonly Place[] = [
  ['recipient_id of a share', 'user', (mine, recipient_id) => post(mine, { recipient_id })],
  ['slot_id of a share', 'slot', (mine, slot_id) => post(mine, { slot_id })],
  ['slot_id of a value', 'slot', (mine, id) => post(mine, { slot_values: withSlot(ownerValues(mine.item.slots), id) })],
  ...(['item', 'copy'] as const).map((kind): Place => [
    'item_id of a share',
    kind,
    (mine, item_id) => ({ operation: 'vault.itemsSharesPost', body: { shares: [{ ...entry(mine), item_id }] } }),
  ]),
  [
    'share_id of an update',
    'share',
    (mine, id) => update(mine, { share_deks: [{ share_id: id, dek: DEK }], slot_values: valuesFor(mine, id) }),
  ],
  [
    'slot_id of an update',
    'slot',
    (mine, id) =>
      update(mine, {
        share_deks: [{ share_id: mine.shareId, dek: DEK }],
        slot_values: withSlot(valuesFor(mine, mine.shareId), id),
      }),
  ],
  ['task of an update', 'task', (mine, id) => update(mine, { client_tasks: [{ id, state: 'done' }] })],
  [
    'slot to encrypt again',
    'slot',
    ({ copy }, id) => ({
      operation: 'vault.itemsIdEncryptPost',
      params: { id: copy.item.id },
      body: {
        slots: [
          ...onwardValues(copy.slots).map(({ slot_id, encrypted_value }) => ({ id: slot_id, encrypted_value })),
          { id, encrypted_value: DEK },
        ],
      },
    }),
  ],
  [
    'share to change',
    'share',
    (_, share_id) => ({ operation: 'vault.sharesPut', body: { shares: [{ share_id, sharing_mode: 'anyone' }] } }),
  ],
  ['share to delete', 'share', (mine, id) => patch({ shares_to_delete: [mine.shareId, id] })],
  [
    'share to reconfigure',
    'share',
    (_, share_id) => patch({ shares_to_reconfigure: [{ share_id, expires_at: null }] }),
  ],
  ...(['item', 'copy'] as const).map((kind): Place => [
    'item to share',
    kind,
    (mine, id) => patch({ item_to_share_id: id, shares_to_create: [entry(mine)] }),
  ]),
  [
    'task to change',
    'task',
    (_, id) => ({ operation: 'vault.clientTaskQueuePut', body: { client_tasks: [{ id, state: 'done' }] } }),
  ],
  ['item of an intent', 'item', (mine, item_id) => intend(mine, { item_id })],
  ['slot of an intent', 'slot', (mine, slot_id) => intend(mine, { slot_id })],
  [
    'slot of a value of an intent',
    'slot',
    (mine, id) => intend(mine, { slot_values: withSlot(ownerValues(mine.item.slots), id) }),
  ],
  ['record of an event', 'item', (_, eventable_id) => record({ eventable_id })],
  ['slot of an event', 'slot', (_, eventable_id) => record({ eventable_id, eventable_type: 'Slot' })],
  ['connection of an event', 'connection', (_, eventable_id) => record({ eventable_id, eventable_type: 'Connection' })],
  ['parent of an event', 'event', (mine, parent_id) => record({ eventable_id: mine.item.item.id, parent_id })],
]

/** Ids that a stranger may know of in queries. */
const QUERIES = [
  ['vault.incomingSharesGet', 'share_ids'],
  ['vault.outgoingSharesGet', 'item_ids'],
  ['vault.clientTaskQueueGet', 'target_id'],
  ['vault.itemsGet', 'shared_with'],
  ['vault.itemsGet', 'owner_id'],
] as const

/** An answer without the id that was sent and without what differs between any two answers. */
function comparable({ status, body }: ServiceReply, sent: string): unknown {
  const text = JSON.stringify(body ?? null).replaceAll(sent, '<sent>')
  return { status, body: text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>') }
}

describeOverTransports('strangers among shares', (start) => {
  let running: TestService
  let stranger: SharingCalls
  let mine: Mine
  let theirs: Ids

  beforeEach(async () => {
    running = await start()
    const [owner, recipient, user, friend] = [1, 2, 3, 4].map(() => sharingCallsOf(running, aSignedInUser(running)))
    if (!owner || !recipient || !user || !friend) throw new Error('no users')
    connect(running, owner.user, recipient.user)
    connect(running, user.user, friend.user)
    theirs = await idsOf(owner, recipient)
    stranger = user
    const item = await user.newItem('Mine')
    const received = await friend.share(await friend.newItem('Received'), user.user)
    mine = {
      item,
      copy: await user.getItem((await user.opened(received.id)).item.id),
      shareId: (await user.share(item, friend.user)).id,
      friendId: friend.user.userId,
      invitationId: (await peopleCalls(running, user.user).invite()).id,
    }
  })

  async function idsOf(owner: SharingCalls, recipient: SharingCalls): Promise<Ids> {
    const item = await owner.newItem('Theirs')
    const share = await owner.share(item, recipient.user, { sharing_mode: 'anyone' })
    await owner.updateItem(item.item.id, { label: 'Changed' })
    const people = peopleCalls(running, owner.user)
    const { intent } = await anItemToIntend(running, owner.user)
    const { share_intents } = await owner.ok<{ share_intents: { id: string }[] }>(
      201,
      'invitationsInvitationIdShareIntentsPost',
      { params: { invitation_id: (await people.invite()).id }, body: { share_intent: intent } },
    )
    const { events } = await owner.ok<{ events: { id: string }[] }>(200, 'eventFeedGet', { query: {} })
    return {
      user: owner.user.userId,
      item: item.item.id,
      copy: (await recipient.opened(share.id)).item.id,
      slot: first(item.slots.filter(({ encrypted_value }) => encrypted_value === sealed('own a'))).id,
      share: share.id,
      task: first(await owner.tasks()).id,
      intent: first(share_intents).id,
      event: first(events).id,
      connection: first(await people.connections()).own.id,
    }
  }

  const send = (request: ServiceRequest) => running.send({ headers: stranger.user.headers, ...request })

  it.each(PLACES)("%s › another user's %s is answered like nobody's, and nothing changes", async (_, kind, call) => {
    const before = databaseContent(running.connection)

    const reply = await send(call(mine, theirs[kind]))

    expect(reply.ok).toBe(false)
    expect(comparable(reply, theirs[kind])).toEqual(comparable(await send(call(mine, UNKNOWN_ID)), UNKNOWN_ID))
    expect(databaseContent(running.connection)).toBe(before)
  })

  it.each(QUERIES)("%s › %s of another user finds what nobody's finds", async (operation, key) => {
    for (const id of Object.values(theirs)) {
      const reply = comparable(await send({ operation, query: { [key]: id } }), id)
      const nobodys = comparable(await send({ operation, query: { [key]: UNKNOWN_ID } }), UNKNOWN_ID)
      expect({ id, reply }).toEqual({ id, reply: nobodys })
    }
  })
})
