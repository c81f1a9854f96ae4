// Proves docs/contract/window.md, Files: screens.

import { afterEach, expect, it, vi } from 'vitest'
import { decodeImage, drawOn, isImage, NotShown } from './draw-image.ts'
import { fakePictures, pngOf } from './testing/stored.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('decodeImage › hands the browser a picture under the type of its own bytes', async () => {
  const { decoded } = fakePictures()

  await decodeImage('png', pngOf(30, 20))

  expect(decoded.map(({ type, size }) => [type, size])).toEqual([['image/png', 33]])
})

it.each([
  ['a picture that would fill the memory', pngOf(100_000, 100_000)],
  ['one pixel row too many', pngOf(10_000, 4_001)],
  ['a page that says it is a picture', new TextEncoder().encode('<html><script>alert(1)</script>')],
  ['a drawing that could run', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a header that ends early', pngOf(30, 20).slice(0, 18)],
  ['nothing', new Uint8Array()],
])('decodeImage › never hands over %s', async (_, bytes) => {
  const { decoded } = fakePictures()

  await expect(decodeImage('png', new Uint8Array(bytes))).rejects.toBeInstanceOf(NotShown)
  expect(decoded).toEqual([])
})

it('decodeImage › says so where the browser finds no picture behind the header', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))

  await expect(decodeImage('png', pngOf(1, 1))).rejects.toBeInstanceOf(NotShown)
})

it('drawOn › keeps the proportions of what is too large, and the size of what is not', () => {
  const { drawImage } = fakePictures()
  const canvas = document.createElement('canvas')
  const image = (width: number, height: number) => ({ width, height, close: () => undefined })

  drawOn(canvas, image(1000, 10), 256)
  expect([canvas.width, canvas.height]).toEqual([256, 3])
  drawOn(canvas, image(1000, 1), 256)
  expect([canvas.width, canvas.height]).toEqual([256, 1])
  drawOn(canvas, image(30, 20), 256)
  expect([canvas.width, canvas.height]).toEqual([30, 20])
  expect(drawImage).toHaveBeenCalledTimes(3)
})

it('isImage › knows no kind that can hold scripts', () => {
  expect((['png', 'jpeg', 'gif', 'webp', 'pdf', 'text', 'other'] as const).filter(isImage)).toEqual([
    'png',
    'jpeg',
    'gif',
    'webp',
  ])
})
