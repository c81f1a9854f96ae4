// Proves docs/contract/window.md, Tags, Items, Everywhere: search.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Call } from '../../shared/contract/caller.ts'
import { callOver } from '../../shared/contract/caller.ts'
import { classificationOperations } from '../../shared/contract/classification.ts'
import { itemOperations } from '../../shared/contract/items.ts'
import type { ForwardRequest } from '../../shared/contract/workbench-forward.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { describeRows } from '../support/tiers.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { forward, itemCreate, itemOpen, itemRows, itemsFound, userSignOut } = workbenchOperations
const { classificationNodesIdPut, classificationNodesIdDelete, classificationNodesIdMergePost } =
  classificationOperations

describeRows('tags of the window %s', [['in process'], ['over HTTP']], (transport) => {
  let workbench: TestWorkbench
  let call: Call
  /** The service, as the window calls it for the user of the test. */
  let asUser: Call
  let user: { readonly user_id: string }
  let count = 0

  beforeAll(async () => {
    workbench = await openWorkbench()
    const { url, ui } = workbench.application
    call = transport === 'in process' ? workbench.call : (await windowOverHttp(url, ui)).call
  })

  beforeEach(async () => {
    user = { user_id: (await registerUser({ call }, `Ada ${(count += 1)}`)).user.id }
    asUser = callOver(async (sent) => {
      const order = JSON.parse(JSON.stringify({ as: 'user', ...user, ...sent })) as ForwardRequest
      return call(forward, { body: order })
    })
  })

  afterAll(() => stopWorkbench(workbench))

  const anItem = (label: string, ...tags: string[]) => call(itemCreate, { params: user, body: { label, tags } })
  const classify = (id: string, ...classification_nodes_attributes: object[]) =>
    asUser(itemOperations.itemsIdPut, { params: { id }, body: { item: { classification_nodes_attributes } } })
  const rows = (query: object = {}) =>
    call(itemRows, { params: user, query: { order_by: 'label', order: 'asc', ...query } })
  const labels = async (query: object) => (await rows(query)).rows.map(({ label }) => label)
  /** The id of a node that some item has. */
  const nodeNamed = async (label: string) => {
    const found = (await rows()).nodes.find((node) => node.label === label)
    if (found === undefined) throw new Error(`no item has ${label}`)
    return found.id
  }

  it('itemsFound › finds by label, template and tag, and nothing for somebody who signed out', async () => {
    await anItem('Boat', 'Travel')
    await anItem('Desk')
    const found = async (text: string) => {
      const { rows, complete } = await call(itemsFound, { params: user, query: { text } })
      return { labels: rows.map(({ label }) => label), complete }
    }

    expect(await found('BOA')).toEqual({ labels: ['Boat'], complete: true })
    expect(await found('travel')).toEqual({ labels: ['Boat'], complete: true })
    expect((await found('custom')).labels.toSorted()).toEqual(['Boat', 'Desk'])
    await expect(call(itemsFound, { params: user, query: { text: 'b', limit: 51 } })).rejects.toThrow('limit')
    await call(userSignOut, { params: user })
    await expect(found('boat')).rejects.toThrow(refusal('user_locked'))
  })

  it('itemRows and itemsFound › find every word in any order, by whatever an item is called, best first', async () => {
    const slots = [{ label: 'Serial number', slot_type_name: 'key_value' as const }]
    const made = [
      ['Kestrel router 4912'],
      ['Invoice 17', 'Travel'],
      ['Passwords of old', 'Travel'],
      ['My passport'],
      ['Passport'],
    ]
    for (const [label = '', ...tags] of made) await anItem(label, ...tags)
    await call(itemCreate, { params: user, body: { label: 'Meter', slots, tags: ['Pass'] } })
    const found = async (text: string) => {
      const ways = [
        call(itemRows, { params: user, query: { text } }),
        call(itemsFound, { params: user, query: { text } }),
      ]
      const [inList = [], inPalette] = (await Promise.all(ways)).map(({ rows }) => rows.map(({ label }) => label))
      expect(inPalette).toEqual(inList)
      return inList
    }

    expect(await found('Kestrel 49')).toEqual(['Kestrel router 4912'])
    expect(await found('49 KESTRÉL')).toEqual(['Kestrel router 4912'])
    expect(await found('travel invoice')).toEqual(['Invoice 17'])
    expect(await found('number meter serial')).toEqual(['Meter'])
    expect(await found('invoice kestrel')).toEqual([])
    expect(await found('pass')).toEqual(['Passport', 'Passwords of old', 'My passport', 'Meter'])
    expect(await labels({ text: 'pass' })).toEqual(['Meter', 'My passport', 'Passport', 'Passwords of old'])
  })

  it('itemRows › finds items by any of some nodes, by scheme, and by both together', async () => {
    const odd = 'Tea, "coffee" & more=1'
    await anItem('Boat', odd, 'Travel')
    const car = await anItem('Car', 'Travel')
    await classify(car.item.id, { name: 'switzerland', scheme: 'country' })
    await anItem('Desk')
    const [tea, travel, swiss] = await Promise.all([odd, 'Travel', 'Switzerland'].map(nodeNamed))

    expect((await rows()).nodes).toMatchObject([
      { label: 'Switzerland', scheme: 'country', own: false, items_count: 1 },
      { label: odd, scheme: 'tag', own: true, items_count: 1 },
      { label: 'Travel', scheme: 'tag', own: true, items_count: 2 },
    ])
    expect(await labels({ node_ids: [tea] })).toEqual(['Boat'])
    expect(await labels({ node_ids: [tea, swiss] })).toEqual(['Boat', 'Car'])
    expect(await labels({ scheme: 'country' })).toEqual(['Car'])
    expect(await labels({ scheme: 'tag', node_ids: [swiss] })).toEqual([])
    expect(await labels({ scheme: 'tag', node_ids: [travel], text: 'boat' })).toEqual(['Boat'])
    expect(await labels({ node_ids: ['unknown'] })).toEqual([])
    expect(await labels({ scheme: 'unknown' })).toEqual([])
  })

  it('itemRows › refuses a scheme that is longer than any, and a user who is signed out', async () => {
    await expect(rows({ scheme: 'x'.repeat(256) })).rejects.toThrow(refusal('invalid_params'))
    await call(userSignOut, { params: user })
    await expect(rows({ node_ids: ['a'] })).rejects.toThrow(refusal('user_locked'))
  })

  it('itemRows › shows at once what was renamed, merged and deleted by another program', async () => {
    await anItem('Boat', 'Travel', 'Sea')
    await anItem('Car', 'Travel')
    const [travel, sea] = await Promise.all(['Travel', 'Sea'].map(nodeNamed))
    const shown = async () => (await rows()).rows.map(({ tags }) => tags.map(({ label }) => label))
    const params = { id: travel ?? '' }

    await asUser(classificationNodesIdPut, { params, body: { classification_node: { label: 'Journeys' } } })
    expect(await shown()).toEqual([['Journeys', 'Sea'], ['Journeys']])
    await asUser(classificationNodesIdMergePost, { params, body: { into_id: sea ?? '' } })
    expect(await shown()).toEqual([['Sea'], ['Sea']])
    expect((await rows()).nodes).toMatchObject([{ id: sea, items_count: 2 }])
    await asUser(classificationNodesIdDelete, { params: { id: sea ?? '' } })
    expect(await shown()).toEqual([[], []])
    expect((await rows()).nodes).toEqual([])
  })

  it('itemOpen › shows tags where they are: on the item, or on a slot', async () => {
    const { item, slots } = await call(itemCreate, {
      params: user,
      body: { label: 'Card', tags: ['Money'], slots: [{ label: 'Number', value: '4000' }] },
    })
    const [slot] = slots
    const slots_attributes = [
      { id: slot?.id ?? '', classification_nodes_attributes: [{ label: 'Rare', scheme: 'tag' }] },
    ]
    await asUser(itemOperations.itemsIdPut, { params: { id: item.id }, body: { item: { slots_attributes } } })

    const opened = await call(itemOpen, { params: { ...user, item_id: item.id } })

    expect(opened.tags).toMatchObject([{ label: 'Money', own: true }])
    expect(opened.slots).toMatchObject([{ label: 'Number', value: '4000', tags: [{ label: 'Rare', scheme: 'tag' }] }])
    expect((await rows()).nodes).toMatchObject([{ label: 'Money' }])
  })
})
