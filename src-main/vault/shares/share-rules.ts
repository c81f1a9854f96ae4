import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AcceptanceState, SharingMode } from '../../../shared/contract/shares.ts'
import type { StoredShare } from './share-store.ts'

type Accepted = Pick<StoredShare, 'acceptance_required'>

/** Neither rejected nor, because those are deleted, expired. An open share is active. */
export function isActive(share: Accepted): boolean {
  return share.acceptance_required !== 'rejected'
}

/** Whether the recipient may read the values: accepted, or free of acceptance (vault contract 4.1.2). */
export function isGranted({ acceptance_required: state }: Accepted): boolean {
  return state === 'accepted' || state === 'acceptance_not_required'
}

interface RequestedMode {
  readonly sharing_mode?: SharingMode | null | undefined
  readonly onsharing_permitted?: boolean | null | undefined
}

/** `sharing_mode` wins over its later spelling; undefined when neither is given (vault contract 3.6.1). */
export function requestedMode({ sharing_mode, onsharing_permitted }: RequestedMode): SharingMode | undefined {
  if (sharing_mode !== undefined && sharing_mode !== null) return sharing_mode
  if (onsharing_permitted === undefined || onsharing_permitted === null) return undefined
  return onsharing_permitted ? 'anyone' : 'owner'
}

/**
 * The acceptance after the recipient accepts (vault contract 4.1.1).
 *
 * @throws {ServiceError} `share_not_acceptable` once the share was rejected
 */
export function accepted({ acceptance_required: state }: Accepted): AcceptanceState {
  if (state === 'rejected') throw new ServiceError('share_not_acceptable', 'you rejected this share')
  return state === 'acceptance_required' ? 'accepted' : state
}

/**
 * The acceptance after the recipient rejects (vault contract 4.1.1).
 *
 * @throws {ServiceError} `share_not_acceptable` when nothing is left to reject
 */
export function rejected(share: Accepted): AcceptanceState {
  if (!isGranted(share)) return 'rejected'
  throw new ServiceError('share_not_acceptable', 'this share does not await acceptance; delete it instead')
}

/** Whether the share gives the slot; a share of the whole item gives every slot. */
export function covers(share: Pick<StoredShare, 'slot_id'>, slotId: string | null): boolean {
  return share.slot_id === null || share.slot_id === slotId
}

/**
 * Which share the copy of an item shows, among all shares of that item to one recipient: all values of a copy come from
 * one share, because clients open them with one key (vault contract 4.1.3, decision D9).
 *
 * The newest granted share of the whole item; else the share that is shown already, if it is granted; else the newest
 * granted one; and only without any granted one an open one. A share of a single slot never displaces another.
 */
export function shareOfCopy(shares: readonly StoredShare[], shownId: string | null): StoredShare | undefined {
  const granted = shares.filter(isGranted)
  const candidates = granted.length > 0 ? granted : shares.filter(isActive)
  const shown = candidates.find(({ id }) => id === shownId)
  const wholes = granted.filter(({ slot_id }) => slot_id === null)
  return newest(wholes) ?? shown ?? newest(candidates)
}

function newest(shares: readonly StoredShare[]): StoredShare | undefined {
  return shares.reduce<StoredShare | undefined>(
    (last, share) => (last && isNewer(last, share) ? last : share),
    undefined,
  )
}

function isNewer(one: StoredShare, other: StoredShare): boolean {
  return one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at
}
