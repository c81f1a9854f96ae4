// Proves docs/contract/vault.md, Classification: own tags, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { ClassificationNode } from '../../shared/contract/classification.ts'
import type { Event } from '../../shared/contract/events.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, slotNamed } from '../support/service/vault-calls.ts'

interface NodeReply {
  readonly classification_node: ClassificationNode
}

describeOverTransports('vault tags', (start) => {
  let running: TestService
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    ada = callsOf(running, aSignedInUser(running))
  })

  const newTag = (classification_node: object, calls = ada) => {
    const body = { classification_node: { classification_scheme_name: 'tag', ...classification_node } }
    return calls.ok<NodeReply>(201, 'classificationNodesPost', { body })
  }
  const tagOf = async (label: string, calls = ada) => (await newTag({ label }, calls)).classification_node
  const refused = async (name: string, parts: object) => {
    const before = databaseContent(running.connection)
    const errors = await ada.refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return errors[0]
  }
  const rename = (id: string, classification_node: object) =>
    ada.ok<NodeReply>(200, 'classificationNodesIdPut', { params: { id }, body: { classification_node } })
  const events = async () => {
    const reply = await ada.ok<{ events: Event[] }>(200, 'eventsGet')
    return reply.events
  }
  const aGlobalNode = async () => {
    const query = { scheme_name: 'wallet', per_page: 1 }
    const page = await ada.ok<{ classification_nodes: ClassificationNode[] }>(200, 'classificationNodesGet', { query })
    return page.classification_nodes[0]?.id ?? ''
  }

  it('POST /classification_nodes › makes a tag that only its maker sees', async () => {
    const { classification_node } = await newTag({ label: 'My Tag', description: 'Mine', user_id: 'x', image: 'x' })

    expect(classification_node).toMatchObject({ name: 'my_tag', label: 'My Tag', description: 'Mine', scheme: 'tag' })
    expect(classification_node).toMatchObject({ own: true, classifications_count: 0 })
    expect(await tagOf('My Tag', callsOf(running, aSignedInUser(running)))).toMatchObject({ name: 'my_tag' })
    expect((await events())[0]).toMatchObject({ name: 'tag.created', value: { name: 'my_tag', scheme: 'tag' } })
  })

  it('POST /classification_nodes › takes a name alone, and tells wordless labels apart by themselves', async () => {
    expect((await newTag({ name: 'Old-Car' })).classification_node).toMatchObject({ name: 'old-car', label: 'Old-Car' })
    const travel = await tagOf('旅行')
    expect(travel.name).toMatch(/^node_[0-9a-f]{8}$/)
    await tagOf('工作')
    const again = { classification_node: { classification_scheme_name: 'tag', label: '旅行' } }
    expect(await refused('classificationNodesPost', { body: again })).toMatchObject({ error: 'name_taken' })
  })

  it.each([
    ['an equal name', { label: 'MY tag' }, 'name_taken', 409],
    ['no name and no label', {}, 'param_missing', 400],
    ['an unknown scheme', { label: 'X', classification_scheme_name: 'zoo' }, 'classification_scheme_not_found', 400],
    [
      'a scheme of the operator',
      { label: 'X', classification_scheme_name: 'country' },
      'classification_scheme_not_user_managed',
      400,
    ],
  ])('POST /classification_nodes › refuses %s', async (_, node, error, http_code) => {
    await tagOf('My tag')
    const body = { classification_node: { classification_scheme_name: 'tag', ...node } }

    expect(await refused('classificationNodesPost', { body })).toMatchObject({ error, http_code })
  })

  it('PUT › renames, so that the new text finds the tag; a name that is taken is refused', async () => {
    const travel = await tagOf('Travel')
    await tagOf('Work')

    expect((await rename(travel.id, { label: 'Journeys', description: 'Far' })).classification_node).toMatchObject({
      id: travel.id,
      name: 'journeys',
      label: 'Journeys',
      description: 'Far',
    })
    expect((await rename(travel.id, { label: 'JOURNEYS' })).classification_node).toMatchObject({ description: 'Far' })
    const { item } = await ada.createItem({
      label: 'Trip',
      classification_nodes_attributes: [{ label: 'journeys', scheme: 'tag' }],
    })
    expect(item.classification_node_ids).toEqual([travel.id])
    expect((await events()).find(({ name }) => name === 'tag.updated')).toMatchObject({ label: 'JOURNEYS' })
    const parts = { params: { id: travel.id }, body: { classification_node: { label: 'work' } } }
    expect(await refused('classificationNodesIdPut', parts)).toMatchObject({ error: 'name_taken', http_code: 409 })
  })

  it('DELETE › takes the tag from items and slots and answers which', async () => {
    const tag = { name: 'rare', scheme: 'tag' }
    const car = await ada.createItem({
      label: 'Car',
      classification_nodes_attributes: [tag],
      slots_attributes: [{ label: 'A', classification_nodes_attributes: [tag] }],
    })
    const id = car.item.classification_node_ids[0] ?? ''

    const reply = await ada.ok<NodeReply & { unlinked: object[] }>(200, 'classificationNodesIdDelete', {
      params: { id },
    })

    expect(reply).toMatchObject({ classification_node: { id, classifications_count: 2 }, item_template_ids: [] })
    expect(reply.unlinked).toEqual([
      { item_id: car.item.id, slot_id: null },
      { item_id: car.item.id, slot_id: slotNamed(car.slots, 'a').id },
    ])
    expect((await ada.getItem(car.item.id)).item.classification_node_ids).toEqual([])
    expect(await ada.refusal('classificationNodesIdGet', { params: { id } })).toMatchObject([{ error: 'not_found' }])
    const names = (await events()).map(({ name }) => name)
    expect(names.filter((name) => name === 'item.unclassified')).toHaveLength(2)
    expect(names).toContain('tag.deleted')
  })

  it('merge › moves what had the tag to the other one, without doubling', async () => {
    const tags = (...labels: string[]) => labels.map((label) => ({ label, scheme: 'tag' }))
    const car = await ada.createItem({ label: 'Car', classification_nodes_attributes: tags('Old', 'New') })
    const boat = await ada.createItem({ label: 'Boat', classification_nodes_attributes: tags('Old') })
    const ids = new Map(car.classification_nodes.map((node) => [node.label, node.id]))
    const [id, into_id] = [ids.get('Old') ?? '', ids.get('New') ?? '']

    const reply = await ada.ok<NodeReply>(200, 'classificationNodesIdMergePost', { params: { id }, body: { into_id } })

    expect(reply.classification_node).toMatchObject({ id: into_id, classifications_count: 2 })
    for (const { item } of [car, boat]) {
      expect((await ada.getItem(item.id)).item.classification_node_ids).toEqual([into_id])
    }
    expect(await ada.refusal('classificationNodesIdGet', { params: { id } })).toMatchObject([{ error: 'not_found' }])
    const linked = (await events()).filter(
      ({ name, eventable_id }) => name === 'item.classified' && eventable_id === into_id,
    )
    expect(linked).toHaveLength(2) // Car when it was made, Boat now
  })

  it('merge › refuses itself, what is not visible, and nodes of everybody', async () => {
    const { id } = await tagOf('Old')
    const theirs = await tagOf('Theirs', callsOf(running, aSignedInUser(running)))
    const into = (into_id: string) => refused('classificationNodesIdMergePost', { params: { id }, body: { into_id } })

    expect(await into(id)).toMatchObject({ error: 'invalid_params', http_code: 400 })
    expect(await into(theirs.id)).toMatchObject({ error: 'classification_node_not_found', http_code: 400 })
    expect(await into(await aGlobalNode())).toMatchObject({ error: 'forbidden', http_code: 403 })
  })

  it.each([
    ['classificationNodesIdPut', { classification_node: { label: 'X' } }],
    ['classificationNodesIdDelete', undefined],
    ['classificationNodesIdMergePost', { into_id: '00000000-0000-7000-8000-000000000001' }],
  ])('%s › 403 for a node of everybody, 404 for a tag of somebody else', async (name, body) => {
    const theirs = await tagOf('Theirs', callsOf(running, aSignedInUser(running)))
    const at = (id: string) => refused(name, { params: { id }, ...(body !== undefined && { body }) })

    expect(await at(await aGlobalNode())).toMatchObject({ error: 'forbidden', http_code: 403 })
    expect(await at(theirs.id)).toMatchObject({ error: 'not_found', http_code: 404 })
  })
})
