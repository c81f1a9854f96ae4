import type { ClassificationAttributes } from '../../../shared/contract/classification.ts'
import type { FaultyField } from '../../../shared/contract/errors.ts'
import type { Calling } from '../../../shared/contract/machine-name.ts'
import { callingText, isCalled, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { VaultCall } from '../../service/call.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { Place } from '../faulty-fields.ts'
import { decideClassification, readNodeReference } from './classification-rules.ts'
import type { NodeReference } from './classification-rules.ts'
import type { ClassificationStore, StoredNode, StoredScheme } from './classification-store.ts'

/** A node to link or unlink, together with the name of its scheme for events. */
export interface ResolvedNode {
  readonly node: StoredNode
  readonly scheme: string
}

interface ResolvedClassification {
  readonly link: readonly ResolvedNode[]
  readonly unlink: readonly ResolvedNode[]
}

/** Resolves all classification attributes of a request, so that a new tag that occurs twice is created once. */
export interface Classifier {
  resolve(attributes: readonly ClassificationAttributes[] | undefined, place: Place): ResolvedClassification
  /** The faults found so far, in body order. */
  readonly faults: readonly FaultyField[]
  /** Tags that do not exist yet. */
  readonly newTags: readonly ResolvedNode[]
}

/** Creates a classifier, which only reads. */
export function createClassifier(store: ClassificationStore, call: VaultCall): Classifier {
  const faults = collectFaults()
  const newTags: ResolvedNode[] = []

  return { resolve, faults: faults.list, newTags }

  function resolve(attributes: readonly ClassificationAttributes[] | undefined, place: Place): ResolvedClassification {
    const fault = faults.at(place)
    const link: ResolvedNode[] = []
    const unlink: ResolvedNode[] = []
    attributes?.forEach((entry, index) => {
      const decision = decide(readNodeReference(entry))
      if (decision.action === 'link') link.push(listed(decision.node))
      if (decision.action === 'unlink') unlink.push(listed(decision.node))
      if (decision.action === 'create') link.push(announce(decision.scheme, decision.calling))
      if (decision.action === 'refuse') {
        const { key, code, cause } = decision
        fault(`classification_nodes_attributes[${index}].${key}`, code, cause)
      }
    })
    return { link, unlink }
  }

  function decide(reference: NodeReference) {
    const schemeById = reference.schemeId === undefined ? undefined : store.findSchemeById(reference.schemeId)
    const schemeByName = reference.schemeName === undefined ? undefined : store.findSchemeByName(reference.schemeName)
    return decideClassification(reference, {
      schemeById,
      schemeByName,
      nodeById: reference.nodeId === undefined ? undefined : store.findNode(call.userId, reference.nodeId),
      nodeByText: findCalled(reference, schemeById ?? schemeByName),
    })
  }

  function findCalled({ nodeId, calling }: NodeReference, scheme: StoredScheme | undefined): StoredNode | undefined {
    if (nodeId !== undefined || scheme === undefined) return undefined
    const announced = newTagsOf(scheme).find((node) => isCalled(calling, node))
    return announced ?? store.findNodeCalled(call.userId, scheme.id, calling)
  }

  function announce(scheme: StoredScheme, calling: Calling): ResolvedNode {
    const isTaken = (name: string) =>
      newTagsOf(scheme).some((node) => node.name === name) ||
      store.findNodeByName(call.userId, scheme.id, name) !== undefined
    const text = callingText(calling) ?? ''
    const named = { name: nameOfLabel('node', text, isTaken), label: calling.label ?? text }
    const tag = { node: newTag(call, { scheme_id: scheme.id, ...named }), scheme: scheme.name }
    newTags.push(tag)
    return tag
  }

  function newTagsOf(scheme: StoredScheme): StoredNode[] {
    return newTags.flatMap(({ node }) => (node.scheme_id === scheme.id ? [node] : []))
  }

  function listed(node: StoredNode): ResolvedNode {
    return { node, scheme: store.findSchemeById(node.scheme_id)?.name ?? '' }
  }
}

/** A tag of the acting user, not yet written. */
export function newTag(
  call: Pick<VaultCall, 'userId' | 'newId' | 'now'>,
  { scheme_id, name, label, description = null }: NewTag,
): StoredNode {
  const id = call.newId()
  return {
    id,
    scheme_id,
    user_id: call.userId,
    name,
    label,
    label_translations: null,
    description,
    ordinal: 0,
    background_color: null,
    image_id: null,
    created_at: call.now,
  }
}

interface NewTag {
  readonly scheme_id: string
  readonly name: string
  readonly label: string
  readonly description?: string | null
}
