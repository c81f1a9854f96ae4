import type { ImageType } from './contract/images.ts'

/** The facts in the header of an image. */
interface ImageHeader {
  readonly type: ImageType
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Detects the type of an image by its first bytes, not by its name; undefined for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp'
  return start.startsWith('\xff\xd8\xff') ? 'image/jpeg' : undefined
}

/**
 * Reads type and size of a PNG (ISO 15948), GIF, WebP (RFC 9649) or JPEG (ITU-T T.81) from its header; nothing is
 * decoded.
 *
 * @returns undefined for anything else, and when the header ends before it tells the size
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const type = imageTypeOf(bytes)
  if (type === undefined) return undefined
  try {
    const [width = 0, height = 0] = READERS[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? []
    return width > 0 && height > 0 ? { type, width, height } : undefined
  } catch (error) {
    // The bytes end before the header does.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Size = readonly [width: number, height: number]

const READERS: Readonly<Record<ImageType, (view: DataView) => Size | undefined>> = {
  'image/png': (view) => (chunkName(view) === 'IHDR' ? [view.getUint32(16), view.getUint32(20)] : undefined),
  'image/gif': (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
}

/** Both PNG and WebP name their first chunk here. */
function chunkName(view: DataView): string {
  return String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
}

function webpSize(view: DataView): Size | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  switch (chunkName(view)) {
    case 'VP8 ':
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
    case 'VP8L': {
      const packed = view.getUint32(21, true)
      return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
    }
    case 'VP8X':
      return [uint24(24) + 1, uint24(27) + 1]
    default:
      return undefined
  }
}

const SEGMENTS_BEGIN = 2
/** Start of frame, of whatever process; C4, C8 and CC are tables and an extension. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The frame header comes after segments that each say how long they are. */
function jpegSize(view: DataView): Size | undefined {
  let at = SEGMENTS_BEGIN
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    if (marker === 0xff) at += 1 // any number of these may stand before a marker
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
