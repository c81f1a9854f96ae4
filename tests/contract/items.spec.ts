// Proves docs/contract/vault.md, Bodies, Machine names, Errors, Limits, Items, Items: creating, Slots, Events: names.

import { beforeEach, expect, it } from 'vitest'
import { NO_ITEM_FIELDS } from '../../shared/contract/items.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aDuplicate, aFolder, anAttachment, eventsOf } from '../support/service/item-rows.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT, OTHER_CIPHER_TEXT, slotNamed } from '../support/service/vault-calls.ts'

const NOW = '2026-01-01T00:00:00.000Z'

describeOverTransports('vault items', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  /** The first error of a refused POST /items, after making sure that nothing was written. */
  const refusedPost = async (body: object) => {
    const before = databaseContent(running.connection)
    const errors = await ada.refusal('itemsPost', { body })
    expect(databaseContent(running.connection)).toBe(before)
    return errors
  }
  const refusedSlot = async (slot: object) =>
    (
      await refusedPost({
        template_name: 'custom',
        item: { label: 'Car', slots_attributes: [{ label: 'Fine' }, slot] },
      })
    )[0]

  it('POST /items › clones the slots of the template, fills the named one and adds the new one', async () => {
    const { item, slots } = await ada.createItem(
      {
        label: 'My Car',
        slots_attributes: [
          { name: 'licence_plate', encrypted_value: CIPHER_TEXT },
          { label: 'Colour', slot_type_name: 'color', encrypted_value: OTHER_CIPHER_TEXT },
        ],
      },
      'vehicle',
    )

    const { template } = await ada.template('vehicle')
    expect(item).toEqual({
      id: expect.any(String) as string,
      own: true,
      name: 'my_car',
      label: 'My Car',
      ...NO_ITEM_FIELDS,
      user_id: user.userId,
      owner_id: user.userId,
      original_id: null,
      share_id: null,
      item_template_id: template.id,
      item_template_label: 'Vehicle',
      ordinal: 1,
      visible: true,
      classification_node_ids: template.classification_node_ids,
      slot_ids: slots.map(({ id }) => id),
      image: null,
      item_image: null,
      created_at: NOW,
      updated_at: NOW,
    })
    expect(slots.map(({ name, ordinal, creator }) => [name, ordinal, creator])).toEqual([
      ['colour', 0, 'user'],
      ['model_make', 1, 'system'],
      ['licence_plate', 2, 'system'],
      ['vin', 3, 'system'],
      ['type', 4, 'system'],
      ['purchase_date', 5, 'system'],
    ])
    expect(slotNamed(slots, 'licence_plate')).toEqual({
      id: expect.any(String) as string,
      own: true,
      share_id: null,
      item_id: item.id,
      name: 'licence_plate',
      label: 'Vehicle registration number',
      description: null,
      ordinal: 2,
      visible: true,
      required: false,
      slot_type_name: 'key_value',
      encrypted_value: CIPHER_TEXT,
      encrypted_value_verification_key: null,
      value_verification_hash: null,
      classification_node_ids: [],
      attachment_id: null,
      attachments_folder_id: null,
      original_id: null,
      owner_id: user.userId,
      creator: 'system',
      created_at: NOW,
      updated_at: NOW,
    })
    expect(slotNamed(slots, 'purchase_date').slot_type_name).toBe('date')
    expect(slotNamed(slots, 'colour')).toMatchObject({ slot_type_name: 'color', encrypted_value: OTHER_CIPHER_TEXT })
  })

  it('POST /items › answers what GET /items/{id} answers later, with every list', async () => {
    const created = await ada.createItem({ label: 'My Car', slots_attributes: [{ label: 'Colour' }] }, 'vehicle')

    expect(await ada.getItem(created.item.id)).toEqual(created)
    expect(created).toMatchObject({ attachments: [], thumbnails: [] })
    expect(created.classification_nodes).toMatchObject([
      { name: 'vehicle', scheme: 'wallet', classifications_count: 1 },
    ])
  })

  it('POST /items › finds the clone by template_slot_id before the name, and lets attributes change it', async () => {
    const { slots: templateSlots } = await ada.template('password')
    const account = slotNamed(templateSlots, 'account')

    const { slots } = await ada.createItem(
      {
        label: 'Shop',
        slots_attributes: [
          { template_slot_id: account.id, label: 'User name', ordinal: 9, visible: false, description: 'who' },
          { name: 'Account', encrypted_value: CIPHER_TEXT },
        ],
      },
      'password',
    )

    expect(slots.map(({ name, label, creator }) => [name, label, creator])).toEqual([
      ['account', 'Account', 'user'],
      ['url', 'URL', 'system'],
      ['password', 'Password', 'system'],
      ['account', 'User name', 'system'],
    ])
    expect(slots[3]).toMatchObject({ ordinal: 9, visible: false, description: 'who', encrypted_value: null })
  })

  it('POST /items › clones only named template slots with skip_empty_template_slots', async () => {
    const body = {
      template_name: 'vehicle',
      skip_empty_template_slots: true,
      item: { label: 'My Car', slots_attributes: [{ name: 'vin' }, { label: 'Colour' }] },
    }
    const { slots } = await ada.ok<{ slots: { name: string }[] }>(201, 'itemsPost', { body })

    expect(slots.map(({ name }) => name)).toEqual(['colour', 'vin'])
  })

  it('POST /items › takes name and description, and makes machine names', async () => {
    const given = await ada.createItem({ label: ' Ü1 ', name: 'A strange &8Label', description: 'mine' })
    const unnamed = await ada.createItem({ label: '日本', slots_attributes: [{ label: '東京' }] })

    expect(given.item).toMatchObject({ label: 'Ü1', name: 'a_strange_8label', description: 'mine' })
    expect(unnamed.item.name).toMatch(/^item_[0-9a-f]{8}$/)
    expect(unnamed.slots[0]?.name).toMatch(/^slot_[0-9a-f]{8}$/)
  })

  it('POST /items › prefers an own template over a system one of the same name', async () => {
    const id = newTestId()
    running.connection
      .prepare(
        'INSERT INTO item_templates (id, user_id, name, label, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, user.userId, 'vehicle', 'Bike', 'two wheels', NOW, NOW)
    running.connection
      .prepare(/* sql */ `INSERT INTO template_slots (item_template_id, id, name, label, slot_type_name, created_at, updated_at)
        VALUES (?, ?, 'frame', 'Frame', 'key_value', ?, ?)`)
      .run(id, newTestId(), NOW, NOW)

    const own = await ada.createItem({ label: 'Mine' }, 'vehicle')
    const stranger = callsOf(running, aSignedInUser(running))

    expect(own.item).toMatchObject({ item_template_id: id, item_template_label: 'Bike', description: 'two wheels' })
    expect(own.slots).toMatchObject([{ name: 'frame', creator: null }])
    expect((await stranger.createItem({ label: 'Theirs' }, 'vehicle')).item.item_template_label).toBe('Vehicle')
  })

  it('POST /items › links own attachments and folders, in both forms', async () => {
    const [first, second, folder] = [
      anAttachment(running, user.userId),
      anAttachment(running, user.userId),
      aFolder(running, user.userId),
    ]

    const { slots } = await ada.createItem({
      label: 'Papers',
      slots_attributes: [
        { label: 'One', slot_type_name: 'attachment', attachment_id: first },
        { label: 'Two', attachment_attributes: { id: second } },
        { label: 'Three', attachments_folder_id: folder.toUpperCase() },
      ],
    })

    expect(slots.map((slot) => [slot.attachment_id, slot.attachments_folder_id])).toEqual([
      [first, null],
      [second, null],
      [null, folder],
    ])
    expect(eventsOf(running, user.userId).filter(({ name }) => name === 'slot.attached')).toHaveLength(3)
  })

  it('POST /items › ignores unknown keys, image_id and slot_type_id of slots, and an empty value', async () => {
    const { slots } = await ada.createItem({
      label: 'Car',
      anything: 1,
      slots_attributes: [
        { label: 'A', image_id: 'x', slot_type_id: 'y', value: '', config: {} },
        { label: 'B', value: null },
      ],
    })

    expect(slots).toHaveLength(2)
  })

  it('POST /items › reports one event with what it caused below it', async () => {
    const { item, slots } = await ada.createItem({
      label: 'Car',
      classification_nodes_attributes: [{ name: 'Rare', scheme: 'tag' }],
      slots_attributes: [
        { label: 'Colour', classification_nodes_attributes: [{ node_name: 'rare', scheme_name: 'tag' }] },
      ],
    })

    const [created, ...caused] = eventsOf(running, user.userId)
    expect(created).toMatchObject({
      name: 'item.created',
      eventable_type: 'Item',
      event_type: 'create',
      eventable_id: item.id,
      label: 'Car',
      parent_id: null,
      value: { item_id: item.id, item_label: 'Car', template_name: 'custom' },
    })
    expect(caused.map(({ name, value, parent_id }) => ({ name, value, parent_id }))).toEqual([
      { name: 'tag.created', value: { name: 'rare', scheme: 'tag' }, parent_id: created?.id },
      {
        name: 'item.classified',
        value: { item_id: item.id, slot_id: null, name: 'rare', scheme: 'tag' },
        parent_id: created?.id,
      },
      {
        name: 'item.classified',
        value: { item_id: item.id, slot_id: slots[0]?.id, name: 'rare', scheme: 'tag' },
        parent_id: created?.id,
      },
    ])
  })

  it.each([
    ['an id', { label: 'B', id: UNKNOWN_ID }, 'id', 'slot_attribute_not_permitted'],
    ['the removed encrypted', { label: 'B', encrypted: true }, 'encrypted', 'param_not_permitted'],
    ['the removed attachment_uid', { label: 'B', attachment_uid: 'x' }, 'attachment_uid', 'param_not_permitted'],
    ['the removed image', { label: 'B', image: 'x' }, 'image', 'param_not_permitted'],
    ['_destroy, even false', { label: 'B', _destroy: false }, '_destroy', 'slot_attribute_not_permitted'],
    ['a clear value', { label: 'B', value: 'secret' }, 'value', 'plain_value_not_permitted'],
    ['neither name nor label', { encrypted_value: CIPHER_TEXT }, 'name', 'param_missing'],
    ['a template_slot_id of nothing and no name', { template_slot_id: UNKNOWN_ID }, 'name', 'param_missing'],
    ['an unknown type', { label: 'B', slot_type_name: 'colour' }, 'slot_type_name', 'invalid_slot_type'],
    ['no cipher text', { label: 'B', encrypted_value: 'hello' }, 'encrypted_value', 'invalid_encrypted_value'],
    ['an unknown attachment', { label: 'B', attachment_id: UNKNOWN_ID }, 'attachment_id', 'attachment_not_found'],
    ['an attachment that is no id', { label: 'B', attachment_id: 'x' }, 'attachment_id', 'attachment_not_found'],
    [
      'an unknown attachment in the nested form',
      { label: 'B', attachment_attributes: { id: UNKNOWN_ID } },
      'attachment_attributes.id',
      'attachment_not_found',
    ],
    [
      'an unknown folder',
      { label: 'B', attachments_folder_id: UNKNOWN_ID },
      'attachments_folder_id',
      'attachments_folder_not_found',
    ],
    ['an empty label', { label: ' ', name: 'b' }, 'label', 'invalid_params'],
    ['an ordinal that is no number', { label: 'B', ordinal: 'first' }, 'ordinal', 'invalid_params'],
    [
      '_destroy of a node',
      { label: 'B', classification_nodes_attributes: [{ name: 'x', scheme: 'tag', _destroy: true }] },
      'classification_nodes_attributes[0]._destroy',
      'slot_attribute_not_permitted',
    ],
  ])('POST /items › refuses a slot with %s and names it', async (_, slot, key, code) => {
    const error = await refusedSlot(slot)

    const path = `item.slots_attributes[1].${key}`
    expect(error).toMatchObject({ error: code, http_code: 400, extra_info: { fields: [{ path, code }] } })
    expect(error?.message).toContain(`\`${path}\`${'label' in slot && slot.label === 'B' ? ' ("B")' : ''} `)
  })

  it('POST /items › refuses an attachment and a folder of somebody else', async () => {
    const stranger = aSignedInUser(running)

    expect(await refusedSlot({ label: 'B', attachment_id: anAttachment(running, stranger.userId) })).toMatchObject({
      error: 'attachment_not_found',
    })
    expect(await refusedSlot({ label: 'B', attachments_folder_id: aFolder(running, stranger.userId) })).toMatchObject({
      error: 'attachments_folder_not_found',
    })
  })

  it('POST /items › lists all faults of the body in body order', async () => {
    const shape = await refusedPost({
      template_name: 'custom',
      item: {
        slots_attributes: [
          { label: 'A', encrypted_value: 'hello' },
          { value: 'x', label: 'B' },
        ],
      },
    })
    const rules = await refusedPost({
      template_name: 'custom',
      item: {
        label: 'Car',
        classification_nodes_attributes: [{ name: 'moon', scheme: 'country' }],
        slots_attributes: [
          { label: 'A', attachment_id: UNKNOWN_ID },
          { label: 'B', classification_nodes_attributes: [{ name: 'x', scheme: 'none' }] },
        ],
      },
    })

    expect(shape.map(({ error }) => error)).toEqual([
      'param_missing',
      'invalid_encrypted_value',
      'plain_value_not_permitted',
    ])
    expect(rules[0]?.extra_info.fields).toEqual([
      { path: 'item.classification_nodes_attributes[0].name', code: 'classification_node_not_found' },
      { path: 'item.slots_attributes[0].attachment_id', code: 'attachment_not_found' },
      {
        path: 'item.slots_attributes[1].classification_nodes_attributes[0].scheme',
        code: 'classification_scheme_not_found',
      },
    ])
    expect(rules).toHaveLength(3)
  })

  it.each([
    ['a missing template name', { item: { label: 'A' } }, 'param_missing'],
    ['an unknown template', { template_name: 'spaceship', item: { label: 'A' } }, 'template_not_found'],
    ['no item', { template_name: 'custom' }, 'param_missing'],
    ['no label', { template_name: 'custom', item: {} }, 'param_missing'],
    ['a label that is null', { template_name: 'custom', item: { label: null } }, 'invalid_params'],
    ['a label that is too long', { template_name: 'custom', item: { label: 'x'.repeat(256) } }, 'invalid_params'],
    ...[1.5, 2 ** 31, '1', null].map((ordinal): [string, object, string] => [
      `an ordinal that is ${String(ordinal)}`,
      { template_name: 'custom', item: { label: 'A', slots_attributes: [{ label: 'S', ordinal }] } },
      'invalid_params',
    ]),
    [
      'a removed key',
      { template_name: 'custom', item: { label: 'A', background_color: '#fff' } },
      'param_not_permitted',
    ],
    [
      'more than 500 slots',
      { template_name: 'custom', item: { label: 'A', slots_attributes: Array(501).fill({ label: 'S' }) } },
      'invalid_params',
    ],
    [
      'more than 500 slots together with the template',
      { template_name: 'vehicle', item: { label: 'A', slots_attributes: Array(496).fill({ label: 'S' }) } },
      'invalid_params',
    ],
    [
      'more than 50 classification attributes',
      {
        template_name: 'custom',
        item: { label: 'A', classification_nodes_attributes: Array(51).fill({ name: 'x', scheme: 'tag' }) },
      },
      'invalid_params',
    ],
  ])('POST /items › refuses %s', async (_, body, code) => {
    expect((await refusedPost(body))[0]).toMatchObject({ error: code, http_code: 400 })
  })

  it('GET, PUT and DELETE /items/{id} › answer 404 to somebody else and for what does not exist', async () => {
    const { id } = await ada.item('Mine')
    const stranger = callsOf(running, aSignedInUser(running))
    const before = databaseContent(running.connection)

    for (const name of ['itemsIdGet', 'itemsIdPut', 'itemsIdDelete']) {
      const body = name === 'itemsIdPut' ? { body: { item: { label: 'Stolen' } } } : {}
      expect(await stranger.refusal(name, { params: { id }, ...body })).toMatchObject([{ error: 'not_found' }])
      expect(await ada.refusal(name, { params: { id: UNKNOWN_ID }, ...body })).toMatchObject([{ error: 'not_found' }])
      expect(await ada.refusal(name, { params: { id: 'no-uuid' }, ...body })).toMatchObject([{ error: 'not_found' }])
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /items/{id} › takes slots and classification along, leaves other items, reports it', async () => {
    const kept = await ada.createItem({ label: 'Kept', slots_attributes: [{ label: 'A' }] }, 'vehicle')
    const gone = await ada.createItem({ label: 'Gone', slots_attributes: [{ label: 'A' }] }, 'vehicle')

    await ada.deleteItem(gone.item.id)

    expect(await ada.refusal('itemsIdGet', { params: { id: gone.item.id } })).toMatchObject([{ error: 'not_found' }])
    expect(await ada.getItem(kept.item.id)).toEqual(kept)
    expect(running.connection.prepare('SELECT count(*) FROM slots').pluck().get()).toBe(kept.slots.length)
    expect(eventsOf(running, user.userId).at(-1)).toMatchObject({
      name: 'item.deleted',
      event_type: 'delete',
      label: 'Gone',
      value: { item_id: gone.item.id, item_label: 'Gone' },
    })
  })

  it('GET /items/{id} › hides the owner of a duplicate from who is not connected to the owner', async () => {
    const { id } = aDuplicate(running, user.userId, aSignedInUser(running).userId)

    const { item, slots } = await ada.getItem(id)

    expect(item).toMatchObject({ own: false, owner_id: null, share_id: UNKNOWN_ID })
    expect(slots).toMatchObject([{ own: false, owner_id: null, share_id: UNKNOWN_ID, original_id: UNKNOWN_ID }])
  })
})
