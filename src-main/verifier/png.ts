import { crc32, deflateSync } from 'node:zlib'

interface PngImage {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly bitDepth: 1 | 8
  readonly colourType: keyof typeof COLOUR_TYPES
  /** Three bytes for each colour. */
  readonly palette?: Buffer
  /** The rows from top to bottom, each preceded by its filter byte; 0 means no filter. */
  readonly rows: Buffer
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const COLOUR_TYPES = { greyscale: 0, rgb: 2, palette: 3 } as const

/**
 * Writes a PNG image (ISO 15948): signature(8), then the chunks IHDR, PLTE where there is a palette, IDAT and IEND. A
 * chunk is length(4), name(4), data, CRC-32 of name and data(4).
 */
export function encodePng({ width, height, bitDepth, colourType, palette, rows }: PngImage): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, COLOUR_TYPES[colourType]], 8) // compression, filter and interlace stay 0
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
