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
  /** Undefined where there is nobody to read for; nothing is found then. */
  readonly whose: () => string | undefined
  readonly read: (whose: string) => Promise<readonly Row[]>
  /** The events that make it stale. Without them it is read anew whenever the palette opens. */
  readonly changes?: (event: WorkbenchEvent) => boolean
}

/**
 * What a source of the palette looks through: read when somebody searches, once for many key strokes, since every reading
 * is a call that the inspector shows. It is dropped at once when it is somebody else's turn, or somebody is locked.
 *
 * @returns reads the rows; none where the service refuses, as it does when somebody was locked while typing
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
    // Events may have been missed.
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

/** Locked while somebody typed: there is nothing to find any more. */
export function nothingWhenRefused(error: unknown): readonly [] {
  if (error instanceof CallError) return []
  throw error
}
