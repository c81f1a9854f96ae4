// Proves docs/contract/vault.md, Sessions, Users, Admission tokens, Items: changing.

import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { PublishedPackages, PublishedUser } from '../support/published/published-client.ts'
import { logInPublishedUser, registerPublishedUser } from '../support/published/published-client.ts'
import { publishedClient5, publishedClient6 } from '../support/published/published-keystore-clients.ts'
import { publishedVault31, publishedVault37 } from '../support/published/published-vault-clients.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { describeRows } from '../support/tiers.ts'

const PACKAGES: readonly [string, PublishedPackages, { readonly matchSlotsByName: boolean }][] = [
  ['37.1.15', { vault: publishedVault37, keystore: publishedClient6 }, { matchSlotsByName: false }],
  ['31.0.0', { vault: publishedVault31, keystore: publishedClient5 }, { matchSlotsByName: false }],
  [
    '31.0.0, slots matched by name',
    { vault: publishedVault31, keystore: publishedClient5 },
    { matchSlotsByName: true },
  ],
  [
    '37.1.15, slots matched by name',
    { vault: publishedVault37, keystore: publishedClient6 },
    { matchSlotsByName: true },
  ],
]

const DAY_MS = 24 * 60 * 60 * 1000
const PASSPHRASE = 'a passphrase with ümläuts'
const SMALL_KEY_BITS = 2048

interface Refusal {
  readonly status: number
  readonly code: string
  readonly extraInfo: unknown
}

/** These clients throw the raw response; a caller reads its status and the error body. */
async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const thrown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Response)) throw new Error('the call was not refused', { cause: thrown })
  const { errors } = (await thrown.json()) as { errors: readonly Record<string, unknown>[] }
  const [error] = errors
  expect(Object.keys(error ?? {}).sort()).toEqual([
    'error',
    'extra_info',
    'http_code',
    'message',
    'message_in_requested_language',
    'requested_language',
  ])
  expect(error?.['http_code']).toBe(thrown.status)
  return { status: thrown.status, code: String(error?.['error']), extraInfo: error?.['extra_info'] }
}

/** What both packages know of a slot; their enumerations of slot types are different types. */
interface PublishedSlot {
  readonly id: string
  readonly name: string
  readonly encrypted_value: string | null
}

function named(slots: readonly PublishedSlot[], name: string): PublishedSlot {
  const slot = slots.find((candidate) => candidate.name === name)
  if (slot === undefined) throw new Error(`there is no slot ${name}`)
  return slot
}

