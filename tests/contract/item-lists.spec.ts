// Proves docs/contract/vault.md, Bodies, Lists, Items: filters.

import { beforeEach, expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { aDuplicate } from '../support/service/item-rows.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

describeOverTransports('vault GET /items', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  const labels = async (query: object = {}) => (await ada.listItems(query)).items.map(({ label }) => label)

  it('answers an empty page with every list', async () => {
    expect(await ada.listItems()).toEqual({
      items: [],
      slots: [],
      attachments: [],
      thumbnails: [],
      classification_nodes: [],
      next_page_after: null,
      meta: [{ next_page_exists: false, per_page: 100, order: 'asc', order_by: 'created_at' }],
    })
  })

  it('answers own items only, each as GET /items/{id} does', async () => {
    await callsOf(running, aSignedInUser(running)).item('Theirs')
    const car = await ada.createItem({ label: 'Car', slots_attributes: [{ label: 'Colour' }] }, 'vehicle')
    const card = await ada.createItem({
      label: 'Card',
      classification_nodes_attributes: [{ name: 'x', scheme: 'tag' }],
    })

    const page = await ada.listItems()

    expect(page.items).toEqual([car.item, card.item])
    expect(page.slots).toEqual([...car.slots, ...card.slots])
    expect(page.classification_nodes).toEqual([...car.classification_nodes, ...card.classification_nodes])
  })

  it.each([
    ['asc', ['1', '2', '3', '4', '5']],
    ['desc', ['5', '4', '3', '2', '1']],
    ['1', ['1', '2', '3', '4', '5']],
    ['-1', ['5', '4', '3', '2', '1']],
  ])('goes through all items page by page, %s, also where many have the same time', async (order, expected) => {
    for (const label of ['1', '2']) await ada.createItem({ label, slots_attributes: [{ label }] })
    running.clock.advanceMs(1000)
    for (const label of ['3', '4', '5']) await ada.createItem({ label, slots_attributes: [{ label }] })

    const pages = []
    let next: string | null | undefined
    while (next !== null && pages.length < 9) {
      const page = await ada.listItems({ per_page: '2', order, ...(next !== undefined && { next_page_after: next }) })
      expect(page.meta).toEqual([
        {
          next_page_exists: page.next_page_after !== null,
          per_page: 2,
          order: order.replace('-1', 'desc').replace('1', 'asc'),
          order_by: 'created_at',
        },
      ])
      expect(page.slots.map(({ label }) => label)).toEqual(page.items.map(({ label }) => label))
      pages.push(page.items.map(({ label }) => label))
      next = page.next_page_after
    }

    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(expected)
  })

  it('lowers a page size above 500', async () => {
    for (const per_page of ['501', '1000000', '10000000000', '9'.repeat(400)]) {
      expect((await ada.listItems({ per_page })).meta[0]?.per_page).toBe(500)
    }
  })

  it('refuses a list of more than 500 entries', async () => {
    const { id } = await ada.item('Car')
    const listOf = (count: number) => Array.from({ length: count }, (_, index) => (index === 499 ? id : UNKNOWN_ID))
    for (const written of [(ids: string[]) => ids.join(','), (ids: string[]) => ids]) {
      expect((await ada.listItems({ item_ids: written(listOf(500)) })).items).toMatchObject([{ id }])

      const [error] = await ada.refusal('itemsGet', { query: { item_ids: written(listOf(501)) } })

      expect(error).toMatchObject({ error: 'invalid_params', extra_info: { parameter: 'item_ids' } })
      expect(error?.message).toBe('`item_ids` must not have more than 500 entries.')
    }
  })

  it.each([
    [{ next_page_after: 'nonsense' }, 'invalid_cursor'],
    [{ per_page: '0' }, 'invalid_params'],
    [{ per_page: '-1' }, 'invalid_params'],
    [{ per_page: 'many' }, 'invalid_params'],
    [{ per_page: '1.5' }, 'invalid_params'],
    [{ per_page: '' }, 'invalid_params'],
    [{ per_page: '1e2' }, 'invalid_params'],
    [{ order: 'up' }, 'invalid_params'],
    [{ own: 'maybe' }, 'invalid_params'],
    [{ owner_id: 'x' }, 'invalid_params'],
    [{ shared_with: 'x' }, 'invalid_params'],
  ])('refuses %j', async (query, code) => {
    expect(await ada.refusal('itemsGet', { query })).toMatchObject([{ error: code, http_code: 400 }])
  })

  it('filters by exact name, ids and templates', async () => {
    const car = await ada.createItem({ label: 'My Car' }, 'vehicle')
    const other = await ada.createItem({ label: 'My Car 2' }, 'pet')
    await ada.item('Third')

    expect(await labels({ name: 'my_car' })).toEqual(['My Car'])
    expect(await labels({ name: 'my_' })).toEqual([])
    expect(await labels({ item_ids: `${other.item.id.toUpperCase()},${UNKNOWN_ID},x` })).toEqual(['My Car 2'])
    expect(await labels({ item_ids: [car.item.id, other.item.id] })).toEqual(['My Car', 'My Car 2'])
    expect(await labels({ item_ids: '' })).toEqual([])
    expect(await labels({ template_ids: `${car.item.item_template_id},${other.item.item_template_id}` })).toEqual([
      'My Car',
      'My Car 2',
    ])
    expect(await labels({ name: 'my_car', item_ids: other.item.id })).toEqual([])
  })

  it('filters by own and owner; a hidden owner never matches', async () => {
    const stranger = aSignedInUser(running)
    await ada.item('Mine')
    aDuplicate(running, user.userId, stranger.userId)

    expect((await labels()).toSorted()).toEqual(['Mine', 'Shared'])
    expect(await labels({ own: 'true' })).toEqual(['Mine'])
    expect(await labels({ own: '1' })).toEqual(['Mine'])
    expect(await labels({ own: 'false' })).toEqual(['Shared'])
    expect(await labels({ owner_id: user.userId })).toEqual(['Mine'])
    expect(await labels({ owner_id: stranger.userId })).toEqual([])
  })

  it('filters by nodes and schemes of the item, not of its slots', async () => {
    const tagged = (label: string, ...nodes: object[]) =>
      ada.createItem({ label, classification_nodes_attributes: nodes })
    await tagged('A', { name: 'pet', scheme: 'tag' })
    await tagged('B', { name: 'pet', scheme: 'wallet' })
    await tagged('C', { name: 'pet', scheme: 'tag' }, { name: 'home', scheme: 'wallet' })
    await ada.createItem({
      label: 'D',
      slots_attributes: [{ label: 'S', classification_nodes_attributes: [{ name: 'pet', scheme: 'tag' }] }],
    })

    expect(await labels({ classification_node_name: 'pet' })).toEqual(['A', 'B', 'C'])
    expect(await labels({ classification_node_names: 'home,none' })).toEqual(['C'])
    expect(await labels({ classification_node_names: ['pet', 'home'] })).toEqual(['A', 'B', 'C'])
    expect(await labels({ classification_scheme_name: 'wallet' })).toEqual(['B', 'C'])
    expect(await labels({ classification_node_name: 'pet', classification_scheme_name: 'wallet' })).toEqual(['B'])
    expect(await labels({ classification_node_name: 'pet', classification_node_names: 'home' })).toEqual(['C'])
    expect(await labels({ classification_scheme_name: 'none' })).toEqual([])
  })

  it('finds nothing that was shared, because nothing was', async () => {
    await ada.item('Mine')

    expect(await labels({ shared_with: aSignedInUser(running).userId })).toEqual([])
    expect(await labels({ shared_with: user.userId, own: 'true' })).toEqual([])
  })
})
