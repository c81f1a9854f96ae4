// Proves docs/contract/vault.md, Bodies, Limits, Items: creating, Items: changing, Events: names.

import { beforeEach, expect, it } from 'vitest'
import { ITEM_FIELD_NAMES, NO_ITEM_FIELDS } from '../../shared/contract/items.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aDuplicate, aFolder, anAttachment, eventsOf } from '../support/service/item-rows.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT, OTHER_CIPHER_TEXT, slotNamed } from '../support/service/vault-calls.ts'
import { SET_ITEM_FIELDS } from '../support/set-fields.ts'

const LATER = '2026-01-01T00:01:00.000Z'

describeOverTransports('vault PUT /items/{id}', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  const startAs = async (settings?: Parameters<typeof start>[0]) => {
    running = await start(settings)
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  }
  beforeEach(() => startAs())

  /** An item with slots `a` (has a value) and `b`, a minute before everything that follows. */
  const anItem = async (slots: readonly object[] = [{ label: 'A', encrypted_value: CIPHER_TEXT }, { label: 'B' }]) => {
    const created = await ada.createItem({ label: 'Car', description: 'old', slots_attributes: slots })
    running.clock.advanceMs(60_000)
    return created
  }
  const refusedPut = async (id: string, item: object) => {
    const before = databaseContent(running.connection)
    const errors = await ada.refusal('itemsIdPut', { params: { id }, body: { item } })
    expect(databaseContent(running.connection)).toBe(before)
    return errors
  }

  it('updates the slot of the id and leaves every other slot and key as it was', async () => {
    const { item, slots } = await anItem()
    const [a, b] = [slotNamed(slots, 'a'), slotNamed(slots, 'b')]

    const changed = await ada.updateItem(item.id, {
      slots_attributes: [{ id: b.id, encrypted_value: OTHER_CIPHER_TEXT }],
    })

    expect(slotNamed(changed.slots, 'a')).toEqual(a)
    expect(slotNamed(changed.slots, 'b')).toEqual({ ...b, encrypted_value: OTHER_CIPHER_TEXT, updated_at: LATER })
    expect(changed.item).toEqual({ ...item, updated_at: LATER })
    expect(await ada.getItem(item.id)).toEqual(changed)
  })

  it('edit_conflict where the item is not the one it is based on, and nothing changes', async () => {
    const { item } = await anItem()
    const basedOn = (based_on: unknown, label: string) => ({
      params: { id: item.id },
      body: { item: { label }, based_on },
    })
    await ada.ok(200, 'itemsIdPut', basedOn(item.updated_at, 'Boat'))
    const before = databaseContent(running.connection)

    expect(await ada.refusal('itemsIdPut', basedOn(item.updated_at, 'Plane'))).toMatchObject([
      {
        error: 'edit_conflict',
        http_code: 409,
        message: `The item was changed by somebody else since you read it, last at ${LATER}.`,
        extra_info: { parameter: 'based_on' },
      },
    ])
    expect(await ada.refusal('itemsIdPut', basedOn('yesterday', 'Plane'))).toMatchObject([{ error: 'invalid_params' }])

    expect(databaseContent(running.connection)).toBe(before)
    await ada.ok(200, 'itemsIdPut', basedOn(LATER, 'Plane'))
  })

  it('makes a new slot of every entry without id, also where the name is there already', async () => {
    const { item, slots } = await anItem()

    const changed = await ada.updateItem(item.id, { slots_attributes: [{ name: 'a' }, { label: 'A', ordinal: 3 }] })

    expect(changed.slots.map(({ name, creator }) => [name, creator])).toEqual([
      ['a', 'user'],
      ['b', 'user'],
      ['a', 'user'],
      ['a', 'user'],
    ])
    expect(changed.slots[0]).toEqual(slots[0])
  })

  it('deletes the slot of the id with _destroy, also one with an attachment', async () => {
    const { item, slots } = await anItem([
      { label: 'A', attachment_id: anAttachment(running, user.userId) },
      { label: 'B' },
    ])

    const changed = await ada.updateItem(item.id, {
      slots_attributes: [{ id: slotNamed(slots, 'a').id, _destroy: true }],
    })

    expect(changed.slots).toEqual([slotNamed(slots, 'b')])
    expect(changed.item.slot_ids).toEqual([slotNamed(slots, 'b').id])
  })

  it('keeps, clears or replaces a value: absent, null or cipher text; an empty plain value is ignored', async () => {
    const { item, slots } = await anItem()
    const { id } = slotNamed(slots, 'a')
    const valueAfter = async (attributes: object) =>
      slotNamed((await ada.updateItem(item.id, { slots_attributes: [{ id, ...attributes }] })).slots, 'a')
        .encrypted_value

    expect(await valueAfter({ value: '' })).toBe(CIPHER_TEXT)
    expect(await valueAfter({ value: null })).toBe(CIPHER_TEXT)
    expect(await valueAfter({ encrypted_value: OTHER_CIPHER_TEXT, value: '' })).toBe(OTHER_CIPHER_TEXT)
    expect(await valueAfter({ encrypted_value: null })).toBeNull()
  })

  it('changes label, name, description and slot texts; keys not given stay', async () => {
    const { item, slots } = await anItem()
    const { id } = slotNamed(slots, 'b')

    const labelled = await ada.updateItem(item.id, { label: ' Boat ' })
    const named = await ada.updateItem(item.id, {
      name: 'The Boat',
      description: null,
      slots_attributes: [{ id, label: 'Bow', description: 'front', ordinal: 7, visible: false, slot_type_name: 'url' }],
    })

    expect(labelled.item).toMatchObject({ label: 'Boat', name: 'car', description: 'old' })
    expect(named.item).toMatchObject({ label: 'Boat', name: 'the_boat', description: null })
    expect(slotNamed(named.slots, 'b')).toMatchObject({
      label: 'Bow',
      description: 'front',
      ordinal: 7,
      visible: false,
      slot_type_name: 'url',
    })
  })

  it.each(ITEM_FIELD_NAMES)(
    '%s › is said when the item is made, kept where it is absent, and taken back',
    async (name) => {
      const [said, nothing] = [SET_ITEM_FIELDS[name], NO_ITEM_FIELDS[name]]
      const { item } = await ada.createItem({ label: 'Car', [name]: said })
      const after = async (change: object) => (await ada.updateItem(item.id, change)).item[name]

      expect([item[name], await after({}), await after({ [name]: nothing })]).toEqual([said, said, nothing])
      expect((await ada.getItem(item.id)).item[name]).toBe(nothing)
      expect(await after({ [name]: said })).toBe(said)
    },
  )

  it.each([
    ['an attachment', () => ({ attachment_id: anAttachment(running, user.userId) })],
    ['a folder', () => ({ attachments_folder_id: aFolder(running, user.userId) })],
  ])('sets %s once; naming the same again has no effect', async (_, made) => {
    const { item, slots } = await anItem()
    const { id } = slotNamed(slots, 'a')
    const file = made()

    await ada.updateItem(item.id, { slots_attributes: [{ id, ...file }] })
    const again = await ada.updateItem(item.id, { slots_attributes: [{ id, ...file }] })

    expect(slotNamed(again.slots, 'a')).toMatchObject(file)
    expect(eventsOf(running, user.userId).filter(({ name }) => name === 'slot.attached')).toMatchObject([
      { value: { item_id: item.id, slot_id: id, ...file } },
    ])
  })

  it.each([
    ['another attachment', { attachment_id: 'other' }, 'attachment_change_not_permitted'],
    ['no attachment', { attachment_id: null }, 'attachment_change_not_permitted'],
    ['no attachment, nested', { attachment_attributes: { id: null } }, 'attachment_change_not_permitted'],
    ['another folder', { attachments_folder_id: 'other' }, 'attachments_folder_change_not_permitted'],
    ['no folder', { attachments_folder_id: null }, 'attachments_folder_change_not_permitted'],
    ['another type', { slot_type_name: 'key_value' }, 'invalid_slot_type'],
  ])('refuses to give a slot that has files %s', async (_, attributes, code) => {
    const [attachment, other] = [anAttachment(running, user.userId), anAttachment(running, user.userId)]
    const [folder, otherFolder] = [aFolder(running, user.userId), aFolder(running, user.userId)]
    const kept =
      'attachments_folder_id' in attributes ? { attachments_folder_id: folder } : { attachment_id: attachment }
    const { item, slots } = await anItem([{ label: 'A', slot_type_name: 'attachment', ...kept }])
    const wanted = JSON.stringify(attributes)
      .replace('"attachment_id":"other"', `"attachment_id":"${other}"`)
      .replace('"attachments_folder_id":"other"', `"attachments_folder_id":"${otherFolder}"`)

    const errors = await refusedPut(item.id, {
      slots_attributes: [{ id: slots[0]?.id, ...(JSON.parse(wanted) as object) }],
    })

    expect(errors).toMatchObject([{ error: code, http_code: 400 }])
    expect(errors[0]?.message).toMatch(/^`item\.slots_attributes\[0\]\.[\w.]+` \("A"\) /)
  })

  it.each([
    ['an id of nothing', { id: UNKNOWN_ID, label: 'X' }, 'id', 'slot_not_found'],
    ['_destroy without id', { label: 'X', _destroy: true }, '_destroy', 'slot_attribute_not_permitted'],
    ['the removed encrypted', { label: 'X', encrypted: false }, 'encrypted', 'param_not_permitted'],
    ['the removed attachment_uid', { label: 'X', attachment_uid: null }, 'attachment_uid', 'param_not_permitted'],
    ['the removed image', { label: 'X', image: null }, 'image', 'param_not_permitted'],
    ['neither id, name nor label', { encrypted_value: CIPHER_TEXT }, 'name', 'param_missing'],
    ['a clear value', { label: 'X', value: 'secret' }, 'value', 'plain_value_not_permitted'],
    ['no cipher text', { label: 'X', encrypted_value: '' }, 'encrypted_value', 'invalid_encrypted_value'],
    ['an unknown type', { label: 'X', slot_type_name: 'colour' }, 'slot_type_name', 'invalid_slot_type'],
    ['an unknown attachment', { label: 'X', attachment_id: UNKNOWN_ID }, 'attachment_id', 'attachment_not_found'],
    [
      'an unknown folder',
      { label: 'X', attachments_folder_id: UNKNOWN_ID },
      'attachments_folder_id',
      'attachments_folder_not_found',
    ],
  ])('refuses a slot with %s, and changes nothing else of the request', async (_, slot, key, code) => {
    const { item } = await anItem()

    const errors = await refusedPut(item.id, { label: 'Changed', slots_attributes: [{ label: 'Fine' }, slot] })

    expect(errors).toMatchObject([
      { error: code, http_code: 400, extra_info: { fields: [{ path: `item.slots_attributes[1].${key}`, code }] } },
    ])
  })

  it('refuses the slot id of another item, and of another user', async () => {
    const { item } = await anItem()
    const other = await ada.createItem({ label: 'Other', slots_attributes: [{ label: 'A' }] })
    const stranger = callsOf(running, aSignedInUser(running))
    const theirs = await stranger.createItem({ label: 'Theirs', slots_attributes: [{ label: 'A' }] })

    for (const id of [other.slots[0]?.id, theirs.slots[0]?.id]) {
      expect(await refusedPut(item.id, { slots_attributes: [{ id, label: 'X' }] })).toMatchObject([
        { error: 'slot_not_found' },
      ])
      expect(await refusedPut(item.id, { slots_attributes: [{ id, _destroy: true }] })).toMatchObject([
        { error: 'slot_not_found' },
      ])
    }
  })

  it('refuses a body without item, a removed key and too many slots', async () => {
    const { item } = await anItem()

    expect(await ada.refusal('itemsIdPut', { params: { id: item.id } })).toMatchObject([{ error: 'param_missing' }])
    expect(await refusedPut(item.id, { me: true })).toMatchObject([{ error: 'param_not_permitted' }])
    expect(await refusedPut(item.id, { slots_attributes: Array(499).fill({ label: 'S' }) })).toMatchObject([
      { error: 'invalid_params', extra_info: { fields: [{ path: 'item.slots_attributes' }] } },
    ])
  })

  it('refuses to change a duplicate', async () => {
    const { id } = aDuplicate(running, user.userId, aSignedInUser(running).userId)

    expect(await refusedPut(id, { label: 'Mine now' })).toMatchObject([{ error: 'not_item_owner', http_code: 403 }])
  })

  it('links and unlinks nodes of item and slot; what is done already has no effect', async () => {
    const { item, slots } = await anItem()
    const { id } = slotNamed(slots, 'a')
    const rare = { name: 'Rare', scheme: 'tag' }

    const linked = await ada.updateItem(item.id, {
      classification_nodes_attributes: [rare, rare, { node_name: 'vehicle', scheme_name: 'wallet' }],
      slots_attributes: [{ id, classification_nodes_attributes: [rare] }],
    })
    const events = eventsOf(running, user.userId).length
    const again = await ada.updateItem(item.id, { classification_nodes_attributes: [rare] })
    const unlinked = await ada.updateItem(item.id, {
      classification_nodes_attributes: [
        { ...rare, _destroy: true },
        { name: 'none', scheme: 'tag', _destroy: true },
      ],
    })

    expect(linked.item.classification_node_ids).toHaveLength(2)
    expect(slotNamed(linked.slots, 'a').classification_node_ids).toHaveLength(1)
    expect(
      linked.classification_nodes.map(({ name, own, classifications_count }) => [name, own, classifications_count]),
    ).toEqual([
      ['vehicle', false, 1],
      ['rare', true, 2],
    ])
    expect(again.item.classification_node_ids).toEqual(linked.item.classification_node_ids)
    expect(unlinked.item.classification_node_ids).toHaveLength(1)
    expect(slotNamed(unlinked.slots, 'a').classification_node_ids).toHaveLength(1)
    expect(
      eventsOf(running, user.userId)
        .slice(events)
        .map(({ name }) => name),
    ).toEqual(['item.updated', 'item.updated', 'item.unclassified'])
  })

  it('reports what changed, with an event for each slot below it', async () => {
    const { item, slots } = await anItem([{ label: 'A' }, { label: 'B' }, { label: 'C' }])
    const idOf = (name: string) => slotNamed(slots, name).id

    await ada.updateItem(item.id, {
      label: 'Boat',
      classification_nodes_attributes: [{ name: 'vehicle', scheme: 'wallet' }],
      slots_attributes: [
        { id: idOf('a'), encrypted_value: CIPHER_TEXT },
        { id: idOf('b'), label: 'B' },
        { id: idOf('c'), _destroy: true },
        { label: 'D' },
      ],
    })

    const [updated, ...caused] = eventsOf(running, user.userId).slice(1)
    expect(updated).toMatchObject({
      name: 'item.updated',
      event_type: 'update',
      label: 'Boat',
      value: { item_id: item.id, item_label: 'Boat', changed: ['label', 'classification_nodes', 'a', 'd', 'c'] },
    })
    expect(caused.map(({ name, label, eventable_type }) => [name, label, eventable_type])).toEqual([
      ['slot.deleted', 'C', 'Slot'],
      ['slot.updated', 'A', 'Slot'],
      ['slot.created', 'D', 'Slot'],
      ['item.classified', 'Vehicle', 'Classification'],
    ])
    expect(caused.every(({ parent_id }) => parent_id === updated?.id)).toBe(true)
    expect(JSON.stringify(eventsOf(running, user.userId))).not.toContain(CIPHER_TEXT)
  })

  it('matches slots without id by name when this is switched on', async () => {
    await running.close()
    await startAs({ matchSlotsByName: true })
    const { item, slots } = await anItem()

    const changed = await ada.updateItem(item.id, {
      slots_attributes: [{ label: 'B', encrypted_value: CIPHER_TEXT }, { name: 'c' }],
    })

    expect(changed.slots.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(slotNamed(changed.slots, 'b')).toMatchObject({ id: slotNamed(slots, 'b').id, encrypted_value: CIPHER_TEXT })
  })

  it('deletes the slot of a name when this is switched on, and makes nothing where there is none', async () => {
    await running.close()
    await startAs({ matchSlotsByName: true })
    const { item } = await anItem()

    const changed = await ada.updateItem(item.id, { slots_attributes: [{ name: 'b', _destroy: true }] })

    expect(changed.slots.map(({ name }) => name)).toEqual(['a'])
    const again = { label: 'Boat', slots_attributes: [{ name: 'b', _destroy: true }] }
    expect(await refusedPut(item.id, again)).toMatchObject([{ error: 'slot_not_found', http_code: 400 }])
  })
})
