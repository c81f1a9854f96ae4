import type { AttachmentsFolder } from '../../../shared/contract/files.ts'
import type { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { hasDelegateRole } from '../../service/acting-for-another.ts'
import type { CallOrigin, MixedHandlersFor, VaultCall } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { requirePreconditions } from '../../service/preconditions.ts'
import type { AddressedResource } from '../../service/preconditions.ts'
import type { AddressSigner } from '../images/image-address.ts'
import type { BlobStore } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import { fileNotFound, tagOf } from './blobs.ts'
import { folderToken, requireSigned, addressRevoked } from './file-address.ts'
import type { SignedQuery, StillActs } from './file-address.ts'
import type { FolderFile, FolderStore, StoredFolder } from './folder-store.ts'

interface FolderDependencies {
  readonly store: FolderStore
  readonly blobStore: BlobStore
  readonly blobs: Blobs
  readonly signer: AddressSigner
  readonly stillActs: StillActs
  /** Refuses bytes beyond the storage limit of a user. */
  readonly requireRoomFor: (userId: string, bytes: number) => void
}

const PREFIX = 'folder-'
const MAX_NAME_CHARACTERS = 1_024

/** Handles folders of files (docs/contract/vault.md, Files: folders). File names are data and never become paths. */
export function attachmentsFolderHandlers(
  dependencies: FolderDependencies,
): MixedHandlersFor<typeof attachmentsFolderOperations> {
  const { store, blobStore, blobs, signer, stillActs, requireRoomFor } = dependencies
  return {
    attachmentsFoldersGet({ userId, origin }, { query }) {
      const request = readPageRequest(query)
      const page = store.pageOfFolders(userId, request)
      return {
        attachments_folders: page.rows.map((folder) => renderFolder(folder, { origin, token: null })),
        ...pagingFields(page, request),
      }
    },
    attachmentsFoldersPost(call) {
      const folder = { id: call.newId(), user_id: call.userId, created_at: call.now, unlinked_since: call.now }
      store.addFolder(folder)
      return { attachments_folder: renderOwnFolder(signer, { ...folder, slots_count: 0 }, call) }
    },
    attachmentsFoldersIdGet: (call, { params }) => ({
      attachments_folder: renderOwnFolder(signer, ownFolder(call.userId, params.id), call),
    }),
    attachmentsFoldersIdDelete({ userId }, { params }) {
      const { id, slots_count } = ownFolder(userId, params.id)
      if (slots_count > 0) {
        const message = 'A slot uses this folder; delete the slot first.'
        throw new ServiceError('attachments_folder_in_use', message)
      }
      store.deleteFolder(id)
      return undefined
    },

    blobStoreFoldersNameGet({ nowMs }, { params: { name }, query }) {
      const { id } = openFolder(name, query, { needed: 'r', nowMs })
      return { files: store.filesOfFolder(id).map(({ name: file, bytesize }) => ({ name: file, bytesize })) }
    },
    blobStoreFoldersNameFileGet: {
      async prepare({ nowMs }, { params, query }) {
        const find = () => fileOf(openFolder(params.name, query, { needed: 'r', nowMs }), params.file)
        const { blob_id } = find()
        const blob = blobStore.findBlob(blob_id)
        if (blob === undefined) throw fileNotFound()
        const answer = await blobs.readFileRange(blob, query)
        return (call) => {
          find() // again, because it may have been deleted, or the right revoked
          return answer(call)
        }
      },
    },
    blobStoreFoldersNameFilePut: {
      async prepare({ nowMs }, { params, query, body }) {
        const folder = openFolder(params.name, query, { needed: 'w', nowMs })
        const name = readName(params.file)
        requireRoomFor(folder.user_id, body.length - (store.findFolderFile(folder.id, name)?.bytesize ?? 0))
        const written = await blobs.writeBlocks(body)
        return (call) => {
          const named = { user_id: folder.user_id, filename: name, content_type: 'application/octet-stream' }
          blobs.removeOnFailure(call, written)
          // The folder is opened again because it may have been deleted meanwhile.
          const { id } = openFolder(params.name, query, { needed: 'w', nowMs })
          requirePreconditions(query, tagged(store.findFolderFile(id, name)))
          store.deleteFolderFile(id, name)
          store.addFolderFile(id, name, blobs.addFile(call, named, written))
          return undefined
        }
      },
    },
    blobStoreFoldersNameFileDelete({ nowMs }, { params, query }) {
      const folder = openFolder(params.name, query, { needed: 'w', nowMs })
      const file = fileOf(folder, params.file)
      requirePreconditions(query, tagged(file))
      store.deleteFolderFile(folder.id, file.name)
      return undefined
    },
  }

  function tagged(file: FolderFile | undefined): AddressedResource {
    const blob = file && blobStore.findBlob(file.blob_id)
    return blob && { tag: tagOf(blob) }
  }

  function ownFolder(userId: string, id: string): StoredFolder {
    const folder = store.findFolder(id)
    if (folder?.user_id !== userId) throw new ServiceError('not_found', 'You have no attachments folder with this id.')
    return folder
  }

  function openFolder(
    name: string,
    query: SignedQuery,
    allowed: { readonly needed: 'r' | 'w'; readonly nowMs: number },
  ): StoredFolder {
    const recipient = requireSigned(signer, { kind: 'folder', name }, query, { ...allowed, stillActs })
    const folder = store.findFolder(name.slice(PREFIX.length))
    if (folder === undefined) throw fileNotFound()
    const { userId } = recipient ?? { userId: '' }
    if (folder.user_id !== userId && !store.holdsFolder(userId, folder.id)) throw addressRevoked()
    return folder
  }

  function fileOf({ id }: StoredFolder, name: string): FolderFile {
    const file = store.findFolderFile(id, readName(name))
    if (file === undefined) throw fileNotFound()
    return file
  }
}

/** The last segment of a path, not decoded yet. @throws {ServiceError} `invalid_params` */
function readName(written: string): string {
  const name = decoded(written)
  if (name === undefined || name.length > MAX_NAME_CHARACTERS) {
    throw new ServiceError('invalid_params', 'The name of the file is too long, or not UTF-8 in percent encoding.')
  }
  return name
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // the caller reports it
  }
}

