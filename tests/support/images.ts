/** A picture of one pixel. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

/** As published clients send it. */
export const PNG = { filename: 'car.png', contents: ONE_PIXEL, content_type: 'image/png' }

/** First bytes of an image of each kind, and nothing after them. */
export const FIRST_BYTES: Readonly<Record<string, Buffer>> = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  'image/jpeg': Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'),
  'image/gif': Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
  'image/webp': Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'),
}
