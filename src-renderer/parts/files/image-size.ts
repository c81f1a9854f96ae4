import type { FileKind } from '../../../shared/contract/workbench-files.ts'

interface Size {
  readonly width: number
  readonly height: number
}

type Reader = (view: DataView) => Size | undefined

/** Markers of JPEG that begin a frame; the others of their range are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const READERS: Partial<Record<FileKind, Reader>> = { png: ofPng, gif: ofGif, jpeg: ofJpeg, webp: ofWebp }

/** Says from its header how large a picture is, before anything decodes it; undefined where the header does not say. */
export function imageSize(kind: FileKind, bytes: Uint8Array): Size | undefined {
  try {
    return READERS[kind]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    // The header goes on behind the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function ofPng(view: DataView): Size | undefined {
  const isPng = view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined
}

function ofGif(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function ofJpeg(view: DataView): Size | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1 // any number of these may stand before a marker
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
}

function ofWebp(view: DataView): Size | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  const chunk = view.getUint32(12)
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (chunk === 0x56503858) return { width: uint24(24) + 1, height: uint24(27) + 1 } // VP8X
  if (chunk === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff } // VP8
  }
  if (chunk !== 0x5650384c) return undefined // VP8L
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
