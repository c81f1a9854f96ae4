import { z } from 'zod'
import { SLOT_TYPE_NAMES } from '../../../../shared/contract/slots.ts'
import { TEMPLATE_STATES } from '../../../../shared/contract/system-catalogue.ts'
import { Description, Label, ShortText } from '../../../../shared/contract/values.ts'
import { refusalAt, refusalOf } from '../../../api/refusal.ts'
import { text } from '../../../i18n/i18n.ts'
import type { Picture } from './picture.ts'
import { translationsForm } from './translations.ts'
import type { NewNode, NewScheme, NewSlot, NewTemplate } from './use-catalogue.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

const orNull = (typed: string): string | null => (typed === '' ? null : typed)
const named = () => ({
  label: z.string().trim().min(1, text('operator.form.labelMissing')).pipe(Label),
  name: ShortText.trim().transform(orNull),
})
const described = () => ({ ...named(), description: Description.transform(orNull) })

/** The name, label and description of every catalogue entry. */
export const namedFields = {
  label: { label: 'label.label', required: true },
  name: { label: 'label.name', hint: 'operator.form.nameHint', mono: true, optional: true },
} as const
export const descriptionField = { label: 'label.description', rows: 2, optional: true } as const

export const schemeForm = () =>
  z
    .object({ ...described(), tags: z.boolean() })
    .transform(({ tags, ...said }): NewScheme => ({ ...said, owned_by_user: tags }))

/** The fields of the node dialog; a new image is sent with it, and replaces one of the catalogue. */
export const nodeForm = (scheme: string) =>
  z
    .object({
      ...described(),
      colour: z.string().refine((typed) => typed === '' || COLOUR.test(typed), text('operator.form.colourWrong')),
      translations: translationsForm(),
      image: z.string(),
      picture: z.custom<Picture | null>(),
    })
    .transform(({ colour, translations, image, picture, ...said }): NewNode => ({
      ...said,
      classification_scheme_name: scheme,
      background_color: orNull(colour),
      label_translations: translations,
      image_id: picture === null ? orNull(image) : null,
      image: picture && { filename: picture.filename, contents: picture.contents, content_type: picture.content_type },
    }))

/** A key for a node; machine names have no slash. */
export const nodeKey = (scheme: string, node: string): string => `${scheme}/${node}`

export const templateForm = () =>
  z
    .object({
      ...described(),
      status: z.string().pipe(z.enum(TEMPLATE_STATES)),
      translations: translationsForm(),
      /** `scheme/node`, as {@link nodeKey} writes it. */
      nodes: z.array(z.string()),
      /** Id of an image of the catalogue, or empty. */
      image: z.string(),
    })
    .transform(({ translations, nodes, image, ...said }): NewTemplate => ({
      ...said,
      label_translations: translations,
      classified_by: nodes.map((key) => {
        const [scheme_name = '', node_name = ''] = key.split('/')
        return { scheme_name, node_name }
      }),
      image_id: orNull(image),
    }))

export const slotForm = () =>
  z
    .object({ ...named(), type: z.string().pipe(z.enum(SLOT_TYPE_NAMES)), translations: translationsForm() })
    .transform(({ type, translations, ...said }): NewSlot => ({
      ...said,
      slot_type: type,
      label_translations: translations,
    }))

/** Images of the catalogue to choose from, and none. */
export function imageChoices(images: readonly { readonly id: string; readonly filename: string | null }[] = []) {
  return [
    { value: '', label: text('operator.form.noImage') },
    ...images.map(({ id, filename }) => ({ value: id, label: filename ?? id })),
  ]
}

const FIELDS = ['label', 'name', 'description']

/** An error at `classification_node.label` is placed at `label`, and a taken name at the field for the name. */
export const catalogueRefusal = refusalAt(
  { name_taken: { path: 'name', says: () => text('operator.form.nameTaken') } },
  (error) => refusalOf(error, (path) => FIELDS.find((field) => path.endsWith(`.${field}`))),
)
