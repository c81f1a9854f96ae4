// Proves docs/contract/vault.md, Errors.

import { beforeEach, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { aFolder, anAttachment } from '../support/service/item-rows.ts'
import { bodyOf, OWN_WRAPPED_KEY } from '../support/service/keystore-accounts.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'
import { connectUsers, peopleCalls } from '../support/people/people.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

/*
 * What a stranger learns of a user whose every text carries a mark, and whether ids and names of that user are answered
 * like ids and names of nobody: in every query, and in every place of a body that names something. Ids in paths are the
 * business of the matrix.
 */

const MARK = 'canary'
const NOBODYS_NAME = 'never-existed'
const NOW = '2026-01-01T00:00:00.000Z'

/** What the marked user has that a stranger may know of: ids and names, by kind. */
interface Marked {
  readonly user: SignedInUser
  readonly ids: Readonly<
    Record<
      | 'item'
      | 'slot'
      | 'tag'
      | 'template'
      | 'templateSlot'
      | 'attachment'
      | 'folder'
      | 'key'
      | 'keyPair'
      | 'invitation'
      | 'connection',
      string
    >
  >
  readonly names: readonly string[]
}

async function aMarkedUser(running: TestService): Promise<Marked> {
  const user = aSignedInUser(running)
  const ids = { ...(await markedTemplate(running, user)), ...markedFiles(running, user) }
  const tag = [{ name: `${MARK}-tag`, scheme: 'tag' }]
  const created = await callsOf(running, user).createItem(
    {
      label: `${MARK} item`,
      description: MARK,
      classification_nodes_attributes: tag,
      slots_attributes: [{ label: `${MARK} slot`, description: MARK, encrypted_value: CIPHER_TEXT }],
    },
    `${MARK}-template`,
  )
  const store = async (operation: string, root: string, body: object) =>
    bodyOf<Readonly<Record<string, { readonly id: string }>>>(
      await running.send({ operation, body, headers: user.headers }),
      201,
    )[root]?.id ?? ''
  const keyPair = {
    public_key: newBundleKey().publicKey,
    encrypted_serialized_key: OWN_WRAPPED_KEY,
    external_identifiers: [`${MARK}-key-pair`],
    metadata: { note: MARK },
  }
  const invitation = await peopleCalls(running, user).invite({ sender_to_recipient_data: { note: MARK } })
  const { ofInvited } = await connectUsers(running, aSignedInUser(running), user)
  return {
    user,
    ids: {
      ...ids,
      invitation: invitation.id,
      connection: ofInvited.own.id,
      item: created.item.id,
      slot: created.slots.find(({ encrypted_value }) => encrypted_value !== null)?.id ?? '',
      tag: created.classification_nodes[0]?.id ?? '',
      key: await store('keystore.dataEncryptionKeysPost', 'data_encryption_key', {
        serialized_data_encryption_key: OWN_WRAPPED_KEY,
      }),
      keyPair: await store('keystore.keypairsPost', 'keypair', keyPair),
    },
    names: [`${MARK}-tag`, `${MARK}-template`, `${MARK}_item`, `${MARK}-key-pair`, invitation.token],
  }
}

const markedFiles = (running: TestService, { userId }: SignedInUser) => ({
  attachment: anAttachment(running, userId),
  folder: aFolder(running, userId),
})

async function markedTemplate(running: TestService, user: SignedInUser) {
  const body = { label: `${MARK} template`, name: `${MARK}-template`, slots_attributes: [{ label: `${MARK}-slot` }] }
  const made = callsOf(running, user).ok<{ item_template: ItemTemplate }>(201, 'itemTemplatesPost', { body })
  const { id, slot_ids } = (await made).item_template
  return { template: id, templateSlot: slot_ids[0] ?? '' }
}

const listOperations = serviceOperations.filter(
  ({ method, auth, query }) => method === 'GET' && (auth === 'user' || auth === 'token') && query !== undefined,
)
const ownReads = serviceOperations.filter(
  ({ method, auth, params }) => method === 'GET' && (auth === 'user' || auth === 'token') && params === undefined,
)

/** Places in bodies that name something by id. `%` stands for the id. */
const NAMED_BY_ID: readonly (readonly [string, keyof Marked['ids'], object])[] = [
  ['item node_id', 'tag', { classification_nodes_attributes: [{ node_id: '%' }] }],
  ['item id of a node', 'tag', { classification_nodes_attributes: [{ id: '%' }] }],
  ['item scheme_id', 'tag', { classification_nodes_attributes: [{ node_name: 'a', scheme_id: '%' }] }],
  ['slot node_id', 'tag', { slots_attributes: [{ label: 'A', classification_nodes_attributes: [{ node_id: '%' }] }] }],
  ['slot template_slot_id', 'templateSlot', { slots_attributes: [{ template_slot_id: '%' }] }],
  ['slot attachment_id', 'attachment', { slots_attributes: [{ label: 'A', attachment_id: '%' }] }],
  [
    'slot attachment_attributes',
    'attachment',
    { slots_attributes: [{ label: 'A', attachment_attributes: { id: '%' } }] },
  ],
  ['slot attachments_folder_id', 'folder', { slots_attributes: [{ label: 'A', attachments_folder_id: '%' }] }],
]
const NAMED_IN_CHANGES: typeof NAMED_BY_ID = [
  ['slot id', 'slot', { slots_attributes: [{ id: '%', encrypted_value: null }] }],
  ['slot id to delete', 'slot', { slots_attributes: [{ id: '%', _destroy: true }] }],
  ['slot id of a template', 'templateSlot', { slots_attributes: [{ id: '%', label: 'A' }] }],
  ['node to unlink', 'tag', { classification_nodes_attributes: [{ node_id: '%', _destroy: true }] }],
]

/** An id of nobody that sorts like this one. */
const neighbourOf = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

const filledWith = (template: object, id: string): unknown => JSON.parse(JSON.stringify(template).replaceAll('%', id))

/** An answer without what the caller sent and without what differs between any two answers. */
function comparable({ status, body }: ServiceReply, ...sent: readonly string[]): unknown {
  const text = sent.reduce((all, part) => all.replaceAll(part, '<sent>'), JSON.stringify(body ?? null))
  return { status, body: text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>') }
}

describeOverTransports('strangers', (start) => {
  let running: TestService
  let marked: Marked
  let stranger: SignedInUser

  beforeEach(async () => {
    running = await start()
    marked = await aMarkedUser(running)
    stranger = aSignedInUser(running)
    await callsOf(running, stranger).item('Mine')
  })

  const send = (request: ServiceRequest) => running.send({ headers: stranger.headers, ...request })
  const secrets = () => [MARK, ...Object.values(marked.ids), marked.user.userId, marked.user.sessionId]

  it.each(ownReads)('$id › shows nothing of another user', async ({ id: operation }) => {
    const reply = await send({ operation })

    for (const secret of secrets()) expect(JSON.stringify(reply.body)).not.toContain(secret)
  })

  it.each(listOperations)(
    '$id › finds nothing of another user, whatever the query',
    async ({ id: operation, query }) => {
      const { item } = marked.ids
      const ofThem = [...Object.values(marked.ids), marked.user.userId, ...marked.names]
      const cursorAt = (id: string) => Buffer.from(JSON.stringify([NOW, id])).toString('base64url')

      for (const key of Object.keys(query?.shape ?? {})) {
        for (const sent of key === 'next_page_after' ? [cursorAt(item)] : ofThem) {
          const isId = /-7...-/.test(sent)
          const nobodys = key === 'next_page_after' ? cursorAt(neighbourOf(item)) : isId ? UNKNOWN_ID : NOBODYS_NAME
          const theirs = await send({ operation, query: { [key]: sent } })
          const reply = comparable(theirs, sent)

          expect({ key, reply }).toEqual({
            key,
            reply: comparable(await send({ operation, query: { [key]: nobodys } }), nobodys),
          })
          for (const secret of secrets().filter((one) => one !== sent && one !== MARK)) {
            expect(JSON.stringify(theirs.body)).not.toContain(secret)
          }
        }
      }
    },
  )

  it.each([...NAMED_BY_ID])("POST /items › another user's %s is answered like nobody's", async (_, kind, template) => {
    const create = (id: string) =>
      send({
        operation: 'vault.itemsPost',
        body: { template_name: 'custom', item: { label: 'Car', ...(filledWith(template, id) as object) } },
      })

    const theirs = await create(marked.ids[kind])

    expect(theirs.ok).toBe(false)
    expect(comparable(theirs, marked.ids[kind])).toEqual(comparable(await create(UNKNOWN_ID), UNKNOWN_ID))
  })

  it.each([...NAMED_BY_ID.filter(([place]) => !place.includes('template')), ...NAMED_IN_CHANGES])(
    "PUT /items/{id} › another user's %s is answered like nobody's",
    async (_, kind, template) => {
      const { item } = await callsOf(running, stranger).createItem({ label: 'Car' })
      const change = (id: string) =>
        send({ operation: 'vault.itemsIdPut', params: { id: item.id }, body: { item: filledWith(template, id) } })

      const theirs = comparable(await change(marked.ids[kind]), marked.ids[kind])

      expect(theirs).toEqual(comparable(await change(UNKNOWN_ID), UNKNOWN_ID))
      const { slots } = await callsOf(running, marked.user).getItem(marked.ids.item)
      expect(slots.find(({ id }) => id === marked.ids.slot)?.encrypted_value).toBe(CIPHER_TEXT)
    },
  )

  it("POST /classification_nodes/{id}/merge › another user's into_id is answered like nobody's", async () => {
    const body = { classification_node: { classification_scheme_name: 'tag', label: 'Old' } }
    const made = await send({ operation: 'vault.classificationNodesPost', body })
    const { id } = bodyOf<{ readonly classification_node: { readonly id: string } }>(made, 201).classification_node
    const merge = (into_id: string) =>
      send({ operation: 'vault.classificationNodesIdMergePost', params: { id }, body: { into_id } })

    const theirs = await merge(marked.ids.tag)

    expect(theirs.ok).toBe(false)
    expect(comparable(theirs, marked.ids.tag)).toEqual(comparable(await merge(UNKNOWN_ID), UNKNOWN_ID))
    expect(await callsOf(running, stranger).ok(200, 'classificationNodesIdGet', { params: { id } })).toBeDefined()
  })

  it("POST /items › another user's template is answered like nobody's", async () => {
    const create = (template_name: string) =>
      send({ operation: 'vault.itemsPost', body: { template_name, item: { label: 'Car' } } })
    const name = `${MARK}-template`

    expect(comparable(await create(name), name)).toEqual(comparable(await create(NOBODYS_NAME), NOBODYS_NAME))
  })

  it("POST /item_templates › another user's tag is answered like nobody's, and another user's name is free", async () => {
    const create = (classification_node_name: string) =>
      send({
        operation: 'vault.itemTemplatesPost',
        body: { label: 'Trip', classification_scheme_name: 'tag', classification_node_name },
      })
    const name = `${MARK}-tag`
    const theirs = await create(name)

    expect(theirs.ok).toBe(false)
    expect(comparable(theirs, name)).toEqual(comparable(await create(NOBODYS_NAME), NOBODYS_NAME))
    const body = { label: `${MARK} template`, name: `${MARK}-template` }
    expect(await send({ operation: 'vault.itemTemplatesPost', body })).toMatchObject({ status: 201 })
  })

  it("tags and external identifiers › another user's name is free for one's own", async () => {
    const tag = { node_name: `${MARK}-tag`, scheme_name: 'tag' }
    const { classification_nodes } = await callsOf(running, stranger).createItem({
      label: 'Car',
      classification_nodes_attributes: [tag],
    })
    expect(classification_nodes).toMatchObject([{ own: true, classifications_count: 1 }])
    expect(classification_nodes[0]?.id).not.toBe(marked.ids.tag)

    const wordless = { label: '旅行', scheme: 'tag' } // found by its label, because its name is made from its id
    const ofBoth = []
    for (const user of [marked.user, stranger]) {
      const item = { label: 'Trip', classification_nodes_attributes: [wordless] }
      ofBoth.push((await callsOf(running, user).createItem(item)).classification_nodes[0]?.id)
    }
    expect(new Set(ofBoth).size).toBe(2)

    const body = {
      public_key: newBundleKey().publicKey,
      encrypted_serialized_key: OWN_WRAPPED_KEY,
      external_identifiers: [`${MARK}-key-pair`],
    }
    const reply = await send({ operation: 'keystore.keypairsPost', body })
    expect(bodyOf<{ keypair: { id: string } }>(reply, 201).keypair.id).not.toBe(marked.ids.keyPair)
  })

  it("PUT /me › another user's private_dek_external_id opens nothing and binds nothing", async () => {
    const put = (id: string) => send({ operation: 'vault.mePut', body: { user: { private_dek_external_id: id } } })
    const { key } = marked.ids

    expect(comparable(await put(key), key)).toEqual(comparable(await put(UNKNOWN_ID), UNKNOWN_ID))

    await put(key)
    const params = { id: key }
    expect((await send({ operation: 'keystore.dataEncryptionKeysIdGet', params })).status).toBe(404)
    const { headers } = marked.user
    expect((await running.send({ operation: 'keystore.dataEncryptionKeysIdDelete', params, headers })).status).toBe(204)
  })
})
