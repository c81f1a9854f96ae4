/** A picture of one pixel. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

/** As published clients send it. */
export const PNG = { filename: 'car.png', contents: ONE_PIXEL, content_type: 'image/png' }

/** The header of an image of each kind, as far as its size in pixels is told, and as long as the shortest image. */
export const HEADERS: Readonly<Record<string, (width: number, height: number) => Buffer>> = {
  'image/png': (width, height) => header('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, ...big(width), 0, 0, ...big(height)]),
  'image/gif': (width, height) => header('GIF89a', [...little(width), ...little(height)]),
  // An application segment, a fill byte and a comment stand before the frame.
  'image/jpeg': (width, height) =>
    header('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xff\xfe\0\x04hi\xff\xc2\0\x0b\x08', [
      ...big(height),
      ...big(width),
    ]),
  'image/webp': (width, height) =>
    header('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', [...little(width - 1), 0, ...little(height - 1), 0]),
}

/** The two other kinds of WebP: with loss and without. */
export const LOSSY_WEBP = (width: number, height: number): Buffer =>
  header('RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a', [...little(width), ...little(height)])
export const LOSSLESS_WEBP = (width: number, height: number): Buffer => {
  const packed = (width - 1) | ((height - 1) << 14)
  return header('RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0\x2f', [...little(packed & 0xffff), ...little(packed >>> 16)])
}

function header(start: string, size: readonly number[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(size)])
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, 30 - bytes.length))])
}

function big(value: number): number[] {
  return [value >>> 8, value & 0xff]
}

function little(value: number): number[] {
  return [value & 0xff, value >>> 8]
}
