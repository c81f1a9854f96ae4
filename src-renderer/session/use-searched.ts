import { watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { CallError } from '../api/call.ts'
import { useFrame } from '../frame/frame-store.ts'
import { useActing } from './acting.ts'
import { useOpenWorkspace } from './use-open-workspace.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** The user whose records are searched: the actor, while signed in and the workspace is open. */
export function useSearcher(): () => string | undefined {
  const acting = useActing()
  const { usable } = useOpenWorkspace()
  return () => (usable.value && acting.user?.state === 'signed_in' ? acting.user.id : undefined)
}

interface Searched<Row> {
  /** The user to read for; undefined if there is none, and then nothing is found. */
  readonly whose: () => string | undefined
  readonly read: (whose: string) => Promise<readonly Row[]>
  /** The events that make the data stale. Without them it is read again whenever the palette opens. */
  readonly changes?: (event: WorkbenchEvent) => boolean
}

/**
 * The rows that a source of the palette searches. They are read once for many key presses, because the inspector shows
 * every call. They are dropped at once when the actor changes or is locked.
 *
 * @returns a function that reads the rows; none if the service refuses, for example after a lock while typing
 */
export function useSearched<Row>({ whose, read, changes }: Searched<Row>): () => Promise<readonly Row[]> {
  const frame = useFrame()
  const store = useWorkbenchStore()
  let known: Promise<readonly Row[]> | undefined
  const forget = (): void => void (known = undefined)

  watch(whose, forget, { flush: 'sync' })
  if (changes === undefined) watch(() => frame.paletteOpen, forget, { flush: 'sync' })
  else {
    onWorkbenchEvent((event) => changes(event) && forget())
    // Events may have been missed while the connection was lost.
    watch(() => store.connected, forget)
  }

  return async () => {
    const asked = whose()
    if (asked === undefined) return []
    const reading = (known ??= read(asked))
    try {
      const rows = await reading
      return whose() === asked ? rows : []
    } catch (error) {
      if (known === reading) forget()
      return nothingWhenRefused(error)
    }
  }
}

/** Finds nothing if a lock while typing was the reason of a refusal. */
export function nothingWhenRefused(error: unknown): readonly [] {
  if (error instanceof CallError) return []
  throw error
}
