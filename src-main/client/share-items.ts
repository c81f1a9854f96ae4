import { CallError } from '../../shared/contract/caller.ts'
import type { InputFor, ReplyFor, RequestFor } from '../../shared/contract/operation.ts'
import { MAX_SHARES_PER_CALL, shareOperations } from '../../shared/contract/shares.ts'
import type { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { CryptoError } from '../crypto/errors.ts'
import type { ShareKey } from '../crypto/share-format.ts'
import { newShareKey, sealShareKey, wipeShareKey } from '../crypto/share-format.ts'
import type { Client } from './client.ts'
import type { ConnectedPerson } from './people.ts'
import type { Prepared, Refusal, Shareable, ShareOrder } from './shareables.ts'
import { prepareShareables, sealValues, wipeShareables } from './shareables.ts'

type Operation = typeof workbenchShareOperations.shareCreate
export type ShareItemsOrder = InputFor<Operation>['body']
export type SharedItemsReply = ReplyFor<Operation>
type Warning = SharedItemsReply['warnings'][number]
type Entry = RequestFor<typeof shareOperations.itemsSharesPost>['body']['shares'][number]

export type OnShared = (done: number, of: number) => void

/** Values of one call: beyond it the body grows large and the window would feel the sealing. */
const MAX_VALUES_PER_CALL = 4_000

/**
 * Shares items with people: seals every value for every recipient, in the format of the recipient's key, with one data
 * encryption key for each recipient (client contract 5.6, 5.8). What the service refuses is taken out and named; the
 * rest is shared.
 */
export async function shareItems(
  client: Client,
  order: ShareItemsOrder,
  onShared: OnShared,
): Promise<SharedItemsReply> {
  const prepared = await prepareShareables(client, order.items)
  const of = order.items.length * order.recipient_ids.length
  const result: SharedItemsReply = { created: 0, share_ids: [], failed: [], warnings: [] }
  let done = 0
  try {
    for (const recipientId of new Set(order.recipient_ids)) {
      const before = done
      await shareWith(client, { order, prepared, recipientId, result }, (count) => {
        done = before + count
        onShared(done, of)
      })
    }
    return result
  } finally {
    wipeShareables(prepared)
  }
}

interface Batch {
  readonly order: ShareItemsOrder
  readonly prepared: readonly Prepared[]
  readonly recipientId: string
  /** Filled while the batch goes on. */
  readonly result: SharedItemsReply
}

async function shareWith(client: Client, batch: Batch, onDone: (count: number) => void): Promise<void> {
  const { prepared, recipientId, result } = batch
  const fail = (order: ShareOrder, { code, message }: Refusal): void => {
    result.failed.push({ ...order, recipient_id: recipientId, code, message })
  }
  const person = await client.people.find(recipientId)
  const shareables = prepared.flatMap((one) => {
    if (person !== undefined && !('refusal' in one)) return [one]
    fail(one.order, 'refusal' in one ? one.refusal : NOT_CONNECTED)
    return []
  })
  if (person === undefined || shareables.length === 0) {
    onDone(prepared.length)
    return
  }
  await sealAndSend(client, { ...batch, person, shareables, fail }, onDone)
}

const NOT_CONNECTED: Refusal = { code: 'recipient_not_connected', message: 'you are not connected with this person' }

interface Sealing extends Batch {
  readonly person: ConnectedPerson
  readonly shareables: readonly Shareable[]
  readonly fail: (order: ShareOrder, refusal: Refusal) => void
}

async function sealAndSend(client: Client, sealing: Sealing, onDone: (count: number) => void): Promise<void> {
  const { person, shareables, result, fail, prepared } = sealing
  const shareKey = newShareKey(person.row.format)
  try {
    const sealedKey = sealedKeyFor(person, shareKey, shareables)
    if (typeof sealedKey !== 'string') {
      for (const { order } of shareables) fail(order, sealedKey)
      onDone(prepared.length)
      return
    }
    let done = prepared.length - shareables.length
    for (const some of callsOf(shareables)) {
      const entries = some.map((shareable) => entryOf(sealing, shareable, { shareKey, sealedKey }))
      const { refused, shareIds } = await send(client, entries)
      result.share_ids.push(...shareIds)
      for (const [index, refusal] of refused) fail(some[index]?.order ?? { item_id: '', slot_id: null }, refusal)
      const shared = some.filter((_, index) => !refused.has(index))
      result.created += shared.length
      result.warnings.push(...warningsOf(person, shared))
      done += some.length
      onDone(done)
      await new Promise(setImmediate) // the window goes first
    }
  } finally {
    wipeShareKey(shareKey)
  }
}

/** One sealed key for all items of a recipient; of a single item, bound to that item too. */
function sealedKeyFor(person: ConnectedPerson, shareKey: ShareKey, shareables: readonly Shareable[]): string | Refusal {
  const recipientId = person.row.user_id
  const [only] = shareables
  const isOnly = shareables.length === 1 && only !== undefined
  const binding = { recipientId, ...(isOnly && { itemId: only.originalItemId }) }
  try {
    return sealShareKey(person.publicKey, shareKey, binding)
  } catch (error) {
    if (error instanceof CryptoError) return { code: 'invalid_public_key', message: error.message }
    throw error
  }
}

interface RecipientKey {
  readonly shareKey: ShareKey
  readonly sealedKey: string
}

function entryOf({ order, person }: Sealing, shareable: Shareable, { shareKey, sealedKey }: RecipientKey): Entry {
  const { onsharing_permitted, acceptance_required, terms, expires_at } = order
  const { item_id, slot_id } = shareable.order
  return {
    item_id,
    recipient_id: person.row.user_id,
    public_key: person.publicKey,
    keypair_external_id: person.keypairExternalId,
    encrypted_dek: sealedKey,
    sharing_mode: onsharing_permitted ? 'anyone' : 'owner',
    acceptance_required,
    terms: terms === '' ? null : terms,
    expires_at,
    slot_id,
    slot_values: sealValues(shareable, shareKey),
  }
}

function callsOf(shareables: readonly Shareable[]): Shareable[][] {
  const calls: Shareable[][] = []
  let current: Shareable[] = []
  let values = 0
  for (const shareable of shareables) {
    const isFull = current.length === MAX_SHARES_PER_CALL || values + shareable.slots.length > MAX_VALUES_PER_CALL
    if (isFull && current.length > 0) {
      calls.push(current)
      current = []
      values = 0
    }
    current.push(shareable)
    values += shareable.slots.length
  }
  return [...calls, current]
}

interface Sent {
  readonly shareIds: readonly string[]
  /** By index of the entry. */
  readonly refused: ReadonlyMap<number, Refusal>
}

/**
 * Sends entries; those the service names as faulty are taken out and the others sent again, because a call is all or
 * nothing.
 */
async function send(client: Client, entries: readonly Entry[]): Promise<Sent> {
  const refused = new Map<number, Refusal>()
  for (;;) {
    const left = [...entries.keys()].filter((index) => !refused.has(index))
    if (left.length === 0) return { shareIds: [], refused }
    const shares = left.flatMap((index) => entries[index] ?? [])
    try {
      const reply = await client.account.call(shareOperations.itemsSharesPost, { body: { shares } })
      return { shareIds: reply.shares.map(({ id }) => id), refused }
    } catch (error) {
      const refusals = refusalsOf(error, shares.length)
      for (const [place, index] of left.entries()) setIfThere(refused, index, refusals.get(place))
    }
  }
}

function setIfThere<Value>(map: Map<number, Value>, key: number, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value)
}

