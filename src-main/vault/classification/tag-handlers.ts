import type { classificationOperations } from '../../../shared/contract/classification.ts'
import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { Calling } from '../../../shared/contract/machine-name.ts'
import { callingText, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { HandlersFor, VaultCall } from '../../service/call.ts'
import { renderNode } from './classification-handlers.ts'
import type { ClassificationStore, ListedNode, StoredNode, StoredScheme } from './classification-store.ts'
import { newTag } from './classifier.ts'
import { linkEvent, tagEvent } from './tag-events.ts'

type TagHandlers = Pick<
  HandlersFor<typeof classificationOperations>,
  | 'classificationNodesPost'
  | 'classificationNodesIdPut'
  | 'classificationNodesIdDelete'
  | 'classificationNodesIdMergePost'
>

/** Creates, renames, deletes and merges own tags (docs/contract/vault.md, Classification: own tags). */
export function tagHandlers(store: ClassificationStore): TagHandlers {
  return {
    classificationNodesPost(call, { body: { classification_node: wanted } }) {
      const scheme = userManagedScheme(wanted.classification_scheme_name)
      const label = wanted.label || wanted.name || ''
      const name = freeName(call, { scheme_id: scheme.id }, wanted)
      const tag = newTag(call, { scheme_id: scheme.id, name, label, description: wanted.description ?? null })
      store.addNode(tag)
      call.emit(tagEvent('tag.created', { node: tag, scheme: scheme.name }, { userId: call.userId }))
      return { classification_node: rendered(call, tag.id) }
    },
    classificationNodesIdPut(call, { params, body: { classification_node: wanted } }) {
      const tag = ownTag(call, params.id)
      const label = wanted.label || wanted.name || tag.label
      const name = callingText(wanted) === undefined ? tag.name : freeName(call, tag, wanted)
      const { description = tag.description } = wanted
      store.renameNode(tag.id, { name, label, description })
      const renamed = visibleNode(call, tag.id)
      call.emit(tagEvent('tag.updated', { node: renamed, scheme: tag.scheme }, { userId: call.userId }))
      return { classification_node: renderNode(renamed, call) }
    },
    classificationNodesIdDelete(call, { params }) {
      const tag = ownTag(call, params.id)
      const links = store.linksOfNode(tag.id)
      const item_template_ids = [...store.templatesOfNode(tag.id)]
      store.deleteNode(tag.id)
      reportEnd(call, tag, links)
      return {
        classification_node: renderNode(tag, call),
        unlinked: links.map(({ item_id, slot_id }) => ({ item_id, slot_id })),
        item_template_ids,
      }
    },
    classificationNodesIdMergePost(call, { params, body }) {
      const tag = ownTag(call, params.id)
      const target = mergeTarget(call, tag, body.into_id)
      const place = ({ item_id, slot_id }: (typeof links)[number]) => `${item_id} ${slot_id ?? ''}`
      const links = store.linksOfNode(tag.id)
      const present = new Set(store.linksOfNode(target.id).map(place))
      store.copyLinks(tag.id, target.id)
      store.deleteNode(tag.id)
      const parentId = reportEnd(call, tag, links)
      const linked = { node: target, scheme: target.scheme }
      for (const at of links) {
        if (!present.has(place(at)))
          call.emit(linkEvent('item.classified', linked, { userId: call.userId, parentId, at }))
      }
      return { classification_node: rendered(call, target.id) }
    },
  }

  function visibleNode(call: VaultCall, id: string): ListedNode {
    const node = store.findNode(call.userId, id)
    if (node !== undefined) return node
    throw new ServiceError('not_found', 'No classification node that you can see has this id.')
  }

  function rendered(call: VaultCall, id: string) {
    return renderNode(visibleNode(call, id), call)
  }

  function ownTag(call: VaultCall, id: string): ListedNode {
    const node = visibleNode(call, id)
    if (node.user_id === call.userId && store.findSchemeById(node.scheme_id)?.owned_by_user === 1) return node
    throw new ServiceError(
      'forbidden',
      phrase`The node "${node.label}" belongs to everybody. Only your own tags can be changed.`,
    )
  }

  function mergeTarget(call: VaultCall, tag: ListedNode, id: string): ListedNode {
    const refuse = (code: 'invalid_params' | 'classification_node_not_found', rule: string) =>
      faultyFieldsError([{ path: 'into_id', code, rule }])
    if (store.findNode(call.userId, id) === undefined) {
      throw refuse('classification_node_not_found', 'names no classification node that you can see')
    }
    const target = ownTag(call, id)
    if (target.id === tag.id) throw refuse('invalid_params', 'names the tag itself: choose another one')
    if (target.scheme_id !== tag.scheme_id) throw refuse('invalid_params', 'names a tag of another scheme')
    return target
  }

  function userManagedScheme(schemeName: string): StoredScheme {
    const scheme = store.findSchemeByName(schemeName)
    const refuse = (code: 'classification_scheme_not_found' | 'classification_scheme_not_user_managed', rule: string) =>
      faultyFieldsError([{ path: 'classification_node.classification_scheme_name', code, rule }])
    if (scheme === undefined) throw refuse('classification_scheme_not_found', 'names no classification scheme')
    if (scheme.owned_by_user === 1) return scheme
    throw refuse('classification_scheme_not_user_managed', 'names a scheme whose nodes come from the operator')
  }

  /** The name for a tag. @throws {ServiceError} `name_taken` if another tag has this name or label */
  function freeName(
    call: VaultCall,
    { scheme_id, id }: Partial<StoredNode> & { scheme_id: string },
    calling: Calling,
  ): string {
    const present = store.findNodeCalled(call.userId, scheme_id, calling)
    if (present !== undefined && present.id !== id) {
      throw new ServiceError('name_taken', phrase`You already have a tag named "${present.label}".`)
    }
    return nameOfLabel('node', callingText(calling) ?? '', (name) => {
      const taken = store.findNodeByName(call.userId, scheme_id, name)
      return taken !== undefined && taken.id !== id
    })
  }
}

/**
 * Reports that the tag was deleted, and every link it had. Returns the id of the first event, which caused the others.
 */
function reportEnd(call: VaultCall, tag: ListedNode, links: ReturnType<ClassificationStore['linksOfNode']>): string {
  const parentId = call.newId()
  const deleted = { node: tag, scheme: tag.scheme }
  call.emit(tagEvent('tag.deleted', deleted, { userId: call.userId, id: parentId }))
  for (const at of links) call.emit(linkEvent('item.unclassified', deleted, { userId: call.userId, parentId, at }))
  return parentId
}
