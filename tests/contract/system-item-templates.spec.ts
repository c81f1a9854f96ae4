// Proves docs/contract/vault.md, Templates, Seeding.

import { beforeEach, expect, it } from 'vitest'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import type { Slot } from '../../shared/contract/slots.ts'
import type { SystemItemTemplate } from '../../shared/contract/system-catalogue.ts'
import { TEMPLATE_STATES } from '../../shared/contract/system-catalogue.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { PNG } from '../support/service/images.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

interface TemplateBody {
  readonly item_template: SystemItemTemplate
}
interface UserView {
  readonly item_template: ItemTemplate
  readonly slots: readonly Slot[]
}

describeOverTransports("the operator's item templates", (start) => {
  let running: TestService
  let operator: ReturnType<typeof callsOf>
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    operator = callsOf(running, { headers: OPERATOR })
    ada = callsOf(running, aSignedInUser(running))
  })

  const add = async (item_template: object) =>
    (await operator.ok<TemplateBody>(201, 'systemItemTemplatesPost', { body: { item_template } })).item_template
  const get = async (name: string) =>
    (await operator.ok<TemplateBody>(200, 'systemItemTemplatesNameGet', { params: { name } })).item_template
  const addSlot = async (name: string, template_slot: object) =>
    (
      await operator.ok<TemplateBody>(201, 'systemItemTemplatesNameSlotPost', {
        params: { name },
        body: { template_slot },
      })
    ).item_template
  const eventNames = async () => {
    const { operator_events } = await operator.ok<{ operator_events: readonly OperatorEvent[] }>(200, 'systemEventsGet')
    return operator_events.map(({ name, subject_label }) => [name, subject_label])
  }
  const refused = async (name: string, parts: Parameters<typeof operator.refusal>[1]) => {
    const before = databaseContent(running.connection)
    const [error] = await operator.refusal(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return error && { error: error.error, message: error.message, extra_info: error.extra_info }
  }

  it('GET /system/item_templates › all of a new vault, with slots and nodes', async () => {
    const { item_templates } = await operator.ok<{ item_templates: readonly SystemItemTemplate[] }>(
      200,
      'systemItemTemplatesGet',
    )

    expect(item_templates.map(({ name, template_slots }) => [name, template_slots.length])).toHaveLength(11)
    expect(item_templates[0]).toMatchObject({
      id: ID,
      name: 'vehicle',
      label: 'Vehicle',
      description: null,
      items_count: 0,
      status: 'public',
      label_translations: { de: 'Fahrzeug' },
      image_id: null,
      classification_nodes: [{ scheme: 'wallet', name: 'vehicle' }],
    })
    expect(item_templates[0]?.template_slots[4]).toEqual({
      id: ID,
      name: 'purchase_date',
      label: 'Date purchased',
      description: null,
      slot_type_name: 'date',
      label_translations: { de: 'Kaufdatum' },
    })
  })

  it('POST /system/item_templates › one that users can make items from', async () => {
    const { image } = await operator.ok<{ image: { id: string; image_url: string } }>(201, 'systemImagesPost', {
      body: { image: PNG },
    })
    const template = await add({
      label: 'Boat licence',
      description: 'For boats',
      label_translations: { 'de-de': 'Bootsführerschein' },
      classified_by: [
        { scheme_name: 'wallet', node_name: 'Vehicle' },
        { scheme_name: 'region', node_name: 'europe' },
        { scheme_name: 'wallet', node_name: 'vehicle' },
      ],
      image_id: image.id,
    })
    expect(template).toMatchObject({
      id: ID,
      name: 'boat_licence',
      items_count: 0,
      template_slots: [],
      status: 'public',
      label_translations: { 'de-de': 'Bootsführerschein' },
      image_id: image.id,
    })
    expect(template.classification_nodes.map(({ name }) => name).toSorted()).toEqual(['europe', 'vehicle'])

    running.clock.advanceMs(1000)
    await addSlot('boat_licence', { name: '', label: 'Number', slot_type: 'key_value', label_translations: {} })
    const filled = await addSlot('Boat licence', { name: 'Valid-until', label: 'Until', slot_type: 'date' })
    expect(filled.template_slots).toEqual([
      {
        id: ID,
        name: 'number',
        label: 'Number',
        description: null,
        slot_type_name: 'key_value',
        label_translations: null,
      },
      {
        id: ID,
        name: 'valid-until',
        label: 'Until',
        description: null,
        slot_type_name: 'date',
        label_translations: null,
      },
    ])
    expect(await get('boat_licence')).toEqual(filled)

    const seen = await ada.ok<UserView>(200, 'itemTemplatesIdGet', { params: { id: template.id } })
    expect(seen.item_template).toMatchObject({
      name: 'boat_licence',
      user_id: null,
      image: image.image_url,
      updated_at: '2026-01-01T00:00:01.000Z',
      slot_ids: filled.template_slots.map(({ id }) => id),
    })
    expect(seen.slots.map(({ name, ordinal, slot_type_name }) => [name, ordinal, slot_type_name])).toEqual([
      ['number', 1, 'key_value'],
      ['valid-until', 2, 'date'],
    ])
    const { slots, classification_nodes } = await ada.createItem({ label: 'Mine' }, 'boat_licence')
    expect(slots.map(({ name, creator }) => [name, creator])).toEqual([
      ['number', 'system'],
      ['valid-until', 'system'],
    ])
    expect(classification_nodes).toHaveLength(2)
    expect((await get('boat_licence')).items_count).toBe(1)
    expect(await eventNames()).toEqual([
      ['template_slot.created', 'Until'],
      ['template_slot.created', 'Number'],
      ['item_template.created', 'Boat licence'],
      ['image.created', 'car.png'],
    ])
  })

  it.each(TEMPLATE_STATES)('a template in state %s › is there for users when it is public', async (status) => {
    const { id, name } = await add({ label: 'Draft', status })
    const isVisible = status === 'public'

    const listed = await ada.ok<{ item_templates: readonly ItemTemplate[] }>(200, 'itemTemplatesGet')
    expect(listed.item_templates.some((template) => template.id === id)).toBe(isVisible)
    expect((await ada.send('itemTemplatesIdGet', { params: { id } })).status).toBe(isVisible ? 200 : 404)
    const made = await ada.send('itemsPost', { body: { template_name: name, item: { label: 'x' } } })
    expect(made.status).toBe(isVisible ? 201 : 400)
    const seen = { eventable_type: 'TemplateItem', eventable_id: id, event_type: 'view' }
    expect((await ada.send('eventsPost', { body: seen })).status).toBe(isVisible ? 201 : 400)
    expect((await get(name)).status).toBe(status)
  })

  it('POST /system/item_templates › refuses what breaks a rule', async () => {
    const post = (fields: object) =>
      refused('systemItemTemplatesPost', { body: { item_template: { label: 'New', ...fields } } })
    const by = (scheme_name: string, node_name: string) => ({ classified_by: [{ scheme_name, node_name }] })

    expect(await post({ label: 'Pet' })).toMatchObject({
      error: 'name_taken',
      message: expect.stringContaining('"pet"') as string,
    })
    await add({ label: 'Hidden', status: 'private' })
    expect(await post({ name: 'hidden' })).toMatchObject({ error: 'name_taken' })
    expect(await post({ status: 'secret' })).toMatchObject({ error: 'invalid_params' })
    expect(await post(by('none', 'x'))).toMatchObject({
      error: 'classification_scheme_not_found',
      extra_info: { parameter: 'item_template.classified_by[0].scheme_name' },
    })
    expect(await post(by('wallet', 'x'))).toMatchObject({
      error: 'classification_node_not_found',
      extra_info: { parameter: 'item_template.classified_by[0].node_name' },
    })
    expect(await post({ image_id: UNKNOWN_ID })).toMatchObject({ error: 'invalid_params' })
    expect(await post({ label: undefined })).toMatchObject({ error: 'param_missing' })
    expect(await post({ classified_by: Array.from({ length: 51 }, () => ({})) })).toMatchObject({
      error: 'invalid_params',
    })
  })

  it('POST /system/item_templates › a tag of a user is no node to classify with', async () => {
    await ada.createItem({ label: 'x', classification_nodes_attributes: [{ label: 'Mine', scheme_name: 'tag' }] })
    const classified_by = [{ scheme_name: 'tag', node_name: 'mine' }]
    expect(
      await refused('systemItemTemplatesPost', { body: { item_template: { label: 'New', classified_by } } }),
    ).toMatchObject({ error: 'classification_node_not_found' })
  })

  it('two operators at once › one of them adds the template, the other is refused', async () => {
    const body = { item_template: { label: 'Twice' } }
    const replies = await Promise.all([
      operator.send('systemItemTemplatesPost', { body }),
      operator.send('systemItemTemplatesPost', { body }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('POST /system/item_templates/{name}/slot › refuses taken names, other types and unknown templates', async () => {
    const post = (template_slot: object, name = 'pet') =>
      refused('systemItemTemplatesNameSlotPost', { params: { name }, body: { template_slot } })

    expect(await post({ label: 'Species' })).toMatchObject({
      error: 'name_taken',
      message: expect.stringContaining('"species"') as string,
    })
    expect(await post({ label: 'Colour', slot_type: 'colour' })).toMatchObject({ error: 'invalid_slot_type' })
    expect(await post({ name: 'colour' })).toMatchObject({ error: 'param_missing' })
    expect(await post({ label: 'Colour' }, 'none')).toMatchObject({ error: 'not_found' })
  })

  it('DELETE /system/item_templates/{name}/slot/{slot_id} › later items do without it, earlier ones keep it', async () => {
    const before = await ada.createItem({ label: 'Rex' }, 'pet')
    const { template_slots } = await get('pet')
    const remove = (slot_id: string, name = 'pet') => ({ params: { name, slot_id } })
    const [first, ...others] = template_slots

    const { item_template } = await operator.ok<TemplateBody>(
      200,
      'systemItemTemplatesNameSlotSlotIdDelete',
      remove(first?.id ?? ''),
    )

    expect(item_template.template_slots).toEqual(others)
    expect((await ada.getItem(before.item.id)).slots).toHaveLength(5)
    expect((await ada.createItem({ label: 'Bello' }, 'pet')).slots).toHaveLength(4)
    expect(await eventNames()).toEqual([['template_slot.deleted', 'Pet name']])
    for (const unknown of [remove(first?.id ?? ''), remove(UNKNOWN_ID), remove(others[0]?.id ?? '', 'device')]) {
      expect(await refused('systemItemTemplatesNameSlotSlotIdDelete', unknown)).toMatchObject({ error: 'not_found' })
    }
  })

  it('DELETE /system/item_templates/{name} › only when no item was made from it', async () => {
    const { item } = await ada.createItem({ label: 'Rex' }, 'pet')
    const parts = { params: { name: 'pet' } }
    expect(await refused('systemItemTemplatesNameDelete', parts)).toMatchObject({
      error: 'in_use',
      message: expect.stringContaining('It is used by 1 item.') as string,
    })

    await ada.deleteItem(item.id)
    await operator.ok(204, 'systemItemTemplatesNameDelete', parts)

    expect(await refused('systemItemTemplatesNameGet', parts)).toMatchObject({ error: 'not_found' })
    expect(await refused('systemItemTemplatesNameDelete', parts)).toMatchObject({ error: 'not_found' })
    const slots = running.connection.prepare('SELECT count(*) FROM template_slots').pluck().get()
    expect(slots).toBe(41)
    expect(await eventNames()).toEqual([['item_template.deleted', 'Pet']])
  })
})
