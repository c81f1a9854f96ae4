/*
 * A PNG image of one bit a pixel: signature(8), then the chunks IHDR, IDAT and IEND. A chunk is length(4), name(4), data,
 * CRC-32 of name and data(4). The data of IDAT is deflated; each row begins with its filter, which is none.
 */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BIT_DEPTH = 1
const GREYSCALE = 0
const NO_FILTER = 0

/** @param rows true is black; all of one length. @param scale pixels for each of them, both ways */
export function blackAndWhitePng(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (rows[0]?.length ?? 0) * scale
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length * scale, 4)
  header.set([BIT_DEPTH, GREYSCALE], 8) // compression, filter and interlace stay 0
  const lines = rows.flatMap((row) => Array.from({ length: scale }, () => lineOf(row, scale, width)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** White is 1; the bits of the last byte that stand for no pixel are 0. */
function lineOf(row: readonly boolean[], scale: number, width: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8), NO_FILTER)
  for (let x = 0; x < width; x += 1) {
    if (row[Math.floor(x / scale)] === false) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  }
  return line
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
