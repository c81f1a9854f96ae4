import { z } from 'zod'
import { SLOT_TYPE_NAMES } from '../../../../shared/contract/slots.ts'
import { TEMPLATE_STATES } from '../../../../shared/contract/system-catalogue.ts'
import { Description, Label, ShortText } from '../../../../shared/contract/values.ts'
import { CallError } from '../../../api/call.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Refusal } from '../../../ui/use-form.ts'
import type { Picture } from './picture.ts'
import type { Translation } from './translations.ts'
import { translationLabels, translationsForm } from './translations.ts'
import type { NewNode, NewScheme, NewSlot, NewTemplate } from './use-catalogue.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

const named = () => ({
  label: z.string().trim().min(1, text('operator.form.labelMissing')).pipe(Label),
  name: ShortText.trim(),
})
const translations = () =>
  translationsForm({
    locale: text('operator.translations.localeWrong'),
    label: text('operator.translations.labelMissing'),
    twice: text('operator.translations.twice'),
  })
const orNull = (typed: string): string | null => (typed === '' ? null : typed)

export const schemeForm = () =>
  z
    .object({ ...named(), description: Description, tags: z.boolean() })
    .transform(({ label, name, description, tags }): NewScheme => ({
      label,
      name: orNull(name),
      description: orNull(description),
      owned_by_user: tags,
    }))

export interface NodeValues extends Record<string, unknown> {
  label: string
  name: string
  description: string
  /** `#rrggbb`, or empty for none. */
  colour: string
  translations: Translation[]
  /** Id of an image of the catalogue, or empty. */
  image: string
  picture: Picture | null
}

export const EMPTY_NODE: NodeValues = {
  label: '',
  name: '',
  description: '',
  colour: '',
  translations: [],
  image: '',
  picture: null,
}

/** What the dialog of a node asks for; a new picture is sent with it, and wins over one of the catalogue. */
export const nodeForm = (scheme: string) =>
  z
    .object({
      ...named(),
      description: Description,
      colour: z.string().refine((typed) => typed === '' || COLOUR.test(typed), text('operator.form.colourWrong')),
      translations: translations(),
      image: z.string(),
      picture: z.custom<Picture | null>(),
    })
    .transform(({ label, name, description, colour, translations: labels, image, picture }): NewNode => ({
      classification_scheme_name: scheme,
      label,
      name: orNull(name),
      description: orNull(description),
      background_color: orNull(colour),
      label_translations: labels,
      image_id: picture === null ? orNull(image) : null,
      image: picture && { filename: picture.filename, contents: picture.contents, content_type: picture.content_type },
    }))

export interface TemplateValues extends Record<string, unknown> {
  label: string
  name: string
  description: string
  status: string
  translations: Translation[]
  /** `scheme/node`, as {@link nodeKey} writes it. */
  nodes: string[]
  /** Id of an image of the catalogue, or empty. */
  image: string
}

export const EMPTY_TEMPLATE: TemplateValues = {
  label: '',
  name: '',
  description: '',
  status: 'public',
  translations: [],
  nodes: [],
  image: '',
}

/** Machine names have no slash. */
export const nodeKey = (scheme: string, node: string): string => `${scheme}/${node}`

export const templateForm = () =>
  z
    .object({
      ...named(),
      description: Description,
      status: z.string().pipe(z.enum(TEMPLATE_STATES)),
      translations: translations(),
      nodes: z.array(z.string()),
      image: z.string(),
    })
    .transform(({ label, name, description, status, translations: labels, nodes, image }): NewTemplate => ({
      label,
      name: orNull(name),
      description: orNull(description),
      status,
      label_translations: labels,
      classified_by: nodes.map((key) => {
        const [scheme_name = '', node_name = ''] = key.split('/')
        return { scheme_name, node_name }
      }),
      image_id: orNull(image),
    }))

export interface SlotValues extends Record<string, unknown> {
  label: string
  name: string
  type: string
  translations: Translation[]
}

export const EMPTY_SLOT: SlotValues = { label: '', name: '', type: 'key_value', translations: [] }

export const slotForm = () =>
  z
    .object({ ...named(), type: z.string().pipe(z.enum(SLOT_TYPE_NAMES)), translations: translations() })
    .transform(({ label, name, type, translations: labels }): NewSlot => ({
      label,
      name: orNull(name),
      slot_type: type,
      label_translations: labels,
    }))

/** Images of the catalogue to choose from, and none. */
export function imageChoices(images: readonly { readonly id: string; readonly filename: string | null }[] = []) {
  return [
    { value: '', label: text('operator.form.noImage') },
    ...images.map(({ id, filename }) => ({ value: id, label: filename ?? id })),
  ]
}

/** What the fields of these forms are called in a summary of errors. */
export const fieldLabels = (): Readonly<Record<string, string>> => ({
  label: text('operator.column.label'),
  name: text('operator.column.name'),
  description: text('operator.form.description'),
  colour: text('operator.form.colour'),
  ...translationLabels({ locale: text('operator.translations.locale'), label: text('operator.translations.label') }),
})

const FIELDS = ['label', 'name', 'description']

/** Causes at `classification_node.label` are placed at `label`. A name that is taken is an error of the field for it. */
export function catalogueRefusal(error: unknown): Refusal {
  if (error instanceof CallError && error.code === 'name_taken') {
    return { fields: [{ path: 'name', text: text('operator.form.nameTaken') }] }
  }
  return refusalOf(error, (path) => FIELDS.find((field) => path.endsWith(`.${field}`)))
}
