// Proves docs/contract/vault.md, Machine names.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ClassificationNode } from '../../shared/contract/classification.ts'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../support/service/vault-calls.ts'

/** What a person keeps apart, in the scripts of the world. */
const TWO_LABELS: readonly [string, string][] = [
  ['Steuer 2025', 'Ferien 2025'],
  ['Δόση 3', 'Φόρος 3'],
  ['חוזה 7', 'מכתב 7'],
  ['서류 B', '영수증 B'],
  ['รถ 1', 'บ้าน 1'],
  ['Größe', 'Grüße'],
  ['F#', 'F+'],
  ['resume', 'résumé'],
  ['東京', '大阪'],
  ['🚗', '🏠'],
]

/** One label in two spellings. */
const ONE_LABEL: readonly [string, string][] = [
  ['Élan', '\u0045\u0301LAN '],
  ['Straße 5', 'STRASSE 5'],
  ['Налог 2025', ' НАЛОГ 2025'],
  ['ΟΔΟΣ', 'οδος'],
]

interface TemplateReply {
  readonly item_template: ItemTemplate
}

describeOverTransports('labels', (start) => {
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    const running = await start()
    ada = callsOf(running, aSignedInUser(running))
  })

  const tag = (label: string) => ({ classification_node: { classification_scheme_name: 'tag', label } })
  const tagged = async (label: string) => {
    const item = { label, classification_nodes_attributes: [{ scheme_name: 'tag', label }] }
    const { classification_nodes } = await ada.createItem(item)
    return classification_nodes as readonly ClassificationNode[]
  }
  const template = (label: string, ...slots: string[]) =>
    ada.send('itemTemplatesPost', { body: { label, slots_attributes: slots.map((slot) => ({ label: slot })) } })
  const statuses = async (name: string, bodies: readonly object[]) => {
    const found: number[] = []
    for (const body of bodies) found.push((await ada.send(name, { body })).status)
    return found
  }
  const filled = ({ slots }: ItemReply) => slots.map(({ label, encrypted_value }) => [label, encrypted_value])

  describe.each(TWO_LABELS)('%s and %s', (one, other) => {
    it('are two tags, two templates, and two slots of one', async () => {
      expect(await statuses('classificationNodesPost', [tag(one), tag(other)])).toEqual([201, 201])
      expect(await statuses('itemTemplatesPost', [{ label: one }, { label: other }])).toEqual([201, 201])
      expect((await template('Form', one, other)).status).toBe(201)
    })

    it('tag an item each with its own', async () => {
      const [first, second] = [await tagged(one), await tagged(other)]

      expect([...first, ...second].map(({ label }) => label)).toEqual([one, other])
      expect(first[0]?.name).not.toBe(second[0]?.name)
      expect((await tagged(one))[0]?.id).toBe(first[0]?.id)
    })

    it('fill a template each at its own slot', async () => {
      const { item_template } = (await template('Form', one)).body as TemplateReply
      const slots_attributes = [
        { label: other, encrypted_value: CIPHER_TEXT },
        { label: one, encrypted_value: OTHER_CIPHER_TEXT },
      ]

      const item = await ada.createItem({ label: 'Filled', slots_attributes }, item_template.name)

      expect(filled(item).toSorted()).toEqual(
        [
          [one, OTHER_CIPHER_TEXT],
          [other, CIPHER_TEXT],
        ].toSorted(),
      )
    })

    it('are each a template that items are made from by its name or label', async () => {
      const made = [await template(one), await template(other)].map(({ body }) => (body as TemplateReply).item_template)
      for (const { id, name, label } of made) {
        expect((await ada.createItem({ label: 'x' }, name)).item.item_template_id).toBe(id)
        expect((await ada.createItem({ label: 'x' }, label)).item.item_template_id).toBe(id)
      }
    })
  })

  it.each(ONE_LABEL)('%s and %s are one tag, one template, and one slot of a template', async (one, other) => {
    expect(await statuses('classificationNodesPost', [tag(one), tag(other)])).toEqual([201, 409])
    expect(await statuses('itemTemplatesPost', [{ label: one }, { label: other }])).toEqual([201, 409])
    expect((await template('Form', one, other)).status).toBe(409)
    expect((await tagged(one))[0]?.id).toBe((await tagged(other))[0]?.id)
  })
})

describeOverTransports('slots that are matched by name', (start) => {
  let ada: ReturnType<typeof callsOf>

  beforeEach(async () => {
    const running = await start({ matchSlotsByName: true })
    ada = callsOf(running, aSignedInUser(running))
  })

  const changed = async (one: string, other: string) => {
    const { item } = await ada.createItem({
      label: 'x',
      slots_attributes: [{ label: one, encrypted_value: CIPHER_TEXT }],
    })
    const slots_attributes = [{ label: other, encrypted_value: OTHER_CIPHER_TEXT }]
    const { slots } = await ada.updateItem(item.id, { slots_attributes })
    return slots.map(({ encrypted_value }) => encrypted_value).toSorted()
  }

  it.each(TWO_LABELS)('%s stays when %s is added', async (one, other) => {
    expect(await changed(one, other)).toEqual([CIPHER_TEXT, OTHER_CIPHER_TEXT].toSorted())
  })

  it.each(ONE_LABEL)('%s is the slot that %s names', async (one, other) => {
    expect(await changed(one, other)).toEqual([OTHER_CIPHER_TEXT])
  })
})
