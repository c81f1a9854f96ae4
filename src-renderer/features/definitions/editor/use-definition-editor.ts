import { refDebounced } from '@vueuse/core'
import type { InjectionKey } from 'vue'
import { computed, inject, reactive, ref, shallowRef, watch } from 'vue'
import type { DefinitionRow } from '../../../../shared/contract/workbench-exchange.ts'
import { definitionOperations } from '../../../../shared/contract/workbench-exchange.ts'
import type { JsonObject, Location } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer, valueAt } from '../../../../shared/presentation-exchange/json.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import type { SentFault } from '../document/definition-problems.ts'
import { findProblems, problemsAt, problemsWithin } from '../document/definition-problems.ts'
import { readDocument } from '../document/json-document.ts'
import type { JsonEdit } from '../document/json-edits.ts'
import { edited, printed, removeAt, setAt } from '../document/json-edits.ts'
import { locationAt, stepsOf } from '../document/json-places.ts'
import { useTextHistory } from '../document/text-history.ts'
import { sentFaults } from './sent-faults.ts'

const TYPING_MS = 120

/** Where somebody is, and where they came there. */
export interface EditorPlace {
  readonly location: Location
  readonly by: 'form' | 'json' | 'list'
  /** Grows with every move, so that going to the same place again is a move. */
  readonly turn: number
}

/**
 * One definition being typed: form and JSON change the same text, and share its Undo.
 *
 * @param start the definition it begins with.
 * @param previousId the stored one it was made from, or null.
 */
export function useDefinitionEditor(start: JsonObject, previousId: string | null) {
  const initial = printed(start)
  const history = useTextHistory(initial)
  const { text } = history
  const document = computed(() => readDocument(text.value))
  /** The last text that could be read: what the form shows while the JSON is broken. */
  const readable = shallowRef<JsonObject>(document.value.value ?? {})
  const settled = refDebounced(document, TYPING_MS)
  const sent = shallowRef<readonly SentFault[]>([])
  const problems = computed(() => findProblems(settled.value, sent.value))
  const failure = shallowRef<Failure>()
  const saving = ref(false)
  const place = shallowRef<EditorPlace>()
  /** Pointers of the parts of the form that are open. */
  const opened = reactive(new Set<string>())

  watch(
    document,
    ({ value }) => {
      if (value !== undefined) readable.value = value
      sent.value = []
      failure.value = undefined
    },
    { flush: 'sync' },
  )

  const isReadable = computed(() => document.value.value !== undefined)

  function apply(edits: readonly JsonEdit[], origin = ''): void {
    if (isReadable.value) history.change(edited(text.value, edits), origin)
  }

  /** Writes a value; undefined takes the member away. Typing into one field is one step of Undo. */
  function write(location: Location, value: unknown): void {
    const there = at(location) !== undefined
    if (value === undefined && !there) return
    apply([value === undefined ? removeAt(location) : setAt(location, value)], `form ${jsonPointer(location)}`)
  }

  /** Takes a member or entry away, and everything above it that is empty then, as far as `keep`. */
  function drop(location: Location, keep = location.length - 1): void {
    let last = location.length
    while (last - 1 > keep && isEmptyWithout(at(location.slice(0, last - 1)))) last -= 1
    apply([removeAt(location.slice(0, last))])
  }

  /** What the form shows at a place. */
  const at = (location: Location): unknown => valueAt(readable.value, location)

  function go(location: Location, by: EditorPlace['by']): void {
    place.value = { location, by, turn: (place.value?.turn ?? 0) + 1 }
    if (by === 'form') return
    for (let length = 1; length <= location.length; length += 1) opened.add(jsonPointer(location.slice(0, length)))
  }

  /** The cursor of the JSON went somewhere: the form follows. */
  function follow(offset: number): void {
    const location = locationAt(document.value, offset)
    if (location.length > 0) go(location, 'json')
  }

  /** Stores it; answers its row, or undefined when it was not stored, which problems or failure then explain. */
  async function save(): Promise<DefinitionRow | undefined> {
    const { value } = document.value
    const isFaulty = findProblems(document.value).some(({ severity }) => severity === 'fault')
    if (saving.value || value === undefined || isFaulty) return undefined
    saving.value = true
    failure.value = undefined
    try {
      const body = { definition: { ...value }, previous_id: previousId }
      return (await call(definitionOperations.definitionSave, { body })).row
    } catch (error) {
      sent.value = sentFaults(error)
      if (sent.value.length === 0) failure.value = failureOf(error)
      return undefined
    } finally {
      saving.value = false
    }
  }

  return {
    text,
    document,
    readable: computed(() => readable.value),
    isReadable,
    /** Of the text as it was a moment ago; positions fit `checked`. */
    problems,
    checked: settled,
    failure: computed(() => failure.value),
    saving: computed(() => saving.value),
    place: computed(() => place.value),
    opened,
    dirty: computed(() => text.value !== initial),
    ...{ undo: history.undo, redo: history.redo, canUndo: history.canUndo, canRedo: history.canRedo },
    typeJson: (next: string) => history.change(next, 'json'),
    replace: (definition: JsonObject) => history.change(printed(definition)),
    /** A place by its JSON Pointer. */
    locationOf: (pointer: string): Location => stepsOf(pointer, readable.value),
    apply,
    write,
    drop,
    at,
    go,
    follow,
    save,
    /** What is wrong in one field. */
    errorAt: (location: Location): string | undefined =>
      problemsAt(problems.value, location).find(({ severity }) => severity === 'fault')?.text,
    /** How much is wrong in a part. */
    faultsWithin: (location: Location): number =>
      problemsWithin(problems.value, location).filter(({ severity }) => severity === 'fault').length,
  }
}

export type DefinitionEditor = ReturnType<typeof useDefinitionEditor>

function isEmptyWithout(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length <= 1
}

export const editorKey: InjectionKey<DefinitionEditor> = Symbol('definition editor')

/** The editor that a field belongs to. */
export function useEditor(): DefinitionEditor {
  const editor = inject(editorKey)
  if (editor === undefined) throw new Error('this field is not in a definition editor')
  return editor
}
