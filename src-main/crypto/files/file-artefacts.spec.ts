// Proves docs/contract/client-crypto.md, Files: artefacts, Files: names, Files: formats.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CryptoError } from '../crypto-error.ts'
import { newAttachmentKey } from '../keys.ts'
import type { FileArtefacts } from './file-artefacts.ts'
import { MAX_ARTEFACTS_BYTES } from '../../../shared/contract/attachments.ts'
import { readArtefacts, writeArtefacts } from './file-artefacts.ts'
import type { FileLayout } from './file-layout.ts'
import { blockCount, layoutOfNewFile, MAX_FILE_BYTES, storedBytes } from './file-layout.ts'
import { openFileNames, sealFileNames } from './file-names.ts'

type Json = Record<string, unknown>

const OURS = {
  format: 'pdv1.sc',
  version: 1,
  header: 'JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk',
  chunk_size: 1_048_576,
  overhead: 16,
  size: 1_300_001,
  range: ['bytes=0-1048591', 'bytes=1048592-1300032'],
}
const PUBLISHED = {
  iv: [buffer(12, 1), buffer(12, 2)],
  ad: 'none',
  at: [buffer(16, 3), buffer(16, 4)],
  range: ['bytes=0-1048575', 'bytes=1048576-1300000'],
  encryption_strategy: 'AES-GCM',
  size: 1_300_001,
}
const invalid = expect.objectContaining({ code: 'artefacts_invalid' }) as Error

describe('layoutOfNewFile', () => {
  it.each([
    [0, 'pdv1.ss', 1, 17],
    [1, 'pdv1.ss', 1, 18],
    [1_048_575, 'pdv1.ss', 1, 1_048_592],
    [1_048_576, 'pdv1.ss', 1, 1_048_593],
    [1_048_577, 'pdv1.sc', 2, 1_048_609],
    [MAX_FILE_BYTES, 'pdv1.sc', 2048, MAX_FILE_BYTES + 2048 * 16],
  ])('lays out %i bytes', (size, format, count, stored) => {
    const layout = layoutOfNewFile('pdv1', size)

    expect({ format: layout.format, count: blockCount(layout), stored: storedBytes(layout) }).toEqual({
      format,
      count,
      stored,
    })
  })

  it('stores as many bytes as there are in the published format', () => {
    expect(storedBytes(layoutOfNewFile('published', 1_300_001))).toBe(1_300_001)
  })

  it.each([
    ['published', 0],
    ['pdv1', -1],
    ['pdv1', 1.5],
    ['pdv1', MAX_FILE_BYTES + 1],
    ['published', MAX_FILE_BYTES + 1],
  ] as const)('has none in the format %s for %d bytes', (family, size) => {
    expect(() => layoutOfNewFile(family, size)).toThrow(RangeError)
  })
})

describe('writeArtefacts', () => {
  it('writes ours as the page says', () => {
    const layout = layoutOfNewFile('pdv1', 1_300_001) as FileLayout & { format: 'pdv1.sc' }

    expect(jsonOf({ layout, header: new Uint8Array(24).fill(0x24) })).toEqual(OURS)
  })

  it('writes the published ones as their clients do', () => {
    const layout = layoutOfNewFile('published', 1_300_001) as FileLayout & { format: 'published' }
    const seals = [1, 2].map((number) => ({
      iv: new Uint8Array(12).fill(number),
      tag: new Uint8Array(16).fill(number + 2),
    }))

    expect(jsonOf({ layout, seals })).toEqual(PUBLISHED)
  })
})

