// Proves docs/contract/window.md, Files: screens.

import { afterEach, expect, it, vi } from 'vitest'
import type { PictureOrder } from './picture-worker.ts'
import './picture-worker.ts'

afterEach(() => vi.unstubAllGlobals())

/** What the thread answers to an order, where the browser decodes a picture of this size, or none. */
async function answerTo(order: Partial<PictureOrder>, size: { width: number; height: number } | undefined) {
  const close = vi.fn()
  const decoded: Blob[] = []
  vi.stubGlobal('createImageBitmap', (blob: Blob) => {
    decoded.push(blob)
    return size === undefined
      ? Promise.reject(new DOMException('no picture', 'InvalidStateError'))
      : Promise.resolve({ ...size, close })
  })
  vi.stubGlobal('OffscreenCanvas', function (width: number, height: number) {
    return {
      width,
      height,
      getContext: () => ({ drawImage: vi.fn() }),
      transferToImageBitmap: () => ({ width, height }),
    }
  })
  const answered = vi.fn()
  vi.stubGlobal('postMessage', answered)
  const data = { bytes: new Uint8Array([1, 2]), type: 'image/png', most: 256, ...order }
  globalThis.dispatchEvent(new MessageEvent('message', { data }))
  await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
  return { answer: answered.mock.calls[0]?.[0] as unknown, decoded, close }
}

it.each([
  ['keeps the proportions of what is too large', [1000, 10], [256, 3]],
  ['leaves a pixel of what is very narrow', [1000, 1], [256, 1]],
  ['keeps the size of what is not too large', [30, 20], [30, 20]],
] as const)('a picture › %s', async (_, [width, height], [wide, high]) => {
  const { answer, decoded, close } = await answerTo({ most: 256 }, { width, height })

  expect(answer).toEqual({ image: { width: wide, height: high } })
  expect(decoded.map(({ type, size }) => [type, size])).toEqual([['image/png', 2]])
  expect(close).toHaveBeenCalledOnce()
})

it('what is none › is answered with nothing', async () => {
  expect((await answerTo({}, undefined)).answer).toEqual({})
})
