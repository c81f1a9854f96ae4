import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import type { MaybeRefOrGetter } from 'vue'
import { computed, onScopeDispose, shallowReactive, toValue } from 'vue'
import { currentKeys } from '../ui/key-changes.ts'
import { isField, strokeOf, typesText } from './key-stroke.ts'
import { useSide } from './side.ts'

export interface Shortcut {
  /** `Ctrl+J`, `F6`, or a sequence such as `G I`, unless somebody changed it. */
  readonly keys: string
  readonly label: string
  /** The heading in the key list. */
  readonly group?: string | undefined
  /** Works from inside a dialog or a menu, too: what must be possible at any moment. */
  readonly anywhere?: boolean | undefined
  readonly run: () => void
  /** In a field the key is the field's own. */
  readonly notInFields?: true
}

/** So long a sequence waits for its next key. */
export const SEQUENCE_MS = 1500

/** All live shortcuts. What was registered last wins, so a page can take a key from the frame. */
export const useShortcutRegistry = defineStore('shortcuts', () => {
  const sources = shallowReactive(new Set<MaybeRefOrGetter<readonly Shortcut[]>>())
  const shortcuts = computed(() => [...sources].flatMap((source) => toValue(source)))

  function register(source: MaybeRefOrGetter<readonly Shortcut[]>): () => void {
    sources.add(source)
    return () => void sources.delete(source)
  }

  const find = (pressed: string): Shortcut | undefined =>
    shortcuts.value.findLast(({ keys }) => currentKeys(keys) === pressed)
  const startsSequence = (stroke: string): boolean =>
    shortcuts.value.some(({ keys }) => currentKeys(keys).startsWith(`${stroke} `))

  return { shortcuts, register, find, startsSequence }
})

/** Keys that work as long as the calling component lives, and its side of the window is the active one. */
export function useShortcuts(source: MaybeRefOrGetter<readonly Shortcut[]>): void {
  const side = useSide()
  onScopeDispose(useShortcutRegistry().register(() => (side?.isActive() === false ? [] : toValue(source))))
}

/**
 * Listens to the keyboard for the whole window. Keys that type text do nothing in fields. A dialog or a menu owns the
 * keyboard while it is open, but for keys that work anywhere.
 */
export function useShortcutListener(): void {
  const registry = useShortcutRegistry()
  let pending = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function remember(stroke: string): void {
    clearTimeout(timer)
    pending = stroke
    if (stroke) timer = setTimeout(() => (pending = ''), SEQUENCE_MS)
  }

  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (belongsElsewhere(event)) return
    const stroke = strokeOf(event)
    const found = registry.find(pending ? `${pending} ${stroke}` : stroke) ?? registry.find(stroke)
    if (isInLayer(event.target) && found?.anywhere !== true) return
    remember(found || !registry.startsSequence(stroke) ? '' : stroke)
    if (!found || (found.notInFields && isField(event.composedPath()[0] ?? event.target))) return
    event.preventDefault()
    found.run()
  })
}

function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return true
  // What is typed into is the first one of the path: the target of an event that left a shadow tree is its host.
  return typesText(strokeOf(event)) && isField(event.composedPath()[0] ?? event.target)
}

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
