import { computed, shallowReactive, shallowRef, watch } from 'vue'
import type { Event } from '../../../shared/contract/events.ts'
import { eventOperations } from '../../../shared/contract/events.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { useReading } from '../../api/use-reading.ts'
import { useGatheredEvents } from '../../session/use-workbench-changes.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import type { Pair } from './use-linked-sides.ts'
import { callsBehind, isAbout, linesOf, sealedValues } from './share-log.ts'

const GATHER_MS = 150
const MOST_EVENTS = 200
const MOST_CALLS = 500
const MOST_LINES = 50

export interface WaitingTask {
  readonly actor: string
  readonly id: string
  readonly state: string
}

/** The events of a pair's item, from both users' feeds, with the calls behind each line; followed live. */
export function useShareLog(pair: () => Pair | undefined, actors: () => readonly string[]) {
  const store = useWorkbenchStore()
  const events = shallowRef<readonly Event[]>([])
  const calls = shallowRef<readonly CallSummary[]>([])
  const waiting = shallowRef<readonly WaitingTask[]>([])
  /** The number of encrypted values in a call, by the number of the call. */
  const sealed = shallowReactive(new Map<number, number>())
  const knownIds = new Set<string>()
  /** Failures are not shown here: both sides report a lock or a lost connection. */
  const { read: reading, giveUp } = useReading(empty)

  const usable = computed(() => actors().filter((id) => store.usersById.get(id)?.state === 'signed_in'))
  const vaultUserOf = ({ user_id }: CallSummary): string | undefined =>
    store.usersById.get(user_id ?? '')?.vault_user_id ?? undefined

  const lines = computed(() =>
    linesOf(events.value)
      .slice(0, MOST_LINES)
      .map((line) => {
        const behind = callsBehind(line, calls.value, vaultUserOf)
        const values = behind.reduce((sum, { number }) => sum + (sealed.get(number) ?? 0), 0)
        return { ...line, calls: behind, values, waits: waiting.value.filter(({ id }) => line.taskIds.includes(id)) }
      }),
  )

  async function read(): Promise<void> {
    giveUp()
    const known = pair()
    if (known === undefined) return
    const before = new Set(knownIds)
    await reading(
      (signal) => readBoth(known.originalId, signal),
      ([feeds, journal, tasks]) => {
        events.value = feeds.flat().filter((event) => isAbout(event, before))
        calls.value = journal.calls
        waiting.value = tasks.flat()
        void countValues()
      },
    )
  }

  function readBoth(originalId: string, signal: AbortSignal) {
    return Promise.all([
      Promise.all(usable.value.map((actor) => readFeed(actor, signal))),
      call(journalOperations.callsGet, { query: { limit: MOST_CALLS } }, signal),
      Promise.all(usable.value.map((actor) => readTasks(actor, originalId, signal))),
    ])
  }

  function empty(): void {
    events.value = []
    waiting.value = []
    knownIds.clear()
  }

  /** Counts the values in the bodies of the shown calls, each read once. */
  async function countValues(): Promise<void> {
    const numbers = lines.value.flatMap((line) => line.calls.map(({ number }) => number))
    for (const number of numbers.filter((one) => !sealed.has(one))) {
      sealed.set(number, 0)
      const found = await call(journalOperations.callGet, { params: { number } }).catch(() => undefined)
      sealed.set(number, sealedValues(found?.call.request_body ?? null))
    }
  }

  const readSoon = useGatheredEvents(({ type }) => type === 'change', read, GATHER_MS)

  let original: string | undefined
  watch(
    () => [pair(), usable.value.join(' ')] as const,
    ([known]) => {
      if (known?.originalId !== original) empty()
      original = known?.originalId
      // A deleted copy still belongs to the history.
      for (const id of [known?.originalId, ...Object.values(known?.ids ?? {})]) if (id !== undefined) knownIds.add(id)
      if (known !== undefined) readSoon()
    },
    { immediate: true },
  )

  return { lines, waiting: computed(() => waiting.value) }
}

async function readFeed(actor: string, signal: AbortSignal): Promise<readonly Event[]> {
  return (await callService(asUser(actor), eventOperations.eventFeedGet, { query: { per_page: MOST_EVENTS } }, signal))
    .events
}

/** The tasks that wait for a person to run them, or to try them again. */
async function readTasks(actor: string, target_id: string, signal: AbortSignal): Promise<readonly WaitingTask[]> {
  const { rows } = await call(
    workbenchTaskOperations.taskRows,
    {
      params: { user_id: actor },
      query: { target_id, state: 'todo,failed' },
    },
    signal,
  )
  return rows.map(({ id, state }) => ({ actor, id, state }))
}
