import type { ClassificationAttributes } from '../../../shared/contract/classification.ts'
import type { FaultyField } from '../../../shared/contract/errors.ts'
import { fallbackName } from '../../../shared/contract/machine-name.ts'
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

/** Resolves all classification attributes of one request, so that a new tag named twice is made once. */
export interface Classifier {
  resolve(attributes: readonly ClassificationAttributes[] | undefined, place: Place): ResolvedClassification
  /** What could not be resolved so far, in body order. */
  readonly faults: readonly FaultyField[]
  /** Tags that do not exist yet. */
  readonly newTags: readonly ResolvedNode[]
}

/** Reads what the attributes name; nothing is written. */
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
      if (decision.action === 'create') link.push(announce(decision.scheme, decision.name, decision.label))
      if (decision.action === 'refuse') {
        const { key, code, cause } = decision
        fault(`classification_nodes_attributes[${index}].${key}`, code, cause)
      }
    })
    return { link, unlink }
  }

  function decide(wanted: NodeReference) {
    const schemeById = wanted.schemeId === undefined ? undefined : store.findSchemeById(wanted.schemeId)
    const schemeByName = wanted.schemeName === undefined ? undefined : store.findSchemeByName(wanted.schemeName)
    return decideClassification(wanted, {
      schemeById,
      schemeByName,
      nodeById: wanted.nodeId === undefined ? undefined : store.findNode(call.userId, wanted.nodeId),
      nodeByText: findByText(wanted, schemeById ?? schemeByName),
    })
  }

  function findByText(
    { nodeId, name, label }: NodeReference,
    scheme: StoredScheme | undefined,
  ): StoredNode | undefined {
    if (nodeId !== undefined || scheme === undefined) return undefined
    const isSame = ({ node }: ResolvedNode) =>
      node.scheme_id === scheme.id && (name === undefined ? node.label === label : node.name === name)
    const announced = newTags.find(isSame)?.node
    if (announced !== undefined) return announced
    if (name !== undefined) return store.findNodeByName(call.userId, scheme.id, name)
    return label === undefined ? undefined : store.findNodeByLabel(call.userId, scheme.id, label)
  }

  function announce(scheme: StoredScheme, name: string | undefined, label: string): ResolvedNode {
    const tag = { node: newTag(call, { scheme_id: scheme.id, name, label }), scheme: scheme.name }
    newTags.push(tag)
    return tag
  }

  function listed(node: StoredNode): ResolvedNode {
    return { node, scheme: store.findSchemeById(node.scheme_id)?.name ?? '' }
  }
}

/** A tag of the acting user, not yet written. Without a machine name it is named after its id. */
export function newTag(
  call: Pick<VaultCall, 'userId' | 'newId' | 'now'>,
  { scheme_id, name, label, description = null }: NewTag,
): StoredNode {
  const id = call.newId()
  return {
    id,
    scheme_id,
    user_id: call.userId,
    name: name ?? fallbackName('node', id),
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
  readonly name: string | undefined
  readonly label: string
  readonly description?: string | null
}
