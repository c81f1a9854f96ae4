import { z } from 'zod'
import { ClassificationScheme, SystemClassificationNode } from './classification.ts'
import { defineOperations } from './operation.ts'
import { SLOT_TYPE_NAMES } from './slots.ts'
import { Description, Id, IdPath, Label, QueryBoolean, ReplyId, ShortText } from './values.ts'

/**
 * What the operator seeds: classification schemes and nodes, images, item templates (vault contract 3.13, E139 to
 * E156).
 */

const LOCALE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i
const MAX_TRANSLATIONS = 50

/** Labels by locale, for example `de-de`. */
const LabelTranslations = z
  .record(z.string().regex(LOCALE, 'must be a locale such as de-de'), Label)
  .refine(
    (labels) => Object.keys(labels).length <= MAX_TRANSLATIONS,
    `must not have more than ${MAX_TRANSLATIONS} locales`,
  )

/** 2 MiB in Base64. */
const MAX_CONTENTS_CHARACTERS = 2_800_000

/** A picture as published clients send it. */
export const NewImage = z.object({
  filename: Label,
  /** Base64. */
  contents: z.string().max(MAX_CONTENTS_CHARACTERS, 'must not be larger than 2 MiB'),
  content_type: ShortText,
})

/** Vault contract 2.7: a picture of the operator's. */
export const SystemImage = z.object({ id: ReplyId, filename: z.string().nullable(), image_url: z.string() })

/** Vault contract 2.3, as the operator sees a template. */
export const SystemItemTemplate = z.object({
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  items_count: z.int(),
  classification_nodes: z.array(SystemClassificationNode),
  template_slots: z.array(
    z.object({ id: ReplyId, name: z.string(), label: z.string(), description: z.string().nullable() }),
  ),
  /** Additive: who sees it; only `public` templates are visible to users. */
  status: z.string(),
})
export type SystemItemTemplate = z.infer<typeof SystemItemTemplate>

export const TEMPLATE_STATES = ['new', 'public', 'private', 'rejected', 'publishing'] as const

const base = { api: 'vault', auth: 'operator', delegation: 'ignored' } as const
const NamePath = z.object({ name: ShortText })
const NodePath = z.object({ scheme_name: ShortText, node_name: ShortText })
const schemeReply = z.object({ classification_scheme: ClassificationScheme })
const schemesReply = z.object({ classification_schemes: z.array(ClassificationScheme) })
const nodeReply = z.object({ classification_node: SystemClassificationNode })
const imageReply = z.object({ image: SystemImage })
const templateReply = z.object({ item_template: SystemItemTemplate })

export const systemClassificationOperations = defineOperations({
  systemClassificationSchemesGet: {
    ...base,
    method: 'GET',
    path: '/system/classification_schemes',
    summary: 'List the classification schemes',
    success: { status: 200, body: schemesReply },
    errors: [],
  },
  systemClassificationSchemesPost: {
    ...base,
    method: 'POST',
    path: '/system/classification_schemes',
    summary: 'Add a classification scheme',
    body: z.object({
      classification_scheme: z.object({
        name: ShortText.nullish(),
        label: Label,
        description: Description.nullish(),
        owned_by_user: z.union([z.boolean(), QueryBoolean]).nullish(),
      }),
    }),
    success: { status: 201, body: schemeReply },
    errors: ['name_taken', 'invalid_params', 'param_missing'],
  },
  systemClassificationSchemesNameGet: {
    ...base,
    method: 'GET',
    path: '/system/classification_schemes/{name}',
    summary: 'Fetch one classification scheme',
    params: NamePath,
    success: { status: 200, body: schemeReply },
    errors: ['not_found'],
  },
  systemClassificationSchemesNameDelete: {
    ...base,
    method: 'DELETE',
    path: '/system/classification_schemes/{name}',
    summary: 'Delete a classification scheme none of whose nodes is used',
    params: NamePath,
    success: { status: 204 },
    errors: ['not_found', 'in_use'],
  },
  systemClassificationNodesGet: {
    ...base,
    method: 'GET',
    path: '/system/classification_nodes',
    summary: 'List the classification schemes with their global nodes',
    success: { status: 200, body: schemesReply },
    errors: [],
  },
  systemClassificationNodesPost: {
    ...base,
    method: 'POST',
    path: '/system/classification_nodes',
    summary: 'Add a global node to a classification scheme',
    maxBodyBytes: 4 * 1024 * 1024,
    body: z.object({
      classification_node: z.object({
        classification_scheme_name: ShortText,
        name: ShortText.nullish(),
        label: Label.nullish(),
        label_translations: LabelTranslations.nullish(),
        description: Description.nullish(),
        background_color: ShortText.nullish(),
        image_id: Id.nullish(),
        image: NewImage.nullish(),
      }),
    }),
    success: { status: 201, body: nodeReply },
    errors: ['classification_scheme_not_found', 'name_taken', 'invalid_params', 'param_missing'],
  },
  systemClassificationNodesSchemeNameNodeNameGet: {
    ...base,
    method: 'GET',
    path: '/system/classification_nodes/{scheme_name}/{node_name}',
    summary: 'Fetch one global node',
    params: NodePath,
    success: { status: 200, body: nodeReply },
    errors: ['not_found'],
  },
  systemClassificationNodesSchemeNameNodeNameDelete: {
    ...base,
    method: 'DELETE',
    path: '/system/classification_nodes/{scheme_name}/{node_name}',
    summary: 'Delete a global node that nothing is classified with',
    params: NodePath,
    success: { status: 204 },
    errors: ['not_found', 'in_use'],
  },
})

