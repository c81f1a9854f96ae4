import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ClassificationStore, StoredScheme } from '../classification/classification-store.ts'
import { faultyField } from './catalogue-rules.ts'
import type { CatalogueNode, CatalogueStore, CatalogueTemplate } from './catalogue-store.ts'

interface LookupDependencies {
  readonly classification: Pick<ClassificationStore, 'findSchemeCalled'>
  readonly store: Pick<CatalogueStore, 'findGlobalNodeCalled' | 'findSystemTemplateCalled'>
}

interface NodeNames {
  readonly scheme_name: string
  readonly node_name: string
}

/** Finds global entries by name, from the path of a call or a field of its body. */
export function catalogueLookups({ classification, store }: LookupDependencies) {
  return { getScheme, getNode, getTemplate, globalSchemeOfField, nodeOfField }

  function getScheme(name: string): StoredScheme {
    const scheme = classification.findSchemeCalled({ name })
    if (scheme !== undefined) return scheme
    throw new ServiceError('not_found', 'There is no classification scheme of this name.', {
      extraInfo: { parameter: 'scheme_name' },
    })
  }

  function getNode({ scheme_name, node_name }: NodeNames): CatalogueNode {
    const node = store.findGlobalNodeCalled(getScheme(scheme_name).id, { name: node_name })
    if (node === undefined) throw new ServiceError('not_found', 'The scheme has no global node of this name.')
    return node
  }

  function getTemplate(name: string): CatalogueTemplate {
    const template = store.findSystemTemplateCalled({ name })
    if (template !== undefined) return template
    throw new ServiceError('not_found', 'There is no system template of this name.', {
      extraInfo: { parameter: 'name' },
    })
  }

  /** @throws {ServiceError} `classification_scheme_not_found` */
  function schemeOfField(path: string, name: string): StoredScheme {
    const scheme = classification.findSchemeCalled({ name })
    if (scheme !== undefined) return scheme
    throw faultyField(path, 'names no classification scheme', 'classification_scheme_not_found')
  }

  /** Nodes of the other schemes are made by users: tags. @throws as {@link schemeOfField}, and `invalid_params` */
  function globalSchemeOfField(path: string, name: string): StoredScheme {
    const scheme = schemeOfField(path, name)
    if (scheme.owned_by_user === 1) throw faultyField(path, 'names a scheme whose nodes are made by users')
    return scheme
  }

  /** @throws {ServiceError} `classification_scheme_not_found`, `classification_node_not_found` */
  function nodeOfField(path: string, { scheme_name, node_name }: NodeNames): CatalogueNode {
    const scheme = schemeOfField(`${path}.scheme_name`, scheme_name)
    const node = store.findGlobalNodeCalled(scheme.id, { name: node_name })
    if (node !== undefined) return node
    const message = `is not a node of the scheme "${scheme.name}"`
    throw faultyField(`${path}.node_name`, message, 'classification_node_not_found')
  }
}
