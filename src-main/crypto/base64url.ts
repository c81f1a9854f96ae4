/** URL-safe Base64 without padding: the alphabet of our own envelopes. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64url')
}

/** URL-safe Base64 with `=` padding: the alphabet of the published format and of PDK artefacts. */
export function encodeBase64UrlPadded(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/**
 * Reads unpadded URL-safe Base64. Only the text that the encoder would write is accepted, so one sequence of bytes has
 * one spelling; Node's own decoder skips foreign characters and loose bits.
 *
 * @throws {SyntaxError} for any other text.
 */
export function decodeBase64Url(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new SyntaxError('not canonical URL-safe Base64')
  return bytes
}

/**
 * Reads Base64 of RFC 4648 in either alphabet, but not in both, with all of its padding or none: formats that use it do
 * not always specify which.
 *
 * @throws {SyntaxError}
 */
export function decodeBase64(text: string): Uint8Array {
  const bare = text.replace(/={1,2}$/, '')
  const isPadded = bare !== text && text.length % 4 !== 0
  if (isPadded || (/[+/]/.test(bare) && /[-_]/.test(bare))) throw new SyntaxError('neither alphabet of Base64')
  return decodeBase64Url(bare.replaceAll('+', '-').replaceAll('/', '_'))
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
