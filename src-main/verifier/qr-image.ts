import { encodeQR } from 'qr'
import type { Media } from '../../shared/contract/media.ts'
import { encodePng } from './png.ts'

/** Settings of the QR code; the border is in modules (docs/contract/exchange.md, Deep link). */
const CODE = { ecc: 'medium', encoding: 'byte', border: 4 } as const
const PNG_PIXELS_PER_MODULE = 8

/** A QR code as an SVG with one unit per module, black on white in light and dark themes. */
export function qrSvg(text: string): Media {
  const rows = encodeQR(text, 'raw', CODE)
  const size = rows.length
  const dark = rows.flatMap((row, y) => darkRuns(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
  const data =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${dark.join('')}"/></svg>`
  return { content_type: 'image/svg+xml', encoding: 'utf8', data }
}

/** A QR code as a PNG with 8 pixels per module. */
export function qrPng(text: string): Media {
  const bytes = blackAndWhitePng(encodeQR(text, 'raw', CODE), PNG_PIXELS_PER_MODULE)
  return { content_type: 'image/png', encoding: 'base64', data: bytes.toString('base64') }
}

function darkRuns(row: readonly boolean[]): readonly { readonly x: number; readonly length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last.x + last.length === x) last.length += 1
    else runs.push({ x, length: 1 })
  }
  return runs
}

/**
 * An image of one bit per pixel.
 *
 * @param rows true is black; all rows have the same length
 * @param scale width and height in pixels of each entry
 */
function blackAndWhitePng(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (rows[0]?.length ?? 0) * scale
  const lines = rows.flatMap((row) => Array.from({ length: scale }, () => lineOf(row, scale, width)))
  const [height, bytes] = [lines.length, Buffer.concat(lines)]
  return encodePng({ width, height, bitDepth: 1, colourType: 'greyscale', rows: bytes })
}

/** White is 1; unused bits of the last byte are 0. */
function lineOf(row: readonly boolean[], scale: number, width: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8))
  for (let x = 0; x < width; x += 1) {
    if (row[Math.floor(x / scale)] === false) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  }
  return line
}
