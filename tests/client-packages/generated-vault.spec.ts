// Proves docs/contract/vault.md, Shares: making, Shares: acceptance, Classification, Classification: own tags, Images,
// Admission tokens, Organizations: programs.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, ownerValues, DEK } from '../support/people/sharing.ts'
import type { GeneratedClient, GeneratedConnection } from '../support/published/generated-clients.ts'
import { answered, generatedClient, refused } from '../support/published/generated-clients.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { PNG } from '../support/service/images.ts'
import { newBundleKey, OPERATOR } from '../support/service/vault-accounts.ts'
import type { LoginKey } from '../support/service/vault-accounts.ts'
import { CIPHER_TEXT } from '../support/service/vault-calls.ts'

/* What no published package has a name for in the vault, called by a client that is generated from its document. */

let server: TestHttpServer
let vault: GeneratedClient<'vault'>
let ada: SignedInUser
let asAda: GeneratedConnection
beforeAll(async () => {
  server = await startHttpServer()
  vault = await generatedClient('vault')
})
beforeEach(() => {
  ada = aSignedInUser(server)
  asAda = as(ada)
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const as = ({ token }: SignedInUser, more: Readonly<Record<string, string>> = {}) =>
  vault.connect(server.url, { Authorization: token, ...more })
const asOperator = () => vault.connect(server.url, OPERATOR)
const tagged = (label: string) => ({
  classification_node: { classification_scheme_name: 'tag', label },
})

describe('shares', () => {
  it('several items are shared at once, all or none, and one of them is rejected', async () => {
    const bob = aSignedInUser(server)
    connect(server, ada, bob)
    const shareOf = async (label: string, recipient_id: string) => {
      const item = { label, slots_attributes: [{ label: 'Colour', encrypted_value: CIPHER_TEXT }] }
      const made = await answered(201, vault.itemsPost({ client: asAda, body: { template_name: 'custom', item } }))
      const acceptance_required = 'acceptance_required' as const
      const slot_values = ownerValues(made.slots)
      return { item_id: made.item.id, recipient_id, encrypted_dek: DEK, slot_values, acceptance_required }
    }
    const [car, boat] = [await shareOf('Car', bob.userId), await shareOf('Boat', bob.userId)]
    const toStranger = { ...boat, recipient_id: aSignedInUser(server).userId }
    const send = (...shares: (typeof car)[]) => vault.itemsSharesPost({ client: asAda, body: { shares } })

    expect(await refused(send(car, toStranger))).toEqual([400, 'recipient_not_connected'])
    const { shares } = await answered(201, send(car, boat))

    expect(shares.map(({ item_id, recipient_id }) => [item_id, recipient_id])).toEqual([
      [car.item_id, bob.userId],
      [boat.item_id, bob.userId],
    ])
    const path = { id: shares[0]?.id ?? '' }
    const { share } = await answered(200, vault.incomingSharesIdRejectPut({ client: as(bob), path }))
    expect(share).toMatchObject({ id: path.id, acceptance_required: 'rejected' })
    expect(await refused(vault.incomingSharesIdRejectPut({ client: asAda, path }))).toEqual([404, 'not_found'])
    expect(await refused(vault.incomingSharesIdAcceptPut({ client: as(bob), path }))).toEqual([
      409,
      'share_not_acceptable',
    ])
  })
})

describe('own tags', () => {
  it('are renamed, merged and deleted, and their scheme is listed with them', async () => {
    const newTag = async (label: string) =>
      (await answered(201, vault.classificationNodesPost({ client: asAda, body: tagged(label) }))).classification_node
    const [trips, travel] = [await newTag('Trips'), await newTag('Travel')]
    const item = { label: 'Tent', classification_nodes_attributes: [{ node_id: trips.id }] }
    const made = await answered(201, vault.itemsPost({ client: asAda, body: { template_name: 'custom', item } }))

    const rename = (client: GeneratedConnection, label: string) =>
      vault.classificationNodesIdPut({ client, path: { id: trips.id }, body: { classification_node: { label } } })
    expect((await answered(200, rename(asAda, 'Journeys'))).classification_node).toMatchObject({ name: 'journeys' })
    expect(await refused(rename(asAda, 'Travel'))).toEqual([409, 'name_taken'])
    expect(await refused(rename(as(aSignedInUser(server)), 'Mine'))).toEqual([404, 'not_found'])

    const merge = (into_id: string) =>
      vault.classificationNodesIdMergePost({ client: asAda, path: { id: trips.id }, body: { into_id } })
    expect((await answered(200, merge(travel.id))).classification_node).toMatchObject({ id: travel.id })
    expect(await refused(merge(travel.id))).toEqual([404, 'not_found'])
    expect(await tagsOf(made.item.id)).toEqual(['travel'])

    const remove = () => vault.classificationNodesIdDelete({ client: asAda, path: { id: travel.id } })
    expect(await answered(200, remove())).toMatchObject({ unlinked: [{ item_id: made.item.id }] })
    expect(await refused(remove())).toEqual([404, 'not_found'])
    expect(await tagsOf(made.item.id)).toEqual([])
  })

  const tagsOf = async (id: string) => {
    const { classification_nodes } = await answered(200, vault.itemsIdGet({ client: asAda, path: { id } }))
    return classification_nodes.map(({ name }) => name)
  }

  it('are in the scheme of their maker alone', async () => {
    await answered(201, vault.classificationNodesPost({ client: asAda, body: tagged('Secret') }))
    const schemes = async (client: GeneratedConnection) =>
      (await answered(200, vault.classificationSchemesGet({ client }))).classification_schemes
    const tag = async (client: GeneratedConnection) => (await schemes(client)).find(({ name }) => name === 'tag')

    expect(await tag(asAda)).toMatchObject({ owned_by_user: true, classification_nodes_count: 1 })
    expect(await tag(as(aSignedInUser(server)))).toMatchObject({ classification_nodes_count: 0 })
    expect(await refused(vault.classificationSchemesGet({ client: vault.connect(server.url) }))).toEqual([
      401,
      'unauthorized',
    ])
  })
})

describe('programs of organizations', () => {
  const publicKeyOf = ({ publicKey }: LoginKey) => ({ public_key: publicKey })
  it('get sessions that members make and end, and are refused while the agent is suspended', async () => {
    const [client, operator] = [asAda, as(ada, OPERATOR)]
    const key = newBundleKey()
    const asked = await answered(
      201,
      vault.organizationsPost({ client, body: { name: 'Clinic', ...publicKeyOf(key) } }),
    )
    const review = { client: operator, path: { id: asked.organization.id } }
    const { organization } = await answered(200, vault.managementRequestedOrganizationsIdValidatePut(review))
    const path = { organization_id: organization.id }
    const service = { name: 'Dates', ...publicKeyOf(key) }
    const requested = await answered(
      201,
      vault.organizationsOrganizationIdServicesPost({ client, path, body: { service } }),
    )
    const { id } = requested.service
    await answered(200, vault.managementRequestedOrganizationServicesIdValidatePut({ client: operator, path: { id } }))
    const ofService = { client, path: { ...path, id } }
    const body = { name: 'Nightly run', valid_for: 600 }
    const made = await answered(201, vault.organizationsOrganizationIdServicesIdSessionsPost({ ...ofService, body }))
    const program = vault.connect(server.url, { Authorization: key.open(made.encrypted_access_token) })
    const ofOrganization = { client, path: { id: organization.id } }
    const own = await answered(201, vault.organizationsIdSessionsPost({ ...ofOrganization, body }))
    const { sessions } = await answered(200, vault.organizationsOrganizationIdSessionsGet({ client, path }))
    expect(sessions.map(({ id }) => id)).toEqual([own.session.id, made.session.id])
    const ended = { client, path: { ...path, id: own.session.id } }
    await answered(204, vault.organizationsOrganizationIdSessionsIdDelete(ended))

    const agent = { path: { id: organization.agent_id ?? '' }, client: operator }
    const byOperator = (suspended: boolean) => vault.managementAgentsIdSuspensionPut({ ...agent, body: { suspended } })
    await answered(200, byOperator(true))
    expect(await refused(vault.meGet({ client: program }))).toEqual([403, 'agent_suspended'])
    await answered(200, byOperator(false))
    await answered(200, vault.meGet({ client: program }))

    const suspension = { ...ofService, body: { suspended: true } }
    await answered(200, vault.organizationsOrganizationIdServicesIdSuspensionPut(suspension))
    const { agents } = await answered(200, vault.organizationsOrganizationIdAgentsGet({ client, path }))
    expect(agents.map(({ suspended_by }) => suspended_by)).toEqual([null, 'organization'])
    await answered(204, vault.organizationsOrganizationIdServicesIdAgentDelete(ofService))
    expect(await refused(vault.meGet({ client: program }))).toEqual([401, 'unauthorized'])
  })
})

describe('the operator', () => {
  it('reads the own record, which nobody else does', async () => {
    const admission = await answered(201, vault.admissionTokensPost({ client: asOperator() }))
    const read = (admin_password: string) =>
      vault.systemEventsGet({
        client: vault.connect(server.url, { admin_password }),
        query: { name: 'admission_token.created' },
      })

    const { operator_events, total_count } = await answered(200, read(OPERATOR.admin_password))

    expect(total_count).toBe(1)
    expect(operator_events).toMatchObject([
      { subject_type: 'admission_token', subject_id: admission.admission_token.id, user_id: null },
    ])
    expect(await refused(read('a guess'))).toEqual([401, 'admin_password_invalid'])
  })

  it('gives pictures that everybody sees at a signed address, for five minutes', async () => {
    const { image } = await answered(201, vault.systemImagesPost({ client: asOperator(), body: { image: PNG } }))
    const [id = '', d = ''] = image.image_url.split('/').slice(-2)
    const client = vault.connect(server.url)
    const { response } = await vault.blobsPublicIdDGet({ client, path: { id, d } })
    const signed = Object.fromEntries(new URL(response.url).searchParams)
    const read = (change: object = {}) =>
      vault.blobStorePublicIdGet({ client, path: { id }, query: { ...signed, ...change } })

    const picture = (await answered(200, read())) as unknown as Blob // as this client gives what is not JSON
    expect([picture.type, Buffer.from(await picture.bytes()).toString('base64')]).toEqual(['image/png', PNG.contents])
    expect(await refused(read({ sig: 'a guess' }))).toEqual([403, 'forbidden'])
    server.clock.advanceMs(5 * 60_000)
    expect(await refused(read())).toEqual([410, 'url_expired'])
  })
})
