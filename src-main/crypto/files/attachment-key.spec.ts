// Proves docs/contract/client-crypto.md, Files: keys.

import { describe, expect, it } from 'vitest'
import { libraryOpen, librarySeal, publishedLibrary } from '../../../tests/support/published/published-library.ts'
import { ATTACHMENT_KEY_VECTOR } from '../../../tests/vectors/sealed-format-vectors.ts'
import { attachmentKey, keyId, newAttachmentKey } from '../keys.ts'
import { attachmentSubKeyFor, formatFileKey, parseFileKey } from './attachment-key.ts'
import { openThumbnail, sealThumbnail } from './thumbnail.ts'

const key = attachmentKey(new Uint8Array(32).fill(ATTACHMENT_KEY_VECTOR.keyByte))
const code = (expected: string) => expect.objectContaining({ code: expected }) as Error

describe('attachmentSubKeyFor', () => {
  it.each(['blocks', 'thumbnails', 'names'] as const)('makes the sub-key of %s as in the worked example', (purpose) => {
    expect(Buffer.from(attachmentSubKeyFor(key, purpose)).toString('hex')).toBe(ATTACHMENT_KEY_VECTOR.subKeys[purpose])
  })
})

describe('parseFileKey', () => {
  it('reads the key of a file in our format', () => {
    const text = formatFileKey({ family: 'pdv1', key })

    expect(text).toMatch(/^pdv1\.rk\.att\.[\w-]{11}\.[\w-]{43}$/)
    expect(parseFileKey(text)).toEqual({ family: 'pdv1', key })
  })

  it('reads the key of a file in the published format', () => {
    const text = formatFileKey({ family: 'published', key })

    expect(text).toBe('cXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXE=')
    expect(parseFileKey(text)).toEqual({ family: 'published', key })
  })

  it.each([
    ['nothing', '', 'key_invalid'],
    ['other text', 'my passport', 'key_invalid'],
    ['a key of another kind', formatFileKey({ family: 'pdv1', key }).replace('.att.', '.dek.'), 'key_invalid'],
    ['Base64 with loose bits', `${'c'.repeat(42)}d=`, 'key_invalid'],
    ['a shorter key', Buffer.alloc(31).toString('base64url'), 'key_invalid'],
    ['the identifier of another key', withId(keyId(newAttachmentKey())), 'wrong_key'],
    ['a key of a newer version', 'pdv2.rk.att.-.AAAA', 'unsupported_version'],
  ])('refuses %s', (_, text, expected) => {
    expect(() => parseFileKey(text)).toThrow(code(expected))
  })
})

describe('sealThumbnail', () => {
  const place = { attachmentId: '0190d2a8-0000-7000-8000-000000000001', sizeType: '128x128/jpg' }
  const picture = Uint8Array.of(0xff, 0xd8, 0xff)

  it.each(['pdv1', 'published'] as const)('seals a picture in the format %s', (family) => {
    const text = sealThumbnail({ family, key }, place, picture)

    expect(text).toMatch(family === 'pdv1' ? /^pdv1\.xc\.th\./ : /^Aes256Gcm\./)
    expect(new Uint8Array(openThumbnail({ family, key }, place, text))).toEqual(picture)
  })

  it.each([1, 3, 100_000])(
    'a published picture of %i bytes › opens with their library, and theirs here',
    async (bytes) => {
      const file = { family: 'published', key } as const
      const libraryKey = publishedLibrary.EncryptionKey.fromBytes(key)
      const content = Uint8Array.from({ length: bytes }, (_, index) => (index * 7 + 0xff) & 0xff)

      expect(Buffer.from(await libraryOpen(libraryKey, sealThumbnail(file, place, content))).equals(content)).toBe(true)
      const theirs = openThumbnail(file, place, await librarySeal(libraryKey, content))
      expect(Buffer.from(theirs).equals(content)).toBe(true)
    },
  )

  it('ties a picture to its file and size', () => {
    const text = sealThumbnail({ family: 'pdv1', key }, place, picture)
    const open = (other: Partial<typeof place>) => () =>
      openThumbnail({ family: 'pdv1', key }, { ...place, ...other }, text)

    expect(open({ sizeType: '128x128/png' })).toThrow(code('cannot_open'))
    expect(open({ attachmentId: '0190d2a8-0000-7000-8000-000000000002' })).toThrow(code('cannot_open'))
  })
})

function withId(kid: string): string {
  return formatFileKey({ family: 'pdv1', key }).split('.').with(3, kid).join('.')
}
