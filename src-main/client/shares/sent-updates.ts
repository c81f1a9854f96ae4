import { CallError } from '../../../shared/contract/caller.ts'
import type { ChangedClientTask } from '../../../shared/contract/client-tasks.ts'
import { asPhrase, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { RequestFor } from '../../../shared/contract/operation.ts'
import { MAX_SHARES_PER_CALL, shareOperations } from '../../../shared/contract/shares.ts'
import type { TaskReport } from '../../../shared/contract/workbench-tasks.ts'
import type { ShareFormat } from '../../crypto/connection-key-pair.ts'
import { formatOfPublicKey } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { ShareKey } from '../../crypto/share-format.ts'
import { newShareKey, sealOwnValue, sealShareKey, wipeShareKey } from '../../crypto/share-format.ts'
import type { Client } from '../client.ts'
import type { ReadSlot } from '../items/read-slots.ts'
import { readOwnSlots } from '../items/read-slots.ts'
import { pagesOf, piecesOf } from '../account/pages.ts'
import { createYield, yieldThread } from '../account/yielding.ts'

export type TaskStep = NonNullable<TaskReport['step']>

/** The result of an update. */
export interface Updated {
  readonly shares: number
  readonly values: number
}

export interface UpdateOrder {
  readonly itemId: string
  /** Limits it to these shares of the item; without it, all are meant. */
  readonly shareIds?: ReadonlySet<string>
  /** The task's change in the same transaction as the last shares; undefined if the update belongs to no task. */
  readonly finish?: (updated: Updated) => ChangedClientTask
  /** A step has begun. */
  readonly onStep: (step: TaskStep) => void
  readonly onShares: (done: number, of: number) => void
}

type Body = NonNullable<RequestFor<typeof shareOperations.itemsIdSharesPut>['body']>
type NewValue = NonNullable<Body['slot_values']>[number]

interface Target {
  readonly id: string
  readonly recipientId: string
  readonly publicKey: string
  readonly slotId: string | null
}

/** The service stores this many in one call without a noticeable delay for the window. */
export const MAX_VALUES_PER_CALL = 400
/** A share that ends while others are sealed makes the call fail; the next attempt leaves it out. */
const MAX_ATTEMPTS = 3

/**
 * The client's part of `update_item_shares` (docs/contract/client-crypto.md, Updating shares): encrypts the values of
 * an own item again for all who have it, also by on-sharers. One key for each format, fresh proofs for every share and
 * slot. May be run at any time and any number of times: it writes the current values over whatever is there.
 *
 * @throws {CallError} of the service; {@link ServiceError} `value_cannot_be_opened`, or `forbidden` where an item is not
 *   own; `invalid_public_key` when there are recipients whose key cannot be used: all others are up to date then.
 */
export async function updateShares(client: Client, order: UpdateOrder): Promise<Updated> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateOnce(client, order)
    } catch (error) {
      const isOvertaken = error instanceof CallError && error.code === 'share_not_of_item'
      if (!isOvertaken || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function updateOnce(client: Client, order: UpdateOrder): Promise<Updated> {
  const { itemId, onStep } = order
  onStep('read_item')
  const reply = await client.account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  onStep('open_values')
  const slots = openedSlots(client, reply)
  onStep('read_shares')
  const all = await targetsOf(client, itemId)
  const targets = all.filter(({ id }) => order.shareIds?.has(id) ?? true)
  onStep('seal')
  const keys = new Map<ShareFormat, ShareKey>()
  try {
    const { sealed, refused } = await sealKeys(itemId, targets, keys)
    const updated = await sendAll(client, order, { slots, sealed, isComplete: refused.length === 0 })
    if (refused.length === 0) return updated
    onStep('seal')
    throw await keysNotUsable(client, refused)
  } finally {
    for (const key of keys.values()) wipeShareKey(key)
  }
}

/** @throws {ServiceError} `value_cannot_be_opened`: nobody must get an old value instead of an unreadable one */
function openedSlots(client: Client, reply: ItemReply): readonly ReadSlot[] {
  if (!reply.item.own) throw new ServiceError('forbidden', 'Only the owner updates the shares of an item.')
  const slots = readOwnSlots(client.account.keys(), reply)
  const closed = slots.find(({ problem }) => problem !== null)
  if (closed === undefined) return slots
  throw new ServiceError(
    'value_cannot_be_opened',
    phrase`The value of "${closed.slot.label}" does not open: ${asPhrase(closed.problem ?? '')}.`,
  )
}

/** All shares of the item, with their recipients, to whom keys are bound. */
async function targetsOf(client: Client, itemId: string): Promise<Target[]> {
  const { call } = client.account
  const { shares } = await call(shareOperations.itemsIdSharesGet, { params: { id: itemId } })
  const recipients = new Map<string, string>()
  const sent = pagesOf((page) => call(shareOperations.outgoingSharesGet, { query: { ...page, item_ids: itemId } }))
  for await (const page of sent) for (const { id, recipient_id } of page.shares) recipients.set(id, recipient_id)
  const targets: Target[] = []
  for (const { id, public_key, slot_id } of shares) {
    const recipientId = recipients.get(id) ?? (await recipientOf(client, id))
    if (recipientId !== undefined) targets.push({ id, recipientId, publicKey: public_key, slotId: slot_id })
  }
  return targets
}

async function recipientOf({ account }: Client, id: string): Promise<string | undefined> {
  try {
    const { share } = await account.call(shareOperations.outgoingSharesIdGet, { params: { id } })
    return share.recipient_id
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined // it has ended since the list was read
    throw error
  }
}

interface SealedTarget extends Target {
  readonly dek: string
  readonly shareKey: ShareKey
}

interface RefusedTarget extends Target {
  readonly problem: string
}

/** Keys come before any value: a key that cannot be used is known, and does not keep the others waiting. */
async function sealKeys(itemId: string, targets: readonly Target[], keys: Map<ShareFormat, ShareKey>) {
  const sealed: SealedTarget[] = []
  const refused: RefusedTarget[] = []
  const yieldIfLong = createYield()
  for (const target of targets) {
    await yieldIfLong()
    try {
      const format = formatOfPublicKey(target.publicKey)
      const shareKey = keys.get(format) ?? newShareKey(format)
      keys.set(format, shareKey)
      const dek = sealShareKey(target.publicKey, shareKey, { itemId, recipientId: target.recipientId })
      sealed.push({ ...target, shareKey, dek })
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error
      refused.push({ ...target, problem: error.message })
    }
  }
  return { sealed, refused }
}

interface Sending {
  readonly slots: readonly ReadSlot[]
  readonly sealed: readonly SealedTarget[]
  /** True if nobody was left out, so that the last call may finish the task. */
  readonly isComplete: boolean
}

async function sendAll(client: Client, order: UpdateOrder, sending: Sending): Promise<Updated> {
  const { slots, sealed, isComplete } = sending
  const size = Math.max(1, Math.min(MAX_SHARES_PER_CALL, Math.floor(MAX_VALUES_PER_CALL / Math.max(1, slots.length))))
  const pieces = sealed.length === 0 ? [[]] : piecesOf(sealed, size)
  const yieldIfLong = createYield()
  let shares = 0
  let values = 0
  for (const [index, piece] of pieces.entries()) {
    order.onStep('seal')
    const slot_values: NewValue[] = []
    for (const target of piece) {
      slot_values.push(...valuesFor(order.itemId, target, slots))
      await yieldIfLong()
    }
    shares += piece.length
    values += slot_values.length
    const isLast = index === pieces.length - 1
    order.onStep('send')
    await yieldThread()
    await client.account.call(shareOperations.itemsIdSharesPut, {
      params: { id: order.itemId },
      body: {
        share_deks: piece.map(({ id, dek }) => ({ share_id: id, dek })),
        slot_values,
        client_tasks: isLast && isComplete && order.finish ? [order.finish({ shares, values })] : [],
      },
    })
    order.onShares(shares, sealed.length)
    await yieldThread()
  }
  return { shares, values }
}

/** Empty slots are listed too, so that a value the owner removed goes everywhere. */
function valuesFor(itemId: string, target: SealedTarget, slots: readonly ReadSlot[]): NewValue[] {
  const scope = slots.filter(({ slot }) => target.slotId === null || slot.id === target.slotId)
  return scope.map(({ slot, value }) => {
    const place = { itemId, slotId: slot.id }
    const sealed = value === null ? undefined : sealOwnValue(target.shareKey, place, value)
    return { share_id: target.id, slot_id: slot.id, ...(sealed ?? { encrypted_value: null }) }
  })
}

async function keysNotUsable(client: Client, refused: readonly RefusedTarget[]): Promise<ServiceError> {
  await client.people.version()
  const reasons = refused.map(({ recipientId, problem }) => `${client.people.known(recipientId).name}: ${problem}`)
  return new ServiceError('invalid_public_key', phrase`A key is not available: ${reasons.join('; ')}.`)
}
