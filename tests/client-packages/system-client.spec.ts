// Proves docs/contract/vault.md, Seeding, Seeding: first data.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { PNG } from '../support/service/images.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import { describeRows } from '../support/tiers.ts'

/** Both packages have the same names and fields here; a union of their functions cannot be called. */
type Client = typeof publishedVault31
const PACKAGES: readonly (readonly [string, Client])[] = [
  ['vault-api-sdk 37.1.15', publishedVault37 as unknown as Client],
  ['vault-api-sdk 31.0.0', publishedVault31],
]

let server: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

async function refusalOf(call: Promise<unknown>): Promise<readonly [number, string | undefined]> {
  const thrown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Response)) throw new Error('the call was not refused', { cause: thrown })
  const { errors } = (await thrown.json()) as { errors: readonly { readonly error: string }[] }
  return [thrown.status, errors[0]?.error]
}

/** What these clients send for a node: their types have no place for what is left out. */
const aNode = (scheme: string, label: string) => ({
  classification_scheme_name: scheme,
  name: '',
  label,
  label_translations: { 'de-de': `${label} (de)` },
  description: '',
  background_color: '#fff',
  image_id: '',
})

describeRows('the operator with published vault client %s', PACKAGES, (name, client) => {
  const [, version = ''] = name.split(/[ .]/)
  const operator = () => client(server.url, { operatorPassword: OPERATOR_PASSWORD }).seeding
  const user = () => client(server.url, { token: aSignedInUser(server).token })
  const schemeName = `scheme_${version}`
  const addScheme = (label: string, owned_by_user?: boolean) =>
    operator().systemClassificationSchemesPost({
      classification_scheme: {
        name: '',
        label,
        description: 'Of a client',
        ...(owned_by_user !== undefined && { owned_by_user }),
      },
    })

  it('adds, lists, fetches and deletes schemes', async () => {
    const { classification_scheme } = await addScheme(`Short ${version}`, true)
    expect(classification_scheme).toMatchObject({
      name: `short_${version}`,
      owned_by_user: true,
      classification_nodes_count: 0,
      classification_nodes: [],
      created_at: new Date('2026-01-01T00:00:00.000Z'),
    })
    const { classification_schemes } = await operator().systemClassificationSchemesGet()
    expect(classification_schemes.at(-1)).toEqual(classification_scheme)
    expect(await operator().systemClassificationSchemesNameGet(`short_${version}`)).toEqual({ classification_scheme })
    expect(await refusalOf(addScheme(`Short ${version}`))).toEqual([409, 'name_taken'])

    await operator().systemClassificationSchemesNameDelete(`short_${version}`)

    expect(await refusalOf(operator().systemClassificationSchemesNameGet(`short_${version}`))).toEqual([
      404,
      'not_found',
    ])
    expect(await refusalOf(operator().systemClassificationSchemesNameDelete('tag_of_nobody'))).toEqual([
      404,
      'not_found',
    ])
  })

  it('adds, lists, fetches and deletes nodes, with an image of their own', async () => {
    await addScheme(`Scheme ${version}`)
    const { classification_node } = await operator().systemClassificationNodesPost({
      classification_node: { ...aNode(schemeName, 'Boat'), image: PNG },
    })
    expect(classification_node).toMatchObject({ name: 'boat', scheme: schemeName, classifications_count: 0 })
    const { classification_schemes } = await operator().systemClassificationNodesGet()
    expect(classification_schemes.find((scheme) => scheme.name === schemeName)?.classification_nodes).toEqual([
      classification_node,
    ])
    expect(await operator().systemClassificationNodesSchemeNameNodeNameGet(schemeName, 'boat')).toEqual({
      classification_node,
    })
    // The older package knows of no answer here; what came is read as it is.
    const { raw } = await user().classification.classificationNodesGetRaw({ schemeName })
    const image = expect.stringContaining(`/blobs/public/${String(classification_node.image_id)}/`) as string
    expect(await raw.json()).toMatchObject({ classification_nodes: [{ label: 'Boat', image }] })

    await operator().systemClassificationNodesSchemeNameNodeNameDelete(schemeName, 'boat')

    expect(await refusalOf(operator().systemClassificationNodesSchemeNameNodeNameGet(schemeName, 'boat'))).toEqual([
      404,
      'not_found',
    ])
    expect(await refusalOf(operator().systemClassificationNodesSchemeNameNodeNameDelete('wallet', 'vehicle'))).toEqual([
      409,
      'in_use',
    ])
  })

  it('adds, lists, fetches and deletes images; a user follows them to the bytes', async () => {
    const { image } = await operator().systemImagesPost({ image: PNG })
    expect(image).toMatchObject({ filename: 'car.png' })
    expect((await operator().systemImagesGet()).images).toContainEqual(image)
    expect(await operator().systemImagesIdGet(image.id)).toEqual({ image })

    const { raw } = await user().image.imagesIdGetRaw({ id: image.id })
    expect(Buffer.from(await raw.arrayBuffer()).toString('base64')).toBe(PNG.contents)
    const [, , , id = '', d = ''] = new URL(image.image_url).pathname.replace(/^\/vault/, '').split('/')
    const anybody = client(server.url)
    const found = await anybody.blob.blobsPublicIdDGetRaw({ id, d })
    expect(found.raw.headers.get('content-type')).toBe('image/png')

    await operator().systemImagesIdDelete(image.id)

    expect(await refusalOf(operator().systemImagesIdGet(image.id))).toEqual([404, 'not_found'])
    expect(await refusalOf(user().image.imagesIdGet(image.id))).toEqual([404, 'not_found'])
    expect(await refusalOf(operator().systemImagesPost({ image: { ...PNG, contents: 'PHN2Zz4=' } }))).toEqual([
      400,
      'invalid_params',
    ])
  })

  it('adds, fills, lists, fetches and deletes templates', async () => {
    const template = `boat_${version}`
    const { item_template } = await operator().systemItemTemplatesPost({
      item_template: {
        name: template,
        label: 'Boat',
        label_translations: { 'de-de': 'Boot', 'fr-be': 'Bateau' },
        description: 'Floats',
        classified_by: [{ scheme_name: 'wallet', node_name: 'vehicle' }],
      },
    })
    expect(item_template).toMatchObject({ name: template, items_count: 0, template_slots: [] })
    expect(item_template.classification_nodes.map((node) => node.name)).toEqual(['vehicle'])

    const filled = await operator().systemItemTemplatesNameSlotPost(template, {
      template_slot: { name: 'hull', label: 'Hull', slot_type: 'key_value', label_translations: { 'de-de': 'Rumpf' } },
    })
    expect(filled.item_template.template_slots).toMatchObject([{ name: 'hull', label: 'Hull', description: null }])
    expect(await operator().systemItemTemplatesNameGet(template)).toEqual(filled)
    expect((await operator().systemItemTemplatesGet()).item_templates.at(-1)).toEqual(filled.item_template)
    const { slots } = await user().template.itemTemplatesIdGet(item_template.id)
    expect(slots.map((slot) => slot.name)).toEqual(['hull'])

    const slotId = filled.item_template.template_slots[0]?.id ?? ''
    const emptied = await operator().systemItemTemplatesNameSlotSlotIdDelete(template, slotId)
    expect(emptied.item_template.template_slots).toEqual([])
    expect(await refusalOf(operator().systemItemTemplatesNameSlotSlotIdDelete(template, UNKNOWN_ID))).toEqual([
      404,
      'not_found',
    ])
    await operator().systemItemTemplatesNameDelete(template)
    expect(await refusalOf(operator().systemItemTemplatesNameGet(template))).toEqual([404, 'not_found'])
  })

  it('seeds nothing without the operator password', async () => {
    const { seeding: anybody } = client(server.url)
    const { seeding: signedIn } = user()
    const refused = [401, 'admin_password_invalid']
    expect(await refusalOf(anybody.systemItemTemplatesGet())).toEqual(refused)
    expect(await refusalOf(signedIn.systemImagesPost({ image: PNG }))).toEqual(refused)
    expect(
      await refusalOf(signedIn.systemClassificationNodesPost({ classification_node: aNode('wallet', 'x') })),
    ).toEqual(refused)
  })
})
