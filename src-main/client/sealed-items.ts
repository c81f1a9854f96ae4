import type { ReplyFor, RequestFor } from '../../shared/contract/operation.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { machineName } from '../../shared/contract/machine-name.ts'
import type {
  ItemDraft,
  NewItemDraft,
  OpenedItem,
  OpenedSlot,
  SlotDraft,
} from '../../shared/contract/workbench-items.ts'
import { CryptoError } from '../crypto/errors.ts'
import type { DataEncryptionKey } from '../crypto/keys.ts'
import type { SlotBinding } from '../crypto/seal.ts'
import { openSlotValue, sealSlotValue } from '../crypto/seal.ts'
import type { Account } from './account.ts'

type ItemReply = ReplyFor<typeof vaultOperations.itemsIdGet>
type StoredSlot = ItemReply['slots'][number]
type StoredNode = ItemReply['classification_nodes'][number]

/** The scheme whose nodes a user makes: tags. */
const TAG_SCHEME = 'tag'
/** Types whose values are shown only when asked for. */
const HIDDEN_TYPES: readonly string[] = ['password']

/**
 * Seals the values of a new item and creates it (client contract 5.3). Its slots have no ids yet, so each value is
 * bound to its slot's name, which is therefore always sent.
 */
export async function createItem(account: Account, draft: NewItemDraft): Promise<OpenedItem> {
  const { dataEncryptionKey } = account.keys()
  const reply = await account.call(vaultOperations.itemsPost, {
    body: {
      template_name: draft.template_name,
      item: {
        label: draft.label,
        description: draft.description ?? undefined,
        slots_attributes: sealNewSlots(dataEncryptionKey, draft.slots, []),
        classification_nodes_attributes: draft.tags.map(tagAttributes),
      },
    },
  })
  return openReply(dataEncryptionKey, reply)
}

/** Reads an item and opens its values, passwords excepted (client contract 5.4, own items). */
export async function openItem(account: Account, itemId: string): Promise<OpenedItem> {
  const reply = await account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  return openReply(account.keys().dataEncryptionKey, reply)
}

/**
 * Seals what changed and updates the item. Slots keep what the draft does not name.
 *
 * @throws {ServiceError} `edit_conflict` when the item changed after `draft.based_on`.
 */
export async function saveItem(account: Account, itemId: string, draft: ItemDraft): Promise<OpenedItem> {
  const stored = await account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  refuseConflict(stored, draft)
  const { dataEncryptionKey } = account.keys()
  const tags = draft.tags === undefined ? [] : tagChanges(stored.classification_nodes, draft.tags)
  const reply = await account.call(vaultOperations.itemsIdPut, {
    params: { id: itemId },
    body: {
      item: {
        ...(draft.label !== undefined && { label: draft.label }),
        ...(draft.description !== undefined && { description: draft.description }),
        slots_attributes: [
          ...sealExistingSlots(dataEncryptionKey, itemId, draft.slots),
          ...sealNewSlots(
            dataEncryptionKey,
            draft.slots.filter((slot) => slot.id === undefined),
            stored.slots.map((slot) => slot.name),
          ),
        ],
        classification_nodes_attributes: tags,
      },
    },
  })
  return openReply(dataEncryptionKey, reply)
}

/**
 * The value of one slot, hidden or not; null when nothing is stored.
 *
 * @throws {ServiceError} `not_found`, or `value_cannot_be_opened` with the reason.
 */
export async function revealSlot(account: Account, itemId: string, slotId: string): Promise<string | null> {
  const { slots } = await account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  const slot = slots.find(({ id }) => id === slotId)
  if (slot === undefined) throw new ServiceError('not_found', 'this item has no such slot')
  if (slot.encrypted_value === null) return null
  const { value, problem } = openStored(account.keys().dataEncryptionKey, itemId, slot, slot.encrypted_value)
  if (problem !== null) throw new ServiceError('value_cannot_be_opened', problem)
  return value
}

function openReply(key: DataEncryptionKey, { item, slots, classification_nodes }: ItemReply): OpenedItem {
  return {
    item,
    share: null,
    slots: slots.map((slot) => openSlot(key, item.id, slot)),
    tags: classification_nodes.map(({ id, name, label, scheme, own }) => ({ id, name, label, scheme, own })),
  }
}

