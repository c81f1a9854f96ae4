/** Opens stored slots. Pure: keys and records in, results out. */
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { OpenedSlot, Verification } from '../../../shared/contract/workbench-items.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { VerificationKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import type { SlotPlace } from '../../crypto/seal.ts'
import type { ShareKey } from '../../crypto/share-format.ts'
import { openShareValue, openVerificationKey, verifyValue } from '../../crypto/share-format.ts'
import type { ValuePlace } from '../../crypto/shared-value.ts'
import type { NodesById } from './classified.ts'
import { tagsOf } from './classified.ts'
import { openPrivateValue, openPrivateVerificationKey } from './private-text.ts'
import { asPhrase, phrase, problemFields } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A slot and the result of opening it. */
export interface ReadSlot {
  readonly slot: Slot
  /** Null if nothing is stored, or if the value must not be used for the reason in `problem`. */
  readonly value: string | null
  readonly problem: Message | null
  readonly withheld: boolean
  readonly verification: Verification | null
  /** The key needed to share a received value further. */
  readonly verificationKey: VerificationKey | null
}

const NOTHING = { value: null, problem: null, withheld: false, verification: null, verificationKey: null } as const

/** The fields of an item and its slots that are needed to open its values. */
interface ItemWithSlots {
  readonly item: Pick<ItemReply['item'], 'id' | 'original_id'>
  readonly slots: readonly Slot[]
}

/** Opens the slots of a user's own item. */
export function readOwnSlots(keys: DataKeys, { item, slots }: ItemWithSlots): ReadSlot[] {
  return slots.map((slot) => {
    const { encrypted_value } = slot
    if (encrypted_value === null) return { slot, ...NOTHING }
    const { value, problem } = attempt(() => openPrivateValue(keys, placeOf(item.id, slot), encrypted_value))
    return { slot, ...NOTHING, value, problem }
  })
}

/** Opens the slots of a received item with the key of its share. */
export function readSharedSlots(shareKey: ShareKey, { item, slots }: ItemReply): ReadSlot[] {
  return slots.map((slot) => {
    const place = ownersPlace(item, slot)
    return readReceivedSlot(slot, place, {
      value: (text) => openShareValue(shareKey, place, text),
      verificationKey: (text) => openVerificationKey(shareKey, place, text),
    })
  })
}

/** Opens the slots of a received item that were re-encrypted under the recipient's key. */
export function readReencryptedSlots(keys: DataKeys, { item, slots }: ItemWithSlots): ReadSlot[] {
  return slots.map((slot) => {
    const place = placeOf(item.id, slot)
    return readReceivedSlot(slot, ownersPlace(item, slot), {
      value: (text) => openPrivateValue(keys, place, text),
      verificationKey: (text) => openPrivateVerificationKey(keys, place, text),
    })
  })
}

/** Slots of a received item that awaits acceptance or a passphrase. */
export function withholdSlots({ slots }: ItemReply): ReadSlot[] {
  return slots.map((slot) => ({ slot, ...NOTHING, withheld: true }))
}

/** Slots of a received item whose share cannot be opened. */
export function closeSlots({ slots }: ItemReply, problem: Message): ReadSlot[] {
  return slots.map((slot) => ({ slot, ...NOTHING, problem: slot.encrypted_value === null ? null : problem }))
}

/**
 * The ids of the owner's item and slot, to which every copy is bound (docs/contract/client-crypto.md, Accepting
 * shares).
 */
export function ownersPlace(item: ItemWithSlots['item'], slot: Slot): ValuePlace {
  return { itemId: item.original_id ?? item.id, slotId: slot.original_id ?? slot.id }
}

export function wipeVerificationKeys(slots: readonly ReadSlot[]): void {
  for (const { verificationKey } of slots) if (verificationKey !== null) wipe(verificationKey)
}

interface Opener {
  readonly value: (text: string) => string
  readonly verificationKey: (text: string) => VerificationKey
}

