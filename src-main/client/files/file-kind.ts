import type { ImageType } from '../../../shared/contract/images.ts'
import type { FileKind } from '../../../shared/contract/workbench-files.ts'
import { imageTypeOf } from '../../../shared/image-header.ts'

/** The number of first bytes that determine the kind of a file. */
export const KIND_BYTES = 64 * 1024

const IMAGE_KINDS: Readonly<Record<ImageType, FileKind>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * Detects the kind of a file by its first bytes, whatever its name. Text is UTF-8 without control characters except
 * line ends and tabs.
 *
 * @param first the first {@link KIND_BYTES}, or all of a shorter file
 */
export function kindOf(first: Uint8Array): FileKind {
  const image = imageTypeOf(first)
  if (image !== undefined) return IMAGE_KINDS[image]
  if (Buffer.from(first.subarray(0, 5)).toString('latin1') === '%PDF-') return 'pdf'
  return isText(first) ? 'text' : 'other'
}

function isText(first: Uint8Array): boolean {
  try {
    // The last character may be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: first.length === KIND_BYTES })
    return !/[^\P{Cc}\t\n\r]/u.test(text)
  } catch {
    return false
  }
}
