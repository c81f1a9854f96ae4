import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callingText, isCalled, labelKey, machineName, nameIndex, nameOfLabel } from './machine-name.ts'

const nothing = () => false

/** Names for all of them, one after the other, as a list of things gets them. */
function named(labels: readonly string[]) {
  const things = nameIndex<{ name: string; label: string }>([])
  return labels.map((label) => {
    const thing = { label, name: nameOfLabel('node', label, things.has) }
    things.add(thing)
    return thing.name
  })
}

describe('nameOfLabel', () => {
  it.each([
    ['My Car', 'my_car'],
    ['  Crème brûlée ', 'creme_brulee'],
    ['Ｆｕｌｌ １２', 'full_12'],
    ['A strange &8Label', 'a_strange_8label'],
    ['C++', 'c'],
  ])('%j keeps its letters and digits › %s', (label, name) => {
    expect(nameOfLabel('item', label, nothing)).toBe(name)
  })

  it.each([
    ['Налог 2025', /^2025_[0-9a-f]{8}$/],
    ['日本 A', /^a_[0-9a-f]{8}$/],
    ['Straße', /^stra_e_[0-9a-f]{8}$/],
    ['東京', /^item_[0-9a-f]{8}$/],
    ['⁂', /^item_[0-9a-f]{8}$/],
  ])('%j loses some › %s', (label, name) => {
    expect(nameOfLabel('item', label, nothing)).toMatch(name)
  })

  it('is the same for one label, however it is written, and another one for another', () => {
    expect(nameOfLabel('node', 'НАЛОГ 2025', nothing)).toBe(nameOfLabel('node', ' Налог 2025', nothing))
    expect(new Set(named(['C++', 'C#', 'c', 'Налог 2025', 'Отпуск 2025', '2025'])).size).toBe(6)
  })

  it('never gives two labels one name', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const labels = [...new Map(texts.map((text) => [labelKey(text), text])).values()]
        expect(new Set(named(labels)).size).toBe(labels.length)
      }),
    )
  })
})

describe('labelKey', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['é', 'é'],
    [' Tax ', 'tax'],
  ])('%j and %j are one label', (one, other) => {
    expect(labelKey(one)).toBe(labelKey(other))
  })

  it.each([
    ['resume', 'résumé'],
    ['C++', 'C#'],
    ['ısparta', 'isparta'],
    ['が', 'か'],
    ['A B', 'A  B'],
  ])('%j and %j are two', (one, other) => {
    expect(labelKey(one)).not.toBe(labelKey(other))
  })
})

describe('isCalled', () => {
  const firstName = { name: 'first_name', label: 'First name' }
  const website = { name: 'url', label: 'Website' }

  it.each([
    [{ name: 'first_name' }, firstName],
    [{ name: 'FIRST NAME' }, firstName],
    [{ label: 'first name' }, firstName],
    [{ label: 'URL' }, website],
    [{ name: ' ', label: 'website' }, website],
  ])('%j means %j', (calling, thing) => {
    expect(isCalled(calling, thing)).toBe(true)
  })

  it.each([
    [{ label: 'First-name' }, firstName],
    [{ name: 'C#' }, { name: 'c', label: 'C++' }],
    [{ label: 'Отпуск 2025' }, { name: '2025', label: 'Налог 2025' }],
    [{ name: '', label: ' ' }, firstName],
  ])('%j does not mean %j', (calling, thing) => {
    expect(isCalled(calling, thing)).toBe(false)
  })

  it('every thing is called by its name and by its label', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (label) => {
        fc.pre(callingText({ label }) !== undefined)
        const thing = { label, name: nameOfLabel('slot', label, nothing) }
        expect([isCalled({ name: thing.name }, thing), isCalled({ label }, thing)]).toEqual([true, true])
        expect(machineName(thing.name)).toBe(thing.name)
      }),
    )
  })
})
