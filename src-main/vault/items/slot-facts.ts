import type { VaultCall } from '../../service/call.ts'
import type { ItemStore } from './item-store.ts'
import { attachmentIdOf } from './slot-rules.ts'
import type { SlotAttributes, SlotFacts } from './slot-rules.ts'

const NONE: ReadonlySet<string> = new Set()

/** Reads what the rules need to know about slot attributes; without files no statement runs. */
export function gatherSlotFacts(items: ItemStore, call: VaultCall, attributes: readonly SlotAttributes[]): SlotFacts {
  const attachmentIds = given(attributes.map(attachmentIdOf))
  const folderIds = given(attributes.map((entry) => entry.attachments_folder_id))
  return {
    now: call.now,
    newId: () => call.newId(),
    attachments: attachmentIds.length === 0 ? NONE : items.attachmentsAmong(call.userId, attachmentIds),
    folders: folderIds.length === 0 ? NONE : items.foldersAmong(call.userId, folderIds),
  }
}

function given(ids: readonly (string | null | undefined)[]): string[] {
  return ids.filter((id) => typeof id === 'string')
}
