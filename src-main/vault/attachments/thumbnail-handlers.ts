import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { thumbnailOperations } from '../../../shared/contract/thumbnails.ts'
import type { MixedHandlersFor } from '../../service/call.ts'
import type { AddressSigner } from '../images/image-address.ts'
import type { AttachmentStore, StoredThumbnail } from './attachment-store.ts'
import type { BlobStore } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import { filePath, isDigestOfBlob, thumbnailAddress } from './file-address.ts'
import { renderThumbnail } from './render-attachment.ts'

interface ThumbnailDependencies {
  readonly store: AttachmentStore
  readonly blobs: Blobs
  readonly signer: AddressSigner
}

/** Handles encrypted thumbnails of attachments (docs/contract/vault.md, Files: thumbnails). */
export function thumbnailHandlers({
  store,
  blobs,
  signer,
}: ThumbnailDependencies): MixedHandlersFor<typeof thumbnailOperations> {
  return {
    thumbnailsPost: {
      async prepare({ userId }, { body: { thumbnail } }) {
        if (thumbnail === undefined) throw new Error('the schema let a body without its root through')
        const { file, size_type } = thumbnail
        const attachment_id = thumbnail.attachment_id ?? thumbnail.binary_id ?? ''
        requireOwn(userId, attachment_id)
        const written = await blobs.writeBlocks(file)
        return (call) => {
          const named = { user_id: call.userId, filename: 'thumbnail', content_type: 'text/plain' }
          blobs.removeOnFailure(call, written)
          requireOwn(call.userId, attachment_id) // again, because it may have been deleted meanwhile
          store.deleteThumbnailOfSize(attachment_id, size_type)
          const blob_id = blobs.addFile(call, named, written)
          const added = { id: call.newId(), attachment_id, size_type, blob_id, created_at: call.now }
          store.addThumbnail(added)
          return { thumbnail: renderThumbnail(added, { signer, origin: call.origin }) }
        }
      },
    },

    thumbnailsIdGet({ userId, origin }, { params }) {
      return { redirect_url: thumbnailAddress(signer, readable(userId, params.id), origin) }
    },

    thumbnailsIdDelete({ userId }, { params }) {
      const { id, attachment_id } = readable(userId, params.id)
      if (store.findAttachment(attachment_id)?.user_id !== userId) {
        throw new ServiceError('forbidden', 'Only the user who uploaded a thumbnail can delete it.')
      }
      store.deleteThumbnail(id)
      return undefined
    },
  }

  function requireOwn(userId: string, attachmentId: string): void {
    if (store.findAttachment(attachmentId)?.user_id === userId) return
    const rule = 'names no attachment that you uploaded'
    throw faultyFieldsError([{ path: 'thumbnail.attachment_id', code: 'attachment_not_found', rule }])
  }

  function readable(userId: string, id: string): StoredThumbnail {
    const thumbnail = store.findThumbnail(id)
    if (thumbnail === undefined || !store.mayReadAttachment(userId, thumbnail.attachment_id)) {
      throw new ServiceError('not_found', 'There is no thumbnail with this id that you can see.')
    }
    return thumbnail
  }
}

/** Finds the target of a public address that is not an image. */
export type PublicFiles = (id: string, digest: string, nowMs: number) => string | undefined

export function publicThumbnails(
  store: Pick<AttachmentStore, 'findThumbnail'>,
  blobStore: Pick<BlobStore, 'findBlob'>,
  signer: AddressSigner,
): PublicFiles {
  return (id, digest, nowMs) => {
    const thumbnail = store.findThumbnail(id)
    if (thumbnail === undefined || blobStore.findBlob(thumbnail.blob_id) === undefined) return undefined
    return isDigestOfBlob(signer, thumbnail.blob_id, digest)
      ? filePath(signer, thumbnail.blob_id, { nowMs, to: undefined })
      : undefined
  }
}
