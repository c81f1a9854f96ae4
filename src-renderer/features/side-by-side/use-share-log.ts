import { computed, shallowReactive, watch } from 'vue'
import type { Event } from '../../../shared/contract/events.ts'
import { eventOperations } from '../../../shared/contract/events.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
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
  /** The number of encrypted values in a call, by the number of the call. */
  const sealed = shallowReactive(new Map<number, number>())
  /** All ids of the item so far: a deleted copy still belongs to the history. */
  let known = { originalId: '', ids: new Set<string>() }

  const usable = computed(() => actors().filter((id) => store.usersById.get(id)?.state === 'signed_in'))
  const vaultUserOf = ({ user_id }: CallSummary): string | undefined =>
    store.usersById.get(user_id ?? '')?.vault_user_id ?? undefined

  /** Failures are not shown here: both sides report a lock or a lost connection. */
  const { value, reload } = useLoaded(read, {
    // Printed, so that an equal pair is not read again.
    of: () => pair() && [pair()?.originalId, ...Object.values(pair()?.ids ?? {}), ...usable.value].join(' '),
    stays: () => pair()?.originalId === known.originalId,
  })
  const waiting = computed(() => value.value?.waiting ?? [])
  const lines = computed(() =>
    (value.value?.lines ?? []).map((line) => {
      const behind = callsBehind(line, value.value?.calls ?? [], vaultUserOf)
      const values = behind.reduce((sum, { number }) => sum + (sealed.get(number) ?? 0), 0)
      return { ...line, calls: behind, values, waits: waiting.value.filter(({ id }) => line.taskIds.includes(id)) }
    }),
  )

  async function read(signal: AbortSignal) {
    const { originalId = '', ids = {} } = pair() ?? {}
    if (known.originalId !== originalId) known = { originalId, ids: new Set([originalId]) }
    for (const id of Object.values(ids)) if (id !== undefined) known.ids.add(id)
    const about = known.ids
    const [feeds, { calls }, tasks] = await Promise.all([
      Promise.all(usable.value.map((actor) => readFeed(actor, signal))),
      call(journalOperations.callsGet, { query: { limit: MOST_CALLS } }, signal),
      Promise.all(usable.value.map((actor) => readTasks(actor, originalId, signal))),
    ])
    const events = feeds.flat().filter((event) => isAbout(event, about))
    return { lines: linesOf(events).slice(0, MOST_LINES), calls, waiting: tasks.flat() }
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
  watch(value, () => void countValues())
  useGatheredEvents(({ type }) => type === 'change', reload, GATHER_MS)

  return { lines, waiting }
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
