type Listener = (operation: string) => void

const listeners = new Set<Listener>()

/** Hears the id of each operation of the window that was answered without a refusal. Returns how to stop. */
export function onAnswered(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only the bridge to the main process may call this. */
export function tellAnswered(operation: string): void {
  for (const listener of listeners) listener(operation)
}
