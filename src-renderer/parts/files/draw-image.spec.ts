// Proves docs/contract/window.md, Files: screens.

import { afterEach, expect, it, vi } from 'vitest'
import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { drawImage, isImage, NotShown } from './draw-image.ts'
import { fakePictures, pngOf } from './testing/stored.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const draw = (kind: FileKind, bytes: Uint8Array<ArrayBuffer>) => {
  const canvas = document.createElement('canvas')
  return drawImage(canvas, { kind, bytes, most: 256 }).then(() => canvas)
}

it('drawImage › draws a picture on a thread of its own, under the type of its own bytes, and ends the thread', async () => {
  const { orders, terminated, shown } = fakePictures()

  const canvas = await draw('png', pngOf(30, 20))

  expect(orders.map(({ type, most }) => [type, most])).toEqual([['image/png', 256]])
  expect([canvas.width, canvas.height]).toEqual([30, 20])
  expect(shown).toHaveBeenCalledOnce()
  expect(terminated).toHaveBeenCalledOnce()
})

it.each([
  ['a picture that would fill the memory', 'pixels', pngOf(100_000, 100_000)],
  ['one pixel row too many', 'pixels', pngOf(10_000, 4_001)],
  ['a page that says it is a picture', 'damaged', new TextEncoder().encode('<html><script>alert(1)</script>')],
  [
    'a drawing that could run',
    'damaged',
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/>'),
  ],
  ['a header that ends early', 'damaged', pngOf(30, 20).slice(0, 18)],
  ['nothing', 'damaged', new Uint8Array()],
])('drawImage › never hands over %s, and says that it is %s', async (_, why, bytes) => {
  const { orders } = fakePictures()

  await expect(draw('png', bytes)).rejects.toMatchObject({ why })
  expect(orders).toEqual([])
})

it('drawImage › says so where the browser finds no picture behind the header', async () => {
  const { terminated } = fakePictures({ finds: false })

  await expect(draw('png', pngOf(1, 1))).rejects.toEqual(new NotShown('damaged'))
  expect(terminated).toHaveBeenCalledOnce()
})

it('isImage › knows no kind that can hold scripts', () => {
  expect((['png', 'jpeg', 'gif', 'webp', 'pdf', 'text', 'other'] as const).filter(isImage)).toEqual([
    'png',
    'jpeg',
    'gif',
    'webp',
  ])
})