export const systemImageOperations = defineOperations({
  systemImagesGet: {
    ...base,
    method: 'GET',
    path: '/system/images',
    summary: 'List the images',
    success: { status: 200, body: z.object({ images: z.array(SystemImage) }) },
    errors: [],
  },
  systemImagesPost: {
    ...base,
    method: 'POST',
    path: '/system/images',
    summary: 'Add an image',
    maxBodyBytes: 4 * 1024 * 1024,
    body: z.object({ image: NewImage }),
    success: { status: 201, body: imageReply },
    errors: ['invalid_params', 'param_missing'],
  },
  systemImagesIdGet: {
    ...base,
    method: 'GET',
    path: '/system/images/{id}',
    summary: 'Fetch one image',
    params: IdPath,
    success: { status: 200, body: imageReply },
    errors: ['not_found'],
  },
  systemImagesIdDelete: {
    ...base,
    method: 'DELETE',
    path: '/system/images/{id}',
    summary: 'Delete an image that nothing shows',
    params: IdPath,
    success: { status: 204 },
    errors: ['not_found', 'in_use'],
  },
})

export const systemItemTemplateOperations = defineOperations({
  systemItemTemplatesGet: {
    ...base,
    method: 'GET',
    path: '/system/item_templates',
    summary: 'List the system templates',
    success: { status: 200, body: z.object({ item_templates: z.array(SystemItemTemplate) }) },
    errors: [],
  },
  systemItemTemplatesPost: {
    ...base,
    method: 'POST',
    path: '/system/item_templates',
    summary: 'Add a system template',
    body: z.object({
      item_template: z.object({
        name: ShortText.nullish(),
        label: Label,
        status: z.enum(TEMPLATE_STATES).nullish(),
        label_translations: LabelTranslations.nullish(),
        description: Description.nullish(),
        classified_by: z
          .array(z.object({ scheme_name: ShortText, node_name: ShortText }))
          .max(50)
          .nullish(),
      }),
    }),
    success: { status: 201, body: templateReply },
    errors: ['name_taken', 'classification_node_not_found', 'invalid_params', 'param_missing'],
  },
  systemItemTemplatesNameGet: {
    ...base,
    method: 'GET',
    path: '/system/item_templates/{name}',
    summary: 'Fetch one system template',
    params: NamePath,
    success: { status: 200, body: templateReply },
    errors: ['not_found'],
  },
  systemItemTemplatesNameDelete: {
    ...base,
    method: 'DELETE',
    path: '/system/item_templates/{name}',
    summary: 'Delete a system template no item was made from',
    params: NamePath,
    success: { status: 204 },
    errors: ['not_found', 'in_use'],
  },
  systemItemTemplatesNameSlotPost: {
    ...base,
    method: 'POST',
    path: '/system/item_templates/{name}/slot',
    summary: 'Add a slot to a system template',
    params: NamePath,
    body: z.object({
      template_slot: z.object({
        name: ShortText.nullish(),
        label: Label,
        slot_type: z.enum(SLOT_TYPE_NAMES).nullish(),
        label_translations: LabelTranslations.nullish(),
      }),
    }),
    success: { status: 201, body: templateReply },
    errors: ['not_found', 'name_taken', 'invalid_params', 'param_missing'],
  },
  systemItemTemplatesNameSlotSlotIdDelete: {
    ...base,
    method: 'DELETE',
    path: '/system/item_templates/{name}/slot/{slot_id}',
    summary: 'Take a slot out of a system template',
    params: NamePath.extend({ slot_id: Id }),
    success: { status: 200, body: templateReply },
    errors: ['not_found'],
  },
})
