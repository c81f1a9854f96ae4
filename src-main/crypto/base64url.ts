/** URL-safe Base64 without padding, as in our own envelopes. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64url')
}

/** URL-safe Base64 with `=` padding, as in the published format and in PDK artefacts. */
export function encodeBase64UrlPadded(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/**
 * Reads unpadded URL-safe Base64. It must be the text that the encoder would write, where the decoder of Node ignores invalid
 * characters and unused bits.
 *
 * @throws {SyntaxError}
 */
export function decodeBase64Url(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new SyntaxError('not canonical URL-safe Base64')
  return bytes
}

/** Reads Base64 in either alphabet of RFC 4648, with or without padding. @throws {SyntaxError} */
export function decodeBase64(text: string): Uint8Array {
  const unpadded = text.replace(/={1,2}$/, '')
  const isPaddingWrong = unpadded !== text && text.length % 4 !== 0
  const mixesAlphabets = /[+/]/.test(unpadded) && /[-_]/.test(unpadded)
  if (isPaddingWrong || mixesAlphabets) throw new SyntaxError('neither alphabet of Base64')
  return decodeBase64Url(unpadded.replaceAll('+', '-').replaceAll('/', '_'))
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
