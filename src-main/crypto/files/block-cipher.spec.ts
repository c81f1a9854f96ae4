// Proves docs/contract/client-crypto.md, Files: blocks.

import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../tests/support/draws.ts'
import { libraryOpen, librarySeal, publishedLibrary } from '../../../tests/support/published/published-library.ts'
import { encodeBase64UrlPadded } from '../base64url.ts'
import { attachmentKey, newAttachmentKey } from '../keys.ts'
import { readArtefacts as readPublishedArtefacts, writeArtefacts } from '../published/artefacts.ts'
import { sodium } from '../sodium.ts'
import { attachmentSubKeyFor } from './attachment-key.ts'
import type { BlockCipher, SealedBlock } from './block-cipher.ts'
import { newHeader, openBlock, sealBlock } from './block-cipher.ts'
import type { FileFormat } from './file-layout.ts'
import { digest } from '../../../tests/support/files/file-bytes.ts'

const key = attachmentKey(new Uint8Array(32).fill(0x71))
const header = new Uint8Array(24).fill(0x24)
const FORMATS = ['pdv1.ss', 'pdv1.sc', 'published'] as const
/** The message says which block it is. */
const BLOCK_NAMED: unknown = expect.stringMatching(/^block \d+ of \d+ of the file/)
const ONLY = { index: 0, count: 1 }
const content = new TextEncoder().encode('what stands in the file')

describe.each(FORMATS)('a block of %s', (format) => {
  const cipher = cipherOf(format)

  it('gives back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const { bytes: sealed, seal } = sealBlock({ cipher, place: ONLY }, bytes)
        expect(new Uint8Array(openBlock({ cipher, place: ONLY }, sealed, { seal }).bytes)).toEqual(bytes)
      }),
      { numRuns: draws(100, 3000) },
    )
  })

  it('opens in the memory it was sealed in', () => {
    const memory = new Uint8Array(content.length + 17)
    memory.set(content)

    const { bytes: sealed, seal } = sealBlock({ cipher, place: ONLY }, memory.subarray(0, content.length), {
      into: memory,
    })
    const { bytes } = openBlock({ cipher, place: ONLY }, sealed, { seal, into: memory })

    expect(bytes.buffer).toBe(memory.buffer)
    expect(bytes).toEqual(content)
  })

  it('does not open with any bit changed', () => {
    const { bytes: sealed, seal } = sealBlock({ cipher, place: ONLY }, content)
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      expect(() => openBlock({ cipher, place: ONLY }, flipped(sealed, bit), { seal })).toThrow(cannotOpen)
    }
  })

  it('does not open when cut, longer, or under another key', () => {
    const { bytes: sealed, seal } = sealBlock({ cipher, place: ONLY }, content)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openBlock({ cipher, place: ONLY }, sealed.subarray(0, length), { seal })).toThrow(cannotOpen)
    }
    expect(() => openBlock({ cipher, place: ONLY }, Uint8Array.of(...sealed, 0), { seal })).toThrow(cannotOpen)
    expect(() =>
      openBlock({ cipher: { ...cipher, key: newKey(format) } as BlockCipher, place: ONLY }, sealed, { seal }),
    ).toThrow(cannotOpen)
  })
})

describe('a block of pdv1.sc', () => {
  const cipher = ourCipher('pdv1.sc')

  it('is XChaCha20-Poly1305 with the nonce and bound data of its place', () => {
    const index = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 2)
    const nonce = sodium.crypto_generichash(24, Uint8Array.of(...header, ...index), null)
    const bound = Buffer.concat([Buffer.from('pdv1.sc'), index, Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 4)])

    const { bytes } = sealBlock({ cipher, place: { index: 2, count: 260 } }, content)

    const expected = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(content, bound, null, nonce, cipher.key)
    expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(expected).toString('hex'))
  })

  it('opens nowhere else: not at another index, of another number of blocks, in another file', () => {
    const { bytes: sealed } = sealBlock({ cipher, place: { index: 1, count: 3 } }, content)

    expect(() => openBlock({ cipher, place: { index: 2, count: 3 } }, sealed)).toThrow(cannotOpen)
    expect(() => openBlock({ cipher, place: { index: 1, count: 2 } }, sealed)).toThrow(cannotOpen)
    expect(() =>
      openBlock({ cipher: { ...cipher, header: newHeader() }, place: { index: 1, count: 3 } }, sealed),
    ).toThrow(cannotOpen)
    expect(openBlock({ cipher, place: { index: 1, count: 3 } }, sealed).bytes).toEqual(content)
  })
})

