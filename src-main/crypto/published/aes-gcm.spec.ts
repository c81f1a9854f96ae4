// Proves docs/contract/client-crypto.md, Published format: symmetric.

import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AES_GCM_VECTOR } from '../../../tests/vectors/published-format-vectors.ts'
import { librarySeal, publishedLibrary } from '../../../tests/support/published/published-library.ts'
import { CryptoError } from '../crypto-error.ts'
import { dataEncryptionKey, newDataEncryptionKey } from '../keys.ts'
import { openAesGcm, openAesGcmInPlace, openAesGcmText, sealAesGcm, sealAesGcmText } from './aes-gcm.ts'
import { writePart } from './artefacts.ts'
import { writeBson } from './bson.ts'
import type { BsonDocument } from './bson.ts'

const { keyByte, nonceByte, text, sealed } = AES_GCM_VECTOR
const key = dataEncryptionKey(new Uint8Array(32).fill(keyByte))
const fixedNonce = (length: number) => new Uint8Array(length).fill(nonceByte)
const [, data = '', artefacts = ''] = sealed.split('.')
const nonce = Buffer.alloc(12, nonceByte)
const tag = Buffer.from(artefacts, 'base64url').subarray(35, 51)

describe('sealAesGcmText', () => {
  it('matches the worked example', () => {
    expect(sealAesGcmText(key, text, fixedNonce)).toBe(sealed)
  })

  it('never repeats a cipher text', () => {
    expect(sealAesGcmText(key, text)).not.toBe(sealAesGcmText(key, text))
  })
})

describe('openAesGcmText', () => {
  it('opens the worked example', () => {
    expect(openAesGcmText(key, sealed)).toBe(text)
  })

  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (clear) => {
        expect(openAesGcmText(key, sealAesGcmText(key, clear))).toBe(clear)
      }),
    )
  })

  it('refuses content that is not UTF-8', () => {
    const notText = sealAesGcm(key, Uint8Array.of(0xff))

    expect(() => openAesGcmText(key, notText)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })
})

const inPlace: typeof openAesGcm = (used, value) => openAesGcmInPlace(used, Buffer.from(value))

