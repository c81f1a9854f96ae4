import { typesText } from './key-stroke.ts'

/** Keys that belong to lists, fields and the system: no command may use them. */
const OWNED = new Set([
  ...['Tab', 'Shift+Tab', 'Escape', 'Enter', ' ', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'J', 'K', 'F2', 'Shift+F10', 'ContextMenu'],
  ...['Ctrl+C', 'Ctrl+V', 'Ctrl+X', 'Ctrl+A', 'Ctrl+Y', 'Ctrl+W', 'Ctrl+T', 'Ctrl+R', 'Ctrl+Q', 'Alt+F4', 'F5', 'F12'],
])

const MODIFIERS = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'Dead',
  'Process',
  'Unidentified',
  'CapsLock',
])

/** The keys pressed so far, with one more: two keys that type text make a sequence. */
export function withStroke(before: string, stroke: string): string {
  const isSequence = before !== '' && !before.includes(' ') && typesText(before) && typesText(stroke)
  return isSequence ? `${before} ${stroke}` : stroke
}

/** Whether this is more than a modifier. */
export function isWhole(stroke: string): boolean {
  return !MODIFIERS.has(stroke.slice(stroke.lastIndexOf('+') + 1) || '+')
}

export interface TakenKeys {
  readonly keys: string
  readonly label: string
}

export type KeyRefusal = { readonly reason: 'empty' | 'owned' } | { readonly reason: 'taken'; readonly by: string }

/**
 * Why keys cannot be chosen: they belong to the system, or to another command. The first key of a sequence cannot be
 * chosen either, because the sequence could not be pressed any more.
 *
 * @param others the current keys of all other commands
 */
export function refusalOf(keys: string, others: readonly TakenKeys[]): KeyRefusal | undefined {
  if (keys === '') return { reason: 'empty' }
  if (OWNED.has(keys) || keys.split(' ').some((stroke) => OWNED.has(stroke))) return { reason: 'owned' }
  const taken = others.find(
    (other) => other.keys === keys || other.keys.startsWith(`${keys} `) || keys.startsWith(`${other.keys} `),
  )
  return taken && { reason: 'taken', by: taken.label }
}