type FolderReader = Pick<VaultCall, 'origin' | 'nowMs' | 'delegation' | 'userId' | 'callerId'>

/** Renders a folder for its owner, with a token to write; a delegate's token depends on the role. */
function renderOwnFolder(signer: AddressSigner, folder: StoredFolder, call: FolderReader): AttachmentsFolder {
  const sp = hasDelegateRole(call.delegation, 'admin') ? 'rw' : 'r'
  const token = folderToken(signer, nameOf(folder), { sp, to: call, nowMs: call.nowMs })
  return renderFolder(folder, { origin: call.origin, token })
}

/** Renders the folder of a slot for a user who has the slot; sharees may only read. */
export function createFolderOfSlot(store: Pick<FolderStore, 'findFolder'>, signer: AddressSigner) {
  return (call: FolderReader, folderId: string): AttachmentsFolder => {
    const folder = store.findFolder(folderId)
    if (folder === undefined) throw new ServiceError('not_found', 'This slot has no attachments folder.')
    if (folder.user_id === call.userId) return renderOwnFolder(signer, folder, call)
    const token = folderToken(signer, nameOf(folder), { sp: 'r', to: call, nowMs: call.nowMs })
    return renderFolder(folder, { origin: call.origin, token })
  }
}

function nameOf({ id }: Pick<StoredFolder, 'id'>): string {
  return PREFIX + id
}

interface Shown {
  readonly origin: Pick<CallOrigin, 'address'>
  readonly token: string | null
}

function renderFolder({ id, slots_count }: StoredFolder, { origin, token }: Shown): AttachmentsFolder {
  const name = nameOf({ id })
  return {
    id,
    name,
    slots_count,
    token,
    storage: 'local',
    resource_name: name,
    resource_type: 'folder',
    resource_urls: [`${origin.address}/blob-store/folders/${name}`],
  }
}
