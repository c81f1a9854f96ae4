import { z } from 'zod'
import { ClassificationScheme, SystemClassificationNode } from './classification.ts'
import { answer, defineOperations } from './operation.ts'
import { SlotType, SlotTypeName } from './slots.ts'
import {
  failsWith,
  Description,
  Id,
  Label,
  listOf,
  QueryBoolean,
  Reference,
  ReplyId,
  ShortText,
  namedObject,
} from './values.ts'
import { rule } from '../rule-text.ts'

/**
 * What the operator seeds: classification schemes and nodes, images, item templates (docs/contract/vault.md, Seeding).
 */

const LOCALE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/
export const MAX_TRANSLATIONS = 50

/** Labels by locale, for example `de-de`. Locales are compared ignoring case and stored in lower case. */
export const LabelTranslations = z
  .record(z.string().trim().toLowerCase().regex(LOCALE, 'must be a locale such as de-de'), Label)
  .refine(
    (labels) => Object.keys(labels).length <= MAX_TRANSLATIONS,
    failsWith('invalid_params', rule`must not have more than ${MAX_TRANSLATIONS} locales`),
  )
export type LabelTranslations = z.output<typeof LabelTranslations>

const MAX_CONTENTS_CHARACTERS = 2_900_000

/** An image as published clients send it; `contents` is checked when it is stored. */
export const NewImage = namedObject('NewImage', {
  filename: Label,
  /** Base64 of at most 2 MiB. */
  contents: z
    .string()
    .refine(
      (text) => text.length <= MAX_CONTENTS_CHARACTERS,
      failsWith('payload_too_large', 'must not be larger than 2 MiB'),
    ),
  content_type: ShortText.nullish(),
})
export type NewImage = z.output<typeof NewImage>

/** An image of the operator. `image_url` is absolute over HTTP, and a path in process. */
export const SystemImage = namedObject('SystemImage', {
  id: ReplyId,
  filename: z.string().nullable(),
  image_url: z.string(),
})
export type SystemImage = z.infer<typeof SystemImage>

/** Room for an image of 2 MiB in Base64, and for the other fields. */
const MAX_IMAGE_BODY_BYTES = 4 * 1024 * 1024

const translations = z.record(z.string(), z.string()).nullable()

/** A global node as the operator sees it; `classifications_count` counts those of all users. */
export const SystemNode = SystemClassificationNode.extend({
  /** Extension. */
  label_translations: translations,
  background_color: z.string().nullable(),
}).meta({ id: 'SeedingClassificationNode' })
export type SystemNode = z.infer<typeof SystemNode>

/** A scheme with its global nodes, the only ones that are counted. The operator does not see the tags of users. */
export const SystemScheme = ClassificationScheme.extend({ classification_nodes: z.array(SystemNode) }).meta({
  id: 'SeedingClassificationScheme',
})
export type SystemScheme = z.infer<typeof SystemScheme>

const SystemTemplateSlot = namedObject('SystemTemplateSlot', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  /** Extension, like the next field. */
  slot_type_name: SlotTypeName,
  label_translations: translations,
})

/** A template as the operator sees it. */
export const SystemItemTemplate = namedObject('SystemItemTemplate', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  /** The number of items of all users. */
  items_count: z.int(),
  classification_nodes: z.array(SystemNode),
  template_slots: z.array(SystemTemplateSlot),
  /** Extension, like the next fields. Only `public` templates are visible to users. */
  status: z.string(),
  label_translations: translations,
  image_id: ReplyId.nullable(),
})
export type SystemItemTemplate = z.infer<typeof SystemItemTemplate>

export const TEMPLATE_STATES = ['new', 'public', 'private', 'rejected', 'publishing'] as const
export const TemplateStatus = z.enum(TEMPLATE_STATES).meta({ id: 'TemplateStatus' })
export type TemplateStatus = z.infer<typeof TemplateStatus>

