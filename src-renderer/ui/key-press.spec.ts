// Proves docs/contract/window.md, Keys.

import { describe, expect, it } from 'vitest'
import type { KeyPress } from './key-press.ts'
import { characterOf, isOfInputMethod, strokeOf } from './key-press.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const ctrl = { ctrlKey: true }
const alt = { altKey: true }
const shift = { shiftKey: true }
const altGraph = { getModifierState: (name: string) => name === 'AltGraph' }

/** What a browser says of a key on some layout: its character, its place, what is held; and the stroke it is. */
type Row = readonly [layout: string, key: string, code: string, held: Partial<KeyPress>, stroke: string]

const LATIN: readonly Row[] = [
  ['US', 'k', 'KeyK', ctrl, 'Ctrl+K'],
  ['US, Mac', 'k', 'KeyK', { metaKey: true }, 'Ctrl+K'],
  ['US', 'U', 'KeyU', { ...ctrl, ...shift }, 'Ctrl+Shift+U'],
  ['US, caps lock', 'K', 'KeyK', ctrl, 'Ctrl+K'],
  ['US', '?', 'Slash', shift, '?'],
  ['US', '\\', 'Backslash', ctrl, 'Ctrl+\\'],
  ['US', 'F6', 'F6', {}, 'F6'],
  ['US', 'F6', 'F6', shift, 'Shift+F6'],
  ['US', 'Enter', 'NumpadEnter', ctrl, 'Ctrl+Enter'],
  ['US', ' ', 'Space', shift, ' '],
  ['US', 'g', 'KeyG', {}, 'G'],
  ['a program, without a place', 'k', '', ctrl, 'Ctrl+K'],
  ['Dvorak', 'k', 'KeyV', ctrl, 'Ctrl+K'],
  ['Dvorak', ',', 'KeyW', ctrl, 'Ctrl+,'],
  ['Dvorak', "'", 'KeyQ', ctrl, "Ctrl+'"],
  ['Dvorak', ';', 'KeyZ', alt, 'Alt+;'],
  ['Dvorak', 'y', 'KeyT', alt, 'Alt+Y'],
  ['Colemak', 's', 'KeyD', ctrl, 'Ctrl+S'],
  ['AZERTY', 'a', 'KeyQ', ctrl, 'Ctrl+A'],
  ['AZERTY', ',', 'KeyM', ctrl, 'Ctrl+,'],
  ['AZERTY', '?', 'KeyM', shift, '?'],
  ['AZERTY', '&', 'Digit1', ctrl, 'Ctrl+&'],
  ['AZERTY', 'é', 'Digit2', ctrl, 'Ctrl+É'],
  ['AZERTY', '§', 'Slash', shift, '§'],
  ['QWERTZ', 'z', 'KeyY', ctrl, 'Ctrl+Z'],
  ['QWERTZ', '#', 'Backslash', ctrl, 'Ctrl+#'],
  ['Turkish Q', 'ı', 'KeyI', ctrl, 'Ctrl+I'],
  ['Turkish Q', 'i', 'Quote', ctrl, 'Ctrl+I'],
  ['Turkish Q', 'İ', 'Quote', { ...ctrl, ...shift }, 'Ctrl+Shift+I'],
  ['Turkish F', 'k', 'KeyL', ctrl, 'Ctrl+K'],
  ['Turkish F', 'ğ', 'KeyE', ctrl, 'Ctrl+Ğ'],
  ['Vietnamese', 'ă', 'Digit1', ctrl, 'Ctrl+Ă'],
]