describeRows('published vault-api-sdk %s', PACKAGES, (_, packages, settings) => {
  let server: TestHttpServer
  let user: PublishedUser
  beforeAll(async () => {
    server = await startHttpServer(settings)
    user = await registerPublishedUser(server.url, packages, PASSPHRASE)
  })
  afterAll(async () => {
    // Beside what it is, since a failure here has no name of a test.
    if (server.faults.length > 0) process.stderr.write(`faults: ${inspect(server.faults)}\n`)
    expect(server.faults).toEqual([])
    await server.close()
  })

  const vault = (token = user.vaultToken) => packages.vault(server.url, { token })
  const newUser = () => registerPublishedUser(server.url, packages, PASSPHRASE, SMALL_KEY_BITS)

  async function createVehicle(label: string, plate: string) {
    const slots_attributes = [
      { name: 'licence_plate', encrypted_value: await user.encrypt(plate) },
      { label: 'Colour', slot_type_name: 'key_value', encrypted_value: await user.encrypt('petrol blue') },
    ]
    return vault().item.itemsPost({ template_name: 'vehicle', item: { label, slots_attributes } })
  }

  async function valueOf(slot: PublishedSlot): Promise<string | null> {
    return slot.encrypted_value === null ? null : user.decrypt(slot.encrypted_value)
  }

  describe('users and sessions', () => {
    it('registers as the published SDK does, and finds everything again from secret and passphrase', async () => {
      const again = await logInPublishedUser(server.url, packages, user)
      expect(again.userId).toBe(user.userId)
      expect(again.vaultToken).not.toBe(user.vaultToken)
      const sealed = await user.encrypt('sealed at registration')
      expect(await again.decrypt(String(sealed))).toBe('sealed at registration')
    })

    it('reads the user with dates as dates and what is unknown as null', async () => {
      const { user: me } = await vault().user.meGet()
      expect(me).toMatchObject({
        id: user.userId,
        email: '',
        full_name: null,
        country: null,
        timezone: null,
        joined_at: new Date('2026-01-01T00:00:00.000Z'),
        onboarded_at: new Date('2026-01-01T00:00:00.000Z'),
        accepted_terms: false,
        queued_for_deletion_after: null,
        user_type: 'human',
      })
    })

    it('changes the user; an image is ignored', async () => {
      const fresh = await newUser()
      const changes = { country: 'AU', email: 'ada@example.org', full_name: 'Ada Lovelace', image: 'aW1hZ2U=' }
      const { user: changed } = await vault(fresh.vaultToken).user.mePut({ user: changes })
      expect(changed).toMatchObject({ country: 'AU', email: 'ada@example.org', full_name: 'Ada Lovelace' })
      expect((await vault(fresh.vaultToken).user.meGet()).user).toEqual(changed)
    })

    it('resumes and ends a session', async () => {
      const { vaultToken } = await logInPublishedUser(server.url, packages, user)
      const { session } = vault(vaultToken)
      const resumed = await session.sessionResumePatch()
      expect(resumed).toMatchObject({
        token_type: 'bearer',
        user_access_token: { token: vaultToken, expire_at: new Date('2026-01-08T00:00:00.000Z'), timezone: null },
        user: { id: user.userId },
      })
      await session.sessionDelete()
      expect(await refusalOf(session.sessionResumePatch())).toMatchObject({
        status: 401,
        code: 'unauthorized',
        extraInfo: { reason: 'token_invalid' },
      })
    })

    it('ends all sessions but the presented one, then that one too', async () => {
      const first = await newUser()
      const second = await logInPublishedUser(server.url, packages, first)
      await vault(second.vaultToken).session.sessionAllDelete('true')
      expect((await refusalOf(vault(first.vaultToken).user.meGet())).status).toBe(401)
      expect((await vault(second.vaultToken).user.meGet()).user.id).toBe(first.userId)
      await vault(second.vaultToken).session.sessionAllDelete()
      expect((await refusalOf(vault(second.vaultToken).user.meGet())).status).toBe(401)
    })

    it('sees 401 without a session, where a session makes a child', async () => {
      const anybody = packages.vault(server.url)

      const keys = { pem: 'key of the parent', external_id: 'pair' }
      const child = { parent_public_key_for_connection: keys, child_public_key_for_connection: keys }
      expect(await refusalOf(anybody.delegation.childUsersPost(child))).toMatchObject({ status: 401 })
    })

    it('sees 401 with its reason, without a token, with a wrong one, with the key of nobody', async () => {
      const unauthorized = (reason: string) => ({ status: 401, code: 'unauthorized', extraInfo: { reason } })
      const anybody = packages.vault(server.url)
      expect(await refusalOf(anybody.user.meGet())).toEqual(unauthorized('token_missing'))
      expect(await refusalOf(vault('v_wrong').user.meGet())).toEqual(unauthorized('token_invalid'))
      const gone = await newUser()
      await vault(gone.vaultToken).user.meDelete()
      const login = anybody.session.sessionPost({ public_key: gone.loginPublicKey })
      expect(await refusalOf(login)).toEqual(unauthorized('unknown_public_key'))
    })

    it('cannot register twice with one admission token, nor with one key', async () => {
      const operator = packages.vault(server.url, { headers: OPERATOR })
      const { admission_token } = await operator.admission.admissionTokensPost()
      const register = (public_key: string) =>
        packages.vault(server.url).user.mePost({ public_key, admission_token: admission_token.token_value })
      expect(await refusalOf(register(user.loginPublicKey))).toMatchObject({ status: 409, code: 'name_taken' })
      expect(await refusalOf(register('no key'))).toMatchObject({ status: 400, code: 'invalid_public_key' })
      const { loginPublicKey, vaultToken } = await newUser()
      await vault(vaultToken).user.meDelete()
      await register(loginPublicKey)
      expect(await refusalOf(register(loginPublicKey))).toMatchObject({ status: 400, code: 'admission_token_invalid' })
      const read = await operator.admission.admissionTokensTokenValueGetRaw({ tokenValue: admission_token.token_value })
      expect(await read.raw.json()).toEqual({ admission_token: { ...admission_token, used: true } })
    })

    it('makes no admission token without the operator password', async () => {
      expect(await refusalOf(vault().admission.admissionTokensPost())).toMatchObject({
        status: 401,
        code: 'admin_password_invalid',
      })
    })

    it('joins and leaves the deletion queue', async () => {
      const { vaultToken, userId } = await newUser()
      const own = vault(vaultToken).user
      const queued = await own.meDeletionQueuePostRaw()
      expect(queued.raw.status).toBe(202)
      expect(await queued.raw.json()).toEqual({
        deletion_queue_item: { id: userId, queued_for_deletion_after: '2026-01-08T00:00:00.000Z' },
      })
      expect((await own.meGet()).user.queued_for_deletion_after).toEqual(new Date(server.clock.nowMs() + 7 * DAY_MS))
      await own.meDeletionQueueDelete()
      expect((await own.meGet()).user.queued_for_deletion_after).toBeNull()
    })

    it('deletes the user with everything', async () => {
      const fresh = await newUser()
      const own = vault(fresh.vaultToken)
      await own.item.itemsPost({ template_name: 'vehicle', item: { label: 'Gone' } })
      await own.user.meDelete()
      expect((await refusalOf(own.user.meGet())).status).toBe(401)
      expect(countItemsOf(fresh.userId)).toBe(0)
    })

    function countItemsOf(userId: string): unknown {
      return server.connection.prepare('SELECT count(*) FROM items WHERE user_id = ?').pluck().get(userId)
    }
  })

  describe('items', () => {
    it('creates an item from a template and reads its values back decrypted', async () => {
      const plate = 'ÄÖ 123 ✓'
      const { item, slots } = await createVehicle('My Car', plate)
      expect(item).toMatchObject({
        name: 'my_car',
        label: 'My Car',
        own: true,
        owner_id: user.userId,
        item_template_label: 'Vehicle',
        original_id: null,
        share_id: null,
        created_at: new Date(server.clock.nowMs()),
      })
      const read = await vault().item.itemsIdGet(item.id)
      expect(read.item).toEqual(item)
      expect(read.slots).toEqual(slots)
      expect(read.slots.map(({ id }) => id)).toEqual(item.slot_ids)
      expect(await valueOf(named(read.slots, 'licence_plate'))).toBe(plate)
      expect(await valueOf(named(read.slots, 'colour'))).toBe('petrol blue')
      expect(await valueOf(named(read.slots, 'vin'))).toBeNull()
      expect(read).toMatchObject({ attachments: [], thumbnails: [] })
      const file = server.connection.serialize()
      expect(file.includes(plate) || file.includes('petrol blue')).toBe(false)
    })

    it('updates values and slots in one call', async () => {
      const { item, slots } = await createVehicle('To change', 'OLD 1')
      const slots_attributes = [
        { id: named(slots, 'licence_plate').id, encrypted_value: await user.encrypt('NEW 2') },
        { id: named(slots, 'colour').id, _destroy: true },
        // What the SDK sends for a slot that was emptied or never filled.
        { id: named(slots, 'vin').id, encrypted_value: await user.encrypt(''), value: '' },
        { label: 'Doors', slot_type_name: 'key_value', encrypted_value: await user.encrypt('5') },
      ]
      server.clock.advanceMs(1000)
      const changed = await vault().item.itemsIdPut(item.id, { item: { label: 'Changed', slots_attributes } })
      expect(changed.item).toMatchObject({ id: item.id, label: 'Changed', updated_at: new Date(server.clock.nowMs()) })
      const read = await vault().item.itemsIdGet(item.id)
      expect(read).toEqual(changed)
      expect(read.slots).toHaveLength(slots.length)
      expect(await valueOf(named(read.slots, 'licence_plate'))).toBe('NEW 2')
      expect(await valueOf(named(read.slots, 'doors'))).toBe('5')
      expect(await valueOf(named(read.slots, 'vin'))).toBeNull()
      expect(read.slots.some(({ name }) => name === 'colour')).toBe(false)
    })

    it('takes a slot without id by its name, for a change and for its end, only where this is switched on', async () => {
      const { item, slots } = await createVehicle('By name', 'OLD 1')
      const put = (slot: object) => vault().item.itemsIdPut(item.id, { item: { slots_attributes: [slot] } })
      const changed = await put({ name: 'licence_plate', encrypted_value: await user.encrypt('NEW 2') })
      const plates = changed.slots.filter(({ name }) => name === 'licence_plate')
      const values = await Promise.all(plates.map(valueOf))
      const ending = put({ name: 'colour', _destroy: true })

      if (settings.matchSlotsByName) {
        expect(values).toEqual(['NEW 2'])
        expect((await ending).slots.map(({ name }) => name)).toEqual(
          slots.map(({ name }) => name).filter((name) => name !== 'colour'),
        )
      } else {
        expect(values.toSorted()).toEqual(['NEW 2', 'OLD 1'])
        expect(await refusalOf(ending)).toMatchObject({ status: 400, code: 'slot_attribute_not_permitted' })
        expect((await vault().item.itemsIdGet(item.id)).slots).toHaveLength(slots.length + 1)
      }
    })

    it('deletes an item', async () => {
      const { item } = await createVehicle('To delete', 'X')
      await vault().item.itemsIdDelete(item.id)
      expect(await refusalOf(vault().item.itemsIdGet(item.id))).toMatchObject({ status: 404, code: 'not_found' })
    })

    it('reads and deletes a slot', async () => {
      const { item, slots } = await createVehicle('One slot less', 'SLOT 1')
      const { id } = named(slots, 'licence_plate')
      const { slot } = await vault().slot.slotsIdGet(id)
      expect(slot).toMatchObject({ id, item_id: item.id, slot_type_name: 'key_value', own: true })
      expect(await valueOf(slot)).toBe('SLOT 1')
      await vault().slot.slotsIdDelete(id)
      expect(await refusalOf(vault().slot.slotsIdGet(id))).toMatchObject({ status: 404, code: 'not_found' })
      expect((await vault().item.itemsIdGet(item.id)).item.slot_ids).not.toContain(id)
    })

    it('lists and filters', async () => {
      const owner = await newUser()
      const own = vault(owner.vaultToken).item
      const tag = [{ node_name: 'mine', scheme_name: 'tag' }]
      const tagged = await own.itemsPost({
        template_name: 'vehicle',
        item: { label: 'Tagged car', classification_nodes_attributes: tag },
      })
      const plain = await own.itemsPost({ template_name: 'password', item: { label: 'Plain' } })
      const [car, login] = [tagged.item.id, plain.item.id]
      const list = async (filter: Parameters<typeof own.itemsGetRaw>[0]) => {
        const { items, slots } = await (await own.itemsGetRaw(filter)).value()
        expect(slots.map(({ id }) => id)).toEqual(items.flatMap(({ slot_ids }) => slot_ids))
        return items.map(({ id }) => id)
      }
      expect(await list({})).toEqual([car, login])
      expect(await list({ templateIds: tagged.item.item_template_id })).toEqual([car])
      expect(await list({ itemIds: `${login},${UNKNOWN_ID}` })).toEqual([login])
      expect(await list({ own: 'true' })).toEqual([car, login])
      expect(await list({ own: 'false' })).toEqual([])
      expect(await list({ ownerId: owner.userId })).toEqual([car, login])
      expect(await list({ ownerId: user.userId })).toEqual([])
      expect(await list({ classificationSchemeName: 'tag' })).toEqual([car])
      expect(await list({ classificationNodeName: 'mine' })).toEqual([car])
      expect(await list({ classificationNodeNames: 'mine,other' })).toEqual([car])
      expect(await list({ sharedWith: user.userId })).toEqual([])
    })

    it('pages through a list with the cursor, as the SDK does', async () => {
      const { vaultToken } = await newUser()
      const own = vault(vaultToken).item
      for (const label of ['1', '2', '3']) await own.itemsPost({ template_name: 'custom', item: { label } })
      const labels: string[] = []
      let nextPageAfter: string | undefined
      for (let page = 0; page < 5; page += 1) {
        const query = { perPage: 2, ...(nextPageAfter !== undefined && { nextPageAfter }) }
        const { items, next_page_after, meta } = await (await own.itemsGetRaw(query)).value()
        labels.push(...items.map(({ label }) => label))
        const nextPageExists = meta.some((entry) => 'next_page_exists' in entry && entry.next_page_exists === true)
        expect(nextPageExists).toBe(next_page_after !== null)
        if (!nextPageExists) break
        nextPageAfter = String(next_page_after)
      }
      expect(labels).toEqual(['1', '2', '3'])
    })

    it('sees which slot is wrong when a clear value is sent, and nothing is stored', async () => {
      const count = () => server.connection.prepare('SELECT count(*) FROM items').pluck().get()
      const before = count()
      const slots_attributes = [
        { label: 'Good', encrypted_value: await user.encrypt('sealed') },
        { label: 'Bad', encrypted_value: 'hello' },
      ]
      const post = vault().item.itemsPost({ template_name: 'custom', item: { label: 'Faulty', slots_attributes } })
      expect(await refusalOf(post)).toMatchObject({
        status: 400,
        code: 'invalid_encrypted_value',
        extraInfo: { fields: [{ path: 'item.slots_attributes[1].encrypted_value', code: 'invalid_encrypted_value' }] },
      })
      expect(count()).toBe(before)
    })

    it('sees template_not_found and slot_not_found', async () => {
      const { item } = await createVehicle('Stays', 'STAY')
      const other = await createVehicle('Other', 'OTHER')
      const post = vault().item.itemsPost({ template_name: 'no_such_template', item: { label: 'x' } })
      expect(await refusalOf(post)).toMatchObject({ status: 400, code: 'template_not_found' })
      const slots_attributes = [{ id: named(other.slots, 'colour').id, label: 'Taken over' }]
      const put = vault().item.itemsIdPut(item.id, { item: { slots_attributes } })
      expect(await refusalOf(put)).toMatchObject({ status: 400, code: 'slot_not_found' })
    })

    it('does not see what belongs to somebody else', async () => {
      const { item, slots } = await createVehicle('Private', 'MINE')
      const stranger = vault((await newUser()).vaultToken)
      const notFound = { status: 404, code: 'not_found' }
      expect(await refusalOf(stranger.item.itemsIdGet(item.id))).toMatchObject(notFound)
      const put = stranger.item.itemsIdPut(item.id, { item: { label: 'Theirs' } })
      expect(await refusalOf(put)).toMatchObject(notFound)
      expect(await refusalOf(stranger.item.itemsIdDelete(item.id))).toMatchObject(notFound)
      expect(await refusalOf(stranger.slot.slotsIdGet(named(slots, 'vin').id))).toMatchObject(notFound)
      expect(await refusalOf(stranger.slot.slotsIdDelete(named(slots, 'vin').id))).toMatchObject(notFound)
      expect((await vault().item.itemsIdGet(item.id)).item).toEqual(item)
    })
  })

  describe('templates, classification, monitoring', () => {
    it('finds a template with its slots', async () => {
      const { template } = vault()
      const { item_templates, slots } = await template.itemTemplatesGet(undefined, undefined, 'VEHIC')
      expect(item_templates).toMatchObject([{ name: 'vehicle', label: 'Vehicle', user_id: null }])
      const [vehicle] = item_templates
      expect(slots.map(({ id }) => id)).toEqual(vehicle?.slot_ids)
      expect(named(slots, 'licence_plate')).toMatchObject({ item_id: null, own: false, encrypted_value: null })
      const read = await template.itemTemplatesIdGet(String(vehicle?.id))
      expect(read.item_template).toEqual(vehicle)
      expect(read.slots).toEqual(slots)
      expect(await refusalOf(template.itemTemplatesIdGet(UNKNOWN_ID))).toMatchObject({ status: 404, code: 'not_found' })
    })

    it('makes an own template and an item from it', async () => {
      const { template, item } = vault()
      const wanted = {
        label: 'Made by a client',
        description: 'For bicycles',
        classification_scheme_name: 'wallet',
        classification_node_name: 'vehicle',
        slots_attributes: [{ label: 'Frame number' }, { name: 'bought', slot_type_name: 'date' }],
      }
      const made = await template.itemTemplatesPost(wanted)
      expect(made.item_template).toMatchObject({ name: 'made_by_a_client', description: 'For bicycles', image: null })
      expect(made.slots.map(({ label, slot_type_name }) => [label, slot_type_name])).toEqual([
        ['Frame number', 'key_value'],
        ['bought', 'date'],
      ])
      expect(await template.itemTemplatesIdGet(made.item_template.id)).toEqual(made)

      const bicycle = await item.itemsPost({ template_name: 'made_by_a_client', item: { label: 'Red bike' } })
      expect(bicycle.item).toMatchObject({ item_template_id: made.item_template.id, description: 'For bicycles' })
      expect(await refusalOf(template.itemTemplatesPost(wanted))).toMatchObject({ status: 409, code: 'name_taken' })
      expect(await refusalOf(template.itemTemplatesPost())).toMatchObject({ status: 400, code: 'param_missing' })
    })

    it('lists and reads classification nodes', async () => {
      const { classification } = vault()
      const listed = await classification.classificationNodesGetRaw({ schemeName: 'region', name: 'EUR' })
      const { classification_nodes } = (await listed.raw.json()) as { classification_nodes: { id: string }[] }
      expect(classification_nodes).toMatchObject([{ name: 'europe', label: 'Europe', scheme: 'region' }])
      const id = String(classification_nodes[0]?.id)
      const read = await classification.classificationNodesIdGetRaw({ id })
      expect(await read.raw.json()).toMatchObject({ classification_node: { id, name: 'europe' } })
      const unknown = classification.classificationNodesIdGet(UNKNOWN_ID)
      expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: 'not_found' })
    })

    it('makes a tag', async () => {
      const { classification } = vault()
      const tag = { classification_scheme_name: 'tag', label: 'Made by a client' }
      await classification.classificationNodesPost({ classification_node: tag })
      const listed = await classification.classificationNodesGetRaw({ schemeName: 'tag' })
      const { classification_nodes } = (await listed.raw.json()) as {
        classification_nodes: readonly { readonly label: string; readonly own: boolean }[]
      }
      expect(classification_nodes.filter(({ label }) => label === tag.label)).toMatchObject([{ own: true }])
      const again = classification.classificationNodesPost({ classification_node: tag })
      expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'name_taken' })
      const foreign = { classification_scheme_name: 'region', label: 'Atlantis' }
      expect(await refusalOf(classification.classificationNodesPost({ classification_node: foreign }))).toMatchObject({
        status: 400,
        code: 'classification_scheme_not_user_managed',
      })
    })

    it('reads the version without signing in', async () => {
      const { raw } = await packages.vault(server.url).monitoring.versionGetRaw()
      expect(await raw.json()).toEqual({ component: { api_version: '32.4.3', name: 'vault' } })
    })
  })

  describe('plain HTTP, where the client has no method', { tags: ['full'] }, () => {
    const request = async (path: string, token: string, init: RequestInit = {}) => {
      const headers = { authorization: token, 'content-type': 'application/json' }
      const response = await fetch(`${server.url}${path}`, { ...init, headers })
      return { status: response.status, body: await response.json() }
    }

    it.each(['/vault/sessions', '/sessions', '/session/', '/vault/session.json'])('logs in at %s', async (path) => {
      const body = JSON.stringify({ public_key: user.loginPublicKey, valid_for: 60 })
      const login = await request(path, '', { method: 'POST', body })
      expect(login).toMatchObject({ status: 200 })
      const { session } = login.body as { session: { encrypted_session_authentication_string: string } }
      const token = await user.openToken(session.encrypted_session_authentication_string)
      expect((await vault(token).user.meGet()).user.id).toBe(user.userId)
    })

    it('reads the session of a token of either part at the combined mount', async () => {
      const { keystoreToken, vaultToken } = await logInPublishedUser(server.url, packages, user)
      for (const token of [vaultToken, keystoreToken]) {
        expect(await request('/session', token)).toMatchObject({
          status: 200,
          body: { session_type: 'token', user_access_token: { token }, valid_till: expect.any(String) as string },
        })
      }
    })

    it('gets a limited token that the client can use', async () => {
      const body = JSON.stringify({ valid_for_seconds: 60 })
      const limited = await request('/vault/session/limited_in_time', user.vaultToken, { method: 'POST', body })
      const { session } = limited.body as { session: Record<string, string> }
      const token = String(session['session_authentication_string'])
      expect(await user.openToken(String(session['encrypted_session_authentication_string']))).toBe(token)
      expect((await vault(token).user.meGet()).user.id).toBe(user.userId)
    })
  })
})