const operator = { api: 'vault', auth: 'operator', delegation: 'ignored' } as const
const NamePath = z.object({ name: ShortText })
const NodePath = z.object({ scheme_name: ShortText, node_name: ShortText })
const schemeReply = z.object({ classification_scheme: SystemScheme })
const schemesReply = z.object({ classification_schemes: z.array(SystemScheme) })
const nodeReply = z.object({ classification_node: SystemNode })
const imageReply = z.object({ image: SystemImage })
const templateReply = z.object({ item_template: SystemItemTemplate })

const NewScheme = namedObject('NewClassificationScheme', {
  name: ShortText.nullish(),
  label: Label,
  description: Description.nullish(),
  /** True: every user makes own nodes, which are tags. Default false. */
  owned_by_user: QueryBoolean.nullish(),
})

const NewNode = namedObject('NewClassificationNode', {
  classification_scheme_name: ShortText,
  /** The name; name or label is required, and an empty text counts as absent. */
  name: ShortText.nullish(),
  label: ShortText.trim().nullish(),
  label_translations: LabelTranslations.nullish(),
  description: Description.nullish(),
  background_color: ShortText.nullish(),
  /** An existing image, or `image` for a new one. */
  image_id: Reference.nullish(),
  image: NewImage.nullish(),
})

const MAX_CLASSIFIED_BY = 50

const NodeName = namedObject('ClassificationNodeName', { scheme_name: ShortText, node_name: ShortText })

const NewSystemItemTemplate = namedObject('NewSystemItemTemplate', {
  name: ShortText.nullish(),
  label: Label,
  /** Default `public`. */
  status: TemplateStatus.nullish(),
  label_translations: LabelTranslations.nullish(),
  description: Description.nullish(),
  classified_by: listOf(NodeName, MAX_CLASSIFIED_BY).nullish(),
  /** Extension: an existing image. */
  image_id: Reference.nullish(),
})

const NewTemplateSlot = namedObject('NewTemplateSlot', {
  name: ShortText.nullish(),
  label: Label,
  /** Default `key_value`. */
  slot_type: SlotType.nullish(),
  label_translations: LabelTranslations.nullish(),
  description: Description.nullish(),
})

/** Operations of the operator on classification (docs/contract/vault.md, Seeding). */
export const systemClassificationOperations = defineOperations({
  systemClassificationSchemesGet: {
    ...operator,
    endpoint: 'GET /system/classification_schemes',
    summary: 'List the classification schemes',
    success: { status: 200, body: schemesReply },
  },
  systemClassificationSchemesPost: {
    ...operator,
    endpoint: 'POST /system/classification_schemes',
    summary: 'Add a classification scheme',
    body: z.object({ classification_scheme: NewScheme }),
    success: { status: 201, body: schemeReply },
    errors: ['name_taken', 'invalid_params', 'param_missing'],
  },
  systemClassificationSchemesNameGet: {
    ...operator,
    endpoint: 'GET /system/classification_schemes/{name}',
    summary: 'Fetch one classification scheme',
    params: NamePath,
    success: { status: 200, body: schemeReply },
    errors: ['not_found'],
  },
  systemClassificationSchemesNameDelete: {
    ...operator,
    endpoint: 'DELETE /system/classification_schemes/{name}',
    summary: 'Delete a classification scheme none of whose nodes is used, with its nodes',
    params: NamePath,
    errors: ['not_found', 'in_use'],
  },
  systemClassificationNodesGet: {
    ...operator,
    endpoint: 'GET /system/classification_nodes',
    summary: 'List the classification schemes with their global nodes',
    success: { status: 200, body: schemesReply },
  },
  systemClassificationNodesPost: {
    ...operator,
    endpoint: 'POST /system/classification_nodes',
    summary: 'Add a global node to a classification scheme',
    maxBodyBytes: MAX_IMAGE_BODY_BYTES,
    body: z.object({ classification_node: NewNode }),
    success: { status: 201, body: nodeReply },
    errors: ['classification_scheme_not_found', 'name_taken', 'invalid_params', 'param_missing', 'payload_too_large'],
  },
  systemClassificationNodesSchemeNameNodeNameGet: {
    ...operator,
    endpoint: 'GET /system/classification_nodes/{scheme_name}/{node_name}',
    summary: 'Fetch one global node',
    params: NodePath,
    success: { status: 200, body: nodeReply },
    errors: ['not_found'],
  },
  systemClassificationNodesSchemeNameNodeNameDelete: {
    ...operator,
    endpoint: 'DELETE /system/classification_nodes/{scheme_name}/{node_name}',
    summary: 'Delete a global node that nothing is classified with',
    params: NodePath,
    errors: ['not_found', 'in_use'],
  },
})

