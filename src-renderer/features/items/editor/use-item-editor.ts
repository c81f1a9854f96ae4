import type { Ref } from 'vue'
import { computed, reactive, shallowReactive, shallowRef, watchEffect } from 'vue'
import type { OpenedItem } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import { call, CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import type { Refusal } from '../../../ui/use-form.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { Conflict, KeptTheirs } from './conflict.ts'
import { findConflicts, rebase } from './conflict.ts'
import type { SlotForm, TemplateSlot } from './item-form.ts'
import {
  EMPTY_FORM,
  formOfItem,
  ITEM_FIELDS,
  canWriteBack,
  draftBack,
  isEmptyDraft,
  ItemForm,
  itemDraft,
  knownValues,
  newItemDraft,
  placeInForm,
  slotsForTemplate,
} from './item-form.ts'
import { useSlotEditing } from './use-slot-editing.ts'

/** The vault has a newer version whose changes touch the same fields. */
export interface OpenConflict {
  readonly theirs: OpenedItem
  readonly conflicts: readonly Conflict[]
}

/**
 * An item being edited by an actor. A failure never changes typed values; a lock drops them.
 *
 * @param source the item to change; undefined makes a new one
 * @param summary the ErrorSummary that takes the focus after a refused save
 */
export function useItemEditor(
  actor: string,
  source: OpenedItem | undefined,
  summary: Readonly<Ref<{ focus: () => void } | null>>,
) {
  const base = shallowRef(source)
  const known = shallowReactive(source ? knownValues(source) : new Map<string, string>())
  const conflict = shallowRef<OpenConflict>()
  const labels = reactive<Record<string, string>>({})
  let positions: readonly number[] = []
  let saved: OpenedItem | undefined
  /** The item before the last save, if Undo can restore it. */
  let before: OpenedItem | undefined
  /** Stores chosen files after the last save. */
  let fill: ((saved: OpenedItem) => void) | undefined

  const form = useForm({
    schema: ItemForm,
    initial: source ? formOfItem(source) : EMPTY_FORM,
    labels,
    summary,
    submit: async (value) => {
      saved = await send(value)
      fill?.(saved)
    },
    failureOf: refusal,
  })
  const { values } = form

  const dirty = computed(() =>
    base.value === undefined ? isTypedIn(values) : !isEmptyDraft(itemDraft(values, base.value, known).draft),
  )

  async function send(value: ItemForm): Promise<OpenedItem> {
    const started = base.value
    if (started === undefined) return create(value)
    const { draft, positions: sent } = itemDraft(value, started, known)
    positions = sent
    fill = slots.filling()
    if (isEmptyDraft(draft)) return started
    before = fill === undefined && canWriteBack(value, knownValues(started)) ? started : undefined
    const params = { user_id: actor, item_id: started.item.id }
    try {
      return await call(workbenchItemOperations.itemSave, { params, body: draft })
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'edit_conflict') throw error
      await compare(value, started)
      throw error
    }
  }

  function create(value: ItemForm): Promise<OpenedItem> {
    const { draft, positions: sent } = newItemDraft(value)
    positions = sent
    fill = slots.filling()
    return call(workbenchItemOperations.itemCreate, { params: { user_id: actor }, body: draft })
  }

  /** Reads the vault's current version, to show both. */
  async function compare(value: ItemForm, started: OpenedItem): Promise<void> {
    const params = { user_id: actor, item_id: started.item.id }
    const theirs = await call(workbenchItemOperations.itemOpen, { params })
    conflict.value = { theirs, conflicts: findConflicts(value, { base: started, theirs, known }) }
  }

  function refusal(error: unknown): Refusal {
    if (conflict.value !== undefined) return {}
    return refusalOf(error, (path) => placeInForm(path, positions))
  }

  const found = (): OpenConflict | undefined => conflict.value

  /** @returns the saved item; undefined if it was refused, with the reason in the form */
  async function save(): Promise<OpenedItem | undefined> {
    saved = undefined
    conflict.value = undefined
    await form.submit()
    // Changes of both sides without a conflict are merged without a question.
    if (found()?.conflicts.length === 0) return resolve(new Set())
    return saved
  }

  /** Rebases on the vault's version with the chosen resolutions, and saves. */
  async function resolve(keptTheirs: KeptTheirs): Promise<OpenedItem | undefined> {
    const [started, newest] = [base.value, found()?.theirs]
    if (started === undefined || newest === undefined) return undefined
    const theirsKnown = knownValues(newest)
    Object.assign(values, rebase(values, { base: started, theirs: newest, known, theirsKnown }, keptTheirs))
    base.value = newest
    known.clear()
    for (const [id, value] of theirsKnown) known.set(id, value)
    return save()
  }

  function dropConflict(): void {
    conflict.value = undefined
  }

  const slots = useSlotEditing(actor, { values, base: () => base.value, known })

  function useTemplate(name: string, templateSlots: readonly TemplateSlot[]): void {
    values.template_name = name
    values.slots = slotsForTemplate(templateSlots, values.slots)
  }

  function drop(): void {
    form.reset(EMPTY_FORM)
    base.value = undefined
    conflict.value = undefined
    known.clear()
    slots.forgetFiles()
  }
  useActor(actor).whenLocked(drop)

  watchEffect(() => Object.assign(labels, fieldNames(values.slots)))

  return {
    form,
    values,
    /** An empty field is not marked before the first attempt to save, so that tabbing past it shows no error. */
    field: (path: string) => ({
      name: path,
      error: form.errors.value[path],
      onBlur: () => !isEmptyAt(values, path) && form.touch(path),
    }),
    problems: form.summary,
    dirty,
    /** True if a change cannot be undone. */
    isFinal: computed(
      () =>
        base.value !== undefined && (slots.filling() !== undefined || !canWriteBack(values, knownValues(base.value))),
    ),
    /** Undoes the save; undefined if that is not possible. */
    writeBack: (now: OpenedItem): (() => Promise<OpenedItem>) | undefined => {
      const was = before
      if (was === undefined) return undefined
      const params = { user_id: actor, item_id: now.item.id }
      return () => call(workbenchItemOperations.itemSave, { params, body: draftBack(was, now) })
    },
    conflict: computed(() => conflict.value),
    save,
    resolve,
    dropConflict,
    ...slots,
    useTemplate,
  }
}

