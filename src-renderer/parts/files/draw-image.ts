import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { readImageHeader } from '../../../shared/image-header.ts'
import { ownWorkers } from './own-worker.ts'
import type { DrawnPicture, PictureOrder } from './picture-worker.ts'
import workerAddress from './picture-worker.ts?worker&url'

const startWorker = ownWorkers('picture-worker', workerAddress)

/** Decoded, a picture takes four bytes for each of its pixels. */
export const MOST_PIXELS = 40_000_000

const TYPES: Partial<Record<FileKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Why a file is not shown: each has its sentence in the messages of files. */
export type WhyNotShown = 'kind' | 'size' | 'pixels' | 'damaged' | 'password' | 'slow'

/** A file that is not what it begins like, or more than what is shown. */
export class NotShown extends Error {
  readonly why: WhyNotShown

  constructor(why: WhyNotShown) {
    super(`not shown: ${why}`)
    this.why = why
  }
}

export const isImage = (kind: FileKind): boolean => TYPES[kind] !== undefined

/**
 * Draws a picture whose header says that it is of a size that may be decoded, no larger than `most` to a side.
 *
 * @param bytes are handed over to a thread of its own: nobody else can read them afterwards
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
