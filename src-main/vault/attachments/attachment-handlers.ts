import type { attachmentOperations } from '../../../shared/contract/attachments.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MixedHandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { NewEvent } from '../../service/emitted-events.ts'
import type { AddressSigner } from '../images/image-address.ts'
import type { AttachmentStore, StoredAttachment } from './attachment-store.ts'
import type { BlobStore } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import { fileNotFound } from './blobs.ts'
import { attachmentAddress, filePath, isDigestOfBlob, uploadPath } from './file-address.ts'
import { renderAttachment, renderDirectAttachment } from './render-attachment.ts'
import { refuseLargeArtefacts, refuseManyUploads, requireDeclaredSize, requireUploaded } from './upload-rules.ts'

interface AttachmentDependencies {
  readonly store: AttachmentStore
  readonly blobStore: BlobStore
  readonly blobs: Blobs
  readonly signer: AddressSigner
  /** Refuses bytes beyond the storage limit of a user. */
  readonly requireRoomFor: (userId: string, bytes: number) => void
}

/** Handles files that are uploaded in one piece or in blocks (docs/contract/vault.md, Files). */
export function attachmentHandlers(
  dependencies: AttachmentDependencies,
): MixedHandlersFor<typeof attachmentOperations> {
  const { store, blobStore, blobs, signer, requireRoomFor } = dependencies
  return {
    attachmentsGet(call, { query }) {
      const request = readPageRequest(query)
      const page = store.pageOfAttachments(call.userId, request)
      const rendering = { signer, origin: call.origin }
      return {
        attachments: page.rows.map((attachment) => renderAttachment(attachment, rendering)),
        ...pagingFields(page, request),
      }
    },

    attachmentsPost: {
      async prepare({ userId }, { body: { attachment } }) {
        const { file, filename, content_type } = required(attachment)
        requireRoomFor(userId, file.length)
        const written = await blobs.writeBlocks(file)
        return (call) => {
          blobs.removeOnFailure(call, written)
          const named = { user_id: call.userId, filename, content_type }
          const main_blob_id = blobs.addFile(call, named, written)
          const added = add(call, { ...named, main_blob_id, artifact_blob_id: null, byte_size: file.length })
          return { attachment: renderAttachment(added, { signer, origin: call.origin }) }
        }
      },
    },

    attachmentsIdGet(call, { params }) {
      const attachment = readableAttachment(call, params.id)
      return { attachment: renderAttachment(attachment, { signer, origin: call.origin }) }
    },

    attachmentsIdDelete: (call, { params }) => remove(call, params.id),

    attachmentsInSlotsGet({ userId, origin }) {
      const slots = store.linksOf(userId)
      const ids = [...new Set(slots.map(({ attachment_id }) => attachment_id))]
      return {
        attachments: store
          .attachmentsByIds(ids)
          .map(({ id, filename, byte_size, created_at, main_blob_id: blobId }) => ({
            id,
            filename,
            url: attachmentAddress(signer, { id, blobId }, origin),
            byte_size,
            created_at,
          })),
        slots: [...slots],
      }
    },

    directAttachmentsUploadUrlPost(call, { body: { blob } }) {
      refuseManyUploads(blobStore.countOpenBlobs(call.userId))
      requireRoomFor(call.userId, blob.byte_size)
      const blob_key = blobs.newName()
      const blob_id = blobStore.addBlob({
        ...blob,
        blob_key,
        user_id: call.userId,
        stored_size: null,
        committed_at: null,
        is_linked: 0,
        created_at: call.now,
      })
      const url = call.origin.address + uploadPath(signer, blob_key, call)
      return { attachment_direct_upload_url: { blob_id, blob_key, url } }
    },

    directAttachmentsPost(call, { body: { blob: named } }) {
      const main = uploaded(call, named.blob_id, { key: named.blob_key, path: 'blob.blob_id' })
      const artifact = uploaded(call, named.encrypted_artifact_blob_id, {
        key: named.encrypted_artifact_blob_key,
        path: 'blob.encrypted_artifact_blob_id',
      })
      if (main.id === artifact.id) throw sameFile()
      requireDeclaredSize(main)
      refuseLargeArtefacts(artifact)
      requireRoomFor(call.userId, main.stored_size + artifact.stored_size)
      for (const { id } of [main, artifact]) blobStore.linkBlob(id)
      const { filename, content_type, user_id } = main
      const files = { main_blob_id: main.id, artifact_blob_id: artifact.id, byte_size: main.stored_size }
      const added = add(call, { filename, content_type, user_id, ...files })
      return { attachment: renderDirectAttachment(added, { main, artifact }, { signer, origin: call.origin }) }
    },

    directAttachmentsIdGet(call, { params }) {
      const attachment = readableAttachment(call, params.id)
      const main = blobStore.findBlob(attachment.main_blob_id)
      const artifact =
        attachment.artifact_blob_id === null ? undefined : blobStore.findBlob(attachment.artifact_blob_id)
      if (main === undefined || artifact === undefined) {
        throw new ServiceError('not_found', 'This attachment was uploaded in one piece; read it as an attachment.')
      }
      return { attachment: renderDirectAttachment(attachment, { main, artifact }, { signer, origin: call.origin }) }
    },

    directAttachmentsIdDelete: (call, { params }) => remove(call, params.id),

    blobsAttachmentIdDGet(call, { params }) {
      const { main_blob_id, artifact_blob_id } = readableAttachment(call, params.id)
      const blobId = [main_blob_id, artifact_blob_id].find((id) => id !== null && isDigestOfBlob(signer, id, params.d))
      if (blobId === undefined || blobId === null) throw fileNotFound()
      call.addHeader('Location', filePath(signer, blobId, { nowMs: call.nowMs, to: call }))
      return undefined
    },
  }

  function uploaded(call: VaultCall, id: number, { key, path }: { readonly key: string; readonly path: string }) {
    return requireUploaded({ blob: blobStore.findBlob(id), key, userId: call.userId, path })
  }

  function add(
    call: VaultCall,
    fields: Omit<StoredAttachment, 'id' | 'created_at' | 'unlinked_since'>,
  ): StoredAttachment {
    const attachment = { ...fields, id: call.newId(), created_at: call.now, unlinked_since: call.now }
    store.addAttachment(attachment)
    call.emit(attachmentEvent('attachment.created', attachment))
    return attachment
  }

  /** Finds an attachment that the user owns or has in a slot; others do not learn that it exists. */
  function readableAttachment({ userId }: Pick<VaultCall, 'userId'>, id: string): StoredAttachment {
    const attachment = store.findAttachment(id)
    if (attachment === undefined || !store.mayReadAttachment(userId, id)) {
      throw new ServiceError('not_found', 'There is no attachment with this id that you can see.')
    }
    return attachment
  }

  function remove(call: VaultCall, id: string): undefined {
    const attachment = readableAttachment(call, id)
    if (attachment.user_id !== call.userId) {
      throw new ServiceError('forbidden', 'Only the user who uploaded an attachment can delete it.')
    }
    if (store.isAttachmentLinked(id)) {
      throw new ServiceError('attachment_in_use', 'A slot uses this attachment; delete the slot first.')
    }
    store.deleteAttachment(id)
    call.emit(attachmentEvent('attachment.deleted', attachment))
    return undefined
  }
}

/** The member that the schema fills from flat bodies too. */
function required<Body>(body: Body | undefined): Body {
  if (body === undefined) throw new Error('the schema let a body without its root through')
  return body
}

function sameFile(): ServiceError {
  return new ServiceError('blob_mismatch', 'A file cannot be its own artefacts file; upload both.', {
    extraInfo: { parameter: 'blob.encrypted_artifact_blob_id' },
  })
}

function attachmentEvent(
  name: 'attachment.created' | 'attachment.deleted',
  { id, user_id, filename }: Pick<StoredAttachment, 'id' | 'user_id' | 'filename'>,
): NewEvent {
  return {
    user_id,
    eventable_type: 'Item',
    eventable_id: id,
    event_type: 'milestone',
    name,
    label: filename,
    value: { attachment_id: id, attachment_label: filename },
  }
}
