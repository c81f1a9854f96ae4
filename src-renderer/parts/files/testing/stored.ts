import { vi } from 'vitest'
import type { OpenedFileFacts } from '../../../../shared/contract/workbench-files.ts'
import type { PictureOrder } from '../picture-worker.ts'
import type { OpenedFile } from '../stored-file.ts'

/** A stored file with these bytes, or with only a size. */
export function aStoredFile(
  content: Uint8Array | string = '0123456789',
  { kind = 'other', ...more }: Partial<OpenedFileFacts> = {},
): OpenedFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const facts = { filename: 'a.bin', content_type: 'application/octet-stream', size: bytes.length, kind, ...more }
  return {
    facts,
    look: () => Promise.resolve(facts),
    part: (start, wanted) => Promise.resolve(new Uint8Array(bytes.slice(start, start + wanted))),
  }
}

/** The header of a PNG of this size, without any image data. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x89504e47)
  view.setUint32(4, 0x0d0a1a0a)
  view.setUint32(8, 13)
  view.setUint32(12, 0x49484452)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/**
 * Fakes the thread that draws pictures, and the canvas that shows them.
 *
 * @param finds whether the thread finds a picture
 */
export function fakePictures({ finds = true } = {}) {
  const orders: PictureOrder[] = []
  const terminated = vi.fn()
  vi.stubGlobal('Worker', function () {
    const worker = new EventTarget()
    const postMessage = (order: PictureOrder): void => {
      orders.push(order)
      const data = finds ? { image: { width: 30, height: 20 } } : {}
      queueMicrotask(() => worker.dispatchEvent(new MessageEvent('message', { data })))
    }
    return Object.assign(worker, { postMessage, terminate: terminated })
  })
  const shown = vi.fn()
  const context = { transferFromImageBitmap: shown }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as GPUCanvasContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) => {
    give(new Blob(['drawn'], { type: type ?? '' }))
  })
  return { orders, terminated, shown }
}
