import { z } from 'zod'
import { atMost } from './bounds.ts'
import { Media } from './media.ts'
import { defineOperations } from './operation.ts'
import { IdPath } from './values.ts'

/** What an image may be; told by its first bytes, whatever its sender calls it. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

/** The way to an image, and where it leads to: the address of the bytes, signed for five minutes. */
export const imageOperations = defineOperations({
  imagesIdGet: {
    api: 'vault',
    method: 'GET',
    path: '/images/{id}',
    auth: 'user',
    delegation: 'reader',
    summary: 'Go to the address of an image',
    params: IdPath,
    success: { status: 302 },
    errors: ['not_found'],
  },
  blobsPublicIdDGet: {
    api: 'vault',
    method: 'GET',
    path: '/blobs/public/{id}/{d}',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Go to the bytes of what is public; nobody can make up the digest',
    params: IdPath.extend({ d: z.string() }),
    success: { status: 302 },
    errors: ['not_found'],
  },
  blobStorePublicIdGet: {
    api: 'vault',
    method: 'GET',
    path: '/blob-store/public/{id}',
    auth: 'none',
    delegation: 'ignored',
    extension: true,
    summary: 'The bytes of what is public, at an address that was signed before',
    params: IdPath,
    query: z.object({
      /** The end of its validity, in seconds since 1970-01-01T00:00:00Z. */
      se: z.string().check(atMost(32)).default(''),
      sig: z.string().check(atMost(256)).default(''),
    }),
    success: { status: 200, body: Media, media: IMAGE_TYPES },
    errors: ['forbidden', 'not_found', 'url_expired'],
  },
})