describe('a block of pdv1.ss', () => {
  const cipher = ourCipher('pdv1.ss')
  const messages = ['first', 'second', 'third'].map((text) => new TextEncoder().encode(text))

  it('is the stream of libsodium, in any number of blocks', () => {
    const sealed = sealedByLibsodium(messages)

    expect(openAll(sealed)).toEqual(messages)
  })

  it('is what libsodium opens', () => {
    const { bytes: sealed } = sealBlock({ cipher, place: ONLY }, content)
    const stream = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, cipher.key)

    expect(sodium.crypto_secretstream_xchacha20poly1305_pull(stream, sealed, boundData(0))).toEqual({
      message: content,
      tag: sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL,
    })
  })

  it('is written for one block only', () => {
    expect(() => sealBlock({ cipher, place: { index: 0, count: 2 } }, content)).toThrow('several blocks')
  })

  it('does not open without the last one, before the end, in another order, or twice', () => {
    const [first, second, third] = sealedByLibsodium(messages)
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were sealed')

    expect(() => openAll([first, second])).toThrow(cannotOpen)
    expect(() => openAll([first, second, third, third])).toThrow(cannotOpen)
    expect(() => openAll([first, third, second])).toThrow(cannotOpen)
    expect(() => openAll([second, first, third])).toThrow(cannotOpen)
    expect(() => openAll([first, first, third])).toThrow(cannotOpen)
    expect(() => openAll([first, third])).toThrow(cannotOpen)
  })

  function openAll(sealed: readonly Uint8Array[]): Uint8Array[] {
    let state: Uint8Array | undefined
    return sealed.map((bytes, index) => {
      const opened = openBlock({ cipher, place: { index, count: sealed.length } }, bytes, { state })
      state = opened.state
      return opened.bytes
    })
  }

  function sealedByLibsodium(all: readonly Uint8Array[]): Uint8Array[] {
    const stream = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, cipher.key)
    return all.map((message, index) => {
      const isLast = index === all.length - 1
      const tag = isLast
        ? sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
        : sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
      return sodium.crypto_secretstream_xchacha20poly1305_push(stream, message, boundData(index), tag)
    })
  }
})

describe('a block of the published format', () => {
  const cipher = cipherOf('published')
  const long = new Uint8Array(200_000).map((_, index) => index)

  it('never has the same nonce twice', () => {
    const ivs = Array.from({ length: 100 }, () =>
      Buffer.from(sealOf(sealBlock({ cipher, place: ONLY }, content)).iv).toString('hex'),
    )

    expect(new Set(ivs).size).toBe(100)
  })

  it('is AES-256-GCM over all of it with the word none', () => {
    const sealed = sealBlock({ cipher, place: ONLY }, long, { random: () => new Uint8Array(12).fill(1) })
    const whole = createCipheriv('aes-256-gcm', key, new Uint8Array(12).fill(1)).setAAD(Buffer.from('none'))

    expect(digest(sealed.bytes)).toBe(digest(Buffer.concat([whole.update(long), whole.final()])))
    expect(sealOf(sealed).tag).toEqual(new Uint8Array(whole.getAuthTag()))
  })

  it('is opened by the published library, and opens what that sealed', async () => {
    const libraryKey = publishedLibrary.EncryptionKey.fromBytes(key)
    const ours = sealBlock({ cipher, place: ONLY }, content)
    const serialized = serializedBlock({ bytes: ours.bytes, seal: sealOf(ours) })

    expect(new Uint8Array(await libraryOpen(libraryKey, serialized))).toEqual(content)

    const block = blockOf(await librarySeal(libraryKey, content))
    expect(new Uint8Array(openBlock({ cipher, place: ONLY }, block.bytes, { seal: block.seal }).bytes)).toEqual(content)
    const again = sealBlock({ cipher, place: ONLY }, content, { random: () => block.seal.iv })
    expect(serializedBlock({ bytes: again.bytes, seal: sealOf(again) })).toBe(
      serializedBlock({ bytes: block.bytes, seal: block.seal }),
    )
  })

  it('does not open with the nonce or tag of another block', () => {
    const [one, other] = [sealBlock({ cipher, place: ONLY }, content), sealBlock({ cipher, place: ONLY }, content)]

    expect(() => openBlock({ cipher, place: ONLY }, one.bytes, { seal: sealOf(other) })).toThrow(cannotOpen)
    expect(() =>
      openBlock({ cipher, place: ONLY }, one.bytes, { seal: { ...sealOf(one), iv: sealOf(other).iv } }),
    ).toThrow(cannotOpen)
  })
})

const cannotOpen = expect.objectContaining({ code: 'cannot_open', message: BLOCK_NAMED }) as Error

function cipherOf(format: FileFormat): BlockCipher {
  return format === 'published' ? { format, key } : ourCipher(format)
}

function ourCipher(format: 'pdv1.ss' | 'pdv1.sc') {
  return { format, key: attachmentSubKeyFor(key, 'blocks'), header }
}

function newKey(format: FileFormat): BlockCipher['key'] {
  const other = newAttachmentKey()
  return format === 'published' ? other : attachmentSubKeyFor(other, 'blocks')
}

function boundData(index: number): Uint8Array {
  return Buffer.concat([Buffer.from('pdv1.ss'), Uint8Array.of(0, 0, 0, 0, 0, 0, 0, index)])
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

function sealOf({ seal }: SealedBlock) {
  if (seal === undefined) throw new Error('the published format answers nonce and tag')
  return seal
}

/** A block as a text of the published library, which is how that seals and opens one. */
function serializedBlock({ bytes, seal }: Required<SealedBlock>): string {
  const artefacts = writeArtefacts('A', { iv: seal.iv, at: seal.tag, ad: 'none' })
  return `Aes256Gcm.${encodeBase64UrlPadded(bytes)}.${artefacts}`
}

function blockOf(serialized: string): Required<SealedBlock> {
  const [, data = '', artefacts = ''] = serialized.split('.')
  const document = readPublishedArtefacts('A', artefacts)
  const [iv, tag] = [document['iv'], document['at']]
  if (!(iv instanceof Uint8Array) || !(tag instanceof Uint8Array)) throw new Error('the library writes both')
  return { bytes: Buffer.from(data, 'base64url'), seal: { iv, tag } }
}
