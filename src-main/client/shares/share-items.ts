import { CallError } from '../../../shared/contract/caller.ts'
import { phrase, ServiceError, messageFields } from '../../../shared/contract/errors.ts'
import type { InputFor, ReplyFor, RequestFor } from '../../../shared/contract/operation.ts'
import type { MadeShare } from '../../../shared/contract/shares.ts'
import { MAX_SHARES_PER_CALL, shareOperations } from '../../../shared/contract/shares.ts'
import type { workbenchShareOperations } from '../../../shared/contract/workbench-sharing.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { ShareKey } from '../../crypto/share-format.ts'
import { newShareKey, sealShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { Client } from '../client.ts'
import type { ConnectedPerson } from '../people/people.ts'
import { createYield, yieldThread } from '../account/yielding.ts'
import { MAX_VALUES_PER_CALL, updateShares } from './sent-updates.ts'
import type { Prepared, Refusal, Shareable, ShareOrder } from './shareables.ts'
import { prepareShareables, sealValues, wipeShareables } from './shareables.ts'

type Operation = typeof workbenchShareOperations.shareCreate
export type ShareItemsOrder = InputFor<Operation>['body']
export type SharedItemsReply = ReplyFor<Operation>
type Warning = SharedItemsReply['warnings'][number]
type Entry = RequestFor<typeof shareOperations.itemsSharesPost>['body']['shares'][number]

export type OnShared = (done: number, of: number) => void

/**
 * Shares items with people: seals every value for every recipient with one data encryption key per recipient, in the
 * format of the recipient's key (docs/contract/client-crypto.md, Sharing, Passing on). Refused shares are listed; the
 * others are created.
 *
 * A recipient has one copy of an item, provided by the first share of it. For a further share the first one is updated,
 * so that the copy is current. A warning is returned for a single slot that is not visible yet.
 */
export async function shareItems(
  client: Client,
  order: ShareItemsOrder,
  onShared: OnShared,
): Promise<SharedItemsReply> {
  const prepared = await prepareShareables(client, order.items)
  const keys: ShareKey[] = []
  const result: SharedItemsReply = { created: 0, share_ids: [], failed: [], warnings: [] }
  const sharing: Sharing = { client, order, prepared, keys, result, holders: new Map() }
  const of = order.items.length * order.recipient_ids.length
  let sent = 0
  let refused = 0
  try {
    for await (const shares of batchesOf(addressedShares(sharing, () => (refused += 1)))) {
      await sealAndSend(sharing, shares)
      sent += shares.length
      onShared(sent + refused, of)
    }
    if (sent === 0) onShared(refused, of)
    await updateHolders(sharing)
    return result
  } finally {
    wipeShareables(prepared)
    for (const key of keys) wipeShareKey(key)
  }
}

interface Sharing {
  readonly client: Client
  readonly order: ShareItemsOrder
  readonly prepared: readonly Prepared[]
  /** The recipients' keys, to be wiped. */
  readonly keys: ShareKey[]
  /** Filled during the run. */
  readonly result: SharedItemsReply
  /** The recipients of each item of the user, by the earlier share that provides their copy. */
  readonly holders: Map<string, Map<string, string>>
}

/** A share to be created. */
interface AddressedShare {
  readonly shareable: Shareable
  readonly to: Addressee
}

interface Addressee {
  readonly person: ConnectedPerson
  readonly shareKey: ShareKey
  readonly sealedKey: string
}

/** Yields the shares of all items, recipient by recipient, and records those that cannot be created. */
async function* addressedShares({ client, order, prepared, keys, result }: Sharing, onRefused: () => void) {
  for (const recipientId of new Set(order.recipient_ids)) {
    const refuse = (shareOrder: ShareOrder, { code, message }: Refusal): void => {
      result.failed.push({ ...shareOrder, recipient_id: recipientId, code, message })
      onRefused()
    }
    const person = await client.people.find(recipientId)
    const shareables = prepared.flatMap((one) => {
      if (person !== undefined && !('refusal' in one)) return [one]
      refuse(one.order, 'refusal' in one ? one.refusal : NOT_CONNECTED)
      return []
    })
    if (person === undefined || shareables.length === 0) continue
    const to = addresseeOf(person, shareables, keys)
    for (const shareable of shareables) {
      if ('code' in to) refuse(shareable.order, to)
      else yield { shareable, to }
    }
  }
}

const NOT_CONNECTED: Refusal = { code: 'recipient_not_connected', message: 'You are not connected with this person.' }

/** Seals one key for all items of a recipient; the key for a single item is bound to the item. */
function addresseeOf(person: ConnectedPerson, shareables: readonly Shareable[], keys: ShareKey[]): Addressee | Refusal {
  const recipientId = person.row.user_id
  const shareKey = newShareKey(person.row.format)
  keys.push(shareKey)
  const [only] = shareables
  const isOnly = shareables.length === 1 && only !== undefined
  const binding = { recipientId, ...(isOnly && { itemId: only.originalItemId }) }
  try {
    return { person, shareKey, sealedKey: sealShareKey(person.publicKey, shareKey, binding) }
  } catch (error) {
    if (error instanceof CryptoError) return { code: 'invalid_public_key', ...messageFields(error) }
    throw error
  }
}

/** Groups shares into calls within the limits of the service that do not noticeably delay the window. */
async function* batchesOf(shares: AsyncIterable<AddressedShare>): AsyncGenerator<readonly AddressedShare[], void> {
  let current: AddressedShare[] = []
  let values = 0
  for await (const share of shares) {
    const { length } = share.shareable.slots
    const isFull = current.length === MAX_SHARES_PER_CALL || values + length > MAX_VALUES_PER_CALL
    if (isFull && current.length > 0) {
      yield current
      current = []
      values = 0
    }
    current.push(share)
    values += length
  }
  if (current.length > 0) yield current
}

async function sealAndSend(sharing: Sharing, shares: readonly AddressedShare[]): Promise<void> {
  const { client, order, result } = sharing
  const yieldIfLong = createYield()
  const entries: Entry[] = []
  for (const share of shares) {
    entries.push(entryOf(order, share))
    await yieldIfLong()
  }
  await yieldThread()
  const { refused, made } = await send(client, entries)
  result.share_ids.push(...[...made.values()].map(({ id }) => id))
  for (const [index, share] of shares.entries()) {
    const refusal = refused.get(index)
    const { order: shareOrder } = share.shareable
    const recipient_id = share.to.person.row.user_id
    if (refusal !== undefined) result.failed.push({ ...shareOrder, recipient_id, ...refusal })
    else result.warnings.push(...warningsOf(share), ...(await noteHolder(sharing, share, made.get(index))))
  }
  result.created += shares.length - refused.size
  await yieldThread()
}

function entryOf(order: ShareItemsOrder, { shareable, to }: AddressedShare): Entry {
  const { onsharing_permitted, acceptance_required, terms, expires_at } = order
  const { item_id, slot_id } = shareable.order
  return {
    item_id,
    recipient_id: to.person.row.user_id,
    public_key: to.person.publicKey,
    keypair_external_id: to.person.keypairExternalId,
    encrypted_dek: to.sealedKey,
    sharing_mode: onsharing_permitted ? 'anyone' : 'owner',
    acceptance_required,
    terms: terms === '' ? null : terms,
    expires_at,
    slot_id,
    slot_values: sealValues(shareable, to.shareKey),
  }
}

interface Sent {
  /** Both maps have the index of the entry as key. */
  readonly made: ReadonlyMap<number, MadeShare>
  readonly refused: ReadonlyMap<number, Refusal>
}

/**
 * Sends entries. A call is all or nothing, so the entries that the service reports as faulty are removed and the others
 * sent again.
 */
async function send(client: Client, entries: readonly Entry[]): Promise<Sent> {
  const refused = new Map<number, Refusal>()
  for (;;) {
    const left = [...entries.keys()].filter((index) => !refused.has(index))
    if (left.length === 0) return { made: new Map(), refused }
    const shares = left.flatMap((index) => entries[index] ?? [])
    try {
      const reply = await client.account.call(shareOperations.itemsSharesPost, { body: { shares } })
      return { made: new Map(reply.shares.map((share, place) => [left[place] ?? -1, share])), refused }
    } catch (error) {
      const refusals = refusalsOf(error, shares.length)
      for (const [place, index] of left.entries()) setIfThere(refused, index, refusals.get(place))
    }
  }
}

function setIfThere<Value>(map: Map<number, Value>, key: number, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value)
}

