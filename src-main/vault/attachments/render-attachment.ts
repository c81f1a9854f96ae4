import type { Attachment, Thumbnail } from '../../../shared/contract/files.ts'
import type { DirectAttachment } from '../../../shared/contract/attachments.ts'
import type { CallOrigin } from '../../service/call.ts'
import type { AddressSigner } from '../images/image-address.ts'
import type { AttachmentStore, StoredAttachment, StoredThumbnail } from './attachment-store.ts'
import type { StoredBlob } from './blob-store.ts'
import { attachmentAddress, thumbnailAddress } from './file-address.ts'

interface Rendering {
  readonly signer: Pick<AddressSigner, 'digestOf'>
  readonly origin: Pick<CallOrigin, 'address'>
}

/** Renders attachments and thumbnails of slots, for answers with items. */
export interface FilesOfSlots {
  filesOf(
    attachmentIds: readonly (string | null)[],
    origin: Pick<CallOrigin, 'address'>,
  ): { readonly attachments: Attachment[]; readonly thumbnails: Thumbnail[] }
}

/** Runs no statement for items without files, which most are. */
export function createFilesOfSlots(
  store: Pick<AttachmentStore, 'attachmentsByIds' | 'thumbnailsOf'>,
  signer: Pick<AddressSigner, 'digestOf'>,
): FilesOfSlots {
  return {
    filesOf(attachmentIds, origin) {
      const ids = [...new Set(attachmentIds.filter((id) => id !== null))]
      if (ids.length === 0) return { attachments: [], thumbnails: [] }
      const rendering = { signer, origin }
      return {
        attachments: store.attachmentsByIds(ids).map((attachment) => renderAttachment(attachment, rendering)),
        thumbnails: store.thumbnailsOf(ids).map((thumbnail) => renderThumbnail(thumbnail, rendering)),
      }
    },
  }
}

export function renderAttachment(attachment: StoredAttachment, { signer, origin }: Rendering): Attachment {
  const { id, content_type, filename, user_id, created_at, main_blob_id: blobId, artifact_blob_id } = attachment
  const url = attachmentAddress(signer, { id, blobId }, origin)
  return { id, content_type, filename, user_id, created_at, url, is_direct_upload: artifact_blob_id !== null }
}

/** The attachment with its two files. */
export function renderDirectAttachment(
  { id, created_at }: StoredAttachment,
  { main, artifact }: { readonly main: StoredBlob; readonly artifact: StoredBlob },
  { signer, origin }: Rendering,
): DirectAttachment {
  const fileOf = ({ filename, content_type, byte_size, stored_size, id: blobId }: StoredBlob) => ({
    filename,
    content_type,
    bytesize: stored_size ?? byte_size,
    url: attachmentAddress(signer, { id, blobId }, origin),
  })
  return {
    id,
    bytesize: main.stored_size === null ? null : String(main.stored_size),
    bytesize_checked_at: main.committed_at,
    created_at,
    main: fileOf(main),
    encryption_artifact: fileOf(artifact),
  }
}

export function renderThumbnail(thumbnail: StoredThumbnail, { signer, origin }: Rendering): Thumbnail {
  const { id, attachment_id, size_type, created_at } = thumbnail
  const url = thumbnailAddress(signer, thumbnail, origin)
  return { id, attachment_id, binary_id: attachment_id, size_type, created_at, url }
}
