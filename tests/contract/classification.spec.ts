// Proves docs/contract/vault.md, Classification, Classification: naming nodes, Seeding: first data.

import { beforeEach, expect, it } from 'vitest'
import type { ClassificationNode, ClassificationScheme } from '../../shared/contract/classification.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

interface NodesPage {
  readonly classification_nodes: readonly ClassificationNode[]
  readonly next_page_after: string | null
}

describeOverTransports('vault classification', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  const list = (query: object = {}) => ada.ok<NodesPage>(200, 'classificationNodesGet', { query })
  const names = async (query: object = {}) => (await list(query)).classification_nodes.map(({ name }) => name)
  const schemes = async () =>
    (await ada.ok<{ classification_schemes: ClassificationScheme[] }>(200, 'classificationSchemesGet'))
      .classification_schemes
  const nodeNamed = async (scheme_name: string, name: string) => {
    const { classification_nodes } = await list({ scheme_name, name })
    const node = classification_nodes.find((candidate) => candidate.name === name)
    if (node === undefined) throw new Error(`there is no node ${scheme_name}/${name}`)
    return node
  }
  const classify = (...nodes: object[]) => ada.createItem({ label: 'Car', classification_nodes_attributes: nodes })
  const refused = async (...nodes: object[]) => {
    const before = databaseContent(running.connection)
    const body = { template_name: 'custom', item: { label: 'Car', classification_nodes_attributes: nodes } }
    const errors = await ada.refusal('itemsPost', { body })
    expect(databaseContent(running.connection)).toBe(before)
    return errors[0]
  }

  it('GET /classification_schemes › answers the schemes of a new vault with the nodes one may use', async () => {
    await classify({ label: 'Mine', scheme: 'tag' })
    await callsOf(running, aSignedInUser(running)).createItem({
      label: 'X',
      classification_nodes_attributes: [{ label: 'Theirs', scheme: 'tag' }],
    })

    const all = await schemes()

    expect(
      all.map(({ name, owned_by_user, classification_nodes_count }) => [
        name,
        owned_by_user,
        classification_nodes_count,
      ]),
    ).toEqual([
      ['tag', true, 1],
      ['country', false, 249],
      ['region', false, 6],
      ['wallet', false, 8],
    ])
    expect(all[0]).toEqual({
      id: expect.any(String) as string,
      name: 'tag',
      label: 'Tags',
      description: null,
      owned_by_user: true,
      classification_nodes_count: 1,
      created_at: '2025-12-31T23:59:59.000Z',
      classification_nodes: [
        {
          id: expect.any(String) as string,
          name: 'mine',
          label: 'Mine',
          description: null,
          scheme: 'tag',
          image_id: null,
          ordinal: null,
          classifications_count: 1,
        },
      ],
    })
  })

  it('GET /classification_nodes › filters by scheme, part of the name, and own', async () => {
    await classify({ label: 'Asia trip', scheme: 'tag' })

    expect(await names({ scheme_name: 'region' })).toEqual([
      'europe',
      'asia',
      'africa',
      'oceania',
      'north_america',
      'south_america',
    ])
    expect(await names({ name: 'ASIA' })).toEqual(['asia', 'asia_trip'])
    expect(await names({ by_name: 'asia', scheme_name: 'region' })).toEqual(['asia'])
    expect(await names({ own: 'true' })).toEqual(['asia_trip'])
    expect(await names({ own: 'false', name: 'asia' })).toEqual(['asia'])
    expect(await names({ scheme_name: 'none' })).toEqual([])
    expect(await names({ name: '%' })).toEqual([])
  })

  it('GET /classification_nodes › goes through all page by page', async () => {
    const seen: string[] = []
    let next: string | null | undefined
    for (let page = 0; next !== null && page < 9; page += 1) {
      const answer = await list({ per_page: '100', ...(next !== undefined && { next_page_after: next }) })
      seen.push(...answer.classification_nodes.map(({ id }) => id))
      next = answer.next_page_after
    }

    expect(seen).toHaveLength(263)
    expect(new Set(seen).size).toBe(263)
    expect(await ada.refusal('classificationNodesGet', { query: { next_page_after: 'x' } })).toMatchObject([
      { error: 'invalid_cursor' },
    ])
  })

  it('GET /classification_nodes/{id} › answers every field of a global node and of an own tag', async () => {
    const { classification_nodes } = await classify(
      { label: 'My Tag', scheme: 'tag' },
      { name: 'pet', scheme: 'wallet' },
    )
    const get = (id: string) => ada.ok(200, 'classificationNodesIdGet', { params: { id } })

    expect(await get((await nodeNamed('country', 'germany')).id)).toEqual({
      classification_node: {
        id: expect.any(String) as string,
        name: 'germany',
        label: 'Germany',
        description: 'DE',
        ordinal: 0,
        background_color: null,
        image: null,
        scheme: 'country',
        classifications_count: 0,
        own: false,
      },
    })
    for (const node of classification_nodes) expect(await get(node.id)).toEqual({ classification_node: node })
    expect(
      classification_nodes.map(({ name, own, classifications_count }) => [name, own, classifications_count]),
    ).toEqual([
      ['pet', false, 1],
      ['my_tag', true, 1],
    ])
  })

  it("GET /classification_nodes › never shows other users' tags or counts", async () => {
    const stranger = callsOf(running, aSignedInUser(running))
    const { classification_nodes } = await stranger.createItem({
      label: 'X',
      classification_nodes_attributes: [
        { label: 'Secret', scheme: 'tag' },
        { name: 'pet', scheme: 'wallet' },
      ],
    })
    const tag = classification_nodes.find(({ own }) => own)

    expect(await names({ scheme_name: 'tag' })).toEqual([])
    expect((await nodeNamed('wallet', 'pet')).classifications_count).toBe(0)
    for (const id of [tag?.id, UNKNOWN_ID, 'x']) {
      expect(await ada.refusal('classificationNodesIdGet', { params: { id } })).toMatchObject([
        { error: 'not_found', http_code: 404 },
      ])
    }
    expect(await refused({ id: tag?.id })).toMatchObject({ error: 'classification_node_not_found' })
  })

  it('attributes › take both spellings, also mixed, by id or by name', async () => {
    const pet = await nodeNamed('wallet', 'pet')
    const schemeId = (await schemes()).find(({ name }) => name === 'wallet')?.id
    const variants = [
      { node_id: pet.id },
      { id: pet.id.toUpperCase() },
      { id: pet.id, scheme: 'wallet' },
      { node_id: pet.id, scheme_id: schemeId, name: null },
      { node_name: 'pet', scheme_name: 'wallet' },
      { name: 'Pet', scheme: 'wallet' },
      { name: 'pet', scheme_id: schemeId },
      { label: 'Pet', scheme_name: 'wallet', scheme_id: schemeId },
    ]

    for (const attributes of variants) {
      expect((await classify(attributes)).item.classification_node_ids).toEqual([pet.id])
    }
    expect((await classify(...variants)).item.classification_node_ids).toEqual([pet.id])
  })

  it('attributes › make a tag once, with its label', async () => {
    const first = await classify({ label: 'My New-Tag', scheme: 'tag' }, { name: 'my_new-tag', scheme_name: 'tag' })
    const second = await classify({ name: 'my_new-tag', scheme: 'tag' })
    const wordless = await classify({ label: '旅行', scheme: 'tag' })
    const again = await classify({ label: '旅行', scheme: 'tag' })

    expect(first.classification_nodes).toMatchObject([{ name: 'my_new-tag', label: 'My New-Tag', own: true }])
    expect(second.item.classification_node_ids).toEqual(first.item.classification_node_ids)
    expect(second.classification_nodes[0]?.classifications_count).toBe(2)
    expect(wordless.classification_nodes[0]?.name).toMatch(/^node_[0-9a-f]{8}$/)
    expect(again.item.classification_node_ids).toEqual(wordless.item.classification_node_ids)
  })

  it('tags without a Latin letter › stay apart, also when made in the same moment', async () => {
    const labels = ['工作', '家庭', 'عمل', '★']

    const { classification_nodes } = await classify(...labels.map((label) => ({ label, scheme: 'tag' })))

    expect(classification_nodes.map(({ label }) => label)).toEqual(labels)
    expect(new Set(classification_nodes.map(({ name }) => name)).size).toBe(labels.length)
  })

  it.each([
    ['a missing node in a global scheme', { name: 'moon', scheme: 'country' }, 'name', 'classification_node_not_found'],
    ['no scheme', { node_name: 'pet' }, 'scheme_name', 'classification_scheme_not_found'],
    ['an unknown scheme', { name: 'pet', scheme: 'zoo' }, 'scheme', 'classification_scheme_not_found'],
    ['an unknown scheme id', { name: 'pet', scheme_id: UNKNOWN_ID }, 'scheme_id', 'classification_scheme_not_found'],
    ['an unknown node id', { node_id: UNKNOWN_ID }, 'node_id', 'classification_node_not_found'],
    ['a node id that is none', { id: 'x' }, 'id', 'classification_node_not_found'],
    ['neither node id, name nor label', { scheme: 'tag', name: ' ' }, 'node_name', 'param_missing'],
    ['_destroy', { name: 'pet', scheme: 'tag', _destroy: true }, '_destroy', 'slot_attribute_not_permitted'],
  ])('attributes › refuse %s', async (_, attributes, key, code) => {
    const path = `item.classification_nodes_attributes[0].${key}`

    expect(await refused(attributes)).toMatchObject({
      error: code,
      http_code: 400,
      extra_info: { fields: [{ path, code }] },
    })
  })

  it('attributes › refuse a scheme that does not fit the node or the other scheme key', async () => {
    const pet = await nodeNamed('wallet', 'pet')
    const tagId = (await schemes()).find(({ name }) => name === 'tag')?.id

    expect(await refused({ node_id: pet.id, scheme: 'tag' })).toMatchObject({ error: 'classification_node_not_found' })
    expect(await refused({ node_id: pet.id, scheme: 'zoo' })).toMatchObject({
      error: 'classification_scheme_not_found',
    })
    expect(await refused({ name: 'pet', scheme: 'wallet', scheme_id: tagId })).toMatchObject({
      error: 'classification_scheme_not_found',
    })
  })
})
