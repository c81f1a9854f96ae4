import { useLocalStorage } from '@vueuse/core'

/*
 * Which keys somebody changed: kept on this computer, like the theme. What the program came with names the command, so
 * that "New" has one key on every screen. Components show keys by it, and the frame listens by it.
 */
const changes = useLocalStorage<Readonly<Record<string, string>>>('vaultbench.keys', {})

/** The keys that do now what `keys` did when the program came. */
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
