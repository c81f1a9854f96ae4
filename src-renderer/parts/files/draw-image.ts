import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { readImageHeader } from '../../../shared/image-header.ts'
import { ownWorkers } from './own-worker.ts'
import type { DrawnPicture, PictureOrder } from './picture-worker.ts'
import workerAddress from './picture-worker.ts?worker&url'

const startWorker = ownWorkers('picture-worker', workerAddress)

/** A decoded image takes four bytes for each of its pixels. */
export const MOST_PIXELS = 40_000_000

const TYPES: Partial<Record<FileKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** The reasons why a file is not shown; each has a message. */
export type WhyNotShown = 'kind' | 'size' | 'pixels' | 'damaged' | 'password' | 'slow'

/** A file that does not match its first bytes, or is too large to show. */
export class NotShown extends Error {
  readonly why: WhyNotShown

  constructor(why: WhyNotShown) {
    super(`not shown: ${why}`)
    this.why = why
  }
}

export const isImage = (kind: FileKind): boolean => TYPES[kind] !== undefined

/**
 * Draws an image whose header has a size that may be decoded, at most `most` pixels to a side.
 *
 * @param bytes are transferred to a thread: nobody else can read them afterwards
 * @throws {NotShown}
 */
export async function drawImage(
  canvas: HTMLCanvasElement,
  { kind, bytes, most }: { readonly kind: FileKind; readonly bytes: Uint8Array<ArrayBuffer>; readonly most: number },
): Promise<void> {
  const size = readImageHeader(bytes)
  if (size === undefined) throw new NotShown('damaged')
  if (size.width * size.height > MOST_PIXELS) throw new NotShown('pixels')
  const { image } = await drawn({ bytes, type: TYPES[kind] ?? '', most })
  if (image === undefined) throw new NotShown('damaged')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image)
}

async function drawn(order: PictureOrder): Promise<DrawnPicture> {
  const worker = startWorker()
  try {
    return await new Promise<DrawnPicture>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DrawnPicture>) => resolve(data))
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'the picture worker did not start')),
      )
      worker.postMessage(order, [order.bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}
