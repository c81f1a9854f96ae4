// Proves docs/contract/window.md, Tags.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { answer, askedFor, refuse, resetService } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { tag } from '../testing/samples.ts'
import { useTagging } from './use-tagging.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const place = (number: number, ...tags: string[]) => ({
  item_id: `item-${number}`,
  label: `Item ${number}`,
  tags: tags.map(tag),
})
/** What the service answers to a change of an item: it has this node now. */
const replyWith = (id: string) => ({ item: { classification_node_ids: ['kept', id] }, slots: [] })
const sent = () => askedFor('itemsIdPut').map(({ as, params, body }) => [as, params?.['id'], body])
const entryOf = (entry: object) => ({ item: { classification_nodes_attributes: [entry] } })

beforeEach(() => {
  resetService()
  answer('itemsIdPut', () => replyWith('travel'))
})

async function mountTagging() {
  const { result } = await mountSetup(() => useTagging('alice'))
  const toasts = useToasts()
  const undo = async () => {
    void toasts.undo(toasts.toasts.at(-1)?.id ?? 0)
    await settle()
  }
  return { ...result, toasts, undo }
}

describe('tagging', () => {
  it('adds a node, tells it, and Undo takes it off again', async () => {
    const { add, toasts, undo } = await mountTagging()

    expect(await add([place(1, 'kept')], tag('travel'))).toEqual({ refused: new Set() })

    expect(sent()).toEqual([['alice', 'item-1', entryOf({ node_id: 'travel' })]])
    expect(toasts.toasts.at(-1)).toMatchObject({ text: 'travel added to Item 1', tone: 'neutral' })
    await undo()
    expect(sent().at(-1)).toEqual(['alice', 'item-1', entryOf({ node_id: 'travel', _destroy: true })])
    expect(askedFor('classificationNodesIdDelete')).toEqual([])
  })

  it('leaves alone what has the tag already, and says nothing where all have it', async () => {
    const { add, toasts, undo } = await mountTagging()

    await add([place(1, 'travel')], tag('travel'))
    expect([sent(), toasts.toasts]).toEqual([[], []])
    await add([place(1, 'travel'), place(2), place(3)], tag('travel'))
    expect(toasts.toasts.at(-1)?.text).toBe('travel added to Item 2 and Item 3')
    await undo()
    expect(sent().map(([, id]) => id)).toEqual(['item-2', 'item-3', 'item-2', 'item-3'])
  })

  it('makes a tag of its label; Undo deletes it, unless something else has it by then', async () => {
    let inUse = 0
    answer('classificationNodesIdGet', () => ({ classification_node: { classifications_count: inUse } }))
    answer('classificationNodesIdDelete', () => ({}))
    const { add, undo } = await mountTagging()

    await add([place(1, 'kept')], { label: 'Travel, far' })
    expect(sent()).toEqual([['alice', 'item-1', entryOf({ label: 'Travel, far', scheme: 'tag' })]])
    await undo()
    expect(askedFor('classificationNodesIdDelete').map(({ params }) => params?.['id'])).toEqual(['travel'])
    inUse = 1
    await add([place(1, 'kept')], { label: 'Travel, far' })
    await undo()
    expect(askedFor('classificationNodesIdDelete')).toHaveLength(1)
  })

  it('takes a tag off what has it, a slot too, and Undo puts it back', async () => {
    const { take, toasts, undo } = await mountTagging()
    const slot = { ...place(1, 'travel'), slot_id: 'number', label: 'Number' }

    await take([slot, place(2)], tag('travel'))

    const onSlot = (entry: object) => ({
      item: { slots_attributes: [{ id: 'number', classification_nodes_attributes: [entry] }] },
    })
    expect(sent()).toEqual([['alice', 'item-1', onSlot({ node_id: 'travel', _destroy: true })]])
    expect(toasts.toasts.at(-1)?.text).toBe('travel removed from Number')
    await undo()
    expect(sent().at(-1)?.[2]).toEqual(onSlot({ node_id: 'travel' }))
  })

  it('does the rest when one is refused, and names the reason once', async () => {
    const { add, toasts, undo } = await mountTagging()
    answer('itemsIdPut', ({ params }) =>
      params?.['id'] === 'item-2' ? refuse('not_found', 404, 'it is gone') : replyWith('travel'),
    )

    const { refused } = await add([place(1), place(2), place(3)], tag('travel'))

    expect([...refused]).toEqual(['item-2'])
    expect(toasts.toasts).toMatchObject([
      {
        text: 'travel added to Item 1 and Item 3. 1 not changed: It is gone.',
        tone: 'warn',
        undo: expect.any(Function),
      },
    ])
    answer('itemsIdPut', () => refuse('storage_full', 507, 'the disk is full'))
    await undo()
    expect(toasts.toasts.at(-1)).toMatchObject({
      text: text('items.tags.notUndone', { reason: 'The disk is full.' }),
      tone: 'bad',
    })
    await add([place(4)], tag('travel'))
    expect(toasts.toasts.at(-1)).toMatchObject({ text: '1 not changed: The disk is full.', tone: 'bad' })
    expect(toasts.toasts.at(-1)?.undo).toBeUndefined()
  })

  it('is undone until that is stopped; the next Undo does the rest, and deletes the tag that was made', async () => {
    answer('classificationNodesIdGet', () => ({ classification_node: { classifications_count: 0 } }))
    answer('classificationNodesIdDelete', () => ({}))
    const { add, toasts, undo } = await mountTagging()
    await add([place(1), place(2), place(3)], { label: 'Travel, far' })
    const [made] = toasts.toasts
    answer('itemsIdPut', () => {
      expect(made?.work?.progress()).toEqual({ done: 0, of: 3 })
      toasts.stop(made?.id ?? 0)
      return replyWith('kept')
    })

    await undo()

    expect(toasts.toasts.at(-1)).toMatchObject({
      text: 'Cancelled after 1 of 3; 2 are left unchanged.',
      tone: 'warn',
    })
    expect(askedFor('classificationNodesIdDelete')).toEqual([])
    answer('itemsIdPut', () => replyWith('kept'))
    expect(await toasts.undo(made?.id ?? 0)).toBe(true)
    expect(sent().map(([, id]) => id)).toEqual([1, 2, 3, 1, 2, 3].map((number) => `item-${number}`))
    expect(askedFor('classificationNodesIdDelete')).toHaveLength(1)
  })

  it('tells how far it is, and stops when asked; what was done stays', async () => {
    const { add, progress, stop, toasts } = await mountTagging()

    const running = add([place(1), place(2), place(3)], tag('travel'))
    expect(progress.value).toEqual({ done: 0, of: 3 })
    expect(await add([place(4)], tag('travel'))).toEqual({ refused: new Set() }) // one at a time
    stop()
    await running

    expect(sent().map(([, id]) => id)).toEqual(['item-1'])
    expect(progress.value).toBeUndefined()
    expect(toasts.toasts.at(-1)?.text).toBe('travel added to Item 1. Cancelled after 1 of 3; 2 are left unchanged.')
  })
})
