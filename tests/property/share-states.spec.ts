// Proves docs/contract/vault.md, Shares: acceptance, Client tasks.

import { expect, it } from 'vitest'
import type { AcceptanceState } from '../../shared/contract/shares.ts'
import { CLIENT_TASK_STATES } from '../../shared/contract/client-tasks.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { connect, DEK, ownerValues, sharingCallsOf } from '../support/people/sharing.ts'
import { startService } from '../support/service/test-service.ts'

/*
 * Every state of a share and every call about it, by everybody: allowed calls lead where they must
 * (docs/contract/vault.md, Shares: acceptance), all others are refused and change nothing. The same for client tasks.
 */

type State = AcceptanceState | 'gone'
type Who = 'owner' | 'recipient' | 'stranger'
type Outcome = State | 'not_found' | 'share_not_acceptable' | 'share_not_of_item' | 'not_item_owner' | 'forbidden'

const STATES: readonly State[] = ['acceptance_not_required', 'acceptance_required', 'accepted', 'rejected', 'gone']

async function aShareIn(state: State) {
  const running = startService()
  const [owner, recipient, stranger] = [1, 2, 3].map(() => aSignedInUser(running)) as [Person, Person, Person]
  connect(running, owner, recipient)
  const service = {
    ...running,
    send: (request: ServiceRequest) => running.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const calls = {
    owner: sharingCallsOf(service, owner),
    recipient: sharingCallsOf(service, recipient),
    stranger: sharingCallsOf(service, stranger),
  }
  const item = await calls.owner.newItem()
  const open = state !== 'acceptance_not_required'
  const share = await calls.owner.share(item, recipient, open ? { acceptance_required: 'acceptance_required' } : {})
  const copyId = (await calls.recipient.opened(share.id)).item.id
  if (state === 'accepted') await calls.recipient.accept(share.id)
  if (state === 'rejected') await calls.recipient.reject(share.id)
  if (state === 'gone') await calls.owner.end(share.id)
  return { running, calls, item, share, copyId }
}
type Person = ReturnType<typeof aSignedInUser>
type World = Awaited<ReturnType<typeof aShareIn>>

interface Operation {
  readonly name: string
  readonly parts: (world: World) => object
  /** State afterwards, or the code of the refusal. */
  readonly outcome: (state: State, who: Who) => Outcome
}

const mine = (who: Who, outcome: Outcome) => (who === 'recipient' ? outcome : 'not_found')
const isGranted = (state: State) => state === 'accepted' || state === 'acceptance_not_required'
const byId = ({ share }: World) => ({ params: { id: share.id } })

const OPERATIONS: readonly Operation[] = [
  {
    name: 'incomingSharesIdGet',
    parts: byId,
    outcome: (state, who) => (state === 'gone' ? 'not_found' : mine(who, state)),
  },
  {
    name: 'incomingSharesIdItemGet',
    parts: byId,
    outcome: (state, who) => (state === 'gone' || state === 'rejected' ? 'not_found' : mine(who, state)),
  },
  {
    name: 'incomingSharesIdAcceptPut',
    parts: byId,
    outcome(state, who) {
      if (state === 'gone' || who !== 'recipient') return 'not_found'
      if (state === 'rejected') return 'share_not_acceptable'
      return state === 'acceptance_required' ? 'accepted' : state
    },
  },
  {
    name: 'incomingSharesIdRejectPut',
    parts: byId,
    outcome(state, who) {
      if (state === 'gone' || who !== 'recipient') return 'not_found'
      return isGranted(state) ? 'share_not_acceptable' : 'rejected'
    },
  },
  {
    name: 'outgoingSharesIdGet',
    parts: byId,
    outcome: (state, who) => (state !== 'gone' && who === 'owner' ? state : 'not_found'),
  },
  {
    name: 'sharesIdDelete',
    parts: byId,
    outcome: (state, who) => (state !== 'gone' && who !== 'stranger' ? 'gone' : 'not_found'),
  },
  {
    name: 'sharesPut',
    parts: ({ share }) => ({ body: { shares: [{ share_id: share.id, expires_at: '2030-01-01' }] } }),
    outcome(state, who) {
      if (state === 'gone' || who === 'stranger') return 'not_found'
      return who === 'owner' ? state : 'forbidden'
    },
  },
  {
    name: 'sharesPatch',
    parts: ({ share }) => ({ body: { shares_to_delete: [share.id] } }),
    outcome: (state, who) => (state !== 'gone' && who !== 'stranger' ? 'gone' : 'not_found'),
  },
  {
    name: 'itemsIdSharesPut',
    parts: ({ share, item }) => ({
      params: { id: item.item.id },
      body: {
        share_deks: [{ share_id: share.id, dek: DEK }],
        slot_values: ownerValues(item.slots, 'again').map((value) => ({ ...value, share_id: share.id })),
      },
    }),
    outcome(state, who) {
      if (who !== 'owner') return 'not_found'
      return state === 'gone' || state === 'rejected' ? 'share_not_of_item' : state
    },
  },
  {
    name: 'itemsIdEncryptPost',
    parts: ({ copyId, running }) => ({
      params: { id: copyId },
      body: {
        slots: running.connection
          .prepare('SELECT id, encrypted_value FROM slots WHERE item_id = ? AND encrypted_value IS NOT NULL')
          .all(copyId),
      },
    }),
    outcome(state, who) {
      if (who !== 'recipient' || state === 'gone' || state === 'rejected') return 'not_found'
      return isGranted(state) ? state : 'share_not_acceptable'
    },
  },
]

const CASES = STATES.flatMap((state) =>
  OPERATIONS.flatMap((operation) =>
    (['owner', 'recipient', 'stranger'] as const).map((who) => ({ state, operation, who, name: operation.name })),
  ),
)

function stateOf({ running, share }: World): State {
  const find = running.connection.prepare<[string], AcceptanceState>(
    'SELECT acceptance_required FROM shares WHERE id = ?',
  )
  return find.pluck().get(share.id) ?? 'gone'
}

it.each(CASES)('a share that is $state › $name by the $who', async ({ state, operation, who }) => {
  const world = await aShareIn(state)
  expect(stateOf(world)).toBe(state)
  const expected = operation.outcome(state, who)
  const before = databaseContent(world.running.connection)

  const reply = await world.calls[who].send(operation.name, operation.parts(world))

  const isState = STATES.some((one) => one === expected)
  expect(reply.ok ? stateOf(world) : reply.body.errors[0]?.error).toBe(expected)
  expect(reply.ok).toBe(isState)
  if (!reply.ok) expect(databaseContent(world.running.connection)).toBe(before)
  expect(world.running.faults).toEqual([])
  world.running.connection.close()
})

const TASK_CASES = CLIENT_TASK_STATES.flatMap((from) => CLIENT_TASK_STATES.map((to) => ({ from, to })))

it.each(TASK_CASES)('a task that is $from › becomes $to when its holder says so', async ({ from, to }) => {
  const { running, calls, item } = await aShareIn('accepted')
  await calls.owner.updateItem(item.item.id, { label: 'Boat' })
  const id = (await calls.owner.tasks())[0]?.id
  const put = (state: string) => ({ body: { client_tasks: [{ id, state }] } })
  await calls.owner.ok(200, 'clientTaskQueuePut', put(from))
  const before = databaseContent(running.connection)

  for (const [who, body] of [
    ['recipient', put(to)],
    [
      'owner',
      {
        body: {
          client_tasks: [
            { id, state: to },
            { id: UNKNOWN_ID, state: to },
          ],
        },
      },
    ],
  ] as const) {
    expect(await calls[who].refusal('clientTaskQueuePut', body)).toMatchObject([{ error: 'not_found' }])
    expect(databaseContent(running.connection)).toBe(before)
  }
  await calls.owner.ok(200, 'clientTaskQueuePut', put(to))
  expect((await calls.owner.tasks()).map(({ state }) => state)).toEqual([to])

  await calls.owner.tasks({ change_state: true })
  expect((await calls.owner.tasks()).map(({ state }) => state)).toEqual(['in_progress'])
  running.connection.close()
})
