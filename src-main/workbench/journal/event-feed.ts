import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'

/** Pushes events to every window. */
export interface EventFeed {
  announce(event: WorkbenchEvent): void
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: WorkbenchEvent) => void): () => void
}

export function createEventFeed(): EventFeed {
  const listeners = new Set<(event: WorkbenchEvent) => void>()
  return {
    announce(event) {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