function openSlot(key: DataEncryptionKey, itemId: string, slot: StoredSlot): OpenedSlot {
  const { encrypted_value, ...rest } = slot
  const shown = { ...rest, verification: null }
  if (encrypted_value === null) return { ...shown, state: 'empty', value: null, problem: null }
  const { value, problem } = openStored(key, itemId, slot, encrypted_value)
  if (problem !== null) return { ...shown, state: 'cannot_open', value: null, problem }
  if (HIDDEN_TYPES.includes(slot.slot_type_name)) return { ...shown, state: 'hidden', value: null, problem: null }
  return { ...shown, state: 'readable', value, problem: null }
}

type Opened = { readonly value: string; readonly problem: null } | { readonly value: null; readonly problem: string }

function openStored(key: DataEncryptionKey, itemId: string, slot: StoredSlot, encrypted: string): Opened {
  if (!encrypted.startsWith('pdv1.')) {
    return { value: null, problem: 'this value was written by another client, in a format this one does not read yet' }
  }
  try {
    return { value: openSlotValue(key, { slotName: slot.name, itemId, slotId: slot.id }, encrypted), problem: null }
  } catch (error) {
    if (error instanceof CryptoError) return { value: null, problem: error.message }
    throw error
  }
}

/** One slot of `PUT /items/{id}`. */
type SlotChange = NonNullable<
  NonNullable<RequestFor<typeof vaultOperations.itemsIdPut>['body']['item']>['slots_attributes']
>[number]

function sealExistingSlots(key: DataEncryptionKey, itemId: string, drafts: readonly SlotDraft[]): SlotChange[] {
  return drafts.flatMap((draft): SlotChange[] => {
    const { id, label, slot_type_name } = draft
    if (id === undefined) return []
    if (draft._destroy === true) return [{ id, _destroy: true }]
    return [{ id, label, slot_type_name, ...sealedValue(key, { itemId, slotId: id }, draft.value) }]
  })
}

function sealNewSlots(key: DataEncryptionKey, drafts: readonly SlotDraft[], takenNames: readonly string[]) {
  const taken = new Set(takenNames)
  return drafts.map((draft) => {
    const name = freeName(draft.name ?? machineName(draft.label ?? ''), taken)
    taken.add(name)
    const { label, slot_type_name } = draft
    return { name, label, slot_type_name, ...sealedValue(key, { slotName: name }, draft.value) }
  })
}

/** Sealed under the name, so the name is made unique here, before the service sees it. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted === '' ? 'slot' : wanted
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}_${number}`)) number += 1
  return `${base}_${number}`
}

function sealedValue(
  key: DataEncryptionKey,
  binding: SlotBinding,
  value: string | null | undefined,
): { readonly encrypted_value?: string | null } {
  if (value === undefined) return {}
  return { encrypted_value: value === null ? null : sealSlotValue(key, binding, value) }
}

function tagAttributes(label: string) {
  return { label, scheme: TAG_SCHEME }
}

function tagChanges(current: readonly StoredNode[], wanted: readonly string[]) {
  const tags = current.filter(({ scheme }) => scheme === TAG_SCHEME)
  const wantedKeys = new Set(wanted.map(tagKey))
  const currentKeys = new Set(tags.map(({ label }) => tagKey(label)))
  return [
    ...tags.filter(({ label }) => !wantedKeys.has(tagKey(label))).map(({ id }) => ({ id, _destroy: true })),
    ...wanted.filter((label) => !currentKeys.has(tagKey(label))).map(tagAttributes),
  ]
}

/** Tags are equal by machine name; labels without any usable character have none and are compared as they are. */
function tagKey(label: string): string {
  return machineName(label) || label.trim().normalize('NFC')
}

function refuseConflict(stored: ItemReply, draft: ItemDraft): void {
  if (draft.based_on === undefined || draft.based_on === stored.item.updated_at) return
  throw new ServiceError('edit_conflict', 'the item was changed by somebody else since you opened it', {
    extraInfo: { based_on: draft.based_on, updated_at: stored.item.updated_at },
  })
}
