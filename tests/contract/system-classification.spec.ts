// Proves docs/contract/vault.md, Seeding.

import { beforeEach, expect, it } from 'vitest'
import type { ClassificationNode, ClassificationScheme } from '../../shared/contract/classification.ts'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { SystemNode, SystemScheme } from '../../shared/contract/system-catalogue.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { PNG } from '../support/service/images.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

interface SchemeBody {
  readonly classification_scheme: SystemScheme
}
interface SchemesBody {
  readonly classification_schemes: readonly SystemScheme[]
}
interface NodeBody {
  readonly classification_node: SystemNode
}

describeOverTransports("the operator's classification", (start) => {
  let running: TestService
  let operator: ReturnType<typeof callsOf>
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    operator = callsOf(running, { headers: OPERATOR })
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  const addScheme = async (scheme: object) =>
    (await operator.ok<SchemeBody>(201, 'systemClassificationSchemesPost', { body: { classification_scheme: scheme } }))
      .classification_scheme
  const addNode = async (node: object) =>
    (await operator.ok<NodeBody>(201, 'systemClassificationNodesPost', { body: { classification_node: node } }))
      .classification_node
  const getScheme = async (name: string) =>
    (await operator.ok<SchemeBody>(200, 'systemClassificationSchemesNameGet', { params: { name } }))
      .classification_scheme
  const nodePath = (scheme_name: string, node_name: string) => ({ params: { scheme_name, node_name } })
  const eventNames = async () => {
    const { operator_events } = await operator.ok<{ operator_events: readonly OperatorEvent[] }>(200, 'systemEventsGet')
    return operator_events.map(({ name, subject_label }) => [name, subject_label])
  }
  /** The first error of a call that must be refused and change nothing. */
  const refused = async (name: string, parts: Parameters<typeof operator.refusal>[1]) => {
    const before = databaseContent(running.connection)
    const [error] = await operator.refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error && { error: error.error, message: error.message, extra_info: error.extra_info }
  }

  it('POST /system/classification_schemes › a scheme that users then see; the name comes from the label', async () => {
    const scheme = await addScheme({ label: 'A strange &8Label', description: 'Odd' })

    expect(scheme).toEqual({
      id: ID,
      name: 'a_strange_8label',
      label: 'A strange &8Label',
      description: 'Odd',
      owned_by_user: false,
      classification_nodes_count: 0,
      created_at: NOW,
      classification_nodes: [],
    })
    expect(await getScheme('a_strange_8label')).toEqual(scheme)
    const { classification_schemes } = await ada.ok<{ classification_schemes: readonly ClassificationScheme[] }>(
      200,
      'classificationSchemesGet',
    )
    expect(classification_schemes.at(-1)).toEqual(scheme)
  })

  it('POST /system/classification_schemes › takes flags and empty texts as published clients send them', async () => {
    const add = (label: string, owned_by_user: unknown) =>
      addScheme({ name: '', label, description: '', owned_by_user })

    expect(await add('One', 'true')).toMatchObject({ name: 'one', description: null, owned_by_user: true })
    expect(await add('Two', true)).toMatchObject({ owned_by_user: true })
    expect(await add('Three', '0')).toMatchObject({ owned_by_user: false })
    expect(await add('Four', null)).toMatchObject({ owned_by_user: false })
  })

  it('POST /system/classification_schemes › refuses taken names, missing labels and other flags', async () => {
    const add = (classification_scheme: unknown) =>
      refused('systemClassificationSchemesPost', { body: { classification_scheme } })

    expect(await add({ label: 'Wallet' })).toMatchObject({
      error: 'name_taken',
      message: expect.stringContaining('"wallet"') as string,
    })
    expect(await add({ name: 'WALLET', label: 'Other' })).toMatchObject({ error: 'name_taken' })
    expect(await add({ name: 'x' })).toMatchObject({ error: 'param_missing' })
    expect(await add({ label: ' ' })).toMatchObject({ error: 'invalid_params' })
    expect(await add({ label: 'x', owned_by_user: 'maybe' })).toMatchObject({ error: 'invalid_params' })
    expect(await add(undefined)).toMatchObject({ error: 'param_missing' })
  })

  it('two operators at once › one of them adds the scheme, the other is refused', async () => {
    const body = { classification_scheme: { label: 'Twice' } }
    const replies = await Promise.all([
      operator.send('systemClassificationSchemesPost', { body }),
      operator.send('systemClassificationSchemesPost', { body }),
    ])

    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await eventNames()).toEqual([['classification_scheme.created', 'Twice']])
  })

  it('GET /system/classification_schemes, …_nodes › all schemes with their global nodes, no tag of a user', async () => {
    await ada.createItem({
      label: 'Car',
      classification_nodes_attributes: [{ label: 'My secret tag', scheme_name: 'tag' }],
    })

    const replies = [
      await operator.ok<SchemesBody>(200, 'systemClassificationSchemesGet'),
      await operator.ok<SchemesBody>(200, 'systemClassificationNodesGet'),
    ]
    for (const { classification_schemes } of replies) {
      expect(
        classification_schemes.map((scheme) => [scheme.name, scheme.classification_nodes_count, scheme.owned_by_user]),
      ).toEqual([
        ['tag', 0, true],
        ['country', 249, false],
        ['region', 6, false],
        ['wallet', 8, false],
      ])
      expect(classification_schemes[3]?.classification_nodes[1]).toEqual({
        id: ID,
        name: 'travel',
        label: 'Travel',
        description: null,
        scheme: 'wallet',
        image_id: null,
        ordinal: 0,
        classifications_count: 0,
        label_translations: null,
        background_color: null,
      })
      expect(JSON.stringify(classification_schemes)).not.toContain('secret')
    }
    expect(await getScheme('tag')).toMatchObject({ classification_nodes: [] })
    expect(
      await refused('systemClassificationNodesSchemeNameNodeNameGet', nodePath('tag', 'my_secret_tag')),
    ).toMatchObject({ error: 'not_found' })
  })

  it('POST /system/classification_nodes › a node with all that belongs to it', async () => {
    const node = await addNode({
      classification_scheme_name: 'wallet',
      name: '',
      label: 'Boat',
      label_translations: { 'DE-de': 'Boot' },
      description: 'Floats',
      background_color: '#0af',
      image_id: '',
      image: PNG,
    })

    expect(node).toEqual({
      id: ID,
      name: 'boat',
      label: 'Boat',
      description: 'Floats',
      scheme: 'wallet',
      image_id: ID,
      ordinal: 0,
      classifications_count: 0,
      label_translations: { 'de-de': 'Boot' },
      background_color: '#0af',
    })
    expect(
      await operator.ok(200, 'systemClassificationNodesSchemeNameNodeNameGet', nodePath('Wallet', 'Boat')),
    ).toEqual({ classification_node: node })
    const { classification_node } = await ada.ok<{ classification_node: ClassificationNode }>(
      200,
      'classificationNodesIdGet',
      { params: { id: node.id } },
    )
    expect(classification_node).toMatchObject({
      name: 'boat',
      background_color: '#0af',
      image: expect.stringMatching(
        new RegExp(`^(?:http://127\\.0\\.0\\.1:\\d+/vault)?/blobs/public/${node.image_id ?? ''}/[0-9a-f]{64}$`),
      ) as string,
      own: false,
    })
    const { classification_schemes } = await ada.ok<{ classification_schemes: readonly ClassificationScheme[] }>(
      200,
      'classificationSchemesGet',
    )
    expect(classification_schemes[3]?.classification_nodes.at(-1)).toMatchObject({
      id: node.id,
      image_id: node.image_id,
    })
    expect(await eventNames()).toEqual([
      ['classification_node.created', 'Boat'],
      ['image.created', 'car.png'],
    ])
  })

  it('POST /system/classification_nodes › by name alone, and with an image that is there', async () => {
    const { image } = await operator.ok<{ image: { id: string } }>(201, 'systemImagesPost', { body: { image: PNG } })
    const node = await addNode({
      classification_scheme_name: 'region',
      name: 'Antarctica!',
      image_id: image.id.toUpperCase(),
    })

    expect(node).toMatchObject({ name: 'antarctica', label: 'Antarctica!', image_id: image.id })
    const scheme = await getScheme('region')
    expect(scheme.classification_nodes.at(-1)).toEqual(node)
    expect(scheme.classification_nodes_count).toBe(7)
  })

  it('POST /system/classification_nodes › refuses what breaks a rule, and then adds no image either', async () => {
    const add = (fields: object) =>
      refused('systemClassificationNodesPost', {
        body: { classification_node: { classification_scheme_name: 'wallet', label: 'Boat', ...fields } },
      })
    const field = (path: string, code = 'invalid_params') => ({
      error: code,
      extra_info: { parameter: `classification_node.${path}`, fields: [{ path: `classification_node.${path}`, code }] },
    })

    expect(await add({ classification_scheme_name: 'none' })).toMatchObject(
      field('classification_scheme_name', 'classification_scheme_not_found'),
    )
    expect(await add({ classification_scheme_name: 'tag' })).toMatchObject(field('classification_scheme_name'))
    expect(await add({ label: 'Travel', image: PNG })).toMatchObject({
      error: 'name_taken',
      message: expect.stringContaining('"travel"') as string,
    })
    expect(await add({ label: '', name: ' ' })).toMatchObject(field('name', 'param_missing'))
    expect(await add({ image_id: user.userId })).toMatchObject(field('image_id'))
    expect(await add({ image_id: user.userId, image: PNG })).toMatchObject(field('image'))
    expect(await add({ image: { ...PNG, contents: 'PHN2Zz4=' } })).toMatchObject(field('image.contents'))
    expect(await add({ label_translations: { german: 'Boot' } })).toMatchObject({ error: 'invalid_params' })
    expect(await add({ label_translations: { 'de-de': '' } })).toMatchObject(field('label_translations.de-de'))
    expect(await add({ classification_scheme_name: undefined })).toMatchObject(
      field('classification_scheme_name', 'param_missing'),
    )
  })

  it('DELETE /system/classification_nodes/{scheme_name}/{node_name} › only when nothing is classified with it', async () => {
    const remove = nodePath('wallet', 'home')
    const { item } = await ada.createItem({
      label: 'House',
      classification_nodes_attributes: [{ node_name: 'home', scheme_name: 'wallet' }],
    })
    expect(await refused('systemClassificationNodesSchemeNameNodeNameDelete', remove)).toMatchObject({
      error: 'in_use',
      message: expect.stringContaining('It is used by 1 classified item or slot.') as string,
    })
    expect(await operator.ok<NodeBody>(200, 'systemClassificationNodesSchemeNameNodeNameGet', remove)).toMatchObject({
      classification_node: { classifications_count: 1 },
    })

    await ada.deleteItem(item.id)
    await operator.ok(204, 'systemClassificationNodesSchemeNameNodeNameDelete', remove)

    expect(await refused('systemClassificationNodesSchemeNameNodeNameGet', remove)).toMatchObject({
      error: 'not_found',
    })
    expect(await refused('systemClassificationNodesSchemeNameNodeNameDelete', remove)).toMatchObject({
      error: 'not_found',
    })
    expect(await eventNames()).toEqual([['classification_node.deleted', 'Home']])
  })

  it('DELETE /system/classification_nodes/… › not while a template is classified with it', async () => {
    expect(
      await refused('systemClassificationNodesSchemeNameNodeNameDelete', nodePath('wallet', 'vehicle')),
    ).toMatchObject({ error: 'in_use', message: expect.stringContaining('It is used by 1 template.') as string })
  })

  it('DELETE /system/classification_schemes/{name} › with its nodes, when none is used', async () => {
    await operator.ok(204, 'systemClassificationSchemesNameDelete', { params: { name: 'country' } })

    const { classification_schemes } = await operator.ok<SchemesBody>(200, 'systemClassificationSchemesGet')
    expect(classification_schemes.map(({ name }) => name)).toEqual(['tag', 'region', 'wallet'])
    const nodes = await ada.ok<{ classification_nodes: readonly unknown[] }>(200, 'classificationNodesGet')
    expect(nodes.classification_nodes).toHaveLength(14)
    expect(await eventNames()).toEqual([['classification_scheme.deleted', 'Countries']])
  })

  it('DELETE /system/classification_schemes/{name} › not while a node is used or a user has tags in it', async () => {
    await ada.createItem({
      label: 'House',
      classification_nodes_attributes: [
        { node_name: 'home', scheme_name: 'wallet' },
        { label: 'Mine', scheme_name: 'tag' },
      ],
    })
    const remove = (name: string) => refused('systemClassificationSchemesNameDelete', { params: { name } })

    expect(await remove('wallet')).toMatchObject({
      error: 'in_use',
      message: expect.stringContaining('It is used by 1 template, 1 classified item or slot.') as string,
    })
    expect(await remove('tag')).toMatchObject({
      error: 'in_use',
      message: expect.stringContaining('It is used by 1 classified item or slot, 1 tag of users.') as string,
    })
    const { items } = await ada.listItems()
    await ada.deleteItem(items[0]?.id ?? '')
    // The tag is there still, although nothing has it any more.
    expect(await remove('tag')).toMatchObject({
      message: expect.stringContaining('It is used by 1 tag of users.') as string,
    })
    expect(await remove('none')).toMatchObject({ error: 'not_found' })
    expect(await refused('systemClassificationSchemesNameGet', { params: { name: '%' } })).toMatchObject({
      error: 'not_found',
    })
  })
})