/** Operations of the operator on images (docs/contract/vault.md, Seeding). Users cannot make images. */
export const systemImageOperations = defineOperations({
  systemImagesGet: {
    ...operator,
    endpoint: 'GET /system/images',
    summary: 'List the images',
    success: answer(200, { images: z.array(SystemImage) }),
  },
  systemImagesPost: {
    ...operator,
    endpoint: 'POST /system/images',
    summary: 'Add an image',
    maxBodyBytes: MAX_IMAGE_BODY_BYTES,
    body: z.object({ image: NewImage }),
    success: { status: 201, body: imageReply },
    errors: ['invalid_params', 'param_missing', 'payload_too_large'],
  },
  systemImagesIdGet: {
    ...operator,
    endpoint: 'GET /system/images/{id}',
    summary: 'Fetch one image',
    success: { status: 200, body: imageReply },
    errors: ['not_found'],
  },
  systemImagesIdDelete: {
    ...operator,
    endpoint: 'DELETE /system/images/{id}',
    summary: 'Delete an image that nothing shows',
    errors: ['not_found', 'in_use'],
  },
})

/** Operations of the operator on item templates (docs/contract/vault.md, Seeding). */
export const systemItemTemplateOperations = defineOperations({
  systemItemTemplatesGet: {
    ...operator,
    endpoint: 'GET /system/item_templates',
    summary: 'List the system templates',
    success: answer(200, { item_templates: z.array(SystemItemTemplate) }),
  },
  systemItemTemplatesPost: {
    ...operator,
    endpoint: 'POST /system/item_templates',
    summary: 'Add a system template',
    body: z.object({ item_template: NewSystemItemTemplate }),
    success: { status: 201, body: templateReply },
    errors: [
      'classification_scheme_not_found',
      'classification_node_not_found',
      'name_taken',
      'invalid_params',
      'param_missing',
    ],
  },
  systemItemTemplatesNameGet: {
    ...operator,
    endpoint: 'GET /system/item_templates/{name}',
    summary: 'Fetch one system template',
    params: NamePath,
    success: { status: 200, body: templateReply },
    errors: ['not_found'],
  },
  systemItemTemplatesNameDelete: {
    ...operator,
    endpoint: 'DELETE /system/item_templates/{name}',
    summary: 'Delete a system template no item was made from',
    params: NamePath,
    errors: ['not_found', 'in_use'],
  },
  systemItemTemplatesNameSlotPost: {
    ...operator,
    endpoint: 'POST /system/item_templates/{name}/slot',
    summary: 'Add a slot to a system template',
    params: NamePath,
    body: z.object({ template_slot: NewTemplateSlot }),
    success: { status: 201, body: templateReply },
    errors: ['not_found', 'name_taken', 'invalid_slot_type', 'invalid_params', 'param_missing'],
  },
  systemItemTemplatesNameSlotSlotIdDelete: {
    ...operator,
    endpoint: 'DELETE /system/item_templates/{name}/slot/{slot_id}',
    summary: 'Take a slot out of a system template',
    params: NamePath.extend({ slot_id: Id }),
    success: { status: 200, body: templateReply },
    errors: ['not_found'],
  },
})
