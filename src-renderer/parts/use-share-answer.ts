import type { ItemRow, OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useAttempt } from '../api/use-attempt.ts'
import { namesText, text } from '../i18n/i18n.ts'
import { useActor } from '../session/use-actor.ts'
import { useToasts } from '../ui/toasts.ts'
import type { EndingShare } from './use-share-ending.ts'

/** Accepting one received share as an actor, and opening one whose key is locked with a passphrase. */
export function useShareAnswer(actor: string) {
  const params = { user_id: actor }
  /** Resolves to the opened item; undefined if it was refused, with the reason in `failure`. */
  const {
    busy,
    failure,
    run: accept,
  } = useAttempt((share_id: string): Promise<OpenedItem> =>
    call(workbenchShareOperations.shareAccept, { params: { ...params, share_id }, body: {} }),
  )

  /** @throws {CallError} `share_passphrase_wrong` */
  function unlock(share_id: string, passphrase: string): Promise<OpenedItem> {
    return call(workbenchShareOperations.shareUnlock, { params: { ...params, share_id }, body: { passphrase } })
  }

  return { busy, failure, accept, unlock }
}

/** Accepts the share of a received copy from its row; a message reports the outcome, including a refusal. */
export function useReceivedAnswer(actor: string) {
  const toasts = useToasts()
  const tell = useAcceptedMessage(actor)

  /** @returns whether it was accepted */
  async function accept({ id, label, share_id, sender }: ReceivedCopy): Promise<boolean> {
    if (share_id === null || sender === null) return false
    try {
      const params = { user_id: actor, share_id }
      const opened = await call(workbenchShareOperations.shareAccept, { params, body: {} })
      tell([{ share: { item_label: label, person: sender }, opened }])
      return true
    } catch (error) {
      const link = { name: 'items', params: { actor, id, mode: null } }
      toasts.show({ text: failureOf(error).message, tone: 'bad', link })
      return false
    }
  }

  return { accept }
}

type ReceivedCopy = Pick<ItemRow, 'id' | 'label' | 'share_id' | 'sender'>

/** An accepted share, with its item. */
export interface AcceptedShare {
  readonly share: Pick<EndingShare, 'item_label' | 'person'>
  readonly opened: OpenedItem
}

/**
 * Shows a message about accepted shares. That of a single one links to its item, because the list opens the next one.
 */
export function useAcceptedMessage(actor: string) {
  const toasts = useToasts()
  const { look } = useActor(actor)

  /**
   * @param refused how many others were not accepted
   * @param stopped what is said about those that were not tried
   */
  return function tell(accepted: readonly AcceptedShare[], refused = 0, stopped: readonly string[] = []): void {
    const items = namesText(accepted.map(({ share }) => share.item_label || text('parts.noItem')))
    const people = namesText([...new Set(accepted.map(({ share }) => share.person.name))])
    const locked = accepted.filter(({ opened }) => opened.share?.needs_passphrase === true).length
    const parts = [
      ...(accepted.length > 0 ? [text('parts.answer.accepted', { items, people, name: look.value.name })] : []),
      ...stopped,
      ...(refused > 0 ? [text('parts.answer.refused', { count: refused })] : []),
      ...(locked > 0 ? [text('parts.answer.locked', { count: locked })] : []),
    ]
    const [first] = accepted
    const link =
      first !== undefined && accepted.length === 1 && refused === 0
        ? { name: 'items', params: { actor, id: first.opened.item.id, mode: null } }
        : { name: 'sharing', params: { actor, tab: refused > 0 ? 'waiting' : 'incoming' } }
    toasts.show({ text: parts.join(' '), tone: refused > 0 ? 'warn' : 'ok', link })
  }
}
