import type { RequestFor } from '../../../shared/contract/operation.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { GivenItemFields } from '../../../shared/contract/items.ts'
import { TAG_SCHEME } from '../../../shared/contract/classification.ts'
import { labelKey, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { ItemDraft, NewItemDraft, OpenedItem, SlotDraft } from '../../../shared/contract/workbench-items.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { SlotBinding } from '../../crypto/seal.ts'
import type { Account } from '../account/account.ts'
import { openedItem } from './open-items.ts'
import { sealPrivateValue } from './private-text.ts'
import { readOwnSlots } from './read-slots.ts'

/** A draft of a slot with a file or folder, whose key is the slot's value. */
interface FileSlotDraft extends SlotDraft {
  readonly attachment_id?: string | undefined
  readonly attachments_folder_id?: string | undefined
}
type WithFiles<Draft> = Omit<Draft, 'slots'> & { readonly slots: readonly FileSlotDraft[] }

type StoredNode = ItemReply['classification_nodes'][number]

/**
 * Creates an item with sealed values (docs/contract/client-crypto.md, Making items). Its slots have no ids yet, so each
 * value is bound to its slot's name, which is always sent.
 */
export async function createItem(account: Account, draft: WithFiles<NewItemDraft>): Promise<OpenedItem> {
  const keys = account.keys()
  const reply = await account.call(vaultOperations.itemsPost, {
    body: {
      template_name: draft.template_name,
      item: {
        label: draft.label,
        ...GivenItemFields.parse(draft),
        slots_attributes: sealNewSlots(keys, draft.slots, []),
        classification_nodes_attributes: draft.tags.map(tagAttributes),
      },
    },
  })
  return openReply(keys, reply)
}

/**
 * Seals changed values and updates the item. Fields missing from the draft stay unchanged.
 *
 * @throws {CallError} `edit_conflict` when the item changed after `draft.based_on`.
 */
export async function saveItem(
  account: Account,
  itemId: string,
  draft: Partial<WithFiles<ItemDraft>>,
): Promise<OpenedItem> {
  const stored = await account.call(vaultOperations.itemsIdGet, { params: { id: itemId } })
  const { slots = [] } = draft
  const keys = account.keys()
  const tags = draft.tags === undefined ? [] : tagChanges(stored.classification_nodes, draft.tags)
  const reply = await account.call(vaultOperations.itemsIdPut, {
    params: { id: itemId },
    body: {
      item: {
        ...(draft.label !== undefined && { label: draft.label }),
        ...GivenItemFields.parse(draft),
        slots_attributes: [
          ...sealExistingSlots(keys, itemId, slots),
          ...sealNewSlots(
            keys,
            slots.filter((slot) => slot.id === undefined),
            stored.slots.map((slot) => slot.name),
          ),
        ],
        classification_nodes_attributes: tags,
      },
      based_on: draft.based_on,
    },
  })
  return openReply(keys, reply)
}

function openReply(keys: DataKeys, reply: ItemReply): OpenedItem {
  return openedItem(reply, readOwnSlots(keys, reply), null)
}

/** A slot in the body of `PUT /items/{id}`. */
type SlotChange = NonNullable<
  NonNullable<RequestFor<typeof vaultOperations.itemsIdPut>['body']['item']>['slots_attributes']
>[number]

function sealExistingSlots(keys: DataKeys, itemId: string, drafts: readonly FileSlotDraft[]): SlotChange[] {
  return drafts.flatMap((draft): SlotChange[] => {
    const { id } = draft
    if (id === undefined) return []
    if (draft._destroy === true) return [{ id, _destroy: true }]
    return [{ id, ...clearFields(draft), ...sealedValue(keys, { itemId, slotId: id }, draft.value) }]
  })
}

function sealNewSlots(keys: DataKeys, drafts: readonly FileSlotDraft[], takenNames: readonly string[]) {
  const taken = new Set(takenNames)
  return drafts.map((draft) => {
    const name = freeName(draft.name ?? nameOfLabel('slot', draft.label ?? '', () => false), taken)
    taken.add(name)
    return { name, ...clearFields(draft), ...sealedValue(keys, { slotName: name }, draft.value) }
  })
}

function clearFields({ label, slot_type_name, ordinal, attachment_id, attachments_folder_id }: FileSlotDraft) {
  return { label, slot_type_name, ordinal, attachment_id, attachments_folder_id }
}

/** Makes a name unique. This cannot be left to the service, because the value is sealed under the name. */
function freeName(preferred: string, taken: ReadonlySet<string>): string {
  if (!taken.has(preferred)) return preferred
  let number = 2
  while (taken.has(`${preferred}_${number}`)) number += 1
  return `${preferred}_${number}`
}

function sealedValue(
  keys: DataKeys,
  binding: SlotBinding,
  value: string | null | undefined,
): { readonly encrypted_value?: string | null } {
  if (value === undefined) return {}
  return { encrypted_value: value === null ? null : sealPrivateValue(keys, binding, value) }
}

function tagAttributes(label: string) {
  return { label, scheme: TAG_SCHEME }
}

function tagChanges(current: readonly StoredNode[], labels: readonly string[]) {
  const tags = current.filter(({ scheme }) => scheme === TAG_SCHEME)
  const newKeys = new Set(labels.map(labelKey))
  const currentKeys = new Set(tags.map(({ label }) => labelKey(label)))
  return [
    ...tags.filter(({ label }) => !newKeys.has(labelKey(label))).map(({ id }) => ({ id, _destroy: true })),
    ...labels.filter((label) => !currentKeys.has(labelKey(label))).map(tagAttributes),
  ]
}