export type ItemEditor = ReturnType<typeof useItemEditor>

/** Whether there is input that would be lost. Empty slots of the template do not count. */
function isTypedIn(form: ItemForm): boolean {
  const { slots, tags } = form
  return (
    ITEM_FIELDS.some((field) => form[field] !== EMPTY_FORM[field]) ||
    tags.length > 0 ||
    slots.some(({ name, label, value }) => value !== '' || (name === undefined && label !== ''))
  )
}

function isEmptyAt(values: ItemForm, path: string): boolean {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at instanceof Object ? Reflect.get(at, key) : undefined), values)
  return found === '' || found === undefined
}

function fieldNames(slots: readonly SlotForm[]): Record<string, string> {
  const own = {
    ...Object.fromEntries(ITEM_FIELDS.map((field) => [field, text(oneOf('items.editor.field.*', field))])),
    tags: text('items.column.tags'),
    template_name: text('items.filter.template'),
  }
  const ofSlots = slots.flatMap(({ label }, index) => {
    const name = label.trim() === '' ? text('items.editor.slotNumber', { number: index + 1 }) : label
    return [
      [`slots.${index}.label`, text('items.editor.labelOf', { name })],
      [`slots.${index}.slot_type_name`, text('items.editor.typeOf', { name })],
      [`slots.${index}.value`, name],
    ] as const
  })
  return { ...own, ...Object.fromEntries<string>(ofSlots) }
}
