import type { blockStoreOperations } from '../../../shared/contract/block-store.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MixedHandlersFor, PublicCall } from '../../service/call.ts'
import { requirePreconditions } from '../../service/preconditions.ts'
import type { AddressSigner } from '../images/image-address.ts'
import type { BlobStore, StoredBlob } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import { fileNotFound } from './blobs.ts'
import { readBlockList } from './block-list.ts'
import { requireSigned, addressRevoked } from './file-address.ts'
import type { StillActs } from './file-address.ts'
import { joinBlocks, refuseBlock, refuseJoined } from './upload-rules.ts'

interface BlockStoreDependencies {
  readonly store: BlobStore
  readonly blobs: Blobs
  readonly signer: AddressSigner
  readonly stillActs: StillActs
  /** Whether a user may read the attachment that a file belongs to. */
  readonly mayReadBlob: (userId: string, blobId: number) => boolean
}

/** An upload, with a check that throws once its address is no longer valid. */
interface SignedUpload {
  readonly blobKey: string
  readonly requireRight: () => void
}

/**
 * Handles blocks of files at signed addresses (docs/contract/vault.md, Files: block store). Bytes are written before
 * the transaction that refers to them, so that a row never refers to bytes that are not durable.
 */
export function blockStoreHandlers({
  store,
  blobs,
  signer,
  stillActs,
  mayReadBlob,
}: BlockStoreDependencies): MixedHandlersFor<typeof blockStoreOperations> {
  return {
    blobStoreUploadsKeyPut: {
      prepare({ nowMs }, { params: { blob_key }, query, body }) {
        const { comp, blockid } = query
        const requireRight = () =>
          void requireSigned(signer, { kind: 'upload', name: blob_key }, query, { needed: 'w', nowMs, stillActs })
        requireRight()
        requirePreconditions(query, undefined) // no resource yet, because a joined upload is refused
        const upload = { blobKey: blob_key, requireRight }
        if (comp === 'block') return prepareBlock(upload, blockid, body)
        if (comp === 'blocklist') return Promise.resolve(prepareList(upload, readBlockList(body)))
        throw new ServiceError('invalid_params', '`comp` must be block or blocklist.', {
          extraInfo: { parameter: 'comp' },
        })
      },
    },

    blobStoreUploadsKeyHead({ nowMs }, { params: { blob_key }, query }) {
      requireSigned(signer, { kind: 'upload', name: blob_key }, query, { needed: 'w', nowMs, stillActs })
      const { filename, stored_size } = uploadOf(blob_key)
      if (stored_size === null) throw fileNotFound()
      return { filename, byte_size: stored_size, first: 0, last: stored_size - 1, data: new Uint8Array() }
    },

    blobStoreFilesIdGet: {
      async prepare({ nowMs }, { params: { blob_id }, query }) {
        requireRight()
        const blob = store.findBlob(Number(blob_id))
        if (blob === undefined) throw fileNotFound()
        const answer = await blobs.readFileRange(blob, query)
        return (call) => {
          requireRight() // again, because it may have been revoked while the file was read
          return answer(call)
        }

        function requireRight(): void {
          const subject = { kind: 'file', name: blob_id } as const
          const recipient = requireSigned(signer, subject, query, { needed: 'r', nowMs, stillActs })
          if (recipient !== undefined && !mayReadBlob(recipient.userId, Number(blob_id))) throw addressRevoked()
        }
      },
    },
  }

  async function prepareBlock({ blobKey, requireRight }: SignedUpload, blockId: string, bytes: Uint8Array) {
    check()
    const written = await blobs.writeBlock(bytes)
    return (call: Pick<PublicCall, 'afterFailure'>) => {
      blobs.removeOnFailure(call, [written])
      const blob = check() // again, because meanwhile blocks may have been added, or the file joined
      store.deleteBlock(blob.id, blockId)
      store.addBlock({ ...written, blob_id: blob.id, block_id: blockId, first_byte: null })
      return undefined
    }

    function check(): StoredBlob {
      requireRight()
      const blob = uploadOf(blobKey)
      const uploaded = { ...store.sizesOf(blob.id), replaced: store.findBlock(blob.id, blockId) }
      refuseBlock(blob, { id: blockId, bytes: bytes.length }, uploaded)
      return blob
    }
  }

  function prepareList({ blobKey, requireRight }: SignedUpload, ids: readonly string[]) {
    return ({ now }: { readonly now: string }) => {
      requireRight()
      const blob = uploadOf(blobKey)
      refuseJoined(blob)
      const { placed, size } = joinBlocks(ids, store.blocksOf(blob.id))
      for (const block of placed) store.placeBlock({ ...block, blob_id: blob.id })
      store.deleteUnplacedBlocks(blob.id)
      store.commitBlob({ id: blob.id, stored_size: size, committed_at: now })
      return undefined
    }
  }

  function uploadOf(blobKey: string): StoredBlob {
    const blob = store.findBlobByKey(blobKey)
    if (blob === undefined) throw fileNotFound()
    return blob
  }
}
