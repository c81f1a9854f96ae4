import { CallError } from '../../../shared/contract/caller.ts'
import { connectionOperations } from '../../../shared/contract/connections.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { invitationOperations } from '../../../shared/contract/invitations.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { isUnderFormerKey } from '../../crypto/data-keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { allowNotFound } from '../account/call-errors.ts'
import type { PersonAccount } from '../account/account.ts'
import { readFormerDataKeys } from '../account/new-keys.ts'
import type { PersonClient } from '../client.ts'
import { pagesOf } from '../account/pages.ts'
import { createYield } from '../account/yielding.ts'
import { openPrivateName, sealPrivateName, sealPrivateValue } from './private-text.ts'
import { readOwnSlots, readReencryptedSlots, wipeVerificationKeys } from './read-slots.ts'
import { putUnderOwnKey } from './received-items.ts'

/** The result of one pass over everything under a former key. */
export interface Resealed {
  /** Resealed, or changed meanwhile; both require another pass. */
  readonly moved: number
  /** Cannot be resealed now. */
  readonly left: number
}

/** Reseals data under a person's data key other than items, names and invitations. */
export type ResealElsewhere = () => Promise<Resealed>

/** Limits the passes while somebody keeps changing items; the next sign-in continues. */
const MAX_PASSES = 10

const NOTHING: Resealed = { moved: 0, left: 0 }

/**
 * Reseals under the current data key everything sealed under former ones, and records the former keys as done once a
 * pass finds nothing under them. They stay in the key store, because no session may delete them. Resealing may be
 * interrupted and repeated, because each value opens with one of the keys. Names in pending invitations cannot be
 * changed, so they are checked again until the invitation ends.
 *
 * @returns whether nothing is under the former keys any more
 * @throws {CallError} of the service; {@link ServiceError} `user_locked` when the keys were wiped meanwhile
 */
export async function resealUnderNewKey(client: PersonClient, elsewhere: ResealElsewhere): Promise<boolean> {
  if (await isAllResealed(client)) return true
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    // Invitations come first, because accepting one moves its name to a connection, which is checked next.
    const parts = [await waitingNames(client), await resealNames(client), await resealItems(client), await elsewhere()]
    const { moved, left } = parts.reduce(sum, NOTHING)
    if (left > 0) return false
    if (moved > 0) continue
    await noteResealed(client)
    return true
  }
  return false
}

/**
 * Metadata of the key pair `auth`: the former keys under which nothing is left. It only saves a pass, and so needs no
 * protection.
 */
const RESEALED = 'resealed_data_encryption_keys'

async function isAllResealed({ account }: PersonClient): Promise<boolean> {
  if ((account.keys().formerDataKeys ?? []).length === 0) return true
  const { metadata } = await loginKeyPairOf(account)
  const done = metadata[RESEALED]
  return Array.isArray(done) && (await formerIds(account)).every((id) => done.includes(id))
}

async function noteResealed({ account }: PersonClient): Promise<void> {
  const { id, metadata } = await loginKeyPairOf(account)
  const body = { metadata: { ...metadata, [RESEALED]: await formerIds(account) } }
  await account.call(keystoreOperations.keypairsIdPatch, { params: { id }, body })
}

async function formerIds(account: PersonAccount): Promise<readonly string[]> {
  const former = await readFormerDataKeys(account.call, account.keys().keyEncryptionKey)
  wipe(...former.map(({ key }) => key))
  return former.map(({ id }) => id)
}

async function loginKeyPairOf({ call }: PersonAccount) {
  const params = { external_id: LOGIN_KEY_PAIR }
  const { keypair } = await call(keystoreOperations.keypairsExternalIdExternalIdGet, { params })
  return keypair
}

async function waitingNames({ account }: PersonClient): Promise<Resealed> {
  let left = 0
  for await (const page of pagesOf((query) => account.call(invitationOperations.invitationsGet, { query }))) {
    const names = page.invitations.map(({ encrypted_recipient_name }) => encrypted_recipient_name)
    left += names.filter((name) => name !== null && isUnderFormerKey(account.keys(), name)).length
  }
  return { moved: 0, left }
}

