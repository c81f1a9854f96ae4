import type {
  ClassificationNode,
  classificationOperations,
  ClassificationScheme,
  SystemClassificationNode,
} from '../../../shared/contract/classification.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { HandlersFor, Reader } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { labelFor } from '../../service/wanted-languages.ts'
import { imageOf } from '../images/image-address.ts'
import { describedScheme } from './classification-rules.ts'
import type { ClassificationStore, ListedNode, StoredScheme } from './classification-store.ts'

type ClassificationReads = Pick<
  HandlersFor<typeof classificationOperations>,
  'classificationNodesGet' | 'classificationNodesIdGet' | 'classificationSchemesGet'
>

/** Reads of schemes and nodes (docs/contract/vault.md, Classification). */
export function classificationHandlers(store: ClassificationStore): ClassificationReads {
  return {
    classificationNodesGet(call, { query }) {
      const request = readPageRequest(query)
      const filter = { scheme_name: query.scheme_name, name: query.name ?? query.by_name, own: query.own }
      const page = store.pageOfNodes(call.userId, filter, request)
      return {
        classification_nodes: page.rows.map((node) => renderNode(node, call)),
        ...pagingFields(page, request),
      }
    },
    classificationNodesIdGet(call, { params }) {
      const node = store.findNode(call.userId, params.id)
      if (node === undefined)
        throw new ServiceError('not_found', 'No classification node that you can see has this id.')
      return { classification_node: renderNode(node, call) }
    },
    classificationSchemesGet(call) {
      const nodes = Map.groupBy(store.nodes(call.userId), (node) => node.scheme_id)
      return {
        classification_schemes: store.schemes().map((scheme) => renderScheme(scheme, nodes.get(scheme.id) ?? [], call)),
      }
    },
  }
}

/** Renders a node for its reader. */
export function renderNode(node: ListedNode, { userId, languages, origin }: Reader): ClassificationNode {
  return {
    id: node.id,
    name: node.name,
    label: labelFor(node, languages),
    description: node.description,
    ordinal: node.ordinal,
    background_color: node.background_color,
    image: imageOf(node, origin),
    scheme: node.scheme,
    classifications_count: node.classifications_count,
    own: node.user_id === userId,
  }
}

function renderScheme(scheme: StoredScheme, nodes: readonly ListedNode[], { languages }: Reader): ClassificationScheme {
  return {
    ...describedScheme(scheme, nodes.length),
    classification_nodes: nodes.map((node) => renderNestedNode(node, languages)),
  }
}

function renderNestedNode(node: ListedNode, languages: readonly string[]): SystemClassificationNode {
  return {
    id: node.id,
    name: node.name,
    label: labelFor(node, languages),
    description: node.description,
    scheme: node.scheme,
    image_id: node.image_id,
    ordinal: null,
    classifications_count: node.classifications_count,
  }
}
