// Proves docs/contract/vault.md, Images; docs/contract/window.md, Files: screens.

import { describe, expect, it } from 'vitest'
import { HEADERS, LOSSLESS_WEBP, LOSSY_WEBP, PNG } from '../tests/support/service/images.ts'
import { readImageHeader } from './image-header.ts'

const [WIDTH, HEIGHT] = [300, 1025]
/** Of JPEG it depends on the segments before. */
const SIZE_ENDS: Readonly<Record<string, number>> = { 'image/png': 24, 'image/gif': 10, 'image/webp': 25 }
const kinds = [...Object.entries(HEADERS), ['image/webp', LOSSY_WEBP] as const, ['image/webp', LOSSLESS_WEBP] as const]

describe('readImageHeader', () => {
  it.each(kinds)('%s › tells kind and size', (type, of) => {
    expect(readImageHeader(of(WIDTH, HEIGHT))).toEqual({ type, width: WIDTH, height: HEIGHT })
  })

  it('reads a picture as a program wrote it', () => {
    expect(readImageHeader(Buffer.from(PNG.contents, 'base64'))).toEqual({ type: 'image/png', width: 1, height: 1 })
  })

  it.each(kinds)('%s › undefined, and no fault, wherever it was cut off before its size', (type, of) => {
    const whole = of(WIDTH, HEIGHT)
    const sizeEnds = SIZE_ENDS[type] ?? whole.length
    for (let length = 0; length < sizeEnds; length += 1) {
      expect(readImageHeader(whole.subarray(0, length))).toBeUndefined()
    }
  })

  it.each(kinds.filter(([type]) => type !== 'image/webp'))('%s › undefined, without any pixel', (_, of) => {
    expect(readImageHeader(of(0, HEIGHT))).toBeUndefined()
    expect(readImageHeader(of(WIDTH, 0))).toBeUndefined()
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><title>picture</title>'],
    ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0'],
    ['TIFF', 'II*\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'],
    ['a sound', 'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0'],
    ['a PNG without header', '\x89PNG\r\n\x1a\n\0\0\0\rIDAT\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0'],
    ['a WebP of no kind', 'RIFF\x16\0\0\0WEBPVP8Y\x0a\0\0\0\0\0\0\0\x01\0\0\x01\0\0'],
    ['a JPEG without frame', `\xff\xd8\xff\xe0\0\x10${'\0'.repeat(40)}`],
    ['a JPEG whose segments have no length', `\xff\xd8${'\xff\xe0\0\0'.repeat(20)}`],
  ])('undefined for %s', (_, text) => {
    expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})