/** Records the earlier share that provides the copy, and warns if it does not show the newly shared slot. */
async function noteHolder(
  { client: { account }, holders, result }: Sharing,
  { shareable, to }: AddressedShare,
  made: MadeShare | undefined,
): Promise<Warning[]> {
  const holderId = made?.item_shared_via_another_share_id ?? null
  if (made === undefined || holderId === null) return []
  const recipientId = to.person.row.user_id
  const itemId = shareable.order.item_id
  if (shareable.own && !result.share_ids.includes(holderId)) {
    const ofItem = holders.get(itemId) ?? new Map<string, string>()
    holders.set(itemId, ofItem.set(holderId, recipientId))
  }
  if (made.slot_id === null) return []
  const held = await allowNotFound(account.call(shareOperations.outgoingSharesIdGet, { params: { id: holderId } }))
  const shownSlot = held?.share.slot_id ?? null
  if (shownSlot === null || shownSlot === made.slot_id) return []
  const message = phrase`${to.person.row.name} already has another slot of this item, and sees this one when that share ends`
  return [{ item_id: itemId, recipient_id: recipientId, code: 'waits_for_another_share', ...messageFields(message) }]
}

/** A failed update is a warning, because the shares already exist. */
async function updateHolders({ client, holders, result }: Sharing): Promise<void> {
  for (const [itemId, ofItem] of holders) {
    try {
      await updateShares(client, { itemId, shareIds: new Set(ofItem.keys()), onStep: () => {}, onShares: () => {} })
    } catch (error) {
      const isRefusal = error instanceof ServiceError || (error instanceof CallError && error.code !== 'unauthorized')
      if (!isRefusal) throw error
      for (const recipient_id of ofItem.values()) {
        result.warnings.push({ item_id: itemId, recipient_id, code: 'copy_not_updated', ...messageFields(error) })
      }
    }
  }
}

