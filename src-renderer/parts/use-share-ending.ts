import { piecesOf } from '../../shared/pieces.ts'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { stoppedText } from '../api/use-one-by-one.ts'
import { n, oneOf, text } from '../i18n/i18n.ts'
import { untilWorkspaceLeft } from '../session/leaving.ts'
import type { RemovalKind } from '../session/pending-removals.ts'
import { usePendingRemovals } from '../session/pending-removals.ts'
import { useActor } from '../session/use-actor.ts'
import type { LongWork } from '../ui/toasts.ts'
import { useToasts } from '../ui/toasts.ts'
import { sendPieces } from './share-pieces.ts'

/** Few enough for a person to see how far it is, and to stop it. */
const IDS_PER_CALL = 50
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

interface Sent {
  /** Why some were refused, as a message. */
  readonly refused: string | undefined
  readonly left: number
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
 * Many show progress and can be stopped. `revoke` is for sent shares, `leave` for received ones, `decline` for those
 * that await acceptance.
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
    const said = text(oneOf('parts.ending.*.*', how, shares.length === 1 ? 'one' : 'many'), {
      item: first.item_label || text('parts.noItem'),
      person: first.person.name,
      count: n(shares.length),
      name: look.value.name,
    })
    toasts.hold({
      text: said,
      link: here,
      commit() {
        const locked = untilWorkspaceLeft()
        const work = send(ending, ids)
        const ended = work.ended.then(({ refused, left }) => {
          setTimeout(() => pending.remove(actor, copies, ending.kind), REREAD_MS)
          if (locked.aborted) return
          for (const stopped of stoppedText(left, ids.length))
            toasts.show({ text: `${said}. ${stopped}`, tone: 'warn', link: here })
          if (refused !== undefined) toasts.show({ text: refused, tone: 'bad', link: here })
        })
        return { ...work, ended }
      },
      undone: () => pending.remove(actor, [...ids, ...copies], ending.kind),
    })
  }

  /** Ends new shares immediately, to undo their creation. What is left when it is stopped can be ended the next time. */
  function withdraw(share_ids: readonly string[]): LongWork<string | undefined> {
    const work = send(ENDINGS.revoke, share_ids)
    const ended = work.ended.then(
      ({ refused, left }) => [...stoppedText(left, share_ids.length), refused ?? []].flat().join(' ') || undefined,
    )
    return { ...work, ended }
  }

  /** Refused ones, and those that are left when it is stopped or the workspace locked, return to the list. */
  function send({ operation, kind, words }: Ending, ids: readonly string[]): LongWork<Sent> {
    const pieces = piecesOf(ids, IDS_PER_CALL).map((share_ids) => ({ share_ids: [...share_ids] }))
    const work = sendPieces(pieces, async (body) => {
      const { failed } = await call(operation, { params: { user_id: actor }, body })
      return failed.filter(({ code }) => code !== 'not_found') // it ended already
    })
    const ended = work.ended.then(({ refused, left }) => {
      pending.remove(actor, [...refused.keys(), ...left], kind)
      const reason = [...refused.values()].at(-1)
      const why = reason && text(oneOf('parts.ending.*.refused', words), { count: refused.size, reason })
      return { refused: why, left: left.length }
    })
    return { ...work, ended }
  }

  return { end, withdraw }
}
