// Proves docs/contract/window.md, Everywhere: search, Tags.

import { beforeEach, expect, it, vi } from 'vitest'
import { useCommands } from '../../../frame/commands.ts'
import { text } from '../../../i18n/i18n.ts'
import { nodesOf } from '../../../parts/tags/use-classification.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { answer, askedFor, refuse, resetService } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { itemRow, openedItem, scheme, tag } from '../testing/samples.ts'
import { useTagFromPalette } from './use-tag-from-palette.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const NODES = nodesOf([scheme('country', false, ['France']), scheme('tag', true, ['travel', 'home'])])

beforeEach(() => {
  resetService()
  answer('itemOpen', () => openedItem())
  answer('itemsIdPut', () => ({ item: { classification_node_ids: ['home'] }, slots: [] }))
})

async function mountSource(selected: readonly ReturnType<typeof itemRow>[], opened?: string) {
  await mountSetup(() => {
    useTagFromPalette('alice', { selected: () => selected, opened: () => opened, nodes: () => NODES })
    return true
  })
  const [source] = useCommands().sources
  const search = async (query: string) => (await source?.search(query)) ?? []
  return { source, search, titles: async (query: string) => (await search(query)).map(({ title }) => title) }
}

it('tags the item that is open with what it does not have, or with a tag that is made, and Undo takes it back', async () => {
  const { source, search, titles } = await mountSource([], 'item-1')

  expect([source?.prefix, source?.asked]).toEqual(['#', 'prefixed'])
  expect(await titles('')).toEqual([
    text('items.tags.tagOneWith', { label: 'Passport', tag: 'home' }),
    text('items.tags.tagOneWith', { label: 'Passport', tag: 'France' }),
  ])
  expect(await titles('trips')).toEqual([text('items.tags.tagOneWith', { label: 'Passport', tag: 'trips' })])
  expect(await titles('travel')).toEqual([])

  const [found] = await search('home')
  found?.run()
  await settle()
  const entries = () =>
    askedFor('itemsIdPut').map(({ params, body }) => [
      params?.['id'],
      (body as { item: { classification_nodes_attributes: unknown[] } }).item.classification_nodes_attributes,
    ])
  expect(entries()).toEqual([['item-1', [{ node_id: 'home' }]]])
  const toasts = useToasts()
  expect(toasts.toasts.at(-1)?.text).toBe('home added to Passport')
  void toasts.undo(toasts.toasts.at(-1)?.id ?? 0)
  await settle()
  expect(entries().at(-1)).toEqual(['item-1', [{ node_id: 'home', _destroy: true }]])
})

it('keeps the tag that would be made among the few that are listed', async () => {
  const many = nodesOf([
    scheme(
      'tag',
      true,
      Array.from({ length: 30 }, (_, at) => `trip ${at}`),
    ),
  ])
  await mountSetup(() => {
    useTagFromPalette('alice', { selected: () => [itemRow(1)], opened: () => undefined, nodes: () => many })
    return true
  })

  const [source] = useCommands().sources
  const found = (await source?.search('trip')) ?? []

  expect(found).toHaveLength(12)
  expect(found.at(-1)).toMatchObject({
    title: text('items.tags.tagOneWith', { label: 'Item 1', tag: 'trip' }),
    detail: 'new tag',
  })
})

it('tags what is selected and own rather than what is open, each that does not have it yet', async () => {
  const rows = [itemRow(1, { tags: [tag('travel')] }), itemRow(2), itemRow(3, { own: false })]
  const { search, titles } = await mountSource(rows, 'item-9')

  expect(await titles('tra')).toEqual([
    text('items.tags.tagManyWith', { count: 2, tag: 'travel' }),
    text('items.tags.tagManyWith', { count: 2, tag: 'tra' }),
  ])
  const [found] = await search('travel')
  found?.run()
  await settle()

  expect(askedFor('itemsIdPut').map(({ params }) => params?.['id'])).toEqual(['item-2'])
  expect(askedFor('itemOpen')).toEqual([])
})

it('offers nothing for an item of somebody else, one that is gone, or where nothing is meant', async () => {
  answer('itemOpen', () => openedItem(undefined, { own: false }))
  expect(await (await mountSource([], 'item-1')).titles('home')).toEqual([])

  answer('itemOpen', () => refuse('not_found', 404, 'it is gone'))
  expect(await (await mountSource([], 'item-1')).titles('home')).toEqual([])

  expect((await mountSource([])).source).toBeUndefined()
})
