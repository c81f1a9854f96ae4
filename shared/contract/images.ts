import { z } from 'zod'
import { atMost } from './bounds.ts'
import { Media } from './media.ts'
import { defineOperations } from './operation.ts'
import { Id } from './values.ts'

/** The types an image can have, detected by its first bytes and not by its sender's claim. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

/** Redirects to images, and the images themselves at addresses that are signed for five minutes. */
export const imageOperations = defineOperations({
  imagesIdGet: {
    api: 'vault',
    endpoint: 'GET /images/{id}',
    auth: 'user',
    delegation: 'reader',
    summary: 'Redirect to the address of an image',
    success: { status: 302 },
    errors: ['not_found'],
  },
  blobsPublicIdDGet: {
    api: 'vault',
    endpoint: 'GET /blobs/public/{id}/{d}',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Redirect to a public image; the digest in the path cannot be guessed',
    params: z.object({ id: Id, d: z.string() }),
    success: { status: 302 },
    errors: ['not_found'],
  },
  blobStorePublicIdGet: {
    api: 'vault',
    endpoint: 'GET /blob-store/public/{id}',
    auth: 'none',
    delegation: 'ignored',
    extension: true,
    summary: 'The bytes of a public image, at a signed address',
    query: z.object({
      /** The end of its validity, in seconds since 1970-01-01T00:00:00Z. */
      se: z.string().check(atMost(32)).default(''),
      sig: z.string().check(atMost(256)).default(''),
    }),
    success: { status: 200, body: Media, media: IMAGE_TYPES },
    errors: ['forbidden', 'not_found', 'url_expired'],
  },
})
