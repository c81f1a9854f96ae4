import { attachmentOperations } from '../../shared/contract/attachments.ts'
import { attachmentsFolderOperations } from '../../shared/contract/attachments-folders.ts'
import { blockStoreOperations } from '../../shared/contract/block-store.ts'
import { thumbnailOperations } from '../../shared/contract/thumbnails.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { keyedHash } from '../crypto/keyed-hash.ts'
import { deriveServerSecret } from '../crypto/local-key.ts'
import { randomBytes } from '../crypto/random.ts'
import { byId } from '../service/handler-table.ts'
import type { BlockFiles, Log } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import { attachmentHandlers } from '../vault/attachments/attachment-handlers.ts'
import { attachmentStore } from '../vault/attachments/attachment-store.ts'
import { blobStore } from '../vault/attachments/blob-store.ts'
import { createBlobs } from '../vault/attachments/blobs.ts'
import { blockStoreHandlers } from '../vault/attachments/block-store-handlers.ts'
import { collectFiles } from '../vault/attachments/collect-files.ts'
import { attachmentsFolderHandlers, createFolderOfSlot } from '../vault/attachments/folder-handlers.ts'
import type { StillActs } from '../vault/attachments/file-address.ts'
import { folderStore } from '../vault/attachments/folder-store.ts'
import { createFilesOfSlots } from '../vault/attachments/render-attachment.ts'
import { publicThumbnails, thumbnailHandlers } from '../vault/attachments/thumbnail-handlers.ts'
import { refuseBeyondLimit } from '../vault/attachments/upload-rules.ts'
import type { AddressSigner } from '../vault/images/image-address.ts'

interface AttachmentWiring {
  readonly connection: Connection
  readonly signer: AddressSigner
  readonly stillActs: StillActs
  readonly files: BlockFiles
  /** Bytes that a user has stored. */
  readonly usedBytes: (userId: string) => number
  readonly limitBytes: number
  readonly settleAt: Parameters<BlockFiles['settle']>[1]
  readonly log: Log
}

const NAME_BYTES = 16

/** Joins files, folders and thumbnails with their tables and blocks, and cleans up after a crash. */
export function wireAttachments({
  connection,
  signer,
  stillActs,
  files,
  usedBytes,
  limitBytes,
  settleAt,
  log,
}: AttachmentWiring) {
  const store = attachmentStore(connection)
  const blobRows = blobStore(connection)
  const folders = folderStore(connection)
  const newName = () => Buffer.from(randomBytes(NAME_BYTES)).toString('hex')
  const requireRoomFor = (userId: string, bytes: number) => {
    refuseBeyondLimit(usedBytes(userId), bytes, limitBytes)
  }
  const blobs = createBlobs({ store: blobRows, files, newName, requireRoomFor, log })
  try {
    files.settle(blobRows.namesFile, settleAt)
  } catch (fault) {
    log.error('unreferenced blocks could not be set aside', fault) // not needed to open, for example on a full disk
  }
  return {
    /** The number of referenced blocks that are missing. */
    missingBlocks: files.countMissing(blobRows.namedFiles()),
    filesOfSlots: createFilesOfSlots(store, signer),
    folderOfSlot: createFolderOfSlot(folders, signer),
    publicFiles: publicThumbnails(store, blobRows, signer),
    timedWork: collectFiles({ attachments: store, folders, blobStore: blobRows, blobs }),
    /** Must be called with every change: stamps files and folders whose last slot it removed. */
    noteUnlinked(now: string) {
      store.stampUnlinked(now)
      folders.stampUnlinkedFolders(now)
    },
    handlers: {
      ...byId(attachmentOperations, attachmentHandlers({ store, blobStore: blobRows, blobs, signer, requireRoomFor })),
      ...byId(
        attachmentsFolderOperations,
        attachmentsFolderHandlers({ store: folders, blobStore: blobRows, blobs, signer, stillActs, requireRoomFor }),
      ),
      ...byId(thumbnailOperations, thumbnailHandlers({ store, blobs, signer })),
      ...byId(
        blockStoreOperations,
        blockStoreHandlers({ store: blobRows, blobs, signer, stillActs, mayReadBlob: store.mayReadBlob }),
      ),
    },
  }
}

/** Makes digests and signatures of addresses that only this workspace can produce. */
export function addressSigner(connection: Connection, localKey: LocalKey): AddressSigner {
  const key = deriveServerSecret(localKey)
  const salt = connection.prepare<[], Buffer>('SELECT salt FROM address_salts').pluck().get()?.toString('hex')
  const permission = salt === undefined ? 'blob.permission' : `blob.permission ${salt}`
  const hash = (purpose: string, text: string) => Buffer.from(keyedHash(key, `${purpose}\0${text}`)).toString('hex')
  return { digestOf: (id) => hash('blob.digest', id), sign: (text) => hash(permission, text) }
}
