// Proves docs/contract/window.md, Files: screens.

import { expect, test } from 'vitest'
import { imageSize } from './image-size.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (two) => parseInt(two, 16))
const ascii = (text: string): string =>
  Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')
const riff = (chunk: string, rest: string): Uint8Array =>
  bytes(`${ascii('RIFF')}00000000${ascii('WEBP')}${ascii(chunk)}00000000${rest}`)

test.each([
  ['png', bytes(`89504e470d0a1a0a0000000d${ascii('IHDR')}0001000000000200`), 65_536, 512],
  ['gif', bytes(`${ascii('GIF89a')}20030100`), 800, 1],
  ['jpeg', bytes('ffd8ffe0000401020000ffffc20011080123045603'), undefined, undefined],
  ['jpeg', bytes('ffd8ffe000040102ffffc20011080123045603'), 0x456, 0x123],
  ['webp', riff('VP8X', '00000000ff0300ff0100'), 1024, 512],
  ['webp', riff('VP8 ', '0000009d012a40012c01'), 320, 300],
  ['webp', riff('VP8L', '2f3f810000'), 320, 3],
] as const)('a %s says its size in its header', (kind, file, width, height) => {
  expect(imageSize(kind, file)).toEqual(width === undefined ? undefined : { width, height })
})

test('a header that ends early, is of something else or is no picture says nothing', () => {
  expect(imageSize('png', bytes('89504e470d0a'))).toBeUndefined()
  expect(imageSize('jpeg', bytes('89504e470d0a'))).toBeUndefined()
  expect(imageSize('jpeg', bytes('ffd8ffe0'))).toBeUndefined()
  expect(imageSize('webp', riff('ABCD', ''))).toBeUndefined()
  expect(imageSize('pdf', bytes('255044462d'))).toBeUndefined()
})
