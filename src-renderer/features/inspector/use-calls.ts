import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { useReading } from '../../api/use-reading.ts'
import { untilWorkspaceLeft } from '../../session/leaving.ts'
import { useOpenWorkspace } from '../../session/use-open-workspace.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { callerNames } from './call-caller.ts'
import type { CallFilter } from './call-filter.ts'

/** The number of calls in the journal. */
export const MOST_CALLS = 5_000
const PAGE = 500
const GATHER_MS = 100

/** The calls read last, and those that came since: the next inspector shows them at once. Gone with the workspace. */
let earlier: readonly CallSummary[] = []
let since: CallSummary[] = []
let unfollow = (): void => undefined

function forgetEarlier(): void {
  unfollow()
  earlier = since = []
}

function keepUntilLeft(calls: readonly CallSummary[]): void {
  forgetEarlier()
  earlier = calls
  unfollow = onWorkbenchEvent((event) => {
    if (event.type === 'call' && since.push(event.call) > MOST_CALLS) forgetEarlier()
  })
  untilWorkspaceLeft().addEventListener('abort', forgetEarlier, { once: true })
}

/** What is known of the journal without a gap: calls are missed while the connection is lost. */
function knownCalls(): readonly CallSummary[] {
  const all = newestOf([...since, ...earlier])
  const came = (all[0]?.number ?? 0) - (earlier[0]?.number ?? 0)
  return all.length - earlier.length === came ? all : earlier
}

/**
 * The calls of the journal, newest first, followed live. While paused, or while `isSteady` returns true, new calls are
 * held back, so that rows never move under the pointer.
 *
 * @param accepts returns the filter of the shown calls, from reactive state
 * @param isSteady whether rows must stay where they are now
 */
export function useCalls(accepts: () => CallFilter, isSteady: () => boolean) {
  const store = useWorkbenchStore()
  const listed = shallowRef(knownCalls())
  const waiting = shallowRef<readonly CallSummary[]>([])
  const paused = ref(false)
  const loaded = ref(listed.value.length > 0)
  let gathered: CallSummary[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const { failure, read, giveUp, drop } = useReading(empty)

  const shownOf = (calls: readonly CallSummary[]): readonly CallSummary[] => {
    const accept = accepts()
    return calls.filter((one) => accept(one, callerNames(one, store.users)))
  }
  const shown = computed(() => shownOf(listed.value))
  /** An empty list holds nothing back. */
  const holding = (): boolean => paused.value || (isSteady() && shown.value.length > 0)

  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'call') return
    gathered.push(event.call)
    timer ??= setTimeout(takeIn, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
  watch(holding, (now) => !now && showNew(), { flush: 'sync' })
  // Calls may have been missed while the connection was lost.
  watch(
    () => store.connected,
    (connected) => connected && void load(),
  )

  // Calls belong to their workspace, and are dropped with it.
  useOpenWorkspace().whenLeft(() => {
    drop()
    loaded.value = false
    void load()
  })

  function takeIn(): void {
    timer = undefined
    const fresh = gathered
    gathered = []
    waiting.value = newestOf([...fresh.toReversed(), ...waiting.value])
    if (!holding()) showNew()
  }

  function showNew(): void {
    if (waiting.value.length === 0) return
    listed.value = newestOf([...waiting.value, ...listed.value])
    waiting.value = []
  }

  /**
   * Reads all calls of the journal, newest first; calls that arrived by event meanwhile stay. Only the first page is
   * drawn before the others.
   */
  async function load(): Promise<void> {
    giveUp()
    failure.value = undefined
    await read(readAll, () => undefined)
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    const followed = knownCalls()
    const known = new Set(followed.map((one) => one.number))
    let before: number | undefined
    let found: readonly CallSummary[] = []
    do {
      const query = { limit: PAGE, ...(before !== undefined && { before }) }
      const { calls } = await call(journalOperations.callsGet, { query }, signal)
      if (signal.aborted) return
      const isKnown = calls.some((one) => known.has(one.number))
      found = [...found, ...calls, ...(isKnown ? followed : [])]
      before = isKnown || calls.length < PAGE || found.length >= MOST_CALLS ? undefined : calls.at(-1)?.number
      // A journal that ends before what was known was emptied.
      const shown =
        before !== undefined || isKnown ? listed.value : listed.value.filter((one) => !known.has(one.number))
      if (before === undefined || !loaded.value) show(newestOf([...found, ...shown]))
      loaded.value = true
    } while (before !== undefined)
    keepUntilLeft(listed.value)
  }

  /** Calls do not change: with the same ones, no row is drawn again. */
  function show(calls: readonly CallSummary[]): void {
    const now = new Map(listed.value.map((one) => [one.number, one]))
    const isNew = calls.length !== now.size || calls.some(({ number }) => !now.has(number))
    if (isNew) listed.value = calls.map((one) => now.get(one.number) ?? one)
  }

  /** Empties the journal itself. @throws {CallError} */
  async function clear(): Promise<void> {
    giveUp()
    await call(journalOperations.callsClear, {})
    forgetEarlier()
    drop()
  }

  function empty(): void {
    gathered = []
    waiting.value = []
    listed.value = []
  }

  return {
    /** The calls that match the filter, newest first. */
    shown,
    /** All calls, whether they match the filter or not. */
    listed: computed(() => listed.value),
    /** The number of all calls. */
    total: computed(() => listed.value.length + waiting.value.length),
    /** The number of matching calls that are held back. */
    newCount: computed(() => shownOf(waiting.value).length),
    paused,
    loaded,
    failure,
    load,
    clear,
    showNew,
  }
}

/** Sorts calls, newest first, without duplicates, and at most as many as the journal keeps. */
function newestOf(calls: readonly CallSummary[]): readonly CallSummary[] {
  const byNumber = new Map(calls.map((one) => [one.number, one]))
  return [...byNumber.values()].sort((one, other) => other.number - one.number).slice(0, MOST_CALLS)
}
