import { computed, ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { CallError } from '../../shared/contract/caller.ts'
import { stoppedText, useOneByOne } from '../api/use-one-by-one.ts'
import { text } from '../i18n/i18n.ts'
import type { LongWork } from '../ui/toasts.ts'
import { useToasts } from '../ui/toasts.ts'
import { untilWorkspaceLeft } from './leaving.ts'
import { usePendingRemovals } from './pending-removals.ts'

export interface Removal {
  /** The page with the list that shows it. */
  readonly link: RouteLocationRaw | null
  readonly id: string
  /** The text of the toast while Undo is possible. */
  readonly text: string
  /** Sends the call. */
  readonly send: () => Promise<unknown>
  /** The message for a refusal. */
  readonly refused: (reason: string) => string
}

interface Removals extends Pick<Removal, 'link' | 'text'> {
  readonly ids: readonly string[]
  /** Sends the call for one row. */
  readonly send: (id: string) => Promise<unknown>
  /** The message for refusals, with their reasons by id. */
  readonly refused: (reasons: ReadonlyMap<string, string>) => string
}

/**
 * Removes rows with Undo: a row leaves the list at once, its call is sent when the countdown ends, and a refusal brings
 * it back. A row that is already gone counts as removed. Many are removed with progress, which can be stopped.
 *
 * @param everywhereOf the actor who owns the rows, if other lists show them as well: these hide them, too, even after
 * this page was left
 */
export function useHeldRemoval(afterwards: () => void, everywhereOf?: string) {
  const toasts = useToasts()
  const pending = usePendingRemovals()
  const here = ref<ReadonlySet<string>>(new Set())
  /** Ids of rows that are not shown any more. */
  const removed = computed(() => (everywhereOf === undefined ? here.value : pending.of(everywhereOf)))

  /** Removes one, or several with one Undo; the message names the first, and the number of the others. */
  function remove(...removals: readonly Removal[]): void {
    const [first] = removals
    const byId = new Map(removals.map((removal) => [removal.id, removal]))
    if (first === undefined) return
    removeAll({
      ids: [...byId.keys()],
      text: withOthers(first.text, byId.size - 1),
      link: first.link,
      send: (id) => byId.get(id)?.send() ?? Promise.resolve(),
      refused: (reasons) => {
        const [[id, reason] = ['', '']] = reasons
        return withOthers(byId.get(id)?.refused(reason) ?? reason, reasons.size - 1)
      },
    })
  }

  /** Removes many with one Undo; refused ones come back, the others are removed. */
  function removeAll(removals: Removals): void {
    if (everywhereOf === undefined) here.value = new Set([...here.value, ...removals.ids])
    else pending.add(everywhereOf, removals.ids)
    toasts.hold({
      text: removals.text,
      link: removals.link,
      commit: () => sendAll(removals),
      undone: () => {
        bringBack(removals.ids)
      },
    })
  }

  function sendAll({ ids, text: said, link, send, refused }: Removals): LongWork {
    const { progress, run, stop } = useOneByOne()
    const locked = untilWorkspaceLeft()
    const sendOne = (id: string) => send(id).catch(unlessGone)
    const ended = run(ids, sendOne, () => !locked.aborted).then(({ refused: reasons, left }) => {
      bringBack([...reasons.keys(), ...left])
      afterwards()
      if (locked.aborted) return
      for (const stopped of stoppedText(left.length, ids.length))
        toasts.show({ text: `${said}. ${stopped}`, tone: 'warn', link })
      if (reasons.size > 0) toasts.show({ text: refused(reasons), tone: 'bad', link })
    })
    return { progress: () => progress.value, stop, ended }
  }

  function bringBack(ids: readonly string[]): void {
    const back = new Set(ids)
    if (everywhereOf === undefined) here.value = new Set([...here.value].filter((one) => !back.has(one)))
    else pending.remove(everywhereOf, ids)
  }

  return { removed, remove, removeAll }
}

interface RemovableRows<Row> {
  readonly rows: () => readonly Row[] | undefined
  readonly idOf: (row: Row) => string
  readonly removal: (row: Row) => Omit<Removal, 'id'>
  /** Reads them again. */
  readonly reload: () => unknown
}

/** Rows without those that wait for their removal, and how some of them are removed, with one Undo. */
export function useRemovableRows<Row>({ rows, idOf, removal, reload }: RemovableRows<Row>) {
  const { removed, remove } = useHeldRemoval(() => void reload())
  return {
    rows: computed(() => rows()?.filter((row) => !removed.value.has(idOf(row)))),
    remove: (going: readonly Row[]): void => remove(...going.map((row) => ({ id: idOf(row), ...removal(row) }))),
  }
}

function withOthers(said: string, count: number): string {
  return count === 0 ? said : text('rows.andOthers', { said, count })
}

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error
}

/** Whether a refusal means that the record is already gone. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_found'
}