describe('readArtefacts', () => {
  it.each([
    ['pdv1', 0],
    ['pdv1', 1_048_576],
    ['pdv1', 5_000_000],
    ['pdv1', MAX_FILE_BYTES],
    ['published', 1],
    ['published', MAX_FILE_BYTES],
  ] as const)('reads what was written in the format %s for %i bytes', (family, size) => {
    const bytes = writeArtefacts(writtenFor(family, size))

    const read = readArtefacts(bytes)

    expect(bytes.length).toBeLessThan(MAX_ARTEFACTS_BYTES / 2)
    expect(read.layout.size).toBe(size)
    expect(Buffer.from(writeArtefacts(read)).equals(bytes)).toBe(true)
  })

  it('takes blocks of another size, and what other clients say of a film', () => {
    const other = { ...OURS, chunk_size: 1000, size: 1500, range: ['bytes=0-1015', 'bytes=1016-1531'] }

    expect(read(other).layout).toEqual({ format: 'pdv1.sc', size: 1500, blockBytes: 1000 })
    expect(read({ ...PUBLISHED, videoCodec: 'avc1.42E01E' }).layout.format).toBe('published')
  })

  it.each<[string, Json]>([
    ['a gap', { range: ['bytes=0-1048591', 'bytes=1048593-1300033'] }],
    ['an overlap', { range: ['bytes=0-1048591', 'bytes=1048591-1300032'] }],
    ['a wrong end', { range: ['bytes=0-1048591', 'bytes=1048592-1300033'] }],
    ['another order', { range: [...OURS.range].reverse() }],
    ['a block too many', { range: [...OURS.range, 'bytes=1300033-1300033'] }],
    ['a block too few', { range: OURS.range.slice(0, 1) }],
    ['no block', { range: [] }],
    ['ranges that are no list', { range: 'bytes=0-1' }],
    ['ranges that are numbers', { range: [0, 1] }],
    ['blanks in a range', { range: ['bytes=0-1048591', 'bytes= 1048592-1300032'] }],
    ['another size', { size: 1_300_000 }],
    ['a size of more than a file has', { size: MAX_FILE_BYTES + 1 }],
    ['a negative size', { size: -1 }],
    ['a size that is text', { size: '1300001' }],
    ['a size that is no whole number', { size: 1_300_000.5 }],
    ['blocks of nothing', { chunk_size: 0 }],
    ['blocks of one byte', { chunk_size: 1 }],
    ['blocks larger than a request', { chunk_size: 9 * 1024 * 1024 }],
    ['another overhead', { overhead: 17 }],
    ['a short header', { header: 'JCQk' }],
    ['a header that is not Base64', { header: '?'.repeat(32) }],
    ['no header', { header: undefined }],
    ['another format', { format: 'zip' }],
    ['a sealed name that is no text', { meta: 1, blob_key: 'k' }],
    ['a sealed name bound to nothing', { meta: 'pdv1.xc.am.-.AAAA' }],
  ])('refuses ours with %s', (_, change) => {
    expect(() => read({ ...OURS, ...change })).toThrow(invalid)
  })

  it.each<[string, Json]>([
    ['a gap', { range: ['bytes=0-1048575', 'bytes=1048577-1300001'] }],
    ['an overlap', { range: ['bytes=0-1048575', 'bytes=1048575-1300000'] }],
    ['a first range that begins later', { range: ['bytes=1-1048576', 'bytes=1048577-1300001'] }],
    ['a range without bytes', { range: ['bytes=0--1', 'bytes=0-1300000'] }],
    ['a range too many', { range: [...PUBLISHED.range, 'bytes=1300001-1300001'] }],
    ['no range', { range: [] }],
    ['a nonce too few', { iv: PUBLISHED.iv.slice(1) }],
    ['a tag too many', { at: [...PUBLISHED.at, buffer(16, 5)] }],
    ['a short nonce', { iv: [buffer(11, 1), buffer(12, 2)] }],
    ['a short tag', { at: [buffer(4, 1), buffer(16, 2)] }],
    ['a nonce that is text', { iv: ['AQEB', buffer(12, 2)] }],
    ['a nonce that is no list of bytes', { iv: [{ type: 'Buffer', data: Array(12).fill(256) }, buffer(12, 2)] }],
    ['another associated word', { ad: 'some' }],
    ['another strategy', { encryption_strategy: 'AES-CBC' }],
    ['no content', { size: 0, range: [], iv: [], at: [] }],
    [
      'one block larger than a request',
      { size: 9e6, range: ['bytes=0-8999999'], iv: [buffer(12, 1)], at: [buffer(16, 1)] },
    ],
  ])('refuses published ones with %s', (_, change) => {
    expect(() => read({ ...PUBLISHED, ...change })).toThrow(invalid)
  })

  it.each([
    ['nothing', ''],
    ['half of it', JSON.stringify(OURS).slice(0, 80)],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['more than any file needs', JSON.stringify({ ...OURS, more: 'x'.repeat(MAX_ARTEFACTS_BYTES) })],
  ])('refuses %s', (_, bytes) => {
    expect(() => readArtefacts(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)).toThrow(invalid)
  })

  it.each([{ format: 'pdv2.sc' }, { format: 'pdv1.xx' }, { version: 2 }])(
    'asks for a newer program for %o',
    (change) => {
      expect(() => read({ ...OURS, ...change })).toThrow(expect.objectContaining({ code: 'unsupported_version' }))
    },
  )

  it('never fails otherwise, whatever is changed', () => {
    const members = fc.constantFrom(...Object.keys({ ...OURS, ...PUBLISHED }))
    fc.assert(
      fc.property(fc.constantFrom<Json>(OURS, PUBLISHED), members, fc.jsonValue(), (json, member, value) => {
        try {
          read({ ...json, [member]: value })
        } catch (error) {
          expect(error).toBeInstanceOf(CryptoError)
        }
      }),
    )
  })
})

describe('openFileNames', () => {
  const key = newAttachmentKey()
  const names = { filename: 'résumé ✓.pdf', content_type: 'application/pdf' }

  it('gives back what was sealed', () => {
    const sealed = sealFileNames(key, 'blob-key', names)

    expect(sealed.meta).toMatch(/^pdv1\.xc\.am\./)
    expect(openFileNames(key, sealed)).toEqual(names)
  })

  it('refuses another blob and another key', () => {
    const sealed = sealFileNames(key, 'blob-key', names)

    expect(() => openFileNames(key, { ...sealed, blobKey: 'other' })).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
    expect(() => openFileNames(newAttachmentKey(), sealed)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
  })

  it('refuses what is no name', () => {
    const sealed = sealFileNames(key, 'blob-key', { filename: 'a', content_type: undefined as unknown as string })

    expect(() => openFileNames(key, sealed)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
  })
})

function buffer(bytes: number, byte: number) {
  return { type: 'Buffer', data: Array<number>(bytes).fill(byte) }
}

function read(json: Json): FileArtefacts {
  return readArtefacts(Buffer.from(JSON.stringify(json)))
}

function jsonOf(artefacts: FileArtefacts): unknown {
  return JSON.parse(Buffer.from(writeArtefacts(artefacts)).toString())
}

function writtenFor(family: 'pdv1' | 'published', size: number): FileArtefacts {
  const layout = layoutOfNewFile(family, size)
  if (layout.format !== 'published') return { layout: { ...layout, format: layout.format }, header: new Uint8Array(24) }
  const seals = Array.from({ length: blockCount(layout) }, () => ({
    iv: new Uint8Array(12).fill(255),
    tag: new Uint8Array(16).fill(255),
  }))
  return { layout: { ...layout, format: 'published' }, seals }
}
