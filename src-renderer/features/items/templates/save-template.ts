import { z } from 'zod'
import type { NewOwnTemplate } from '../../../../shared/contract/item-templates.ts'
import { isCalled, nameOfLabel } from '../../../../shared/contract/machine-name.ts'
import { Description, Label } from '../../../../shared/contract/values.ts'
import type { OpenedItem, OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import { CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Refusal } from '../../../ui/use-form.ts'
import { holdsFile } from '../slot-types.ts'
import type { TemplateChoice } from './use-item-templates.ts'

/** The values of the dialog. */
export interface TemplateValues extends Record<string, unknown> {
  label: string
  description: string
  /** Id of a node of the item, or empty for none. */
  node: string
  /** Ids of the slots to include. */
  slots: string[]
}

type Known = Pick<TemplateChoice, 'name' | 'label' | 'own'>

/**
 * The initial values: everything of the item except its values. Files and folders are added to existing items; a
 * template may have slots for them, but does not by default.
 */
export function templateOf({ item, slots }: OpenedItem): TemplateValues {
  const withText = slots.filter(({ slot_type_name }) => !holdsFile(slot_type_name))
  return { label: item.label, description: '', node: '', slots: withText.map(({ id }) => id) }
}

/** @param known the existing templates */
export function saveTemplateForm(known: () => readonly Known[]) {
  const isTaken = (label: string): boolean => known().some((template) => template.own && isCalled({ label }, template))
  return z.object({
    label: Label.refine((label) => !isTaken(label), text('items.saveTemplate.taken')),
    description: Description,
    node: z.string(),
    slots: z.array(z.string()),
  })
}

/**
 * The request for a new template. Its name is derived from the label, unless that would hide a built-in template,
 * because items are created by template name.
 */
export function newTemplate(
  { label, description, node, slots }: TemplateValues,
  { slots: all, tags }: Pick<OpenedItem, 'slots' | 'tags'>,
  known: readonly Known[],
): NewOwnTemplate {
  const chosen = new Set(slots)
  const tag = tags.find(({ id }) => id === node)
  const wanted = nameOfLabel('template', label, () => false)
  const name = freeName(wanted, new Set(known.map((template) => template.name)))
  return {
    label,
    ...(name !== wanted && { name }),
    ...(description.trim() !== '' && { description }),
    ...(tag?.scheme && { classification_scheme_name: tag.scheme, classification_node_name: tag.name }),
    slots_attributes: withNames(all.filter(({ id }) => chosen.has(id))),
  }
}

/** Slots of an item may share a name, those of a template may not. */
function withNames(slots: readonly OpenedSlot[]): NonNullable<NewOwnTemplate['slots_attributes']> {
  const names = new Set<string>()
  return slots.map(({ name, label, description, slot_type_name }) => {
    const free = freeName(name, names)
    names.add(free)
    return { name: free, label, ...(description !== null && { description }), slot_type_name }
  })
}

/** The name, or the first of `name_2`, `name_3` and so on that is not taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name}_${number}`
    if (!taken.has(next)) return next
  }
}

/** Shows a name that was taken meanwhile as an error of its field. */
export function templateRefusal(error: unknown): Refusal {
  if (error instanceof CallError && error.code === 'name_taken') {
    return { fields: [{ path: 'label', text: text('items.saveTemplate.taken') }] }
  }
  return refusalOf(error, (path) => ['label', 'description'].find((field) => field === path))
}
