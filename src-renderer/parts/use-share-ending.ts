import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { oneOf, text } from '../i18n/i18n.ts'
import type { RemovalKind } from '../session/pending-removals.ts'
import { usePendingRemovals } from '../session/pending-removals.ts'
import { useActor } from '../session/use-actor.ts'
import { useToasts } from '../ui/toasts.ts'

const IDS_PER_CALL = 1000
/** By then lists are read again: a copy that another share provides is shown again, a deleted one is not. */
const REREAD_MS = 1000

/** The facts about a share for messages. */
export interface EndingShare {
  readonly share_id: string
  readonly item_label: string
  readonly person: { readonly name: string }
  /** The received copy that disappears with the share, if a list of items shows it. */
  readonly copy_id?: string | undefined
}

interface Ending {
  readonly kind: RemovalKind
  readonly operation: typeof workbenchShareOperations.sharesRevoke | typeof workbenchShareOperations.sharesReject
  /** Key of its messages under `parts.ending`. */
  readonly words: 'revoke' | 'leave' | 'decline'
  /** The tab of the screen that lists such shares. */
  readonly tab: 'outgoing' | 'incoming' | 'waiting'
}

const ENDINGS = {
  revoke: { kind: 'removed', operation: workbenchShareOperations.sharesRevoke, words: 'revoke', tab: 'outgoing' },
  leave: { kind: 'removed', operation: workbenchShareOperations.sharesRevoke, words: 'leave', tab: 'incoming' },
  decline: { kind: 'declined', operation: workbenchShareOperations.sharesReject, words: 'decline', tab: 'waiting' },
} as const satisfies Readonly<Record<string, Ending>>

/**
 * Ends shares of one actor with Undo: they disappear at once, and the calls are sent when the time for Undo is over.
 * `revoke` is for sent shares, `leave` for received ones, `decline` for those that await acceptance.
 */
export function useShareEnding(actor: string) {
  const pending = usePendingRemovals()
  const toasts = useToasts()
  const { look } = useActor(actor)

  function end(how: keyof typeof ENDINGS, shares: readonly EndingShare[]): void {
    const ending = ENDINGS[how]
    const ids = shares.map(({ share_id }) => share_id)
    const [first] = shares
    const here = { name: 'sharing', params: { actor, tab: ending.tab } }
    if (first === undefined) return
    const copies = shares.flatMap(({ copy_id }) => copy_id ?? [])
    pending.add(actor, [...ids, ...copies], ending.kind)
    toasts.hold({
      text: text(oneOf('parts.ending.*.*', how, shares.length === 1 ? 'one' : 'many'), {
        item: first.item_label || text('parts.noItem'),
        person: first.person.name,
        count: shares.length,
        name: look.value.name,
      }),
      link: here,
      commit: () =>
        void send(ending, ids).then((refused) => {
          if (refused !== undefined) toasts.show({ text: refused, tone: 'bad', link: here })
          setTimeout(() => pending.remove(actor, copies, ending.kind), REREAD_MS)
        }),
      undone: () => pending.remove(actor, [...ids, ...copies], ending.kind),
    })
  }

  /** Ends new shares immediately, to undo their creation. */
  const withdraw = (share_ids: readonly string[]): Promise<string | undefined> => send(ENDINGS.revoke, share_ids)

  /** Refused ones return to the list. @returns why */
  async function send(ending: Ending, ids: readonly string[]): Promise<string | undefined> {
    const refused = new Map<string, string>()
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      for (const [id, reason] of await refusedOf(ending, ids.slice(start, start + IDS_PER_CALL)))
        refused.set(id, reason)
    }
    if (refused.size === 0) return undefined
    pending.remove(actor, [...refused.keys()], ending.kind)
    const reason = [...refused.values()].at(-1) ?? ''
    return text(oneOf('parts.ending.*.refused', ending.words), { count: refused.size, reason })
  }

  /** The reasons for refusals by id. Shares that ended already do not count. */
  async function refusedOf(
    { operation }: Ending,
    share_ids: readonly string[],
  ): Promise<(readonly [string, string])[]> {
    try {
      const { failed } = await call(operation, { params: { user_id: actor }, body: { share_ids: [...share_ids] } })
      return failed.filter(({ code }) => code !== 'not_found').map(({ share_id, message }) => [share_id, message])
    } catch (error) {
      const { message } = failureOf(error)
      return share_ids.map((id) => [id, message])
    }
  }

  return { end, withdraw }
}
