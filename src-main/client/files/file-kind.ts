import type { ImageType } from '../../../shared/contract/images.ts'
import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { imageTypeOf } from '../../../shared/image-header.ts'

/** How much of a file says what it is. */
export const KIND_BYTES = 64 * 1024

const IMAGE_KINDS: Readonly<Record<ImageType, FileKind>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * What a file is by its first bytes, whatever it is called. Text is UTF-8 without control characters but line ends and tabs.
 *
 * @param first as many as {@link KIND_BYTES}, or all of a shorter file
 */
export function kindOf(first: Uint8Array): FileKind {
  const image = imageTypeOf(first)
  if (image !== undefined) return IMAGE_KINDS[image]
  if (Buffer.from(first.subarray(0, 5)).toString('latin1') === '%PDF-') return 'pdf'
  return isText(first) ? 'text' : 'other'
}

function isText(first: Uint8Array): boolean {
  try {
    // The last character of what was read may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: first.length === KIND_BYTES })
    return !/[^\P{Cc}\t\n\r]/u.test(text)
  } catch {
    return false
  }
}
