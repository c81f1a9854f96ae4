/**
 * Derives a machine name from text: NFKD, no combining marks, lower case, every run of other characters than
 * `a-z 0-9 _ -` becomes one `_`, no `_` or `-` at the ends.
 *
 * @returns the name, or an empty string when nothing is left; the caller then uses {@link fallbackName}.
 */
export function machineName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^[_-]+/, '')
    .replace(/[_-]+$/, '')
}

const UUID_NODE_DIGITS = 12

/**
 * The name of something whose text has no usable character, as in most scripts of the world: its kind and the last 12
 * hex digits of its id. The first digits of a UUID version 7 are the time, so things made in one minute would share them.
 */
export function fallbackName(kind: 'item' | 'slot' | 'scheme' | 'node' | 'template', id: string): string {
  return `${kind}_${id.slice(-UUID_NODE_DIGITS)}`
}
