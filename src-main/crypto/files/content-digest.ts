import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 of the content of a block, by which a resumed upload knows it again. Keyed, so that what is noted on the
 * disk says nothing about what the file holds.
 */
export function contentDigest(key: Uint8Array, content: Uint8Array): string {
  return createHmac('sha256', key).update(content).digest('base64url')
}
