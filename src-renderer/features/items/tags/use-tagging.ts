import { TAG_SCHEME } from '../../../../shared/contract/classification.ts'
import type { ItemReply } from '../../../../shared/contract/items.ts'
import { itemOperations } from '../../../../shared/contract/items.ts'
import type { ShownNode } from '../../../../shared/contract/workbench-items.ts'
import { asUser, callService } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { stoppedText, useOneByOne } from '../../../api/use-one-by-one.ts'
import { namesText, oneOf, text } from '../../../i18n/i18n.ts'
import { deleteUnusedTag } from '../../../parts/tags/delete-unused-tag.ts'
import { untilWorkspaceLeft } from '../../../session/leaving.ts'
import type { LongWork } from '../../../ui/toasts.ts'
import { showToast } from '../../../ui/toasts.ts'
import { itemPlace } from '../item-place.ts'

/** An own item, or one slot of it, with its nodes. */
export interface Tagged {
  readonly item_id: string
  readonly slot_id?: string
  readonly label: string
  readonly tags: readonly Pick<ShownNode, 'id'>[]
}

/** An existing node, or a tag to be created, which has no id yet. */
export type WantedNode = Pick<ShownNode, 'label'> & { readonly id?: string }

interface Change {
  readonly places: readonly Tagged[]
  /** One entry of `classification_nodes_attributes`. */
  readonly entry: object
  readonly name: 'added' | 'taken'
  readonly label: string
  /** The opposite change, for the changed entries. */
  readonly undo: (done: Done[]) => LongWork<string | undefined>
}

interface Done {
  readonly place: Tagged
  /** The node it has now and had not before. */
  readonly newId: string | undefined
}

/** The result of tagging; refused items stay unchanged. */
export interface TaggingOutcome {
  readonly refused: ReadonlySet<string>
}

/**
 * Adds tags to items and slots of an actor, and removes them, one after the other. A final message lists refusals and
 * offers Undo.
 */
export function useTagging(actor: string) {
  const { progress, run, stop } = useOneByOne()

  /** Skips items that have the tag already. Undo also deletes a tag made here, unless it is in use by then. */
  function add(places: readonly Tagged[], wanted: WantedNode): Promise<TaggingOutcome> {
    const entry = wanted.id === undefined ? { label: wanted.label, scheme: TAG_SCHEME } : { node_id: wanted.id }
    return change({
      places: places.filter(({ tags }) => tags.every(({ id }) => id !== wanted.id)),
      entry,
      name: 'added',
      label: wanted.label,
      undo: takingBack(wanted),
    })
  }

  function take(places: readonly Tagged[], { id, label }: Required<WantedNode>): Promise<TaggingOutcome> {
    return change({
      places: places.filter(({ tags }) => tags.some((tag) => tag.id === id)),
      entry: { node_id: id, _destroy: true },
      name: 'taken',
      label,
      undo: (done) => undoEach(done, ({ place }) => send(actor, place, { node_id: id })),
    })
  }

  async function change({ places, entry, name, label, undo }: Change): Promise<TaggingOutcome> {
    if (progress.value !== undefined) return { refused: new Set() }
    const { done, refused, left } = await run(places, (place) => send(actor, place, entry))
    const changed = [...done].map(([place, reply]) => ({ place, newId: newNodeOf(place, reply) }))
    const reasons = new Map([...refused].map(([{ item_id }, reason]) => [item_id, reason]))
    tell(changed, reasons, { name, label, undo, stopped: stoppedText(left.length, places.length) })
    return { refused: new Set(reasons.keys()) }
  }

  function tell(
    done: Done[],
    reasons: ReadonlyMap<string, string>,
    { name, label, undo, stopped }: Pick<Change, 'name' | 'label' | 'undo'> & { readonly stopped: readonly string[] },
  ): void {
    const [reason] = reasons.values()
    if (done.length === 0 && reason === undefined) return
    const words = done.length > 0 && wordsFor(name, label, done)
    const refused = reason !== undefined && text('items.tags.refused', { count: reasons.size, reason })
    showToast({
      text: [[words, refused].filter(Boolean).join('. '), ...stopped].join(reason === undefined ? '. ' : ' '),
      tone: reason === undefined ? 'neutral' : done.length === 0 ? 'bad' : 'warn',
      link: itemPlace(actor, done.length === 1 ? done[0]?.place.item_id : undefined),
      ...(done.length > 0 && {
        undo: () => undo(done),
      }),
    })
  }

  function takingBack(wanted: WantedNode): Change['undo'] {
    let made: string | undefined
    return (done) => {
      if (wanted.id === undefined) made ??= done.find(({ newId }) => newId !== undefined)?.newId
      const work = undoEach(done, async ({ place, newId }) => {
        if (newId !== undefined) await send(actor, place, { node_id: newId, _destroy: true })
      })
      const ended = work.ended.then(async (refused) => {
        if (refused === undefined && made !== undefined) await deleteUnusedTag(actor, made)
        return refused
      })
      return { ...work, ended: ended.catch((error: unknown) => notUndone(failureOf(error).message)) }
    }
  }

  return {
    add,
    take,
    /** The progress while many are tagged. */
    progress,
    stop,
  }
}

function send(actor: string, { item_id: id, slot_id }: Tagged, entry: object): Promise<ItemReply> {
  const classified = { classification_nodes_attributes: [entry] }
  const item = slot_id === undefined ? classified : { slots_attributes: [{ id: slot_id, ...classified }] }
  return callService(asUser(actor), itemOperations.itemsIdPut, { params: { id }, body: { item } })
}

function wordsFor(name: Change['name'], tag: string, done: readonly Done[]): string {
  return text(oneOf('items.tags.{added,taken}', name), { tag, label: namesText(done.map(({ place }) => place.label)) })
}

function newNodeOf({ slot_id, tags }: Tagged, { item, slots }: ItemReply): string | undefined {
  const classified = slot_id === undefined ? item : slots.find(({ id }) => id === slot_id)
  return classified?.classification_node_ids.find((id) => tags.every((tag) => tag.id !== id))
}

/** Removes finished entries from the list, so that a second try does the rest. */
function undoEach(many: Done[], act: (one: Done) => Promise<unknown>): LongWork<string | undefined> {
  const { progress, run, stop } = useOneByOne()
  const locked = untilWorkspaceLeft()
  const of = many.length
  const ended = run([...many], act, () => !locked.aborted).then(({ done, refused, left }) => {
    many.splice(0, of, ...many.filter((one) => !done.has(one)))
    return [...stoppedText(left.length, of), ...[...refused.values()].slice(0, 1).map(notUndone)].join(' ') || undefined
  })
  return { progress: () => progress.value, stop, ended }
}

const notUndone = (reason: string): string => text('items.tags.notUndone', { reason })
