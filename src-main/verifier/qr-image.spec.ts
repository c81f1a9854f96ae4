// Proves docs/contract/exchange.md, Deep link.

import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { MAX_DEEP_LINK_LENGTH } from '../../shared/presentation-exchange/deep-link.ts'
import type { Media } from '../../shared/contract/media.ts'
import { qrPng, qrSvg } from './qr-image.ts'

const LINK =
  'vaultbench-wallet://request?definition=http%3A%2F%2F127.0.0.1%3A43121%2Fverifier%2Frequests%2FAAAAAAAAAAAAAAAAAAAAAA' +
  '%2Fdefinition&destination=http%3A%2F%2F127.0.0.1%3A43121%2Fverifier%2Frequests%2FAAAAAAAAAAAAAAAAAAAAAA%2Fpresentations'

/** The same with what the presentation is to be bound to, as the verifier makes it. */
const BOUND_LINK = `${LINK}&nonce=AAAAAAAAAAAAAAAAAAAAAA&client_id=http%3A%2F%2F127.0.0.1%3A43121`
const LONGEST_LINK = LINK.padEnd(MAX_DEEP_LINK_LENGTH, 'x')

interface Picture {
  readonly width: number
  readonly height: number
  /** Three bytes a pixel. */
  readonly data: Uint8Array
}

/** Reads what the encoder writes, by the text of the standard and not by its code. */
function pictureOfPng({ data }: Media): Picture {
  const png = Buffer.from(data, 'base64')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const raw = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const stride = 1 + Math.ceil(width / 8)
  expect(raw.length).toBe(stride * height)
  return picture(width, height, (x, y) => ((raw[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0)
}

/** Draws the runs of the second path with four pixels a unit. */
function pictureOfSvg({ data }: Media): Picture {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(data)?.[1])
  const dark = new Set<string>()
  for (const [, x = '', y = '', length = ''] of data.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let step = 0; step < Number(length); step += 1) dark.add(`${Number(x) + step} ${y}`)
  }
  return picture(size * 4, size * 4, (x, y) => dark.has(`${x >> 2} ${y >> 2}`))
}

function picture(width: number, height: number, isDark: (x: number, y: number) => boolean): Picture {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.fill(isDark(x, y) ? 0 : 255, (y * width + x) * 3, (y * width + x) * 3 + 3)
  }
  return { width, height, data }
}

describe.each([
  ['svg', qrSvg, pictureOfSvg, 4],
  ['png', qrPng, pictureOfPng, 8],
] as const)('QR code as %s', (_, draw, pictureOf, scale) => {
  it('reads as the link it was made of, at version 11 or less', () => {
    const drawn = pictureOf(draw(LINK))

    expect(decodeQR(drawn, { timeLimit: 10_000 })).toBe(LINK)
    expect(drawn.width / scale).toBeLessThanOrEqual(17 + 4 * 11 + 2 * 4)
  })

  it.each([
    ['a link of the verifier', BOUND_LINK, 13],
    ['the longest link', LONGEST_LINK, 38],
  ])('reads as %s', (_name, link, version) => {
    const drawn = pictureOf(draw(link))

    expect(decodeQR(drawn, { timeLimit: 10_000 })).toBe(link)
    expect(drawn.width / scale).toBeLessThanOrEqual(17 + 4 * version + 2 * 4)
  })

  it('has four white modules around it', () => {
    const { width, height, data } = pictureOf(draw(LINK))
    const isWhite = (x: number, y: number) => data[(y * width + x) * 3] === 255
    const inQuietZone = (x: number, y: number) => [x, y].some((at) => at < 4 * scale || at >= width - 4 * scale)

    for (let y = 0; y < height; y += scale) {
      for (let x = 0; x < width; x += scale) if (inQuietZone(x, y)) expect(isWhite(x, y)).toBe(true)
    }
    expect(isWhite(4 * scale, 4 * scale)).toBe(false) // there the finder pattern begins
  })

  it('reads whatever text it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (text) => {
        expect(decodeQR(pictureOf(draw(text)), { timeLimit: 10_000 })).toBe(text)
      }),
      { numRuns: 10 },
    )
  })
})
