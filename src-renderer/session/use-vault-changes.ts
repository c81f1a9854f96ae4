import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { LoadedOptions } from '../api/use-loaded.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useActor } from './use-actor.ts'
import { useGatheredEvents } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

type Change = Extract<WorkbenchEvent, { type: 'change' }>

interface ChangesOptions {
  /** How long to collect a burst of events; shorter for a single visible record. */
  readonly gatherMs?: number
  /** Selects the relevant changes; all by default. */
  readonly concerns?: (change: Change) => boolean
}

/** Calls back when data of this actor's vault user changed, once for a burst of events. */
export function useVaultChanges(
  actor: string,
  changed: () => void,
  { gatherMs, concerns = () => true }: ChangesOptions = {},
): void {
  const store = useWorkbenchStore()
  const matters = (event: WorkbenchEvent): boolean =>
    event.type === 'change' && event.vault_user_id === store.usersById.get(actor)?.vault_user_id && concerns(event)
  useGatheredEvents(matters, changed, gatherMs)
}

/** A value of an actor: read after unlocking and after each change, and dropped by a lock. */
export function useVaultReading<Value, Key = true>(
  actor: string,
  read: (signal: AbortSignal, of: Key) => Promise<Value>,
  options: ChangesOptions & Omit<LoadedOptions<Value, Key>, 'whose'> = {},
) {
  const loaded = useLoaded(read, { ...options, whose: useActor(actor) })
  useVaultChanges(actor, () => void loaded.reload(), options)
  return loaded
}
