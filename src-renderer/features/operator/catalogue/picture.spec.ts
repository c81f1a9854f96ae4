// Proves docs/contract/window.md, Operator console.

import { describe, expect, it } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../../../shared/contract/images.ts'
import { pictureOf, problemOf } from './picture.ts'

describe('a picture that was chosen', () => {
  it.each([
    ['text/plain', 10, 'type'],
    ['image/svg+xml', 10, 'type'],
    ['image/png', 0, 'empty'],
    ['image/png', MAX_IMAGE_BYTES + 1, 'size'],
    ['image/png', MAX_IMAGE_BYTES, undefined],
    ['image/webp', 1, undefined],
  ])('%s of %i bytes › %s', (type, size, problem) => {
    expect(problemOf({ type, size })).toBe(problem)
  })

  it('is sent as Base64, and shown from an address that the content policy allows', async () => {
    const picture = await pictureOf(new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' }))

    expect(picture).toEqual({
      filename: 'a.png',
      content_type: 'image/png',
      contents: 'AQID',
      bytes: 3,
      preview: 'data:image/png;base64,AQID',
    })
  })
})
