import { describe, expect, it } from 'vitest'
import { machineName } from '../../../shared/contract/machine-name.ts'
import { COUNTRIES } from '../classification/countries.ts'
import { FIRST_SCHEMES } from '../classification/first-start-nodes.ts'
import { FIRST_TEMPLATES } from './first-start-templates.ts'
import { seedFirstStart } from './seed-first-start.ts'

/** Stores that only remember what was put in. */
function rememberingStores() {
  const rows: object[] = []
  const applied = new Set<string>()
  const add = (row: object) => void rows.push(row)
  let made = 0
  const dependencies = {
    seeds: { isApplied: (name: string) => applied.has(name), markApplied: (name: string) => void applied.add(name) },
    classification: { addScheme: add, addNode: add },
    templates: { addTemplate: add, addTemplateSlot: add, addTemplateLink: add },
    newId: () => `id-${(made += 1)}`,
    now: '2026-01-01T00:00:00.000Z',
  }
  return { rows, dependencies }
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

  it('has the 249 countries of ISO 3166-1, each code once', () => {
    expect(new Set(COUNTRIES.map(([code]) => code)).size).toBe(249)
    expect(COUNTRIES.every(([code]) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })
})
