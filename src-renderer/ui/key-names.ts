import { oneOf, t, te } from '../i18n/i18n.ts'
import { currentKeys } from './key-changes.ts'

/** Letters and F-keys are called the same everywhere. */
const nameOf = (part: string): string => (te(oneOf('ui.key.*', part)) ? t(oneOf('ui.key.*', part)) : part)

const BETWEEN = /(?<!\+|^)\+| /

/** Keys as they are typed, with the names of the keys in the language of the window: `Strg+Umschalt+K`, `G I`. */
export function keysText(keys: string): string {
  const between = keys.match(new RegExp(BETWEEN, 'g')) ?? []
  return keys
    .split(BETWEEN)
    .map((part, at) => nameOf(part) + (between[at] ?? ''))
    .join('')
}

/**
 * The labels of the current keys for default `keys`, in the language of the window: `Ctrl+K` pressed together, `G I` in
 * sequence.
 */
export function keyNames(keys: string): readonly string[] {
  return currentKeys(keys)
    .split(BETWEEN)
    .map((part) => nameOf(part))
}
