// Proves docs/contract/window.md, Everywhere: lists.

import { Trash2 } from '@lucide/vue'
import { describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { countText, nextRow, runAction, useReadRows } from './list-rows.ts'

const rows = useReadRows<string>({
  keyOf: (row) => row,
  rows: () => ['a', 'b', 'c', 'd'],
  busy: ref(false),
  failure: ref(undefined),
  reload: () => undefined,
})
const after = (opened: string | undefined, ...going: readonly string[]) => nextRow(rows, opened, new Set(going))

describe('nextRow', () => {
  it('is the next one that stays, and at the end the one before', () => {
    expect([after('b', 'b'), after('b', 'b', 'c'), after('d', 'd'), after('d', 'c', 'd')]).toEqual(['c', 'd', 'c', 'b'])
  })

  it('is none where nothing is left, or nothing was open', () => {
    expect([after('a', 'a', 'b', 'c', 'd'), after(undefined, 'a'), after('x', 'x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('does with a row what a key stands for, unless something is against it', () => {
  const run = vi.fn()
  const actions = ['open', 'remove'].map((id) => ({ id, label: id, icon: Trash2, run: () => run(id) }))

  runAction(actions, ({ id }) => id === 'remove')
  runAction(
    actions.map((action) => ({ ...action, whyNot: 'not now' })),
    () => true,
  )
  runAction(actions, ({ id }) => id === 'edit')
  runAction(undefined, () => true)

  expect(run.mock.calls).toEqual([['remove']])
})

it.each([
  [18, 18, false, '18 items'],
  [1, 1, false, '1 item'],
  [5, 18, false, '5 of 18 items'],
  [1200, 1200, true, '1,200 of 1,200+ items'],
])('counts %i of %i rows in one form', (shown, total, atLeast, said) => {
  expect(countText('items.count', shown, total, atLeast)).toBe(said)
})
