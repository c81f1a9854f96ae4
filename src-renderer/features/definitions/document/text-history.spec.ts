// Proves docs/contract/window.md, Definitions.

import { describe, expect, it } from 'vitest'
import { useTextHistory } from './text-history.ts'

function aHistory() {
  let time = 0
  const history = useTextHistory('', () => time)
  return { ...history, pass: (ms: number) => void (time += ms) }
}

describe('text history', () => {
  it('takes typing in one place as one step', () => {
    const { text, change, undo, redo, pass } = aHistory()
    change('a', 'name')
    pass(100)
    change('ab', 'name')
    undo()
    expect(text.value).toBe('')
    redo()
    expect(text.value).toBe('ab')
  })

  it('makes a step of its own in another place, after a pause, or without a place', () => {
    const { text, change, undo, pass } = aHistory()
    change('a', 'name')
    change('ab', 'purpose')
    pass(1000)
    change('abc', 'purpose')
    change('abcd')
    change('abcde')
    const seen = [1, 2, 3, 4, 5].map(() => (undo(), text.value))
    expect(seen).toEqual(['abcd', 'abc', 'ab', 'a', ''])
  })

  it('forgets what was undone, once something else is typed', () => {
    const { text, change, undo, redo, canRedo } = aHistory()
    change('a')
    undo()
    change('b')
    redo()
    expect([text.value, canRedo.value]).toEqual(['b', false])
  })

  it('does not take the start away', () => {
    const { text, change, undo, canUndo } = aHistory()
    change('a', 'name')
    undo()
    undo()
    expect([text.value, canUndo.value]).toEqual(['', false])
  })
})
