// Proves docs/contract/vault.md, Seeding.

import { beforeEach, expect, it } from 'vitest'
import type { ClassificationNode, ClassificationScheme } from '../../shared/contract/classification.ts'
import type { ItemTemplate } from '../../shared/contract/item-templates.ts'
import type { ItemReply } from '../../shared/contract/items.ts'
import type { Slot } from '../../shared/contract/slots.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'
import { callsOf } from '../support/service/vault-calls.ts'

interface TemplatesBody {
  readonly item_templates: readonly ItemTemplate[]
  readonly slots: readonly Slot[]
  readonly classification_nodes: readonly ClassificationNode[]
}

/** The label served to users follows Accept-Language (docs/contract/vault.md, Seeding). */
describeOverTransports('labels in the language of the reader', (start) => {
  let running: TestService
  let user: SignedInUser
  let template: { readonly id: string }
  let node: { readonly id: string }

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    const operator = callsOf(running, { headers: OPERATOR })
    const add = async <Body>(name: string, body: object, params?: object) =>
      operator.ok<Body>(201, name, { body, params })
    node = (
      await add<{ classification_node: { id: string } }>('systemClassificationNodesPost', {
        classification_node: {
          classification_scheme_name: 'wallet',
          label: 'Boat',
          label_translations: { 'de-de': 'Boot', 'fr-be': 'Bateau' },
        },
      })
    ).classification_node
    template = (
      await add<{ item_template: { id: string } }>('systemItemTemplatesPost', {
        item_template: {
          label: 'Boat licence',
          label_translations: { 'DE-DE': 'Bootsführerschein' },
          classified_by: [{ scheme_name: 'wallet', node_name: 'boat' }],
        },
      })
    ).item_template
    const slot = { label: 'Number', label_translations: { 'de-de': 'Nummer' } }
    await add('systemItemTemplatesNameSlotPost', { template_slot: slot }, { name: 'boat_licence' })
  })

  const reading = (language: string) => callsOf(running, { headers: { ...user.headers, 'accept-language': language } })
  const labelOf = (list: readonly { readonly id: string; readonly label: string }[], { id }: { readonly id: string }) =>
    list.find((entry) => entry.id === id)?.label
  const templates = (language: string, query: object = {}) =>
    reading(language).ok<TemplatesBody>(200, 'itemTemplatesGet', { query })

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', ['Bootsführerschein', 'Nummer', 'Boot']],
    ['de-AT', ['Bootsführerschein', 'Nummer', 'Boot']],
    ['fr-BE', ['Boat licence', 'Number', 'Bateau']],
    ['en-GB,de;q=0.5', ['Boat licence', 'Number', 'Boat']],
    ['es', ['Boat licence', 'Number', 'Boat']],
    ['*', ['Boat licence', 'Number', 'Boat']],
  ])('%s › templates, their slots and their nodes', async (language, expected) => {
    const body = await templates(language)
    expect([
      labelOf(body.item_templates, template),
      body.slots.find(({ name }) => name === 'number')?.label,
      labelOf(body.classification_nodes, node),
    ]).toEqual(expected)

    const one = await reading(language).ok<{ item_template: ItemTemplate } & TemplatesBody>(200, 'itemTemplatesIdGet', {
      params: { id: template.id },
    })
    expect([one.item_template.label, one.slots[0]?.label, one.classification_nodes[0]?.label]).toEqual(expected)
  })

  it('nodes by themselves, within their scheme, and of items', async () => {
    const german = reading('de')
    const { item } = await german.createItem({ label: 'Mine' }, 'boat_licence')
    const [list, one, schemes, created, items] = [
      await german.ok<{ classification_nodes: ClassificationNode[] }>(200, 'classificationNodesGet', {
        query: { scheme_name: 'wallet' },
      }),
      await german.ok<{ classification_node: ClassificationNode }>(200, 'classificationNodesIdGet', {
        params: { id: node.id },
      }),
      await german.ok<{ classification_schemes: ClassificationScheme[] }>(200, 'classificationSchemesGet'),
      await german.ok<ItemReply>(200, 'itemsIdGet', { params: { id: item.id } }),
      await german.listItems(),
    ]

    expect(labelOf(list.classification_nodes, node)).toBe('Boot')
    expect(one.classification_node.label).toBe('Boot')
    expect(labelOf(schemes.classification_schemes.at(-1)?.classification_nodes ?? [], node)).toBe('Boot')
    expect(created.classification_nodes.map(({ label }) => label)).toEqual(['Boot'])
    expect(items.classification_nodes.map(({ label }) => label)).toEqual(['Boot'])
    expect((await reading('en').getItem(item.id)).classification_nodes.map(({ label }) => label)).toEqual(['Boat'])
  })

  it('what is written stays the same for everybody: an item made in German has the labels of the template', async () => {
    const { slots } = await reading('de').createItem({ label: 'Mine' }, 'boat_licence')
    expect(slots.map(({ label }) => label)).toEqual(['Number'])
  })

  it('a list is searched by the labels that are shown', async () => {
    const found = async (language: string, like: string) =>
      (await templates(language, { like })).item_templates.map(({ name }) => name)

    expect(await found('de', 'FÜHRER')).toEqual(['boat_licence'])
    expect(await found('en', 'führer')).toEqual([])
    expect(await found('de', 'licence')).toEqual([])
    expect(await found('en', 'licence')).toEqual(['boat_licence'])
  })

  it('the operator sees labels as they are, whatever is wanted', async () => {
    const headers = { ...OPERATOR, 'accept-language': 'de' }
    const { classification_node } = await callsOf(running, { headers }).ok<{ classification_node: object }>(
      200,
      'systemClassificationNodesSchemeNameNodeNameGet',
      { params: { scheme_name: 'wallet', node_name: 'boat' } },
    )
    expect(classification_node).toMatchObject({
      label: 'Boat',
      label_translations: { 'de-de': 'Boot', 'fr-be': 'Bateau' },
    })
  })
})
