import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { blockThreads } from '../../client/files/block-threads.ts'
import { createHeldFiles } from '../../client/files/held-files.ts'
import { createFolderUploads } from '../../client/folders/folder-uploads.ts'
import type { Folders } from '../../client/folders/folders.ts'
import { createFolders } from '../../client/folders/folders.ts'
import type { SlotFiles } from '../../client/files/slot-files.ts'
import { createSlotFiles } from '../../client/files/slot-files.ts'
import type { UploadStore } from '../../client/files/upload-store.ts'
import type { Uploads } from '../../client/files/uploads.ts'
import { createUploads } from '../../client/files/uploads.ts'
import { vaultFileStore } from '../../client/files/vault-file-store.ts'
import type { Clock, IdSource, Log } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { SignedIn } from '../users/signed-in.ts'

export interface UserFilesOptions {
  /** Opens a store by the user's id in the vault, which outlasts the user here; a delegate's by its own id. */
  readonly uploadStoreOf: (id: string) => UploadStore
  readonly clock: Clock
  readonly newId: IdSource
  readonly announce: (event: WorkbenchEvent) => void
  readonly log: Log
}

export interface FilesOfUser {
  readonly uploads: Uploads
  readonly slots: SlotFiles
  readonly folders: Folders
}

export type UserFiles = ReturnType<typeof createUserFiles>

/** The files of the users of one open workspace, over one pool of threads. They end with the session of their user. */
export function createUserFiles({ uploadStoreOf, clock, newId, announce, log }: UserFilesOptions) {
  const threads = blockThreads()
  const open = new Map<SignedIn['account'], FilesOfUser>()
  const ending = new Map<string, Promise<void>>()

  return {
    /** Waits until work of an earlier session of the user has ended. */
    async of(userId: string, user: SignedIn): Promise<FilesOfUser> {
      await ending.get(user.account.vaultUserId)
      const files = open.get(user.account) ?? begin(userId, user)
      return files
    },
    /** Must be called once every user is signed out. */
    async close(): Promise<void> {
      await Promise.all(ending.values())
      await threads.close()
    },
  }

  function begin(user_id: string, { account, client, agent, throughUserId }: SignedIn): FilesOfUser {
    // A delegate's uploads are separate from the account owner's, who may be signed in here as well.
    const storeId = agent === null && throughUserId !== null ? user_id : account.vaultUserId
    const tools = { store: vaultFileStore(account), threads }
    const foldersChanged = () => announce({ type: 'folders', user_id })
    const uploads = createUploads({
      account,
      tools,
      folders: createFolderUploads(account, foldersChanged),
      uploadStore: uploadStoreOf(storeId),
      newId,
      now: () => isoTime(clock.nowMs()),
      announce: (upload) => announce({ type: 'upload', user_id, upload }),
      noteFault: (fault) => log.error('an upload ended with a fault', fault),
    })
    const held = createHeldFiles(account)
    const files = {
      uploads,
      slots: createSlotFiles(client, tools, held),
      folders: createFolders({ client, tools, held, changed: foldersChanged }),
    }
    open.set(account, files)
    account.whenWiped(() => {
      open.delete(account)
      const before = ending.get(account.vaultUserId)
      ending.set(
        account.vaultUserId,
        Promise.all([before, uploads.settled()]).then(() => undefined),
      )
    })
    return files
  }
}