async function resealNames(client: PersonClient): Promise<Resealed> {
  const { call } = client.account
  let done = NOTHING
  for await (const page of pagesOf((query) => call(connectionOperations.connectionsGet, { query })))
    for (const { own } of page.connections) done = sum(done, await resealName(client, own))
  return done
}

type OwnSide = ReplyFor<typeof connectionOperations.connectionsIdGet>['connection']['own']

async function resealName({ account }: PersonClient, own: OwnSide): Promise<Resealed> {
  const { id, user_public_key: publicKey, encrypted_recipient_name: sealed } = own
  if (sealed === null || !isUnderFormerKey(account.keys(), sealed)) return NOTHING
  const name = openedName()
  if (name === undefined) return { moved: 0, left: 1 }
  const encrypted_recipient_name = sealPrivateName(account.keys(), publicKey, name)
  const body = { connection: { encrypted_recipient_name } }
  await allowNotFound(account.call(connectionOperations.connectionsIdPut, { params: { id }, body }))
  return { moved: 1, left: 0 }

  function openedName(): string | undefined {
    try {
      return openPrivateName(account.keys(), publicKey, sealed ?? '')
    } catch (error) {
      if (error instanceof CryptoError) return undefined
      throw error
    }
  }
}

async function resealItems(client: PersonClient): Promise<Resealed> {
  const { call } = client.account
  const yieldIfLong = createYield()
  let done = NOTHING
  for await (const page of pagesOf((query) => call(vaultOperations.itemsGet, { query }))) {
    const slots = Map.groupBy(page.slots, ({ item_id }) => item_id)
    for (const item of page.items) {
      await yieldIfLong()
      const { items: _items, ...related } = page
      const reply = { ...related, item, slots: slots.get(item.id) ?? [] }
      if (hasFormerText(client, reply)) done = sum(done, await resealItem(client, reply))
    }
  }
  return done
}

function hasFormerText({ account }: PersonClient, { slots }: Pick<ItemReply, 'slots'>): boolean {
  const keys = account.keys()
  return slots.some(({ encrypted_value: text }) => text !== null && isUnderFormerKey(keys, text))
}

function resealItem(client: PersonClient, reply: ItemReply): Promise<Resealed> {
  return reply.item.own ? resealOwnItem(client, reply) : resealReceivedItem(client, reply)
}

/** Errors for an item that changed since it was read; the next pass reads it again. */
const CHANGED_MEANWHILE: readonly string[] = ['edit_conflict', 'not_found', 'slot_not_found']

/** Reseals by an ordinary update of the item, so that its recipients receive the values again. */
async function resealOwnItem({ account }: PersonClient, reply: ItemReply): Promise<Resealed> {
  const keys = account.keys()
  const { id: itemId, updated_at } = reply.item
  const due = readOwnSlots(keys, reply).filter(({ slot }) => isUnderFormerKey(keys, slot.encrypted_value ?? ''))
  const slots_attributes = due.flatMap(({ slot: { id }, value }) =>
    value === null ? [] : [{ id, encrypted_value: sealPrivateValue(keys, { itemId, slotId: id }, value) }],
  )
  const left = due.length - slots_attributes.length
  if (slots_attributes.length === 0) return { moved: 0, left }
  try {
    await account.call(vaultOperations.itemsIdPut, {
      params: { id: itemId },
      body: { item: { slots_attributes }, based_on: updated_at },
    })
  } catch (error) {
    if (!(error instanceof CallError && CHANGED_MEANWHILE.includes(error.code))) throw error
  }
  return { moved: 1, left }
}

async function resealReceivedItem(client: PersonClient, reply: ItemReply): Promise<Resealed> {
  const slots = readReencryptedSlots(client.account.keys(), reply)
  try {
    if (slots.some(({ problem }) => problem !== null)) return { moved: 0, left: 1 }
    await putUnderOwnKey(client, { item: reply.item, encrypted_dek: null }, slots)
    return { moved: 1, left: 0 }
  } finally {
    wipeVerificationKeys(slots)
  }
}

function sum(one: Resealed, other: Resealed): Resealed {
  return { moved: one.moved + other.moved, left: one.left + other.left }
}
