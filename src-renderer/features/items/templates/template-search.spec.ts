import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateChoice } from '../testing/template-samples.ts'
import { ALL_TEMPLATES, findTemplates, moveInGrid, nodeGroups, OWN_TEMPLATES } from './template-search.ts'

const land = { id: 'land', label: 'Land', scheme: 'wallet' }
const air = { id: 'air', label: 'Air', scheme: 'wallet' }
const mine = { id: 'mine', label: 'Fun', scheme: 'tag' }
const TEMPLATES = [
  templateChoice('Vehicle', { slots: ['Plate', 'VIN'], nodes: [land] }),
  templateChoice('Travel', { slots: ['Carrier'], description: 'By car or by plane', nodes: [land, air] }),
  templateChoice('Custom'),
  templateChoice('Yacht', { own: true, nodes: [mine] }),
  templateChoice('Bicycle', { own: true, slots: ['Frame number'] }),
]
const found = (query: string, category = ALL_TEMPLATES) =>
  findTemplates(TEMPLATES, { query, category }).map(({ label }) => label)

describe('findTemplates', () => {
  it('lists the blank one first, then own ones by name, then the others as they are served', () => {
    expect(found('')).toEqual(['Custom', 'Bicycle', 'Yacht', 'Vehicle', 'Travel'])
    expect(found('   ')).toEqual(found(''))
  })

  it.each([
    ['the name', 'veh', ['Vehicle']],
    ['a label of a slot, without regard to case', 'FRAME', ['Bicycle']],
    ['the description', 'plane', ['Travel']],
    ['a node', 'air', ['Travel']],
    ['every word', 'land plate', ['Vehicle']],
    ['nothing', 'submarine', []],
  ])('finds by %s', (_, query, labels) => {
    expect(found(query)).toEqual(labels)
  })

  it('puts what begins so before what only holds it', () => {
    expect(found('c')).toEqual(['Custom', 'Bicycle', 'Yacht', 'Vehicle', 'Travel'])
    expect(found('car')).toEqual(['Travel'])
  })

  it('stays within a category', () => {
    expect(found('', OWN_TEMPLATES)).toEqual(['Bicycle', 'Yacht'])
    expect(found('', 'land')).toEqual(['Vehicle', 'Travel'])
    expect(found('travel', OWN_TEMPLATES)).toEqual([])
  })
})

it('nodeGroups › counts the templates of each node, by scheme', () => {
  expect(nodeGroups(TEMPLATES)).toEqual([
    {
      scheme: 'wallet',
      nodes: [
        { ...air, count: 1 },
        { ...land, count: 2 },
      ],
    },
    { scheme: 'tag', nodes: [{ ...mine, count: 1 }] },
  ])
  expect(nodeGroups([templateChoice('Custom')])).toEqual([])
})

describe('moveInGrid', () => {
  const GRID = { count: 8, columns: 3 } // rows of 3, 3 and 2

  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 6, undefined],
    ['ArrowUp', 2, undefined],
    ['ArrowLeft', 0, undefined],
    ['ArrowRight', 7, undefined],
    ['Tab', 1, undefined],
  ])('%s from %i leads to %s', (key, from, to) => {
    expect(moveInGrid(key, from, GRID)).toBe(to)
  })

  it('never leaves the cards', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.nat(30),
        fc.nat(30),
        fc.integer({ min: 1, max: 9 }),
        (key, from, count, columns) => {
          const target = moveInGrid(key, from % Math.max(1, count), { count, columns })
          return target === undefined || (target >= 0 && target < count)
        },
      ),
    )
  })
})
