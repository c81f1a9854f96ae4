// Proves docs/contract/vault.md, Seeding: first data.

import { describe, expect, it } from 'vitest'
import { machineName } from '../../../shared/contract/machine-name.ts'
import { FIRST_SCHEMES, seedFirstStart } from './seed-first-start.ts'
import { createCatalogue } from './catalogue.ts'
import countries from './countries.json' with { type: 'json' }
import { FIRST_TEMPLATES, IN_GERMAN } from './first-start-templates.ts'
import type { StoredTemplateSlot } from '../item-templates/item-template-store.ts'

/** Stores that only remember what was put in; nothing is there yet. */
function rememberingStores() {
  const rows: object[] = []
  const slots: StoredTemplateSlot[] = []
  const applied = new Set<string>()
  const none = () => undefined
  const add = (row: object) => void rows.push(row)
  let made = 0
  const catalogue = createCatalogue({
    classification: { findSchemeByName: none, findSchemeCalled: none, addScheme: add, addNode: add },
    templates: {
      slotsOfTemplates: ([id]) => slots.filter((slot) => slot.item_template_id === id),
      addTemplate: add,
      addTemplateSlot: (slot) => {
        add(slot)
        slots.push(slot)
      },
      addTemplateLink: add,
    },
    store: {
      findGlobalNode: none,
      findGlobalNodeCalled: none,
      findSystemTemplate: none,
      findSystemTemplateCalled: none,
    },
  })
  const dependencies = {
    seeds: { isApplied: (name: string) => applied.has(name), markApplied: (name: string) => void applied.add(name) },
    catalogue,
    addition: { newId: () => `id-${(made += 1)}`, now: '2026-01-01T00:00:00.000Z' },
  }
  return { rows, slots, dependencies }
}

describe('first-start data', () => {
  it('seedFirstStart › puts everything in once, so that what was deleted since stays deleted', () => {
    const { rows, dependencies } = rememberingStores()

    seedFirstStart(dependencies)
    const first = rows.length
    seedFirstStart(dependencies)

    expect(first).toBe(4 + 263 + 11 + 46 + 1)
    expect(rows).toHaveLength(first)
  })

  it('seedFirstStart › numbers the slots of each template from 1', () => {
    const { slots, dependencies } = rememberingStores()

    seedFirstStart(dependencies)

    const ordinals = [...Map.groupBy(slots, (slot) => slot.item_template_id).values()]
    for (const of of ordinals) expect(of.map(({ ordinal }) => ordinal)).toEqual(of.map((_, index) => index + 1))
    expect(ordinals).toHaveLength(10)
  })

  it('names are machine names and unique where they must be', () => {
    for (const { nodes } of FIRST_SCHEMES) {
      const names = nodes.map(({ label }) => machineName(label))
      expect(new Set(names).size).toBe(names.length)
      expect(names).not.toContain('')
    }
    for (const { name, slots } of FIRST_TEMPLATES) {
      expect([name, ...slots.map((slot) => slot.name)].filter((text) => machineName(text) !== text)).toEqual([])
      expect(new Set(slots.map((slot) => slot.name)).size).toBe(slots.length)
    }
  })

  it('labels every template and slot in German too, but for what is said alike', () => {
    const labels = FIRST_TEMPLATES.flatMap(({ label, slots }) => [label, ...slots.map((slot) => slot.label)])

    expect(new Set(labels.filter((label) => IN_GERMAN[label] === undefined))).toEqual(new Set(['URL', 'IBAN', 'BIC']))
    expect(Object.keys(IN_GERMAN).filter((label) => !labels.includes(label))).toEqual([])
  })

  it('has the 249 countries of ISO 3166-1, each code once', () => {
    expect(Object.keys(countries).length).toBe(249)
    expect(Object.keys(countries).every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })
})
