import type { blockStoreOperations } from '../../../shared/contract/block-store.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { MixedHandlersFor } from '../../service/call.ts'
import type { AddressSecrets } from '../images/image-address.ts'
import type { BlobStore, StoredBlob } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import { nothingThere } from './blobs.ts'
import { readBlockList } from './block-list.ts'
import { requireSigned } from './file-address.ts'
import type { SignedQuery } from './file-address.ts'
import { joinBlocks, refuseBlock, refuseJoined } from './upload-rules.ts'

interface BlockStoreDependencies {
  readonly store: BlobStore
  readonly blobs: Blobs
  readonly secrets: AddressSecrets
}

/**
 * Blocks of files, at signed addresses (docs/contract/vault.md, Files: block store). Bytes are written before the
 * transaction that names them: a row never names bytes that are not durable.
 */
export function blockStoreHandlers({
  store,
  blobs,
  secrets,
}: BlockStoreDependencies): MixedHandlersFor<typeof blockStoreOperations> {
  return {
    blobStoreUploadsKeyPut: {
      prepare({ nowMs }, { params: { blob_key }, query, body }) {
        requireSigned(secrets, { kind: 'upload', name: blob_key }, query, { needed: 'w', nowMs })
        const { comp, blockid } = query
        if (comp === 'block') return prepareBlock(blob_key, blockid, body)
        if (comp === 'blocklist') return Promise.resolve(prepareList(blob_key, readBlockList(body)))
        throw new ServiceError('invalid_params', '`comp` must be block or blocklist.', {
          extraInfo: { parameter: 'comp' },
        })
      },
    },

    blobStoreUploadsKeyHead({ nowMs }, { params: { blob_key }, query }) {
      requireSigned(secrets, { kind: 'upload', name: blob_key }, query, { needed: 'w', nowMs })
      const { filename, stored_size } = uploadOf(blob_key)
      if (stored_size === null) throw nothingThere()
      return { filename, byte_size: stored_size, first: 0, last: stored_size - 1, data: new Uint8Array() }
    },

    blobStoreFilesIdGet: {
      async prepare({ nowMs }, { params: { blob_id }, query }) {
        const signed: SignedQuery = query
        requireSigned(secrets, { kind: 'file', name: blob_id }, signed, { needed: 'r', nowMs })
        const blob = store.findBlob(Number(blob_id))
        if (blob === undefined) throw nothingThere()
        const stretch = await blobs.readStretch(blob, query.range)
        return (call) => {
          if (query.range !== undefined) call.answerWithOtherStatus()
          return stretch
        }
      },
    },
  }

  async function prepareBlock(blobKey: string, blockId: string, bytes: Uint8Array) {
    check()
    const written = await blobs.writeBlock(bytes)
    return (call: { afterFailure(write: () => void): void }) => {
      call.afterFailure(() => {
        blobs.removeFiles([written.file_name])
      })
      const blob = check() // again: meanwhile other blocks came, and the file may have been joined
      store.deleteBlock(blob.id, blockId)
      store.addBlock({ ...written, blob_id: blob.id, block_id: blockId, first_byte: null })
      return undefined
    }

    function check(): StoredBlob {
      const blob = uploadOf(blobKey)
      const uploaded = { ...store.sizesOf(blob.id), replaced: store.findBlock(blob.id, blockId) }
      refuseBlock(blob, { id: blockId, bytes: bytes.length }, uploaded)
      return blob
    }
  }

  function prepareList(blobKey: string, ids: readonly string[]) {
    return ({ now }: { readonly now: string }) => {
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
    if (blob === undefined) throw nothingThere()
    return blob
  }
}
