import { classificationOperations } from '../../../shared/contract/classification.ts'
import { asUser, callService } from '../../api/call.ts'
import { opposite } from '../../api/refusal.ts'
import { oneOf, text } from '../../i18n/i18n.ts'
import { deleteUnusedTag } from '../../parts/tags/delete-unused-tag.ts'
import type { Node } from '../../parts/tags/use-classification.ts'
import { useHeldRemoval } from '../../session/use-held-removal.ts'
import { showToast } from '../../ui/toasts.ts'

/** The texts of a tag. */
export interface TagTexts {
  readonly label: string
  readonly description: string
}

type Tag = Pick<Node, 'id' | 'name' | 'label' | 'description'>

const {
  classificationNodesPost,
  classificationNodesIdPut,
  classificationNodesIdDelete,
  classificationNodesIdMergePost,
} = classificationOperations

/**
 * Creates, renames, deletes and merges an actor's own tags. Creating and renaming take effect immediately, and Undo
 * does the opposite; deleting and merging wait for Undo.
 *
 * @param afterwards reads the tags again after a change or an Undo
 */
export function useTagChanges(actor: string, afterwards: () => void) {
  const { removeAll } = useHeldRemoval(afterwards, actor)
  const place = { name: 'tags', params: { actor } }

  /** @throws {CallError} `name_taken` */
  async function make(scheme: string, { label, description }: TagTexts): Promise<void> {
    const body = {
      classification_node: { classification_scheme_name: scheme, label, description: description || null },
    }
    const { classification_node: made } = await callService(asUser(actor), classificationNodesPost, { body })
    tell(text('tags.made', { tag: made.label }), () => deleteUnusedTag(actor, made.id))
  }

  /** Sends only changed fields. @throws {CallError} `name_taken` */
  async function change(tag: Tag, { label, description }: TagTexts): Promise<void> {
    const isRenamed = label !== tag.label
    const isDescribed = description !== (tag.description ?? '')
    if (!isRenamed && !isDescribed) return
    await put(tag.id, { ...(isRenamed && { label }), ...(isDescribed && { description: description || null }) })
    const { name, label: before, description: described } = tag
    tell(
      isRenamed ? text('tags.renamed', { before, tag: label }) : text('tags.changed', { tag: label }),
      // The new name follows the label; the old one may have been different.
      () => put(tag.id, { name, label: before, description: described }),
    )
  }

  function put(id: string, classification_node: Partial<Omit<Tag, 'id'>>): Promise<unknown> {
    return callService(asUser(actor), classificationNodesIdPut, { params: { id }, body: { classification_node } })
  }

  function tell(words: string, undo: () => Promise<unknown>): void {
    afterwards()
    showToast({
      text: words,
      link: place,
      undo: opposite(
        () => undo().finally(afterwards),
        (reason) => text('tags.notUndone', { reason }),
      ),
    })
  }

  function remove(tags: readonly Tag[]): void {
    hold(tags, {
      name: 'deleted',
      failed: 'notDeleted',
      send: (id) => callService(asUser(actor), classificationNodesIdDelete, { params: { id } }),
    })
  }

  function merge(tags: readonly Tag[], into: Tag): void {
    hold(tags, {
      name: 'merged',
      failed: 'notMerged',
      into: into.label,
      send: (id) =>
        callService(asUser(actor), classificationNodesIdMergePost, { params: { id }, body: { into_id: into.id } }),
    })
  }

  function hold(tags: readonly Tag[], { name, failed, into = '', send }: Held): void {
    const [only] = tags
    if (only === undefined) return
    removeAll({
      ids: tags.map(({ id }) => id),
      text:
        tags.length === 1
          ? text(oneOf('tags.removal.*', name), { tag: only.label, into })
          : text(oneOf('tags.removal.*Many', name), { count: tags.length, into }),
      link: place,
      send,
      refused: (reasons) =>
        text(oneOf('tags.removal.*', failed), { count: reasons.size, reason: [...reasons.values()][0] ?? '' }),
    })
  }

  return { make, change, remove, merge }
}

interface Held {
  readonly name: 'deleted' | 'merged'
  readonly failed: 'notDeleted' | 'notMerged'
  readonly into?: string
  readonly send: (id: string) => Promise<unknown>
}
