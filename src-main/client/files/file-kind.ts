import type { FileKind } from '../../../shared/contract/workbench-files.ts'

/** How much of a file says what it is. */
export const KIND_BYTES = 64 * 1024

const SIGNS: readonly (readonly [FileKind, (first: Uint8Array) => boolean])[] = [
  ['png', (first) => has(first, 0, '\x89PNG\r\n\x1a\n')],
  ['jpeg', (first) => has(first, 0, '\xff\xd8\xff')],
  ['gif', (first) => has(first, 0, 'GIF87a') || has(first, 0, 'GIF89a')],
  ['webp', (first) => has(first, 0, 'RIFF') && has(first, 8, 'WEBP')],
  ['pdf', (first) => has(first, 0, '%PDF-')],
]

/**
 * What a file is by its first bytes, whatever it is called. Text is UTF-8 without control characters but line ends and tabs.
 *
 * @param first as many as {@link KIND_BYTES}, or all of a shorter file
 */
export function kindOf(first: Uint8Array): FileKind {
  const [kind] = SIGNS.find(([, fits]) => fits(first)) ?? []
  return kind ?? (isText(first) ? 'text' : 'other')
}

function has(bytes: Uint8Array, start: number, sign: string): boolean {
  return Buffer.from(sign, 'latin1').every((byte, index) => bytes[start + index] === byte)
}

function isText(first: Uint8Array): boolean {
  try {
    // The last character of what was read may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: first.length === KIND_BYTES })
    return !/[^\P{Cc}\t\n\r]/u.test(text)
  } catch {
    return false
  }
}