describe.each([
  ['openAesGcm', openAesGcm],
  ['openAesGcmInPlace', inPlace],
])('%s', (_name, open) => {
  const openText = (value: string) => Buffer.from(open(key, value)).toString()

  it('takes the artefacts in any order', () => {
    expect(openText(withBson({ ad: 'none', at: tag, iv: nonce }))).toBe(text)
  })

  it.each([
    [
      'as older clients wrote it',
      `---\niv: !binary |-\n  ${base64(nonce)}\nat: !binary |-\n  ${base64(tag)}\nad: none\n`,
    ],
    [
      'with other line ends',
      `---\r\niv: !binary |-\r\n  ${base64(nonce)}\r\nat: !binary |-\r\n  ${base64(tag)}\r\nad: none`,
    ],
    ['on one line each', `--- \niv: !!binary ${base64(nonce)}\nat: !!binary ${base64(tag)}\nad: none\n`],
    ['with broken lines', `---\niv: !binary |-\n  ${halves(nonce)}\nat: !binary |-\n  ${halves(tag)}\nad: none\n`],
  ])('reads YAML %s', (_, yaml) => {
    expect(openText(`Aes256Gcm.${data}.${writePart(Buffer.from(yaml))}`)).toBe(text)
  })

  it.each([
    ['cipher text', withPart(1, 'AAAAAAAAAAAAAA==')],
    ['nonce', withBson({ iv: Buffer.alloc(12, 2), at: tag, ad: 'none' })],
    ['tag', withBson({ iv: nonce, at: Buffer.alloc(16), ad: 'none' })],
  ])('refuses a changed %s', (_, changed) => {
    expect(() => open(key, changed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it('refuses another key', () => {
    expect(() => open(newDataEncryptionKey(), sealed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it('refuses content that was sealed without the word none', () => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const content = Buffer.concat([cipher.update('text'), cipher.final()])
    const changed = `Aes256Gcm.${writePart(content)}.${bsonPart({ iv: nonce, at: cipher.getAuthTag(), ad: 'none' })}`

    expect(() => open(key, changed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })

  it.each([
    ['another name', withPart(0, 'Aes128Gcm')],
    ['no cipher text', withPart(1, '')],
    ['a part that is not Base64', withPart(1, 'a b?')],
    ['a part with loose bits', withPart(1, 'HiIg2_zQzOxNRx==')],
    ['a part with padding inside', withPart(1, 'HiIg=2_zQzOxNRw==')],
    ['artefacts of another version', withPart(2, artefacts.replace('QU', 'QV'))],
    ['artefacts cut short', withPart(2, writePart(Buffer.from(artefacts, 'base64url').subarray(0, 40)))],
    ['artefacts with something behind', withPart(2, writePart(Buffer.from(`${decoded()}\0`, 'latin1')))],
    ['empty artefacts', withPart(2, '')],
    ['YAML of another kind', withPart(2, writePart(Buffer.from('--- {}')))],
    ['a missing nonce', withBson({ at: tag, ad: 'none' })],
    ['a short nonce', withBson({ iv: nonce.subarray(1), at: tag, ad: 'none' })],
    ['a short tag', withBson({ iv: nonce, at: tag.subarray(0, 4), ad: 'none' })],
    ['a nonce that is text', withBson({ iv: 'aaaaaaaaaaaa', at: tag, ad: 'none' })],
    ['another associated word', withBson({ iv: nonce, at: tag, ad: 'some' })],
    ['a missing part', `Aes256Gcm.${data}`],
    ['a part too many', `${sealed}.${artefacts}`],
    ['a value of ours', 'pdv1.xc.sh.ZzlwAvNgP9Y.JCQk'],
    ['nothing', ''],
  ])('refuses %s', (_, changed) => {
    expect(() => open(key, changed)).toThrow(expect.objectContaining({ code: 'malformed_envelope' }))
  })
})

describe('openAesGcmInPlace', () => {
  const PIECE = 48 * 1024

  it.each([1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 1000])(
    'opens %i bytes of the published library within the memory of the text',
    async (length) => {
      const content = randomBytes(length)
      const text = Buffer.from(await librarySeal(publishedLibrary.EncryptionKey.fromBytes(key), content))

      const opened = openAesGcmInPlace(key, text)

      expect([opened.buffer, opened.byteOffset]).toEqual([text.buffer, text.byteOffset])
      expect(Buffer.from(opened).equals(content)).toBe(true)
    },
  )

  it('leaves nothing in the memory of what does not open', () => {
    const long = sealAesGcm(key, Buffer.alloc(2 * PIECE, 'secret '))
    const [, sealedPart = ''] = long.split('.')
    const inside = `${sealedPart.slice(0, 70_000)}=${sealedPart.slice(70_001)}`

    const other = `${sealedPart.startsWith('A') ? 'B' : 'A'}${sealedPart.slice(1)}`

    for (const changed of [long.replace(sealedPart, other), long.replace(sealedPart, inside)]) {
      const memory = Buffer.from(changed)
      expect(() => openAesGcmInPlace(key, memory)).toThrow(CryptoError)
      expect(memory.every((byte) => byte === 0)).toBe(true)
    }
  })

  it('takes a piece with padding inside for no text of the format', () => {
    const long = sealAesGcm(key, Buffer.alloc(2 * PIECE, 1))
    const at = 'Aes256Gcm.'.length + 64 * 1024

    expect(() => openAesGcmInPlace(key, Buffer.from(`${long.slice(0, at - 2)}==${long.slice(at)}`))).toThrow(
      expect.objectContaining({ code: 'malformed_envelope' }),
    )
  })
})

function withPart(part: number, replacement: string): string {
  return sealed.split('.').with(part, replacement).join('.')
}

function withBson(document: BsonDocument): string {
  return withPart(2, bsonPart(document))
}

function bsonPart(document: BsonDocument): string {
  return writePart(Buffer.concat([Buffer.from('A'), writeBson(document)]))
}

function decoded(): string {
  return Buffer.from(artefacts, 'base64url').toString('latin1')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function halves(bytes: Uint8Array): string {
  return base64(bytes).replace(/^.{8}/, '$&\n  ')
}
