import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 of the content of a block, by which a resumed upload recognises the block. It has a key, so that the digests on
 * disk reveal nothing about the content.
 */
export function contentDigest(key: Uint8Array, content: Uint8Array): string {
  return createHmac('sha256', key).update(content).digest('base64url')
}
