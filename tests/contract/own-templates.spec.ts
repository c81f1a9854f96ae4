// Proves docs/contract/vault.md, Templates: own, Items: creating, Users: deleting, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { Event } from '../../shared/contract/events.ts'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import type { Slot } from '../../shared/contract/slots.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import { aSignedInUser, newTestId } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { createVaultAccount, OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf, CIPHER_TEXT, slotNamed } from '../support/service/vault-calls.ts'

const NOW = '2026-01-01T00:00:00.000Z'

type TemplateReply = Omit<ItemReply, 'item'> & { readonly item_template: ItemTemplate }

const BICYCLE = {
  label: 'Bicycle',
  description: 'What the police asks for',
  classification_scheme_name: 'wallet',
  classification_node_name: 'vehicle',
  slots_attributes: [
    { label: 'Frame number' },
    { name: 'Bought', label: 'Bought on', description: 'See the bill', slot_type_name: 'date' },
  ],
}

describeOverTransports('own templates', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  const make = (body: object = {}, calls = ada) =>
    calls.ok<TemplateReply>(201, 'itemTemplatesPost', { body: { ...BICYCLE, ...body } })
  const refused = async (body: object) => {
    const before = databaseContent(running.connection)
    const errors = await ada.refusal('itemTemplatesPost', { body })
    expect(databaseContent(running.connection)).toBe(before)
    return errors
  }
  const events = async () => (await ada.ok<{ events: Event[] }>(200, 'eventsGet')).events
  const listed = async (calls = ada, query: object = {}) =>
    (await calls.ok<{ item_templates: ItemTemplate[] }>(200, 'itemTemplatesGet', { query })).item_templates

  it('POST /item_templates › makes a template with its slots, and answers it as reading it does', async () => {
    const made = await make()

    const { item_template, slots, ...related } = made
    expect(item_template).toEqual({
      id: item_template.id,
      name: 'bicycle',
      label: 'Bicycle',
      description: 'What the police asks for',
      ordinal: 0,
      visible: true,
      user_id: user.userId,
      image: null,
      background_color: null,
      classification_node_ids: [expect.any(String)],
      slot_ids: slots.map(({ id }) => id),
      items_count: 0,
      updated_at: NOW,
    })
    const slot = { visible: true, required: false, own: false, item_id: null, encrypted_value: null, creator: null }
    expect(slots).toMatchObject([
      { ...slot, name: 'frame_number', label: 'Frame number', description: null, ordinal: 1 },
      { ...slot, name: 'bought', label: 'Bought on', description: 'See the bill', ordinal: 2 },
    ])
    expect(slots.map(({ slot_type_name }) => slot_type_name)).toEqual(['key_value', 'date'])
    expect(related).toMatchObject({ attachments: [], thumbnails: [], classification_nodes: [{ name: 'vehicle' }] })
    const params = { id: item_template.id }
    expect(await ada.ok<TemplateReply>(200, 'itemTemplatesIdGet', { params })).toEqual(made)
    expect(await listed(ada, { like: 'bicy' })).toEqual([item_template])
    expect(await listed(ada, { by_classification: { scheme: 'wallet', name: 'vehicle' } })).toHaveLength(2)
  })

  it('POST /item_templates › needs no more than a label; what is empty counts as not given', async () => {
    const { item_template, slots } = await make({
      name: ' ',
      description: '',
      classification_scheme_name: '',
      classification_node_name: '',
      slots_attributes: [{ name: 'Alone', label: '', description: '' }],
    })
    expect(item_template).toMatchObject({ name: 'bicycle', description: null, classification_node_ids: [] })
    expect(slots).toMatchObject([{ name: 'alone', label: 'Alone', description: null }])

    const bare = await ada.ok<TemplateReply>(201, 'itemTemplatesPost', { body: { label: '  Bare ' } })
    expect(bare).toMatchObject({ item_template: { name: 'bare', label: 'Bare', slot_ids: [] }, slots: [] })
  })

  it('POST /item_templates › names what has no usable character by itself', async () => {
    const one = await make({ label: '旅行', slots_attributes: [{ label: '日付' }, { label: '場所' }] })
    const other = await make({ label: '仕事' })

    expect(one.item_template.name).toMatch(/^template_[0-9a-f]{8}$/)
    expect(one.slots.filter(({ name }) => /^slot_[0-9a-f]{8}$/.test(name))).toHaveLength(2)
    expect(other.item_template.name).not.toBe(one.item_template.name)
  })

  it('POST /item_templates › takes no image, colour, state or value, whatever is sent', async () => {
    const { item_template, slots } = await make({
      image_id: newTestId(),
      background_color: '#ff0000',
      status: 'private',
      visible: false,
      slots_attributes: [{ label: 'A', encrypted_value: CIPHER_TEXT, ordinal: 9, visible: false }],
    })

    expect(item_template).toMatchObject({ image: null, background_color: null, visible: true })
    expect(slots).toMatchObject([{ encrypted_value: null, ordinal: 1, visible: true }])
    expect(databaseContent(running.connection)).not.toContain(CIPHER_TEXT)
  })

  it('POST /item_templates › may be classified with an own tag, which stays when it is deleted', async () => {
    const tag = { classification_node: { classification_scheme_name: 'tag', label: '旅行' } }
    await ada.ok(201, 'classificationNodesPost', { body: tag })
    const { item_template } = await make({ classification_scheme_name: 'Tag', classification_node_name: '旅行' })

    const [id = ''] = item_template.classification_node_ids
    const reply = await ada.ok<object>(200, 'classificationNodesIdDelete', { params: { id } })

    expect(reply).toMatchObject({ item_template_ids: [item_template.id] })
    expect((await ada.template('bicycle')).template.classification_node_ids).toEqual([])
  })

  it.each([
    ['no label', { name: 'x' }, 'param_missing', 'label'],
    ['a blank label', { label: ' ' }, 'invalid_params', 'label'],
    [
      'a slot without name and label',
      { label: 'X', slots_attributes: [{ name: ' ' }] },
      'param_missing',
      'slots_attributes[0].name',
    ],
    [
      'an unknown type of slot',
      { label: 'X', slots_attributes: [{ label: 'A', slot_type_name: 'cloud' }] },
      'invalid_slot_type',
      'slots_attributes[0].slot_type_name',
    ],
    [
      'a scheme without a node',
      { label: 'X', classification_scheme_name: 'wallet' },
      'param_missing',
      'classification_node_name',
    ],
    [
      'a node without a scheme',
      { label: 'X', classification_node_name: 'vehicle' },
      'param_missing',
      'classification_scheme_name',
    ],
    [
      'an unknown scheme',
      { label: 'X', classification_scheme_name: 'zoo', classification_node_name: 'vehicle' },
      'classification_scheme_not_found',
      'classification_scheme_name',
    ],
    [
      'an unknown node',
      { label: 'X', classification_scheme_name: 'tag', classification_node_name: 'nowhere' },
      'classification_node_not_found',
      'classification_node_name',
    ],
    [
      'more slots than an item may have',
      { label: 'X', slots_attributes: Array.from({ length: 501 }, (_, index) => ({ label: `Slot ${index}` })) },
      'invalid_params',
      'slots_attributes',
    ],
  ])('POST /item_templates › refuses %s', async (_, body, error, place) => {
    const [first] = await refused(body)

    expect(first).toMatchObject({ error, http_code: 400 })
    expect(JSON.stringify(first?.extra_info)).toContain(place)
  })

  it('POST /item_templates › refuses a name the user has, and a slot named like an earlier one', async () => {
    await make()

    expect(await refused({ label: ' BICYCLE' })).toMatchObject([
      { error: 'name_taken', http_code: 409, extra_info: { fields: [{ path: 'label', code: 'name_taken' }] } },
    ])
    expect(await refused({ label: 'Another', name: 'Bicycle' })).toMatchObject([
      { error: 'name_taken', extra_info: { fields: [{ path: 'name' }] } },
    ])
    const slots_attributes = [{ label: 'Colour' }, { label: 'Size' }, { label: 'COLOUR' }]
    expect(await refused({ label: 'Shoe', slots_attributes })).toMatchObject([
      { error: 'name_taken', extra_info: { fields: [{ path: 'slots_attributes[2].label' }] } },
    ])
  })

  it('POST /item_templates › names every fault, in the order of the body', async () => {
    await make()
    const body = {
      label: 'Bicycle',
      classification_scheme_name: 'zoo',
      classification_node_name: 'lion',
      slots_attributes: [{ label: 'A' }, { label: 'a' }],
    }

    const errors = await refused(body)

    expect(errors.map(({ error }) => error)).toEqual(['name_taken', 'classification_scheme_not_found', 'name_taken'])
    expect(errors[2]?.message).toContain('`slots_attributes[1].label`')
  })

  it('POST /item_templates › a name of one that cannot be seen is taken too', async () => {
    running.connection
      .prepare(/* sql */ `INSERT INTO item_templates (id, user_id, name, label, status, created_at, updated_at)
        VALUES (?, ?, 'draft', 'Draft', 'new', ?, ?)`)
      .run(newTestId(), user.userId, NOW, NOW)

    expect(await refused({ label: 'Draft' })).toMatchObject([{ error: 'name_taken' }])
  })

  it("a name of the system or of somebody else is free; the user's own template comes first", async () => {
    const bob = callsOf(running, aSignedInUser(running))
    await make({ label: 'Vehicle' })
    await make({ label: 'Vehicle' }, bob)

    const { item, slots } = await ada.createItem({ label: 'My bike' }, 'vehicle')

    expect((await listed()).filter(({ name }) => name === 'vehicle').map(({ user_id }) => user_id)).toEqual([
      null,
      user.userId,
    ])
    expect(item.item_template_id).toBe((await listed()).find(({ user_id }) => user_id === user.userId)?.id)
    expect(slots.map(({ name }) => name)).toEqual(['frame_number', 'bought'])
    const others = await callsOf(running, aSignedInUser(running)).createItem({ label: 'A car' }, 'vehicle')
    expect(others.slots).toHaveLength(5)
  })

  it('an item made from it › has its slots, description and nodes, and counts', async () => {
    const { item_template, slots: ofTemplate } = await make()
    const { item, slots, classification_nodes } = await ada.createItem(
      {
        label: 'Red bike',
        slots_attributes: [
          { template_slot_id: ofTemplate[1]?.id, encrypted_value: CIPHER_TEXT },
          { name: 'frame_number', encrypted_value: CIPHER_TEXT },
        ],
      },
      'bicycle',
    )

    expect(item).toMatchObject({
      item_template_id: item_template.id,
      item_template_label: 'Bicycle',
      description: 'What the police asks for',
      image: null,
    })
    expect(classification_nodes).toMatchObject([{ name: 'vehicle' }])
    const filled = { encrypted_value: CIPHER_TEXT, creator: null, own: true }
    expect(slots).toMatchObject([
      { ...filled, name: 'frame_number', ordinal: 1 },
      { ...filled, name: 'bought', slot_type_name: 'date', ordinal: 2 },
    ])
    expect((await ada.template('bicycle')).template.items_count).toBe(1)
    expect((await ada.listItems({ template_ids: item_template.id })).items).toEqual([item])
  })

  it('an item made from it › is shared with the label of the template, which the recipient cannot read', async () => {
    const bob = aSignedInUser(running)
    connect(running, user, bob)
    const { item_template } = await make()
    const sharer = sharingCallsOf(running, user)
    const made = await ada.createItem(
      { label: 'Red bike', slots_attributes: [{ name: 'bought', encrypted_value: CIPHER_TEXT }] },
      'bicycle',
    )
    const recipient = sharingCallsOf(running, bob)
    const { item, slots } = await recipient.opened((await sharer.share(made, bob)).id)

    expect(item).toMatchObject({ item_template_id: item_template.id, item_template_label: 'Bicycle' })
    expect(slotNamed(slots, 'bought')).toMatchObject({ creator: null, slot_type_name: 'date' })
    const params = { id: item_template.id }
    expect(await recipient.refusal('itemTemplatesIdGet', { params })).toMatchObject([{ error: 'not_found' }])
    expect((await listed(recipient)).map(({ name }) => name)).not.toContain('bicycle')
    expect((await ada.template('bicycle')).template.items_count).toBe(1)
  })

  it('a user who is deleted › takes own templates along; copies of others keep id and label', async () => {
    const leaving = await createVaultAccount(running)
    const bob = aSignedInUser(running)
    const owner = callsOf(running, leaving)
    const tag = { classification_node: { classification_scheme_name: 'tag', label: 'Mine' } }
    await owner.ok(201, 'classificationNodesPost', { body: tag })
    const tagged = { classification_scheme_name: 'tag', classification_node_name: 'mine' }
    const { item_template } = await make(tagged, owner)
    const item = await callsOf(running, bob).item('Keeps the template')
    const keep = 'UPDATE items SET item_template_id = ?, item_template_label = ? WHERE id = ?'
    running.connection.prepare(keep).run(item_template.id, 'Bicycle', item.id)

    await owner.ok(204, 'meDelete')

    expect(running.connection.prepare('SELECT id FROM item_templates WHERE user_id IS NOT NULL').all()).toEqual([])
    expect(databaseContent(running.connection)).not.toContain('frame_number')
    expect(await callsOf(running, bob).getItem(item.id)).toMatchObject({
      item: { item_template_id: item_template.id, item_template_label: 'Bicycle' },
    })
  })

  it('is reported to its user alone, as template.created', async () => {
    const { item_template } = await make()

    expect((await events())[0]).toMatchObject({
      name: 'template.created',
      eventable_type: 'TemplateItem',
      event_type: 'create',
      eventable_id: item_template.id,
      label: 'Bicycle',
      value: { label: 'Bicycle' },
    })
    const names = running.connection.prepare('SELECT user_id FROM events WHERE name = ?').pluck()
    expect(names.all('template.created')).toEqual([user.userId])
  })

  it('cannot be changed or deleted, by its user or by the operator', async () => {
    const { item_template } = await make()
    const operator = callsOf(running, { headers: OPERATOR })

    for (const name of ['systemItemTemplatesNameGet', 'systemItemTemplatesNameDelete']) {
      const parts = { params: { name: item_template.name } }
      expect(await operator.refusal(name, parts)).toMatchObject([{ error: 'not_found', http_code: 404 }])
    }
    const slot: Slot | undefined = (await ada.template('bicycle')).slots[0]
    for (const name of ['slotsIdGet', 'slotsIdDelete']) {
      const parts = { params: { id: slot?.id ?? '' } }
      expect(await ada.refusal(name, parts)).toMatchObject([{ error: 'not_found' }])
    }
  })
})
