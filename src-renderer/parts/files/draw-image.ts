import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { imageSize } from './image-size.ts'

/** Decoded, a picture takes four bytes for each of its pixels. */
const MOST_PIXELS = 40_000_000

const TYPES: Partial<Record<FileKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** A file that is not what it begins like, or larger than what is shown. */
export class NotShown extends Error {}

export const isImage = (kind: FileKind): boolean => TYPES[kind] !== undefined

/** Decodes a picture whose header says that it is of a size that may be decoded. */
export async function decodeImage(kind: FileKind, bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  const size = imageSize(kind, bytes)
  if (size === undefined || size.width * size.height > MOST_PIXELS) throw new NotShown()
  try {
    return await createImageBitmap(new Blob([bytes], { type: TYPES[kind] ?? '' }))
  } catch (error) {
    if (error instanceof DOMException) throw new NotShown()
    throw error
  }
}

/** Draws a picture on a canvas of its size, no larger than `most` to a side. */
export function drawOn(canvas: HTMLCanvasElement, image: ImageBitmap, most: number): void {
  const scale = Math.min(1, most / Math.max(image.width, image.height))
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new NotShown()
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
}
