import { textOrNull } from '../../../shared/contract/machine-name.ts'
import type { systemClassificationOperations } from '../../../shared/contract/system-catalogue.ts'
import type { HandlersFor, PublicCall } from '../../service/call.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { Images } from '../images/stored-images.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogueLookups } from './catalogue-lookups.ts'
import { catalogueNotes } from './catalogue-notes.ts'
import { faultyField, refuseUsedNode, refuseUsedScheme } from './catalogue-rules.ts'
import type { CatalogueNode, CatalogueStore } from './catalogue-store.ts'
import { imageIdOf } from './image-of-entry.ts'
import { renderScheme, renderSystemNode } from './render-catalogue.ts'

export interface ClassificationSeedingDependencies {
  readonly classification: Pick<ClassificationStore, 'schemes' | 'findSchemeCalled'>
  readonly store: CatalogueStore
  readonly catalogue: Catalogue
  readonly images: Images
  readonly imageStore: Pick<ImageStore, 'findImage'>
  readonly operatorEvents: OperatorEvents
}

const NODE = 'classification_node'

/** Schemes and global nodes, as the operator seeds them (docs/contract/vault.md, Seeding). */
export function classificationSeedingHandlers(
  dependencies: ClassificationSeedingDependencies,
): HandlersFor<typeof systemClassificationOperations> {
  const { classification, store, catalogue } = dependencies
  const lookups = catalogueLookups(dependencies)
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
      note.created(call, 'classification_scheme', scheme)
      return { classification_scheme: renderScheme(scheme, []) }
    },
    systemClassificationSchemesNameGet(_, { params }) {
      const scheme = lookups.getScheme(params.name)
      return { classification_scheme: renderScheme(scheme, store.globalNodes(scheme.id)) }
    },
    systemClassificationSchemesNameDelete(call, { params }) {
      const scheme = lookups.getScheme(params.name)
      refuseUsedScheme(scheme.label, store.useOfScheme(scheme.id))
      store.deleteScheme(scheme.id)
      note.deleted(call, 'classification_scheme', scheme)
      return undefined
    },
    systemClassificationNodesPost(call, { body }) {
      const node = addNode(call, body.classification_node)
      note.created(call, NODE, node)
      return { classification_node: renderSystemNode(node) }
    },
    systemClassificationNodesSchemeNameNodeNameGet: (_, { params }) => ({
      classification_node: renderSystemNode(lookups.getNode(params)),
    }),
    systemClassificationNodesSchemeNameNodeNameDelete(call, { params }) {
      const node = lookups.getNode(params)
      refuseUsedNode(node.label, store.useOfNode(node.id))
      store.deleteNode(node.id)
      note.deleted(call, NODE, node)
      return undefined
    },
  }

  function addNode(call: PublicCall, wanted: NewNodeBody): CatalogueNode {
    const label = textOrNull(wanted.label) ?? textOrNull(wanted.name)
    if (label === null) throw faultyField(`${NODE}.name`, 'is missing: give a name or a label', 'param_missing')
    const scheme = lookups.globalSchemeOfField(`${NODE}.classification_scheme_name`, wanted.classification_scheme_name)
    const image_id = imageIdOf(dependencies, call, wanted, NODE)
    const node = catalogue.addNode(call, scheme, { ...wanted, label, image_id })
    return { ...node, scheme: scheme.name, classifications_count: 0 }
  }
}

type NewNodeBody = Parameters<
  HandlersFor<typeof systemClassificationOperations>['systemClassificationNodesPost']
>[1]['body']['classification_node']
