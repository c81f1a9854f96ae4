import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import type { MaybeRefOrGetter } from 'vue'
import { computed, onScopeDispose, shallowReactive, toValue } from 'vue'
import { currentKeys } from '../ui/key-changes.ts'
import { characterOf } from '../ui/key-press.ts'
import { isField, strokeOf, typesText } from './key-stroke.ts'
import { useSide } from './side.ts'

export interface Shortcut {
  /** `Ctrl+J`, `F6`, or a sequence such as `G I`, unless somebody changed it. */
  readonly keys: string
  readonly label: string
  /** The heading in the key list. */
  readonly group?: string | undefined
  /** True for a shortcut that works in dialogs and menus too. */
  readonly anywhere?: boolean | undefined
  readonly run: () => void
  /** The shortcut is off in fields, where the key is the field's own. */
  readonly notInFields?: true
}

/** The time for which a sequence waits for its next key. */
export const SEQUENCE_MS = 1500

/** Takes characters that were typed outside of any field and are no keys of the window; answers whether it did. */
export type TypedTaker = (typed: string, target: EventTarget | null) => boolean

/** All live shortcuts. What was registered last wins, so a page can take a key from the frame. */
export const useShortcutRegistry = defineStore('shortcuts', () => {
  const sources = shallowReactive(new Set<MaybeRefOrGetter<readonly Shortcut[]>>())
  const shortcuts = computed(() => [...sources].flatMap((source) => toValue(source)))

  function register(source: MaybeRefOrGetter<readonly Shortcut[]>): () => void {
    sources.add(source)
    return () => void sources.delete(source)
  }

  const takers = new Set<TypedTaker>()
  const take: TypedTaker = (typed, target) => [...takers].some((taker) => taker(typed, target))
  function registerTaker(taker: TypedTaker): () => void {
    takers.add(taker)
    return () => void takers.delete(taker)
  }

  const find = (pressed: string): Shortcut | undefined =>
    shortcuts.value.findLast(({ keys }) => currentKeys(keys) === pressed)
  const startsSequence = (stroke: string): boolean =>
    shortcuts.value.some(({ keys }) => currentKeys(keys).startsWith(`${stroke} `))

  return { shortcuts, register, find, startsSequence, registerTaker, take }
})

/** Keys that work as long as the calling component lives, and its side of the window is the active one. */
export function useShortcuts(source: MaybeRefOrGetter<readonly Shortcut[]>): void {
  const side = useSide()
  onScopeDispose(useShortcutRegistry().register(() => (side?.isActive() === false ? [] : toValue(source))))
}

/**
 * Characters for what the calling component shows, as long as it lives: at once, or, where they may have begun a
 * sequence of keys, when it did not go on.
 */
export function useTypedCharacters(taker: TypedTaker): void {
  const side = useSide()
  onScopeDispose(
    useShortcutRegistry().registerTaker((typed, target) => side?.isActive() !== false && taker(typed, target)),
  )
}

/**
 * Listens to the keyboard for the whole window. Keys that type text do nothing in fields. A dialog or a menu owns the
 * keyboard while it is open, but for keys that work anywhere. Characters that are no keys go to who takes them.
 */
export function useShortcutListener(): void {
  const registry = useShortcutRegistry()
  /** A key that may begin a sequence, until the next key decides. */
  let begun: { readonly stroke: string; readonly typed: string } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(stroke: string, typed: string): void {
    begun = { stroke, typed }
    timer = setTimeout(() => {
      begun = undefined
      if (typed !== '') registry.take(typed, document.activeElement)
    }, SEQUENCE_MS)
  }

  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.key === 'Shift' || event.key === 'AltGraph' || event.repeat) return
    const before = begun
    begun = undefined
    clearTimeout(timer)
    const stroke = strokeOf(event)
    if (belongsElsewhere(event, stroke)) return
    const found = registry.find(before === undefined ? stroke : `${before.stroke} ${stroke}`) ?? registry.find(stroke)
    if (found === undefined) readOn(event, stroke, before?.typed)
    else if (isFor(found, event)) {
      event.preventDefault()
      found.run()
    }
  })

  /** Handles a key that is no shortcut, or not yet. */
  function readOn(event: KeyboardEvent, stroke: string, before: string | undefined): void {
    const mayBegin = registry.startsSequence(stroke)
    const typed = characterOf(event) ?? ''
    const isTaken =
      typed !== '' && (before !== undefined || !mayBegin) && registry.take(`${before ?? ''}${typed}`, event.target)
    if (isTaken) event.preventDefault()
    else if (mayBegin) begin(stroke, typed)
  }
}

/** Whether the key is for this shortcut where it was pressed. */
function isFor({ anywhere, notInFields }: Shortcut, event: KeyboardEvent): boolean {
  return (anywhere === true || !isInLayer(event.target)) && !(notInFields === true && isField(typedInto(event)))
}

function belongsElsewhere(event: KeyboardEvent, stroke: string): boolean {
  if (event.defaultPrevented || stroke === '') return true
  return typesText(stroke) && isField(typedInto(event))
}

/** The first one of the path: the target of an event that left a shadow tree is its host. */
function typedInto(event: KeyboardEvent): EventTarget | null {
  return event.composedPath()[0] ?? event.target
}

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
