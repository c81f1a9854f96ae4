import type { ItemReply } from '../../../shared/contract/items.ts'
import type { ClientTask } from '../../../shared/contract/client-tasks.ts'
import type { MadeShare, Share, ShareWithItemData } from '../../../shared/contract/shares.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import { aSignedInUser, newTestId } from '../service/builders.ts'
import type { Caller } from '../service/builders.ts'
import type { TestService } from '../service/test-service.ts'
import { callsOf } from '../service/vault-calls.ts'

type Somebody = Pick<Caller, 'userId'>

/** The key a recipient has in connections of these tests; the service checks no shape of it. */
export const keyOf = (user: Somebody) => `key of ${user.userId}`

/** Connects two users, as rows. */
export function connect({ connection }: Pick<TestService, 'connection'>, one: Somebody, other: Somebody): void {
  const ids = [newTestId(), newTestId()]
  const insert = connection.prepare(/* sql */ `
    INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, user_keypair_external_id, created_at)
    VALUES (?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')
  `)
  insert.run(ids[0], one.userId, other.userId, ids[1], keyOf(one), `pair of ${one.userId}`)
  insert.run(ids[1], other.userId, one.userId, ids[0], keyOf(other), `pair of ${other.userId}`)
}

/** Cipher text that says what it stands for, so that tests see whose value it is. */
export const sealed = (text: string) => `Aes256Gcm.${Buffer.from(text).toString('base64url')}.QWFydGlmYWN0cw==`
export const unsealed = (cipherText: string | null) =>
  cipherText === null ? null : Buffer.from(cipherText.split('.')[1] ?? '', 'base64url').toString()

export const HASH = 'a5'.repeat(32)
export const DEK = sealed('data key')

/** What an owner sends of each slot that has a value. */
export const ownerValues = (slots: readonly Slot[], text = 'shared') =>
  slots
    .filter(({ encrypted_value }) => encrypted_value !== null)
    .map(({ id, name }) => ({
      slot_id: id,
      encrypted_value: sealed(`${text} ${name}`),
      encrypted_value_verification_key: sealed(`key of ${name}`),
      value_verification_hash: HASH,
    }))

/** What somebody who passes an item on sends: no hashes. */
export const onwardValues = (slots: readonly Slot[], text = 'passed on') =>
  ownerValues(slots, text).map((value) => ({ ...value, value_verification_hash: null }))

/** Calls about shares and client tasks, besides those about items. */
export function sharingCallsOf(service: TestService, user: Caller) {
  const calls = callsOf(service, user)
  const { ok } = calls
  const one = async (status: number, name: string, id: string) =>
    (await ok<{ share: Share }>(status, name, { params: { id } })).share
  return {
    ...calls,
    user,
    /** An own item with slots `a` and `b`, and `empty` without a value. */
    newItem: (label = 'Car') =>
      calls.createItem({
        label,
        slots_attributes: [
          { label: 'A', encrypted_value: sealed('own a') },
          { label: 'B', encrypted_value: sealed('own b') },
          { label: 'Empty' },
        ],
      }),
    entry: (item: ItemReply, to: Caller, fields: object = {}) => ({
      recipient_id: to.userId,
      encrypted_dek: DEK,
      slot_values: (item.item.own ? ownerValues : onwardValues)(item.slots),
      ...fields,
    }),
    async share(item: ItemReply, to: Caller, fields: object = {}): Promise<MadeShare> {
      const { shares } = await ok<{ shares: MadeShare[] }>(201, 'itemsIdSharesPost', {
        params: { id: item.item.id },
        body: { shares: [this.entry(item, to, fields)] },
      })
      if (shares[0] === undefined) throw new Error('no share came back')
      return shares[0]
    },
    incoming: (id: string) => one(200, 'incomingSharesIdGet', id),
    outgoing: (id: string) => one(200, 'outgoingSharesIdGet', id),
    accept: (id: string) => one(200, 'incomingSharesIdAcceptPut', id),
    reject: (id: string) => one(200, 'incomingSharesIdRejectPut', id),
    opened: (id: string) => ok<ShareWithItemData>(200, 'incomingSharesIdItemGet', { params: { id } }),
    end: (id: string) => ok(204, 'sharesIdDelete', { params: { id } }),
    incomingList: (query: object = {}) => ok<SharesPage>(200, 'incomingSharesGet', { query }),
    outgoingList: (query: object = {}) => ok<SharesPage>(200, 'outgoingSharesGet', { query }),
    async tasks(query: object = {}, headers: object = {}): Promise<ClientTask[]> {
      const reply = await service.send({
        operation: 'vault.clientTaskQueueGet',
        headers: { ...user.headers, ...headers },
        query,
      })
      return (reply.body as { client_tasks: ClientTask[] }).client_tasks
    },
  }
}

export type SharingCalls = ReturnType<typeof sharingCallsOf>

/** Ada, who is connected with Bob, who is connected with Cleo. */
export function chainOfThree(running: TestService) {
  const [ada, bob, cleo] = [aSignedInUser(running), aSignedInUser(running), aSignedInUser(running)] as const
  connect(running, ada, bob)
  connect(running, bob, cleo)
  return {
    ada: sharingCallsOf(running, ada),
    bob: sharingCallsOf(running, bob),
    cleo: sharingCallsOf(running, cleo),
  }
}

export interface SharesPage {
  readonly shares: readonly Share[]
  readonly total_count: number
  readonly waiting_count: number
  readonly next_page_after: string | null
}

/** Names and clear stand-ins of the values of slots. */
export const valuesOf = (slots: readonly Slot[]) =>
  Object.fromEntries(slots.map(({ name, encrypted_value }) => [name, unsealed(encrypted_value)]))
