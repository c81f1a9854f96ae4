// Proves docs/contract/window.md, Everywhere.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { mountUi, press } from '../ui/testing/mount-ui.ts'
import { strokeOf } from './key-stroke.ts'
import { useShortcutListener, useShortcuts } from './shortcuts.ts'

describe('strokeOf', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

  it.each([
    ['k', { ctrlKey: true }, 'Ctrl+K'],
    ['k', { metaKey: true }, 'Ctrl+K'],
    ['U', { ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+U'],
    ['?', { shiftKey: true }, '?'],
    ['F6', {}, 'F6'],
    ['F6', { shiftKey: true }, 'Shift+F6'],
    ['g', {}, 'G'],
  ])('%s with %o is %s', (key, modifiers, stroke) => {
    expect(strokeOf({ ...none, key, ...modifiers })).toBe(stroke)
  })
})

describe('shortcuts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function mountKeys() {
    const [rail, items, help, lock] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    const { unmount } = mountUi(
      () => h('div', [h('input', { id: 'field' }), h('div', { role: 'dialog' }, h('button', { id: 'inside' }))]),
      () => {
        useShortcutListener()
        useShortcuts([
          { keys: 'Ctrl+B', label: 'Rail', run: rail },
          { keys: 'G I', label: 'Items', run: items },
          { keys: '?', label: 'Keys', run: help },
          { keys: 'Ctrl+L', label: 'Lock', anywhere: true, run: lock },
        ])
      },
    )
    return { rail, items, help, lock, unmount }
  }
  const element = (id: string): HTMLElement => {
    const found = document.getElementById(id)
    if (!found) throw new Error(`no #${id}`)
    return found
  }

  it('runs a key and a sequence', () => {
    const { rail, items } = mountKeys()

    press(document.body, 'b', { ctrlKey: true })
    press(document.body, 'g')
    press(document.body, 'i')

    expect(rail).toHaveBeenCalledOnce()
    expect(items).toHaveBeenCalledOnce()
  })

  it('forgets the start of a sequence, when nothing follows', () => {
    const { items } = mountKeys()

    press(document.body, 'g')
    vi.advanceTimersByTime(2000)
    press(document.body, 'i')

    expect(items).not.toHaveBeenCalled()
  })

  it('leaves a key to a field that has a meaning of its own for it', () => {
    const undo = vi.fn()
    mountUi(
      () => h('div', [h('input', { id: 'typed' })]),
      () => {
        useShortcutListener()
        useShortcuts([{ keys: 'Ctrl+Z', label: 'Undo', run: undo, notInFields: true }])
      },
    )

    press(document.getElementById('typed') ?? document.body, 'z', { ctrlKey: true })
    expect(undo).not.toHaveBeenCalled()
    press(document.body, 'z', { ctrlKey: true })

    expect(undo).toHaveBeenCalledOnce()
  })

  it('leaves typing to a field, and takes keys with Ctrl', () => {
    const { rail, help } = mountKeys()

    press(element('field'), '?', { shiftKey: true })
    press(element('field'), 'b', { ctrlKey: true })

    expect(help).not.toHaveBeenCalled()
    expect(rail).toHaveBeenCalledOnce()
  })

  it('does nothing from inside a dialog, but for keys that work anywhere', () => {
    const { rail, lock } = mountKeys()

    press(element('inside'), 'b', { ctrlKey: true })
    press(element('inside'), 'l', { ctrlKey: true })

    expect(rail).not.toHaveBeenCalled()
    expect(lock).toHaveBeenCalledOnce()
  })

  it('is gone with the component', () => {
    const { rail, unmount } = mountKeys()

    unmount()
    press(document.body, 'b', { ctrlKey: true })

    expect(rail).not.toHaveBeenCalled()
  })
})
