import { ServiceError } from '../../../shared/contract/errors.ts'
import { machineName } from '../../../shared/contract/machine-name.ts'
import type { systemClassificationOperations } from '../../../shared/contract/system-catalogue.ts'
import type { HandlersFor, PublicCall } from '../../service/call.ts'
import type { ClassificationStore, StoredScheme } from '../classification/classification-store.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { Images } from '../images/images.ts'
import type { OperatorEvents } from '../operator-events/operator-events.ts'
import type { Catalogue } from './catalogue.ts'
import { faultyField, refuseUsedNode, refuseUsedScheme, textOrNull } from './catalogue-rules.ts'
import type { CatalogueNode, CatalogueStore } from './catalogue-store.ts'
import { imageIdOf } from './image-of-entry.ts'
import { catalogueNotes } from './catalogue-notes.ts'
import { renderScheme, renderSystemNode } from './render-catalogue.ts'

export interface ClassificationSeedingDependencies {
  readonly classification: Pick<ClassificationStore, 'schemes' | 'findSchemeByName'>
  readonly store: CatalogueStore
  readonly catalogue: Catalogue
  readonly images: Images
  readonly imageStore: Pick<ImageStore, 'findImage'>
  readonly operatorEvents: OperatorEvents
}

const NODE = 'classification_node'

/** Schemes and global nodes, as the operator seeds them (vault contract 3.13, E139 to E146). */
export function classificationSeedingHandlers(
  dependencies: ClassificationSeedingDependencies,
): HandlersFor<typeof systemClassificationOperations> {
  const { classification, store, catalogue } = dependencies
  const note = catalogueNotes(dependencies.operatorEvents)
  const listSchemes = () => {
    const nodes = Map.groupBy(store.globalNodes(), (node) => node.scheme_id)
    return {
      classification_schemes: classification
        .schemes()
        .map((scheme) => renderScheme(scheme, nodes.get(scheme.id) ?? [])),
    }
  }

  return {
    systemClassificationSchemesGet: listSchemes,
    systemClassificationNodesGet: listSchemes,
    systemClassificationSchemesPost(call, { body: { classification_scheme: wanted } }) {
      const scheme = catalogue.addScheme(call, { ...wanted, owned_by_user: wanted.owned_by_user ?? false })
      note(call, 'classification_scheme', 'created', scheme)
      return { classification_scheme: renderScheme(scheme, []) }
    },
    systemClassificationSchemesNameGet(_, { params }) {
      const scheme = getScheme(params.name)
      return { classification_scheme: renderScheme(scheme, store.globalNodes(scheme.id)) }
    },
    systemClassificationSchemesNameDelete(call, { params }) {
      const scheme = getScheme(params.name)
      refuseUsedScheme(scheme.label, store.useOfScheme(scheme.id))
      store.deleteScheme(scheme.id)
      note(call, 'classification_scheme', 'deleted', scheme)
      return undefined
    },
    systemClassificationNodesPost(call, { body }) {
      const node = addNode(call, body.classification_node)
      note(call, NODE, 'created', node)
      return { classification_node: renderSystemNode(node) }
    },
    systemClassificationNodesSchemeNameNodeNameGet: (_, { params }) => ({
      classification_node: renderSystemNode(getNode(params)),
    }),
    systemClassificationNodesSchemeNameNodeNameDelete(call, { params }) {
      const node = getNode(params)
      refuseUsedNode(node.label, store.useOfNode(node.id))
      store.deleteNode(node.id)
      note(call, NODE, 'deleted', node)
      return undefined
    },
  }

  function addNode(call: PublicCall, wanted: NewNodeBody): CatalogueNode {
    const label = textOrNull(wanted.label) ?? textOrNull(wanted.name)
    if (label === null) throw faultyField(`${NODE}.name`, 'is missing: give a name or a label', 'param_missing')
    const scheme = getGlobalScheme(wanted.classification_scheme_name)
    const image_id = imageIdOf(dependencies, call, wanted, NODE)
    const node = catalogue.addNode(call, scheme, { ...wanted, label, image_id })
    return { ...node, scheme: scheme.name, classifications_count: 0 }
  }

  function getScheme(name: string): StoredScheme {
    const scheme = classification.findSchemeByName(machineName(name))
    if (scheme === undefined) throw new ServiceError('not_found', 'there is no classification scheme of this name')
    return scheme
  }

  function getNode({ scheme_name, node_name }: { readonly scheme_name: string; readonly node_name: string }) {
    const node = store.findGlobalNode(getScheme(scheme_name).id, machineName(node_name))
    if (node === undefined) throw new ServiceError('not_found', 'the scheme has no global node of this name')
    return node
  }

  /** Nodes of the other schemes are made by users: tags. */
  function getGlobalScheme(name: string): StoredScheme {
    const path = `${NODE}.classification_scheme_name`
    const scheme = classification.findSchemeByName(machineName(name))
    if (scheme === undefined) {
      throw faultyField(path, 'names no classification scheme', 'classification_scheme_not_found')
    }
    if (scheme.owned_by_user === 1) throw faultyField(path, 'names a scheme whose nodes are made by users')
    return scheme
  }
}

type NewNodeBody = Parameters<
  HandlersFor<typeof systemClassificationOperations>['systemClassificationNodesPost']
>[1]['body']['classification_node']
