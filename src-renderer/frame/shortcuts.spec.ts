// Proves docs/contract/window.md, Everywhere, Keys.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { mountUi, press } from '../ui/testing/mount-ui.ts'
import { leaveKeysToInputMethods, takeDigitsOfEveryScript } from './key-stroke.ts'
import { SEQUENCE_MS, useShortcutListener, useShortcutRegistry, useShortcuts } from './shortcuts.ts'

it.each([
  ['number', '٣', ['insertText', false, '3']],
  ['number', '२०', ['insertText', false, '20']],
  ['number', '3', undefined],
  ['text', '٣', undefined],
])('a field for a %s that is given %s', (type, data, typed) => {
  takeDigitsOfEveryScript()
  const insert = vi.fn()
  Object.assign(document, { execCommand: insert })
  const field = Object.assign(document.createElement('input'), { type })
  document.body.append(field)
  const event = new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true })

  field.dispatchEvent(event)

  expect([event.defaultPrevented, insert.mock.calls[0]]).toEqual([typed !== undefined, typed])
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

  it('gives characters that are no keys to who takes them, with one that began no sequence after all', () => {
    const { items } = mountKeys()
    const taker = vi.fn(() => true)
    useShortcutRegistry().registerTaker(taker)

    press(document.body, 'x')
    press(document.body, 'g')
    expect(taker.mock.calls).toEqual([['x', document.body]])
    press(document.body, 'Shift')
    press(document.body, 'A')
    press(document.body, 'g')
    vi.advanceTimersByTime(SEQUENCE_MS)
    press(document.body, 'g')
    press(document.body, 'i')
    press(document.body, 'g')
    press(document.body, 'Escape')
    vi.advanceTimersByTime(SEQUENCE_MS)

    expect(taker.mock.calls.slice(1)).toEqual([
      ['gA', document.body],
      ['g', document.activeElement],
    ])
    expect(items).toHaveBeenCalledOnce()
  })

  it('leaves to the page what was typed and nobody takes, and what is typed into a field', () => {
    mountKeys()
    const taker = vi.fn(() => false)
    useShortcutRegistry().registerTaker(taker)
    const typed = new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true })
    document.body.dispatchEvent(typed)
    expect([typed.defaultPrevented, taker.mock.calls.length]).toEqual([false, 1])

    press(element('field'), 'x')
    press(document.body, ' ')
    press(document.body, 'x', { altKey: true })

    expect(taker).toHaveBeenCalledOnce()
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

  it('takes keys of other scripts by their place, one by one too, and gives away what the layout types', () => {
    const { rail, items, help } = mountKeys()
    const taker = vi.fn(() => true)
    useShortcutRegistry().registerTaker(taker)

    press(document.body, 'и', { code: 'KeyB', ctrlKey: true })
    press(document.body, 'п', { code: 'KeyG' })
    press(document.body, 'ш', { code: 'KeyI' })
    press(document.body, '؟', { code: 'Slash', shiftKey: true })
    press(document.body, 'п', { code: 'KeyG' })
    press(document.body, 'а', { code: 'KeyF' })
    press(document.body, 'لا', { code: 'KeyX' })

    expect([rail, items, help].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
    expect(taker.mock.calls).toEqual([
      ['па', document.body],
      ['لا', document.body],
    ])
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])('leaves keys to an input method: %o', (method) => {
    leaveKeysToInputMethods()
    const { rail, items } = mountKeys()
    const heard = vi.fn()
    document.addEventListener('keydown', heard)

    press(element('field'), 'b', { ctrlKey: true, ...method })
    press(document.body, 'g', method)
    press(document.body, 'i', method)
    press(element('field'), 'Enter', method)
    press(element('field'), 'Escape', method)
    expect([rail, items, heard].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])

    press(element('field'), 'Enter')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('is gone with the component', () => {
    const { rail, unmount } = mountKeys()

    unmount()
    press(document.body, 'b', { ctrlKey: true })

    expect(rail).not.toHaveBeenCalled()
  })
})
