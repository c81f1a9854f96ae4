// Proves docs/contract/client-crypto.md, Files: uploading.

import { expect, it } from 'vitest'
import { contentDigest } from './content-digest.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

// RFC 4231, test cases 1 and 2.
it.each([
  [new Uint8Array(20).fill(0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [ascii('Jefe'), 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
])('is HMAC-SHA-256, as published', (key, content, hex) => {
  expect(contentDigest(key, ascii(content))).toBe(Buffer.from(hex, 'hex').toString('base64url'))
})
