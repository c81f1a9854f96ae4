import { CallError, call } from '../../../api/call.ts'
import type { Problem, SentFault } from '../document/definition-problems.ts'
import { reactive, computed, inject, ref, shallowRef, watch } from 'vue'
import type { Location, JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer } from '../../../../shared/presentation-exchange/json.ts'
import { refDebounced } from '@vueuse/core'
import type { InjectionKey, Ref } from 'vue'
import type { DefinitionRow } from '../../../../shared/contract/workbench-exchange.ts'
import { definitionOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import { findProblems, problemsAt, problemsWithin } from '../document/definition-problems.ts'
import { locationAt } from '../document/json-places.ts'
import { useDefinitionText } from './use-definition-text.ts'

/** The faults with places in the exchange's refusal of a definition; none for any other error. */
function sentFaults(error: unknown): readonly SentFault[] {
  if (!(error instanceof CallError) || error.code !== 'invalid_params') return []
  return error.errors.flatMap(({ extra_info }) => {
    const { fields } = extra_info
    return Array.isArray(fields) ? fields.filter(isSentFault) : []
  })
}

function isSentFault(field: unknown): field is SentFault {
  if (typeof field !== 'object' || field === null) return false
  return ['path', 'code', 'message'].every((member) => typeof Reflect.get(field, member) === 'string')
}

/**
 * The open parts of the form, by their pointers. Parts that somebody opened stay open; parts opened by the cursor close
 * when it leaves, or moving through the JSON would open the whole form.
 */
function useOpenParts() {
  const opened = reactive(new Set<string>())
  const passing = new Set<string>()

  function openAround(location: Location): void {
    const around = location.map((_, index) => jsonPointer(location.slice(0, index + 1)))
    for (const pointer of passing) if (!around.includes(pointer)) close(pointer)
    for (const pointer of around) if (!opened.has(pointer)) open(pointer)
  }

  function open(pointer: string): void {
    opened.add(pointer)
    passing.add(pointer)
  }

  function close(pointer: string): void {
    opened.delete(pointer)
    passing.delete(pointer)
  }

  return { opened, openAround }
}

function useFaults(problems: Readonly<Ref<readonly Problem[]>>, isReadable: Readonly<Ref<boolean>>) {
  const isFault = ({ severity }: Problem): boolean => severity === 'fault'
  /** The problem of one field. */
  const errorAt = (location: Location): string | undefined => problemsAt(problems.value, location).find(isFault)?.text
  return {
    errorAt,
    /** The bindings of the field for a place. */
    field: (location: Location) => ({
      name: jsonPointer(location),
      error: errorAt(location),
      disabled: !isReadable.value,
    }),
    /** The number of faults in a part. */
    faultsWithin: (location: Location): number => problemsWithin(problems.value, location).filter(isFault).length,
  }
}

const TYPING_MS = 120

/** The current place, and whether form or JSON set it. */
export interface EditorPlace {
  readonly location: Location
  readonly by: 'json' | 'list'
  /** Increases with every move, so that moving to the same place again counts. */
  readonly turn: number
}

/**
 * A definition being edited: its text, its problems, the current place, and storing it.
 *
 * @param start the initial definition
 * @param previousId the id of the stored definition it is based on, or null
 */
export function useDefinitionEditor(start: JsonObject, previousId: string | null) {
  const content = useDefinitionText(start)
  const { document } = content
  const checked = refDebounced(document, TYPING_MS)
  const sent = shallowRef<readonly SentFault[]>([])
  const problems = computed(() => findProblems(checked.value, sent.value))
  const failure = shallowRef<Failure>()
  const saving = ref(false)
  const place = shallowRef<EditorPlace>()
  const { opened, openAround } = useOpenParts()

  watch(document, forgetRefusal, { flush: 'sync' })

  function forgetRefusal(): void {
    sent.value = []
    failure.value = undefined
  }

  /** Opens all parts around a place; form and JSON move there. */
  function go(location: Location, by: EditorPlace['by']): void {
    place.value = { location, by, turn: (place.value?.turn ?? 0) + 1 }
    openAround(location)
  }

  /** Makes the form follow the cursor of the JSON. */
  function follow(offset: number): void {
    const location = locationAt(document.value, offset)
    if (location.length > 0) go(location, 'json')
  }

  /** Stores the definition. @returns its row; undefined if refused, with the reason in `problems` or `failure` */
  async function save(): Promise<DefinitionRow | undefined> {
    const { value } = document.value
    const isFaulty = findProblems(document.value).some(({ severity }) => severity === 'fault')
    if (saving.value || value === undefined || isFaulty) return undefined
    saving.value = true
    forgetRefusal()
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
    ...content,
    /** The document to which the positions of `problems` refer; it follows the text after a pause in typing. */
    checked,
    problems,
    failure: computed(() => failure.value),
    saving: computed(() => saving.value),
    place: computed(() => place.value),
    /** Pointers of the parts of the form that are open. */
    opened,
    go,
    follow,
    save,
    ...useFaults(problems, content.isReadable),
  }
}

export type DefinitionEditor = ReturnType<typeof useDefinitionEditor>

export const editorKey: InjectionKey<DefinitionEditor> = Symbol('definition editor')

/** The editor that a field belongs to. */
export function useEditor(): DefinitionEditor {
  const editor = inject(editorKey)
  if (editor === undefined) throw new Error('this field is not in a definition editor')
  return editor
}
