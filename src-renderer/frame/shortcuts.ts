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
  /** The shortcut does not work in fields, which use the key themselves. */
  readonly notInFields?: true
}

/** The time for which a sequence waits for its next key. */
export const SEQUENCE_MS = 1500

/** Handles characters that were typed outside of fields and belong to no shortcut; returns whether it used them. */
export type TypedTaker = (typed: string, target: EventTarget | null) => boolean

/** All live shortcuts. The last registration wins, so a page can override a key of the frame. */
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

/** Shortcuts that work while the calling component exists and its side of the window is active. */
export function useShortcuts(source: MaybeRefOrGetter<readonly Shortcut[]>): void {
  const side = useSide()
  onScopeDispose(useShortcutRegistry().register(() => (side?.isActive() === false ? [] : toValue(source))))
}

/**
 * Passes typed characters to the calling component while it exists. Characters that may begin a sequence of keys are
 * passed once the sequence did not continue.
 */
export function useTypedCharacters(taker: TypedTaker): void {
  const side = useSide()
  onScopeDispose(
    useShortcutRegistry().registerTaker((typed, target) => side?.isActive() !== false && taker(typed, target)),
  )
}

/**
 * Listens to the keyboard for the whole window. Keys that type text do nothing in fields. While a dialog or a menu is
 * open, only keys that work anywhere are handled. Characters without a shortcut go to registered components.
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

/** Whether a key press triggers this shortcut, given where it was pressed. */
function isFor({ anywhere, notInFields }: Shortcut, event: KeyboardEvent): boolean {
  return (anywhere === true || !isInLayer(event.target)) && !(notInFields === true && isField(typedInto(event)))
}

function belongsElsewhere(event: KeyboardEvent, stroke: string): boolean {
  if (event.defaultPrevented || stroke === '') return true
  return typesText(stroke) && isField(typedInto(event))
}

/** The first element of the path, because the target of an event from a shadow tree is the host. */
function typedInto(event: KeyboardEvent): EventTarget | null {
  return event.composedPath()[0] ?? event.target
}

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