const OTHER_SCRIPTS: readonly Row[] = [
  ['Russian', 'л', 'KeyK', ctrl, 'Ctrl+K'],
  ['Russian', 'Г', 'KeyU', { ...ctrl, ...shift }, 'Ctrl+Shift+U'],
  ['Russian', 'п', 'KeyG', {}, 'G'],
  ['Russian', 'б', 'Comma', ctrl, 'Ctrl+,'],
  ['Russian', '?', 'Digit7', shift, '?'],
  ['Russian', 'л', 'KeyK', { ...ctrl, ...alt }, 'Ctrl+Alt+K'],
  ['Ukrainian', 'і', 'KeyS', ctrl, 'Ctrl+S'],
  ['Bulgarian', ',', 'KeyQ', ctrl, 'Ctrl+Q'],
  ['Greek', 'κ', 'KeyK', ctrl, 'Ctrl+K'],
  ['Greek', ';', 'KeyQ', ctrl, 'Ctrl+Q'],
  ['Greek', 'ς', 'KeyW', {}, 'W'],
  ['Hebrew', 'ל', 'KeyK', ctrl, 'Ctrl+K'],
  ['Hebrew', "'", 'KeyW', {}, 'W'],
  ['Arabic', 'ف', 'KeyT', alt, 'Alt+T'],
  ['Arabic, two letters of one key', 'لا', 'KeyB', ctrl, 'Ctrl+B'],
  ['Arabic', '؟', 'Slash', shift, '?'],
  ['Arabic, digits', '٣', 'Digit3', ctrl, 'Ctrl+3'],
  ['Persian, digits', '۳', 'Digit3', ctrl, 'Ctrl+3'],
  ['Hindi', 'क', 'KeyK', ctrl, 'Ctrl+K'],
  ['Hindi, a mark', 'ं', 'KeyX', ctrl, 'Ctrl+X'],
  ['Hindi, three characters of one key', 'क्ष', 'Digit7', { ...ctrl, ...shift }, 'Ctrl+&'],
  ['Thai', 'า', 'KeyK', ctrl, 'Ctrl+K'],
  ['Korean', 'ㅏ', 'KeyK', ctrl, 'Ctrl+K'],
  ['Japanese, kana', 'の', 'KeyK', ctrl, 'Ctrl+K'],
  ['Japanese, wide letters', 'ｋ', 'KeyK', ctrl, 'Ctrl+K'],
  ['Japanese, wide space', '\u3000', 'Space', {}, ' '],
  ['Georgian', 'კ', 'KeyK', ctrl, 'Ctrl+K'],
  ['Adlam, outside of the first plane', '\u{1e933}', 'KeyK', ctrl, 'Ctrl+K'],
]

const BY_MODIFIER: readonly Row[] = [
  ['Mac, Option', '†', 'KeyT', alt, 'Alt+T'],
  ['Mac, Option and Shift', 'ˇ', 'KeyT', { ...alt, ...shift }, 'Alt+Shift+T'],
  ['Mac, Option, a letter', 'ß', 'KeyS', alt, 'Alt+S'],
  ['Mac, Option, an accent', 'Dead', 'KeyE', alt, 'Alt+E'],
  ['Mac, German, Option', '@', 'KeyL', alt, 'Alt+L'],
  ['Mac, Command and Option', '˚', 'KeyK', { ...alt, metaKey: true }, 'Ctrl+Alt+K'],
  ['Mac, Option as Firefox says it', '†', 'KeyT', { ...alt, ...altGraph }, 'Alt+T'],
  ['an accent alone', 'Dead', 'BracketLeft', {}, 'Dead'],
  ['German, AltGr', '@', 'KeyQ', altGraph, '@'],
  ['German, AltGr as Windows says it', '@', 'KeyQ', { ...ctrl, ...alt, ...altGraph }, '@'],
  ['German, AltGr as nobody says it', '@', 'KeyQ', { ...ctrl, ...alt }, '@'],
  ['Polish, AltGr', 'ł', 'KeyL', altGraph, 'Ł'],
  ['Polish, AltGr as nobody says it', 'ł', 'KeyL', { ...ctrl, ...alt }, 'Ł'],
  ['Greek, AltGr', '€', 'KeyE', { ...ctrl, ...alt, ...altGraph }, '€'],
  ['Linux, Ctrl and AltGr', '@', 'KeyQ', { ...ctrl, ...altGraph }, 'Ctrl+@'],
  ['US, Ctrl and Alt', 'k', 'KeyK', { ...ctrl, ...alt }, 'Ctrl+Alt+K'],
]

describe('strokeOf', () => {
  it.each([...LATIN, ...OTHER_SCRIPTS, ...BY_MODIFIER])('%s: %s at %s', (_, key, code, held, stroke) => {
    expect(strokeOf({ ...none, key, code, ...held })).toBe(stroke)
  })
})

it.each([
  ['k', 'KeyK', { isComposing: true }],
  ['Enter', 'Enter', { isComposing: true }],
  ['Enter', 'Enter', { keyCode: 229 }],
  ['Process', 'KeyK', {}],
])('%s at %s with %o belongs to an input method', (key, code, more) => {
  const press = { ...none, ...ctrl, key, code, ...more }
  expect([isOfInputMethod(press), strokeOf(press), characterOf(press)]).toEqual([true, '', undefined])
})

it.each([
  ['x', {}, 'x'],
  ['п', {}, 'п'],
  ['لا', {}, 'لا'],
  ['\u{1e933}', {}, '\u{1e933}'],
  ['@', { ...ctrl, ...alt, ...altGraph }, '@'],
  [' ', {}, undefined],
  ['Enter', {}, undefined],
  ['Dead', {}, undefined],
  ['x', ctrl, undefined],
  ['x', { metaKey: true }, undefined],
  ['†', alt, undefined],
])('%s with %o types %s', (key, held, typed) => {
  expect(characterOf({ ...none, key, ...held })).toBe(typed)
})
