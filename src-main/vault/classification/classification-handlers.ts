import type {
  ClassificationNode,
  classificationOperations,
  ClassificationScheme,
  SystemClassificationNode,
} from '../../../shared/contract/classification.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ClassificationStore, ListedNode, StoredScheme } from './classification-store.ts'

/** Reads of schemes and nodes (vault contract 3.4). */
export function classificationHandlers(store: ClassificationStore): HandlersFor<typeof classificationOperations> {
  return {
    classificationNodesGet({ userId }, { query }) {
      const request = readPageRequest(query)
      const filter = { scheme_name: query.scheme_name, name: query.name ?? query.by_name, own: query.own }
      const page = store.pageOfNodes(userId, filter, request)
      return {
        classification_nodes: page.rows.map((node) => renderNode(node, userId)),
        ...pagingFields(page, request),
      }
    },
    classificationNodesIdGet({ userId }, { params }) {
      const node = store.findNode(userId, params.id)
      if (node === undefined) throw new ServiceError('not_found', 'no classification node that you can see has this id')
      return { classification_node: renderNode(node, userId) }
    },
    classificationSchemesGet({ userId }) {
      const nodes = Map.groupBy(store.nodes(userId), (node) => node.scheme_id)
      return {
        classification_schemes: store.schemes().map((scheme) => renderScheme(scheme, nodes.get(scheme.id) ?? [])),
      }
    },
  }
}

/** A node as `userId` sees it (vault contract 2.4). Images of nodes come with a later step. */
export function renderNode(node: ListedNode, userId: string): ClassificationNode {
  return {
    id: node.id,
    name: node.name,
    label: node.label,
    description: node.description,
    ordinal: node.ordinal,
    background_color: node.background_color,
    image: null,
    scheme: node.scheme,
    classifications_count: node.classifications_count,
    own: node.user_id === userId,
  }
}

function renderScheme(scheme: StoredScheme, nodes: readonly ListedNode[]): ClassificationScheme {
  return {
    id: scheme.id,
    name: scheme.name,
    label: scheme.label,
    description: scheme.description,
    owned_by_user: scheme.owned_by_user === 1,
    classification_nodes_count: nodes.length,
    created_at: scheme.created_at,
    classification_nodes: nodes.map(renderNestedNode),
  }
}

function renderNestedNode(node: ListedNode): SystemClassificationNode {
  return {
    id: node.id,
    name: node.name,
    label: node.label,
    description: node.description,
    scheme: node.scheme,
    image_id: null,
    ordinal: null,
    classifications_count: node.classifications_count,
  }
}
