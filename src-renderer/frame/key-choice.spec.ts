// Proves docs/contract/window.md, Keys.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole, refusalOf, withStroke } from './key-choice.ts'

const OTHERS = [
  { keys: 'Ctrl+B', label: 'Collapse' },
  { keys: 'G I', label: 'Items' },
  { keys: '?', label: 'Keys' },
]

describe('withStroke', () => {
  it.each([
    ['', 'G', 'G'],
    ['G', 'X', 'G X'],
    ['G X', 'Y', 'Y'],
    ['Ctrl+B', 'X', 'X'],
    ['G', 'Ctrl+B', 'Ctrl+B'],
    ['', 'F7', 'F7'],
  ])('after "%s" %s makes %s', (before, stroke, keys) => {
    expect(withStroke(before, stroke)).toBe(keys)
  })
})

describe('isWhole', () => {
  it.each(['Control', 'Ctrl+Control', 'Ctrl+Shift+Shift', 'Alt+Alt', 'Dead'])(
    'does not take %s for a key',
    (stroke) => {
      expect(isWhole(stroke)).toBe(false)
    },
  )

  it.each(['Ctrl+B', 'Ctrl++', '+', 'F7', '?'])('takes %s for a key', (stroke) => {
    expect(isWhole(stroke)).toBe(true)
  })
})

describe('refusalOf', () => {
  it('takes what is free', () => {
    for (const keys of ['Ctrl+Shift+Y', 'F7', 'G X', 'X']) expect(refusalOf(keys, OTHERS)).toBeUndefined()
  })

  it.each([
    ['Ctrl+B', 'Collapse'],
    ['G I', 'Items'],
    ['G', 'Items'],
    ['? X', 'Keys'],
  ])('names who has %s', (keys, by) => {
    expect(refusalOf(keys, OTHERS)).toEqual({ reason: 'taken', by })
  })

  it.each(['Tab', 'Enter', 'J', 'Ctrl+C', 'G Enter'])('leaves %s to lists, fields and the system', (keys) => {
    expect(refusalOf(keys, OTHERS)).toEqual({ reason: 'owned' })
  })

  it('asks for a key where none was pressed', () => {
    expect(refusalOf('', OTHERS)).toEqual({ reason: 'empty' })
  })

  it('lets no two commands begin alike, in whatever order they are chosen', () => {
    const key = fc.constantFrom('A', 'B', 'A A', 'A B', 'B A', 'Ctrl+E', 'F7')
    fc.assert(
      fc.property(fc.array(key), (wanted) => {
        const chosen = wanted.reduce<{ keys: string; label: string }[]>(
          (taken, keys) => (refusalOf(keys, taken) ? taken : [...taken, { keys, label: keys }]),
          [],
        )
        for (const { keys } of chosen) {
          const rivals = chosen.filter((other) => other.keys !== keys && other.keys.startsWith(`${keys} `))
          expect(rivals).toEqual([])
        }
        expect(new Set(chosen.map(({ keys }) => keys)).size).toBe(chosen.length)
      }),
    )
  })
})
