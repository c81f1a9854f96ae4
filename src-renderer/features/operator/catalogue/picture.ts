import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../../../shared/contract/images.ts'
import type { NewPicture } from './use-catalogue.ts'

/** The reason why a file cannot be an image of the catalogue. */
export type PictureProblem = 'type' | 'size' | 'empty'

/** A chosen image: the request, and an address to show it. */
export interface Picture extends NewPicture {
  readonly bytes: number
  /** A `data:` address, which the content security policy allows for images. */
  readonly preview: string
}

/** The problem of a file, if any. The service checks its bytes as well. */
export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | undefined {
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return 'type'
  if (size === 0) return 'empty'
  return size > MAX_IMAGE_BYTES ? 'size' : undefined
}

/** @throws {DOMException} when the file cannot be read any more */
export async function pictureOf(file: File): Promise<Picture> {
  const preview = await dataUrlOf(file)
  return {
    filename: file.name,
    content_type: file.type,
    contents: preview.slice(preview.indexOf(',') + 1),
    bytes: file.size,
    preview,
  }
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '')
    }
    reader.onerror = () => {
      reject(reader.error ?? new DOMException('the file cannot be read'))
    }
    reader.readAsDataURL(file)
  })
}
