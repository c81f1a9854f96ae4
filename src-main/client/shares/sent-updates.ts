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
import { pagesOf } from '../account/pages.ts'
import { piecesOf } from '../../../shared/pieces.ts'
import { createYield, yieldThread } from '../account/yielding.ts'

export type TaskStep = NonNullable<TaskReport['step']>

/** The result of an update. */
export interface Updated {
  readonly shares: number
  readonly values: number
}

export interface UpdateOrder {
  readonly itemId: string
  /** Limits the update to these shares of the item; all by default. */
  readonly shareIds?: ReadonlySet<string>
  /** Makes the change of the task, which is written with the last shares; undefined without a task. */
  readonly finish?: (updated: Updated) => ChangedClientTask
  /** Called when a step begins. */
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

/** The service stores this many in one transaction, which holds up the window for some 50 ms (`bench stalls`). */
export const MAX_VALUES_PER_CALL = 200
/** A share that ends during sealing makes the call fail; the next attempt omits it. */
const MAX_ATTEMPTS = 3

/**
 * Performs `update_item_shares` (docs/contract/client-crypto.md, Updating shares): encrypts the values of a user's item
 * again for all its recipients, including those reached by on-sharing. There is one key for each format, and a fresh
 * proof for every share and slot. It can be repeated at any time, because it always writes the current values.
 *
 * @throws {CallError} of the service; {@link ServiceError} `value_cannot_be_opened`, or `forbidden` for another user's
 *   item; `invalid_public_key` when a recipient's key cannot be used, after updating all others
 */
export async function updateShares(client: Client, order: UpdateOrder): Promise<Updated> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateOnce(client, order)
    } catch (error) {
      const hasShareEnded = error instanceof CallError && error.code === 'share_not_of_item'
      if (!hasShareEnded || attempt === MAX_ATTEMPTS) throw error
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

/** @throws {ServiceError} `value_cannot_be_opened`, so that no recipient keeps an old value */
function openedSlots(client: Client, reply: ItemReply): readonly ReadSlot[] {
  if (!reply.item.own) throw new ServiceError('forbidden', 'Only the owner can update the shares of an item.')
  const slots = readOwnSlots(client.account.keys(), reply)
  const closed = slots.find(({ problem }) => problem !== null)
  if (closed === undefined) return slots
  throw new ServiceError(
    'value_cannot_be_opened',
    phrase`The value of "${closed.slot.label}" does not open: ${asPhrase(closed.problem ?? '')}.`,
  )
}

/** Reads all shares of the item, and the recipients to whom their keys are bound. */
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
    if (error instanceof CallError && error.code === 'not_found') return undefined // ended meanwhile
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

/** Seals all keys before any value, so that an unusable key does not delay the other recipients. */
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
  /** True if no recipient was left out, so that the last call may finish the task. */
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

/** Includes empty slots, so that values the owner removed disappear for recipients. */
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
