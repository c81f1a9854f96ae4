// Proves docs/contract/window.md, Wallet.

import { encodeQR } from 'qr'
import { afterEach, expect, it, vi } from 'vitest'
import { readCodePicture, readPixels } from './code-picture.ts'

const LINK = 'openid4vp://?client_id=a&request_uri=https%3A%2F%2Fverifier.example%2Fr'
const SCALE = 4

/** What a canvas has of the picture of a code: dark squares on white. */
function pixelsOf(text: string) {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  const size = rows.length * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let place = 0; place < size * size; place++) {
    const isDark = rows[Math.floor(place / size / SCALE)]?.[Math.floor((place % size) / SCALE)] === true
    if (isDark) data.fill(0, place * 4, place * 4 + 3)
  }
  return { width: size, height: size, data }
}

afterEach(() => vi.unstubAllGlobals())

it('reads the link of a code', () => {
  expect(readPixels(pixelsOf(LINK))).toEqual({ link: LINK })
})

it('says that a code holds no link, and that a picture holds no code', () => {
  const white = { width: 40, height: 40, data: new Uint8ClampedArray(40 * 40 * 4).fill(255) }

  expect(readPixels(pixelsOf('hello world'))).toEqual({ problem: 'no_link' })
  expect(readPixels(white)).toEqual({ problem: 'no_code' })
})

it('does not open what is larger than any picture, nor what is none', async () => {
  const decode = vi.fn(() => Promise.reject(new Error('not an image')))
  vi.stubGlobal('createImageBitmap', decode)

  expect(await readCodePicture(new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]))).toEqual({ problem: 'too_large' })
  expect(decode).not.toHaveBeenCalled()
  expect(await readCodePicture(new Blob(['a text']))).toEqual({ problem: 'no_picture' })
})

it('draws a large picture on a canvas of bounded size', async () => {
  const sizes: number[][] = []
  const drawn = { ...pixelsOf(LINK) }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 16_000, height: 8_000, close: () => undefined }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(...size: number[]) {
        sizes.push(size)
      }
      getContext() {
        return { fillRect: () => undefined, drawImage: () => undefined, getImageData: () => drawn }
      }
    },
  )

  expect(await readCodePicture(new Blob(['a picture']))).toEqual({ link: LINK })
  expect(sizes).toEqual([[1_600, 800]])
})