/** Opens a received value and compares it with its owner's hash; a changed value is withheld. */
function readReceivedSlot(slot: Slot, place: ValuePlace, open: Opener): ReadSlot {
  const { encrypted_value, encrypted_value_verification_key: sealedKey, value_verification_hash: hash } = slot
  if (encrypted_value === null) return { slot, ...NOTHING }
  const { value, problem } = attempt(() => open.value(encrypted_value))
  if (value === null) return { slot, ...NOTHING, problem }
  const key = sealedKey === null ? NO_KEY : attempt(() => open.verificationKey(sealedKey))
  if (key.problem !== null) return { slot, ...NOTHING, ...unproven(key) }
  const check = attempt(() => verifyValue(place, value, { verificationKey: key.value, hash }))
  if (check.problem !== null) return { slot, ...NOTHING, ...unproven(check) }
  if (check.value === 'changed') return { slot, ...NOTHING, verification: 'changed', problem: CHANGED }
  return { slot, ...NOTHING, value, verification: check.value, verificationKey: key.value }
}

/** A value whose proof cannot be opened counts as changed, unless the proof is from a newer program. */
function unproven({ problem, isNewer }: Failure): Pick<ReadSlot, 'problem' | 'verification'> {
  if (isNewer) return { problem, verification: null }
  return {
    problem: phrase`this value is not the one its owner wrote: it, or what proves it, was changed on its way (${asPhrase(problem)})`,
    verification: 'changed',
  }
}

const CHANGED = 'this value is not the one its owner wrote: it, or what proves it, was changed on its way'
const NO_KEY = { value: null, problem: null } as const

interface Failure {
  readonly value: null
  readonly problem: Message
  readonly isNewer: boolean
}
type Attempt<Result> = { readonly value: Result; readonly problem: null } | Failure

/** A value that cannot be opened is a result with a reason; any other fault is thrown. */
function attempt<Result>(open: () => Result): Attempt<Result> {
  try {
    return { value: open(), problem: null }
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return { value: null, problem: asPhrase(error), isNewer: error.code === 'unsupported_version' }
  }
}

function placeOf(itemId: string, slot: Slot): SlotPlace {
  return { slotName: slot.name, itemId, slotId: slot.id }
}

/** Types whose values are shown only on request. */
const HIDDEN_TYPES: readonly string[] = ['password']

/**
 * Whether a value is a key that only programs read: a raw key, the key of a file or folder, or an organization's
 * private key. It never leaves the main process.
 */
export function isKeyForPrograms({ slot, value }: Pick<ReadSlot, 'slot' | 'value'>): boolean {
  if (value === null) return false
  if (slot.attachment_id !== null || slot.attachments_folder_id !== null) return true
  return value.startsWith(RAW_KEY) || (AGENT_KEY_LABEL.test(slot.label) && value.startsWith(PEM_KEY))
}

const RAW_KEY = 'pdv1.rk.'
const PEM_KEY = '-----BEGIN RSA PRIVATE KEY'
const AGENT_KEY_LABEL = /^(?:organization|service):[\da-f-]{36}$/

/** Whether a list may show the value. */
export function isShown(read: ReadSlot): boolean {
  return !HIDDEN_TYPES.includes(read.slot.slot_type_name) && !isKeyForPrograms(read)
}

/** Records related to the slots of an item. */
export interface ItemLookups {
  /** Ids of the files that have a thumbnail. */
  readonly withThumbnail: ReadonlySet<string>
  readonly nodes: NodesById
}

/** Renders a slot for the window. */
export function shownSlot(read: ReadSlot, { withThumbnail, nodes }: ItemLookups): OpenedSlot {
  const { slot, value, problem, withheld, verification } = read
  const has_thumbnail = slot.attachment_id !== null && withThumbnail.has(slot.attachment_id)
  const shown = {
    ...slot,
    verification,
    ...problemFields(problem),
    value: null,
    has_thumbnail,
    tags: tagsOf(slot, nodes),
  }
  if (withheld) return { ...shown, state: 'withheld' }
  if (problem !== null) return { ...shown, state: 'cannot_open' }
  if (value === null) return { ...shown, state: 'empty' }
  return isShown(read) ? { ...shown, state: 'readable', value } : { ...shown, state: 'hidden' }
}
