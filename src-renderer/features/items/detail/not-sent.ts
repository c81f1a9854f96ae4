import type { OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import type { TaskRow } from '../../../../shared/contract/workbench-tasks.ts'

/** The parts of an item that a sharee does not have, as labels of slots. */
export interface NotSent {
  /** Slots that are not part of any share. */
  readonly leftOut: readonly string[]
  /** Slots with a file whose key is not shared (docs/contract/client-crypto.md, Files: in one piece). */
  readonly withoutFile: readonly string[]
  /** Changed slots whose update task is not done. */
  readonly older: readonly string[]
}

type Share = Pick<ShareRow, 'share_id' | 'slot_id' | 'slot_label' | 'person' | 'via' | 'state' | 'created_at'>
type Slot = Pick<OpenedSlot, 'id' | 'label' | 'state' | 'attachment_id' | 'attachments_folder_id' | 'updated_at'>
type Task = Pick<TaskRow, 'work_type' | 'state' | 'last_state_transition_at'>

/**
 * The parts of an item that each sharee does not have, by user id; sharees who have everything are left out.
 *
 * @param shares all shares of the item, including onward ones
 * @param tasks all tasks about the item; none if the acting user is not the owner
 */
export function notSentOf(
  shares: readonly Share[],
  slots: readonly Slot[],
  tasks: readonly Task[],
): ReadonlyMap<string, NotSent> {
  const filled = slots.filter((slot) => slot.state !== 'empty' || hasFile(slot))
  const updates = tasks.filter(({ work_type }) => work_type === 'update_item_shares')
  const waits = updates.some(({ state }) => state !== 'done')
  const lastSent = latest(updates.filter(({ state }) => state === 'done').map((task) => task.last_state_transition_at))
  const sent = shares.filter(({ state }) => state !== 'rejected')
  const found = new Map<string, NotSent>()
  for (const [id, own] of Map.groupBy(sent, ({ person }) => person.user_id)) {
    const covering = ({ id: slot }: Slot) =>
      own.filter(({ slot_id, slot_label }) => slot_label === null || slot_id === slot)
    const included = slots.filter((slot) => covering(slot).length > 0)
    const isOlder = (slot: Slot): boolean =>
      waits && covering(slot).every((share) => slot.updated_at > latest([lastSent, valuesFrom(share, sent)]))
    const one = {
      leftOut: labelsOf(filled.filter((slot) => !included.includes(slot))),
      withoutFile: labelsOf(included.filter(({ state, attachment_id }) => state === 'empty' && attachment_id !== null)),
      older: labelsOf(included.filter(isOlder)),
    }
    if (Object.values(one).some((labels) => labels.length > 0)) found.set(id, one)
  }
  return found
}

const hasFile = ({ attachment_id, attachments_folder_id }: Slot): boolean =>
  attachment_id !== null || attachments_folder_id !== null

const labelsOf = (slots: readonly Slot[]): readonly string[] => slots.map(({ label }) => label)

const latest = (times: readonly (string | null)[]): string =>
  times.reduce<string>((one, other) => (other !== null && other > one ? other : one), '')

/** The time when the owner sent the values of a share; for an onward share, that of the share it came from. */
function valuesFrom(share: Share, all: readonly Share[], seen: ReadonlySet<string> = new Set()): string {
  const before = all.filter(
    ({ share_id, person }) =>
      person.user_id === share.via?.user_id && share_id !== share.share_id && !seen.has(share_id),
  )
  const times = before.map((one) => valuesFrom(one, all, new Set([...seen, share.share_id])))
  return [share.created_at, ...times].toSorted()[0] ?? share.created_at
}
