import type { ClassificationAttributes } from '../../../shared/contract/classification.ts'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Calling } from '../../../shared/contract/machine-name.ts'
import type { StoredNode, StoredScheme } from './classification-store.ts'

/** The meaning of an entry of `classification_nodes_attributes`, in either spelling. */
export interface NodeReference {
  readonly nodeId: string | undefined
  /** The name or label of the node; a new node gets both from it. */
  readonly calling: Calling
  readonly schemeId: string | undefined
  readonly schemeName: string | undefined
  /** Whether to unlink the node instead of linking it. */
  readonly unlink: boolean
  /** The keys that were sent, for error messages. */
  readonly keys: { readonly node: string; readonly scheme: string }
}

/** The records that a reference finds. */
export interface FoundClassification {
  readonly schemeById: StoredScheme | undefined
  readonly schemeByName: StoredScheme | undefined
  readonly nodeById: StoredNode | undefined
  /** The node of the scheme with this name or label. */
  readonly nodeByText: StoredNode | undefined
}

type ClassificationDecision =
  | { readonly action: 'link' | 'unlink'; readonly node: StoredNode }
  | { readonly action: 'create'; readonly scheme: StoredScheme; readonly calling: Calling }
  | { readonly action: 'nothing' }
  | { readonly action: 'refuse'; readonly key: string; readonly code: ErrorCode; readonly cause: string }

/** Reads both spellings; the longer key takes precedence. */
export function readNodeReference(attributes: ClassificationAttributes): NodeReference {
  return {
    nodeId: text(attributes.node_id) ?? text(attributes.id),
    calling: { name: text(attributes.node_name) ?? text(attributes.name), label: text(attributes.label) },
    schemeId: text(attributes.scheme_id),
    schemeName: text(attributes.scheme_name) ?? text(attributes.scheme),
    unlink: attributes._destroy === true,
    keys: {
      node: firstGiven(attributes, ['node_id', 'id', 'node_name', 'name', 'label']) ?? 'node_name',
      scheme: firstGiven(attributes, ['scheme_id', 'scheme_name', 'scheme']) ?? 'scheme_name',
    },
  }
}

function text(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value
}

function firstGiven(
  attributes: ClassificationAttributes,
  keys: readonly (keyof ClassificationAttributes)[],
): string | undefined {
  return keys.find((key) => typeof attributes[key] === 'string' && attributes[key] !== '')
}

/**
 * Decides what an entry does (docs/contract/vault.md, Classification: naming nodes): link a visible node, unlink one,
 * or make a tag. Only schemes that are managed by users get new nodes this way.
 */
export function decideClassification(reference: NodeReference, found: FoundClassification): ClassificationDecision {
  if (isSchemeWrong(reference, found)) {
    return refuse(reference.keys.scheme, 'classification_scheme_not_found', 'names no classification scheme')
  }
  const scheme = found.schemeById ?? found.schemeByName
  return reference.nodeId === undefined
    ? decideByText(reference, scheme, found.nodeByText)
    : decideById(reference, scheme, found.nodeById)
}

function isSchemeWrong({ schemeId, schemeName }: NodeReference, found: FoundClassification): boolean {
  if (schemeId !== undefined && found.schemeById === undefined) return true
  if (schemeName !== undefined && found.schemeByName === undefined) return true
  return schemeId !== undefined && schemeName !== undefined && found.schemeById?.id !== found.schemeByName?.id
}

function decideById(
  reference: NodeReference,
  scheme: StoredScheme | undefined,
  node: StoredNode | undefined,
): ClassificationDecision {
  if (node === undefined) {
    if (reference.unlink) return { action: 'nothing' }
    return refuse(reference.keys.node, 'classification_node_not_found', 'names no classification node that you can see')
  }
  if (scheme !== undefined && scheme.id !== node.scheme_id) {
    return refuse(reference.keys.node, 'classification_node_not_found', `is not a node of the scheme "${scheme.name}"`)
  }
  return { action: reference.unlink ? 'unlink' : 'link', node }
}

function decideByText(
  reference: NodeReference,
  scheme: StoredScheme | undefined,
  node: StoredNode | undefined,
): ClassificationDecision {
  if (scheme === undefined) {
    return refuse(reference.keys.scheme, 'classification_scheme_not_found', 'is missing: a node name needs a scheme')
  }
  if (node !== undefined) return { action: reference.unlink ? 'unlink' : 'link', node }
  if (reference.unlink) return { action: 'nothing' }
  if (scheme.owned_by_user === 0) {
    return refuse(reference.keys.node, 'classification_node_not_found', `is not a node of the scheme "${scheme.name}"`)
  }
  return { action: 'create', scheme, calling: reference.calling }
}

function refuse(key: string, code: ErrorCode, cause: string): ClassificationDecision {
  return { action: 'refuse', key, code, cause }
}

interface Links<Linked> {
  readonly link: readonly Linked[]
  readonly unlink: readonly Linked[]
}

/** Drops links that already exist, and unlinking of nodes that are not linked. */
export function effectiveLinks<Linked extends { readonly node: { readonly id: string } }>(
  linked: ReadonlySet<string>,
  { link, unlink }: Links<Linked>,
): Links<Linked> {
  return {
    link: uniqueById(link).filter(({ node }) => !linked.has(node.id)),
    unlink: uniqueById(unlink).filter(({ node }) => linked.has(node.id)),
  }
}

function uniqueById<Linked extends { readonly node: { readonly id: string } }>(list: readonly Linked[]): Linked[] {
  return [...new Map(list.map((entry) => [entry.node.id, entry])).values()]
}

/** The fields of a scheme without its nodes. */
export function describedScheme(scheme: StoredScheme, classification_nodes_count: number) {
  return {
    id: scheme.id,
    name: scheme.name,
    label: scheme.label,
    description: scheme.description,
    owned_by_user: scheme.owned_by_user === 1,
    classification_nodes_count,
    created_at: scheme.created_at,
  }
}
