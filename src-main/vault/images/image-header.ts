import type { ImageType } from '../../../shared/contract/images.ts'

/** What the first bytes of an image say. */
interface ImageHeader {
  readonly type: ImageType
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Reads kind and size of a PNG (ISO 15948), GIF, WebP (RFC 9649) or JPEG (ITU-T T.81) from its header; nothing is
 * decoded.
 *
 * @returns undefined for anything else, and when the header ends before its size is told
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const start = bytes.subarray(0, 16).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n') && start.endsWith('IHDR')) return sized('image/png', bytes, pngSize)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return sized('image/gif', bytes, gifSize)
  if (start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8)) return sized('image/webp', bytes, webpSize)
  if (start.startsWith('\xff\xd8\xff')) return sized('image/jpeg', bytes, jpegSize)
  return undefined
}

type Size = readonly [width: number, height: number]
type ReadSize = (bytes: Buffer) => Size | undefined

function sized(type: ImageType, bytes: Buffer, read: ReadSize): ImageHeader | undefined {
  const size = bytes.length < SHORTEST_HEADER ? undefined : read(bytes)
  if (size === undefined) return undefined
  const [width, height] = size
  return width > 0 && height > 0 ? { type, width, height } : undefined
}

/** No image of any kind is shorter, and up to here every size is read that stands at a fixed place. */
const SHORTEST_HEADER = 30

function pngSize(bytes: Buffer): Size {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

function gifSize(bytes: Buffer): Size {
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
}

function webpSize(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
    }
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    default:
      return undefined
  }
}

const SEGMENTS_BEGIN = 2
/** Start of frame, of whatever process; C4, C8 and CC are tables and an extension. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The frame header comes after segments that each say how long they are. */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = SEGMENTS_BEGIN
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    if (marker === 0xff) at += 1
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
