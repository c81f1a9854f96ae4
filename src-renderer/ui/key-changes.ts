import { useLocalStorage } from '@vueuse/core'

/**
 * The keys a person changed, stored on this computer like the theme. The default keys identify the command, so that
 * "New" has one key on every screen. Components show keys by them, and the frame listens by them.
 */
const changes = useLocalStorage<Readonly<Record<string, string>>>('vaultbench.keys', {})

/** The current keys for the command with these default keys. */
export function currentKeys(keys: string): string {
  return changes.value[keys] ?? keys
}

export function changeKeys(keys: string, to: string): void {
  const { [keys]: _, ...others } = changes.value
  changes.value = to === keys ? others : { ...others, [keys]: to }
}

export function hasChangedKeys(): boolean {
  return Object.keys(changes.value).length > 0
}

export function resetKeys(): void {
  changes.value = {}
}
