import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import {
  failsWith,
  Description,
  hasText,
  Id,
  Label,
  listOf,
  QueryBoolean,
  Reference,
  ReplyId,
  ReplyTime,
  ShortText,
  namedObject,
} from './values.ts'

/** A classification node: global, or a tag of the acting user if `own` (docs/contract/vault.md, Classification). */
export const ClassificationNode = namedObject('ClassificationNode', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  ordinal: z.int(),
  background_color: z.string().nullable(),
  image: z.string().nullable(),
  scheme: z.string().nullable(),
  /** Items and slots of the acting user that are classified with it. */
  classifications_count: z.int(),
  own: z.boolean(),
})
export type ClassificationNode = z.infer<typeof ClassificationNode>

/** The shape nodes have inside a scheme. */
export const SystemClassificationNode = namedObject('SystemClassificationNode', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  scheme: z.string(),
  image_id: ReplyId.nullable(),
  ordinal: z.int().nullable(),
  classifications_count: z.int(),
})
export type SystemClassificationNode = z.infer<typeof SystemClassificationNode>

export const ClassificationScheme = namedObject('ClassificationScheme', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  /** True: every user makes own nodes, which are tags. False: nodes come from the operator only. */
  owned_by_user: z.boolean(),
  classification_nodes_count: z.int(),
  created_at: ReplyTime,
  classification_nodes: z.array(SystemClassificationNode),
})
export type ClassificationScheme = z.infer<typeof ClassificationScheme>

/** The scheme of a new vault whose nodes every user makes: tags. */
export const TAG_SCHEME = 'tag'

export const MAX_CLASSIFICATION_ATTRIBUTES = 50

const NodeText = ShortText.trim().nullish()

/** Both spellings of the keys, which may be mixed (docs/contract/vault.md, Classification: naming nodes). */
const nodeKeys = {
  node_id: Reference.nullish(),
  id: Reference.nullish(),
  node_name: NodeText,
  name: NodeText,
  label: NodeText,
  scheme_id: Reference.nullish(),
  scheme_name: NodeText,
  scheme: NodeText,
}

const NODE_REFERENCE_KEYS = ['node_id', 'id', 'node_name', 'name', 'label']

const NODE_MISSING = {
  ...failsWith('param_missing', 'is missing: give node_id, node_name or label'),
  path: ['node_name'],
  when: () => true,
}

/** Classification of something new: links and new tags, no unlinking. */
export const NewClassification = listOf(
  z
    .object({
      ...nodeKeys,
      _destroy: z
        .unknown()
        .refine(
          (value) => value === undefined,
          failsWith('slot_attribute_not_permitted', 'is not allowed when something is created'),
        )
        .optional(),
    })
    .refine((entry) => hasText(entry, NODE_REFERENCE_KEYS), NODE_MISSING)
    .meta({ id: 'NewClassification' }),
  MAX_CLASSIFICATION_ATTRIBUTES,
)

/** Classification of something that exists: links, new tags and unlinking. */
export const ChangedClassification = listOf(
  z
    .object({ ...nodeKeys, _destroy: z.boolean().optional() })
    .refine((entry) => hasText(entry, NODE_REFERENCE_KEYS), NODE_MISSING)
    .meta({ id: 'ChangedClassification' }),
  MAX_CLASSIFICATION_ATTRIBUTES,
)

/** One entry of `classification_nodes_attributes` after validation. */
export type ClassificationAttributes = z.output<typeof ChangedClassification>[number]

const query = {
  scheme_name: ShortText.optional(),
  name: ShortText.optional(),
  by_name: ShortText.optional(),
  own: QueryBoolean.optional(),
}

/** A tag to create. Other fields of published clients, such as `user_id` and `image`, have no effect. */
const NewTag = z
  .object({
    classification_scheme_name: Label,
    name: NodeText,
    label: NodeText,
    description: Description.nullish(),
  })
  .refine(({ name, label }) => Boolean(name) || Boolean(label), {
    ...failsWith('param_missing', 'is missing: give a name or a label'),
    path: ['label'],
  })
  .meta({ id: 'NewTag', examples: [{ classification_scheme_name: 'tags', label: 'Family' }] })

/** The new name of a tag; absent fields stay as they are. */
const ChangedTag = namedObject('ChangedTag', { name: NodeText, label: NodeText, description: Description.nullish() })

/** Where a tag was linked: to an item (`slot_id` null) or to a slot. */
const UnlinkedTag = namedObject('UnlinkedTag', { item_id: ReplyId, slot_id: ReplyId.nullable() })

/** Where a deleted tag was linked, so that it can be made again and linked there. */
const unlinkedReply = { unlinked: z.array(UnlinkedTag), item_template_ids: z.array(ReplyId) }

const read = { api: 'vault', auth: 'user', delegation: 'reader' } as const
const write = { api: 'vault', auth: 'user', delegation: 'admin' } as const

/** Operations on classification schemes, nodes and tags (docs/contract/vault.md, Classification). */
export const classificationOperations = defineOperations({
  classificationNodesGet: {
    ...read,
    endpoint: 'GET /classification_nodes',
    summary: 'List the global classification nodes and your own tags',
    query: z.object({ ...query, ...pagingQuery }),
    success: answer(200, { classification_nodes: z.array(ClassificationNode), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  classificationNodesIdGet: {
    ...read,
    endpoint: 'GET /classification_nodes/{id}',
    summary: 'Fetch one classification node',
    success: answer(200, { classification_node: ClassificationNode }),
    errors: ['not_found'],
  },
  classificationSchemesGet: {
    ...read,
    endpoint: 'GET /classification_schemes',
    extension: true,
    summary: 'List the classification schemes with the nodes you can use',
    success: answer(200, { classification_schemes: z.array(ClassificationScheme) }),
  },
  classificationNodesPost: {
    ...write,
    endpoint: 'POST /classification_nodes',
    summary: 'Make a tag',
    body: z.object({ classification_node: NewTag }),
    success: answer(201, { classification_node: ClassificationNode }),
    errors: [
      'invalid_params',
      'param_missing',
      'classification_scheme_not_found',
      'classification_scheme_not_user_managed',
      'name_taken',
    ],
  },
  classificationNodesIdPut: {
    ...write,
    endpoint: 'PUT /classification_nodes/{id}',
    extension: true,
    summary: 'Rename a tag',
    body: z.object({ classification_node: ChangedTag }),
    success: answer(200, { classification_node: ClassificationNode }),
    errors: ['invalid_params', 'param_missing', 'forbidden', 'not_found', 'name_taken'],
  },
  classificationNodesIdDelete: {
    ...write,
    endpoint: 'DELETE /classification_nodes/{id}',
    extension: true,
    summary: 'Delete a tag, and list where it was linked',
    success: answer(200, { classification_node: ClassificationNode, ...unlinkedReply }),
    errors: ['forbidden', 'not_found'],
  },
  classificationNodesIdMergePost: {
    ...write,
    endpoint: 'POST /classification_nodes/{id}/merge',
    extension: true,
    summary: 'Merge a tag into another',
    body: z.object({ into_id: Id.meta({ description: 'The tag that stays; of the same scheme.' }) }),
    success: answer(200, { classification_node: ClassificationNode }),
    errors: ['invalid_params', 'param_missing', 'classification_node_not_found', 'forbidden', 'not_found'],
  },
})