/** The refusal for each entry of a call; the same for all if the service lists none. */
function refusalsOf(error: unknown, sent: number): ReadonlyMap<number, Refusal> {
  if (!(error instanceof CallError) || error.code === 'unauthorized') throw error
  const faulty = [...faultyEntries(error)].filter(([place]) => place < sent)
  if (faulty.length > 0) return new Map(faulty)
  return new Map(Array.from({ length: sent }, (_, place) => [place, { code: error.code, ...messageFields(error) }]))
}

/** The entries that a refusal lists, each with its first fault. */
export function faultyEntries(error: CallError): Map<number, Refusal> {
  const faulty = new Map<number, Refusal>()
  for (const { error: code, extra_info, ...said } of error.errors) {
    const parameter = extra_info['parameter']
    const place = typeof parameter === 'string' ? /^\w+\[(\d+)\]/.exec(parameter)?.[1] : undefined
    if (place !== undefined && !faulty.has(Number(place))) faulty.set(Number(place), { code, ...messageFields(said) })
  }
  for (const index of indexesIn(error.errors[0]?.extra_info))
    if (!faulty.has(index)) faulty.set(index, { code: error.code, ...messageFields(error) })
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

/** A published client cannot verify our hash and refuses the value. */
function warningsOf({ shareable: { order, own, slots }, to: { person } }: AddressedShare): Warning[] {
  const isOurs = slots.some(({ slot }) => slot.value_verification_hash?.startsWith('pdv1.') === true)
  if (person.row.format !== 'published' || own || !isOurs) return []
  const message = `The recipient ${person.row.name} uses another client, which cannot check that these values are the owner's.`
  return [{ item_id: order.item_id, recipient_id: person.row.user_id, code: 'not_verifiable_by_recipient', message }]
}
