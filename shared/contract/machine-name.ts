/**
 * Derives a machine name from text (vault contract 1.5): NFKD, no combining marks, lower case, every run of other
 * characters than `a-z 0-9 _ -` becomes one `_`, no `_` or `-` at the ends.
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

/** The name of something whose text has no usable character: its kind and the first 8 hex digits of its id. */
export function fallbackName(kind: 'item' | 'slot' | 'node' | 'template', id: string): string {
  return `${kind}_${id.slice(0, 8)}`
}
