import { computed, shallowRef, watch } from 'vue'
import type { JsonObject, Location } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer, valueAt } from '../../../../shared/presentation-exchange/json.ts'
import { readDocument } from '../document/json-document.ts'
import type { JsonEdit } from '../document/json-edits.ts'
import { edited, printed, removeAt, setAt } from '../document/json-edits.ts'
import { stepsOf } from '../document/json-places.ts'
import { useTextHistory } from '../document/text-history.ts'

/**
 * The text of a definition, which form and JSON both change; they share its Undo. While the text cannot be parsed, the
 * form shows the last valid one and cannot be edited.
 */
export function useDefinitionText(start: JsonObject) {
  const initial = printed(start)
  const history = useTextHistory(initial)
  const { text, undo, redo, canUndo, canRedo } = history
  const document = computed(() => readDocument(text.value))
  const readable = shallowRef<JsonObject>(document.value.value ?? {})
  const isReadable = computed(() => document.value.value !== undefined)
  watch(document, ({ value }) => value !== undefined && (readable.value = value), { flush: 'sync' })

  /** The value at a place. */
  const at = (location: Location): unknown => valueAt(readable.value, location)

  function apply(edits: readonly JsonEdit[], origin = ''): void {
    if (isReadable.value) history.change(edited(text.value, edits), origin)
  }

  /** Writes a value; undefined removes the member. Typing in one field is one step of Undo. */
  function write(location: Location, value: unknown): void {
    if (value === undefined && at(location) === undefined) return
    apply([value === undefined ? removeAt(location) : setAt(location, value)], `form ${jsonPointer(location)}`)
  }

  /** Removes a member or entry, and parents that become empty, except the first `keep` steps of the path. */
  function drop(location: Location, keep = location.length - 1): void {
    let length = location.length
    while (length - 1 > keep && holdsOneAtMost(at(location.slice(0, length - 1)))) length -= 1
    apply([removeAt(location.slice(0, length))])
  }

  return {
    text,
    document,
    readable: computed(() => readable.value),
    isReadable,
    dirty: computed(() => text.value !== initial),
    undo,
    redo,
    canUndo,
    canRedo,
    typeJson: (next: string) => history.change(next, 'json'),
    replace: (definition: JsonObject) => history.change(printed(definition)),
    /** The path of a JSON Pointer. */
    locationOf: (pointer: string): Location => stepsOf(pointer, readable.value),
    at,
    apply,
    write,
    drop,
  }
}

function holdsOneAtMost(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length <= 1
}
