// Proves docs/contract/window.md, Tags.

import { describe, expect, it } from 'vitest'
import { tag } from '../testing/samples.ts'
import { countedTags, fittingOptions, optionsOf, ownLabels } from './tag-options.ts'

const UNUSED = { description: null, classifications_count: 0 }
const france = { id: 'fr', name: 'france', label: 'France', scheme: 'country', own: false }
const travel = { ...tag('Travel'), scheme: 'tag', schemeLabel: 'Tags', ...UNUSED }
const nodes = [travel, { ...france, ...UNUSED, schemeLabel: 'Country' }]

describe('fittingOptions', () => {
  const options = optionsOf(nodes)
  const labels = (typed: string, taken?: readonly string[]) =>
    fittingOptions(options, typed, taken).map(({ id, label }) => `${id === undefined ? '+' : ''}${label}`)

  it('offers everything before anything is typed, trees by their names', () => {
    expect(fittingOptions(options, '  ', [])).toEqual([
      { id: 'Travel', label: 'Travel' },
      { id: 'fr', label: 'France', detail: 'Country' },
    ])
  })

  it('offers to make a tag of what was typed, after what fits it', () => {
    expect(labels(' Tra ', ['Travel'])).toEqual(['Travel', '+Tra'])
    expect(labels('country', ['Travel'])).toEqual(['France', '+country'])
  })

  it('makes none that there is, in whatever spelling or script, and none where none can be made', () => {
    expect(labels('TRAVEL', ['Travel'])).toEqual(['Travel'])
    expect(labels('tra-vel ', ['Tra-Vel'])).toEqual([])
    expect(labels('tra-vél', ['Tra-vel'])).toEqual(['+tra-vél'])
    expect(labels('旅行', ['旅行'])).toEqual([])
    expect(labels('旅行', ['工作'])).toEqual(['+旅行'])
    expect(labels('nothing', undefined)).toEqual([])
  })

  it('cuts what no label can hold', () => {
    expect(fittingOptions([], 'x'.repeat(300), [])).toEqual([{ label: 'x'.repeat(255) }])
  })
})

it('ownLabels › names own tags, not nodes of trees', () => {
  expect(ownLabels(nodes)).toEqual(['Travel'])
})

it('countedTags › counts how many have each, most first', () => {
  const [a, b] = [tag('a'), tag('b')]

  expect(countedTags([{ tags: [a, b] }, { tags: [b] }, { tags: [] }])).toEqual([
    { node: b, count: 2 },
    { node: a, count: 1 },
  ])
})