describe('published vault clients, what only one of them has', () => {
  let server: TestHttpServer
  beforeAll(async () => {
    server = await startHttpServer()
  })
  afterAll(async () => {
    // Beside what it is, since a failure here has no name of a test.
    if (server.faults.length > 0) process.stderr.write(`faults: ${inspect(server.faults)}\n`)
    expect(server.faults).toEqual([])
    await server.close()
  })

  it('31.0.0 reads the monitor status', async () => {
    const { raw } = await publishedVault31(server.url).monitoring.monitorStatusGetRaw()
    expect(await raw.json()).toMatchObject({ status: 'ok', database: 'ok' })
  })

  it('37.1.15 reads the session, filters items by name and leaves template slots out', async () => {
    const packages = { vault: publishedVault37, keystore: publishedClient6 }
    const { vaultToken: token, userId } = await registerPublishedUser(server.url, packages, PASSPHRASE, SMALL_KEY_BITS)
    const { session, item, user } = publishedVault37(server.url, { token })
    expect(await session.sessionGet()).toMatchObject({
      session_type: 'token',
      user_access_token: { token, expire_at: new Date('2026-01-08T00:00:00.000Z') },
    })
    for (const label of ['First one', 'Second one']) {
      await item.itemsPost({ template_name: 'vehicle', item: { label }, skip_empty_template_slots: true })
    }
    const { items, slots } = await item.itemsGet(undefined, 'second_one')
    expect(items).toMatchObject([{ label: 'Second one', slot_ids: [] }])
    expect(slots).toEqual([])
    expect(await user.meDeletionQueuePost()).toEqual({
      deletion_queue_item: { id: userId, queued_for_deletion_after: '2026-01-08T00:00:00.000Z' },
    })
  })

  it('37.1.15 reads the list of classification nodes', async () => {
    const packages = { vault: publishedVault37, keystore: publishedClient6 }
    const { vaultToken: token } = await registerPublishedUser(server.url, packages, PASSPHRASE, SMALL_KEY_BITS)
    const { classification } = publishedVault37(server.url, { token })
    const { classification_nodes } = await classification.classificationNodesGet(undefined, 500, 'wallet')
    expect(classification_nodes.map(({ label }) => label)).toContain('Vehicle')
  })
})
