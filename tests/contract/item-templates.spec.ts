// Proves docs/contract/vault.md, Templates, Seeding: first data.

import { beforeEach, expect, it } from 'vitest'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { Slot } from '../../shared/contract/slots.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { aDuplicate } from '../support/service/item-rows.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'

/** When the vault of a test was started for the first time. */
const STARTED = '2025-12-31T23:59:59.000Z'
const NOW = '2026-01-01T00:00:00.000Z'

interface TemplatesPage {
  readonly item_templates: readonly ItemTemplate[]
  readonly slots: readonly Slot[]
  readonly next_page_after: string | null
}

describeOverTransports('vault item templates', (start) => {
  let running: TestService
  let user: SignedInUser
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    ada = callsOf(running, user)
  })

  const list = (query: object = {}) => ada.ok<TemplatesPage>(200, 'itemTemplatesGet', { query })
  const names = async (query: object = {}) => (await list(query)).item_templates.map(({ name }) => name)
  const aTemplate = (userId: string, name: string, { label = name, status = 'public' } = {}) => {
    const id = newTestId()
    running.connection
      .prepare(/* sql */ `INSERT INTO item_templates (id, user_id, name, label, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(id, userId, name, label, status, NOW, NOW)
    return id
  }

  it('GET /item_templates › answers the templates of a new vault with their slots', async () => {
    const { item_templates, slots, ...rest } = await list()

    expect(item_templates.map(({ name, slot_ids }) => [name, slot_ids.length])).toEqual([
      ['vehicle', 5],
      ['password', 3],
      ['travel', 5],
      ['passport_details', 5],
      ['important_document', 4],
      ['bank_item', 4],
      ['membership_subscription', 5],
      ['pet', 5],
      ['device', 5],
      ['services', 5],
      ['custom', 0],
    ])
    expect(slots).toHaveLength(46)
    expect(rest).toMatchObject({
      attachments: [],
      thumbnails: [],
      classification_nodes: [{ name: 'vehicle', scheme: 'wallet', own: false }],
      next_page_after: null,
      meta: [{ next_page_exists: false, per_page: 100, order: 'asc' }],
    })
  })

  it('GET /item_templates/{id} › answers every field; slots have the shape of slots without values', async () => {
    const { template } = await ada.template('vehicle')
    const { item_template, slots } = await ada.ok<{ item_template: ItemTemplate; slots: Slot[] }>(
      200,
      'itemTemplatesIdGet',
      { params: { id: template.id } },
    )

    expect(item_template).toEqual({
      id: template.id,
      name: 'vehicle',
      label: 'Vehicle',
      description: null,
      ordinal: 0,
      visible: true,
      user_id: null,
      image: null,
      background_color: null,
      classification_node_ids: [expect.any(String)],
      slot_ids: slots.map(({ id }) => id),
      items_count: 0,
      updated_at: STARTED,
    })
    expect(slots.map(({ name, label, ordinal, slot_type_name }) => [name, label, ordinal, slot_type_name])).toEqual([
      ['model_make', 'Make or model', 1, 'key_value'],
      ['licence_plate', 'Vehicle registration number', 2, 'key_value'],
      ['vin', 'VIN', 3, 'key_value'],
      ['type', 'Type', 4, 'key_value'],
      ['purchase_date', 'Date purchased', 5, 'date'],
    ])
    expect(slots[0]).toEqual({
      id: slots[0]?.id,
      own: false,
      share_id: null,
      item_id: null,
      name: 'model_make',
      label: 'Make or model',
      description: null,
      ordinal: 1,
      visible: true,
      required: false,
      slot_type_name: 'key_value',
      encrypted_value: null,
      encrypted_value_verification_key: null,
      value_verification_hash: null,
      classification_node_ids: [],
      attachment_id: null,
      attachments_folder_id: null,
      original_id: null,
      owner_id: null,
      creator: 'system',
      created_at: STARTED,
      updated_at: STARTED,
    })
  })

  it('GET /item_templates › filters by part of the label without regard to case, in any language', async () => {
    aTemplate(user.userId, 'other', { label: 'ÄRZTE 100%' })

    expect(await names({ like: 'VEHI' })).toEqual(['vehicle'])
    expect(await names({ like: 'ärzte' })).toEqual(['other'])
    expect(await names({ like: '%' })).toEqual(['other'])
    expect(await names({ like: 'spaceship' })).toEqual([])
  })

  it('GET /item_templates › filters by classification in both forms', async () => {
    expect(await names({ by_classification: { scheme: 'wallet', name: 'vehicle' } })).toEqual(['vehicle'])
    expect(await names({ by_classification: { scheme: 'wallet' } })).toEqual(['vehicle'])
    expect(await names({ by_classification: { name: 'vehicle' } })).toEqual(['vehicle'])
    expect(await names({ by_classification: { scheme: 'tag', name: 'vehicle' } })).toEqual([])
    expect(await names({ by_classification: 'wallet' })).toEqual(['vehicle'])
    expect(await names({ by_classification: 'vehicle' })).toEqual(['vehicle'])
    expect(await names({ by_classification: 'pet' })).toEqual([])
    expect(await names({ by_classification: 'wallet', like: 'pet' })).toEqual([])
  })

  it('GET /item_templates › goes through all page by page', async () => {
    const first = await list({ per_page: '6' })
    const second = await list({ per_page: '6', next_page_after: first.next_page_after })

    expect([...first.item_templates, ...second.item_templates].map(({ name }) => name)).toEqual(await names())
    expect(first.slots.every((slot) => first.item_templates.some(({ slot_ids }) => slot_ids.includes(slot.id)))).toBe(
      true,
    )
    expect(second.next_page_after).toBeNull()
    expect(await ada.refusal('itemTemplatesGet', { query: { next_page_after: 'x' } })).toMatchObject([
      { error: 'invalid_cursor' },
    ])
  })

  it('shows own templates, never those of others or unpublished ones', async () => {
    const stranger = aSignedInUser(running)
    const own = aTemplate(user.userId, 'mine')
    const theirs = aTemplate(stranger.userId, 'theirs')
    const draft = aTemplate(user.userId, 'draft', { status: 'new' })

    expect((await names()).filter((name) => ['mine', 'theirs', 'draft'].includes(name))).toEqual(['mine'])
    expect(await ada.ok(200, 'itemTemplatesIdGet', { params: { id: own } })).toMatchObject({
      item_template: { user_id: user.userId, slot_ids: [] },
    })
    for (const id of [theirs, draft, UNKNOWN_ID, 'x']) {
      expect(await ada.refusal('itemTemplatesIdGet', { params: { id } })).toMatchObject([
        { error: 'not_found', http_code: 404 },
      ])
    }
    running.connection
      .prepare(/* sql */ `INSERT INTO item_templates (id, name, label, status, created_at, updated_at)
          VALUES ('system draft', 'system-draft', 'Draft', 'private', ?, ?)`)
      .run(NOW, NOW)
    expect(await names()).not.toContain('system-draft')
    for (const name of ['theirs', 'draft', 'system-draft']) {
      const body = { template_name: name, item: { label: 'X' } }
      expect(await ada.refusal('itemsPost', { body })).toMatchObject([{ error: 'template_not_found' }])
    }
  })

  it("an own template › has slots without a creator and counts its user's items only", async () => {
    const stranger = aSignedInUser(running)
    const id = aTemplate(user.userId, 'mine')
    running.connection
      .prepare(/* sql */ `INSERT INTO template_slots (item_template_id, id, name, label, slot_type_name, created_at, updated_at)
          VALUES (?, 'slot', 'a', 'A', 'key_value', ?, ?)`)
      .run(id, NOW, NOW)
    await ada.createItem({ label: 'Mine' }, 'mine')
    const duplicate = aDuplicate(running, stranger.userId, user.userId)
    running.connection.prepare('UPDATE items SET item_template_id = ? WHERE id = ?').run(id, duplicate.id)

    const { template, slots } = await ada.template('mine')

    expect(template.items_count).toBe(1)
    expect(slots).toMatchObject([{ creator: null, own: false }])
  })

  it('counts the items made from a system template by anybody', async () => {
    await ada.createItem({ label: 'Mine' }, 'pet')
    await callsOf(running, aSignedInUser(running)).createItem({ label: 'Theirs' }, 'pet')

    expect((await ada.template('pet')).template.items_count).toBe(2)
    expect((await ada.template('device')).template.items_count).toBe(0)
  })
})
