// Proves docs/contract/window.md, Files.

import { describe, expect, it } from 'vitest'
import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { KIND_BYTES, kindOf } from './file-kind.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

describe('kindOf', () => {
  it.each<[FileKind, string, Uint8Array]>([
    ['png', 'its sign', bytes('\x89PNG\r\n\x1a\n', [0])],
    ['jpeg', 'its sign', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['gif', 'its older sign', bytes('GIF87a')],
    ['gif', 'its newer sign', bytes('GIF89a')],
    ['webp', 'a RIFF of this form', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['pdf', 'its sign', bytes('%PDF-1.7\n', [0])],
    ['text', 'letters and line ends', Buffer.from('Grüße\r\n\tan alle\n')],
    ['text', 'nothing', bytes()],
    ['other', 'a RIFF of another form', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['other', 'the beginning of a sign', bytes([0x89], 'PNG')],
    ['other', 'a control character', bytes('text', [7])],
    ['other', 'bytes that are no UTF-8', bytes('text', [0xff])],
    ['other', 'a character that is cut at the end of the file', Buffer.from('ü').subarray(0, 1)],
  ])('is %s › %s', (kind, _what, first) => {
    expect(kindOf(first)).toBe(kind)
  })

  it('is text › whose last character is cut, because only the beginning was read', () => {
    const first = Buffer.from(`a${'ü'.repeat(KIND_BYTES)}`).subarray(0, KIND_BYTES)

    expect(kindOf(first)).toBe('text')
  })
})