/** What is wrong with which entry of a call; with all of them where the refusal names none. */
function refusalsOf(error: unknown, sent: number): ReadonlyMap<number, Refusal> {
  if (!(error instanceof CallError) || error.code === 'unauthorized') throw error
  const faulty = [...faultyEntries(error)].filter(([place]) => place < sent)
  if (faulty.length > 0) return new Map(faulty)
  return new Map(Array.from({ length: sent }, (_, place) => [place, { code: error.code, message: error.message }]))
}

/** The entries of `shares` that a refusal names, each with the first thing that is wrong with it (vault contract 3.6.1). */
export function faultyEntries(error: CallError): Map<number, Refusal> {
  const faulty = new Map<number, Refusal>()
  for (const { error: code, message, extra_info } of error.errors) {
    const parameter = extra_info['parameter']
    const place = typeof parameter === 'string' ? /^\w+\[(\d+)\]/.exec(parameter)?.[1] : undefined
    if (place !== undefined && !faulty.has(Number(place))) faulty.set(Number(place), { code, message })
  }
  for (const index of indexesIn(error.errors[0]?.extra_info))
    if (!faulty.has(index)) faulty.set(index, { code: error.code, message: error.message })
  return faulty
}

function indexesIn(extraInfo: Readonly<Record<string, unknown>> | undefined): number[] {
  const lists = [extraInfo?.['shares'], extraInfo?.['share_intents']]
  return lists.flatMap((list) =>
    Array.isArray(list)
      ? list.flatMap((entry: unknown) => {
          const index: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'index') : undefined
          return typeof index === 'number' ? [index] : []
        })
      : [],
  )
}

/** A published client compares our hash with its own kind and refuses the value (client contract 8.3). */
function warningsOf(person: ConnectedPerson, shared: readonly Shareable[]): Warning[] {
  if (person.row.format !== 'published') return []
  return shared.flatMap(({ order, own, slots }) => {
    const isOurs = slots.some(({ slot }) => slot.value_verification_hash?.startsWith('pdv1.') === true)
    if (own || !isOurs) return []
    const message = `${person.row.name} uses another client, which cannot check that these values are the owner's`
    return [{ item_id: order.item_id, recipient_id: person.row.user_id, code: 'not_verifiable_by_recipient', message }]
  })
}
