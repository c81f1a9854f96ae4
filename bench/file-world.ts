import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { attachmentOperations } from '../shared/contract/attachments.ts'
import type { BlockThreads } from '../src-main/client/files/block-threads.ts'
import type { FileSource } from '../src-main/client/files/file-source.ts'
import { fileUploadJournal } from '../src-main/client/files/file-upload-journal.ts'
import { openFile } from '../src-main/client/files/open-file.ts'
import type { UploadedFile } from '../src-main/client/files/upload-file.ts'
import { uploadFile } from '../src-main/client/files/upload-file.ts'
import { vaultFileStore } from '../src-main/client/files/vault-file-store.ts'
import { openShareWorld } from './share-world.ts'

const FILE = { filename: 'bench', content_type: 'video/mp4' }
const { directAttachmentsIdDelete } = attachmentOperations

/** Somebody who keeps files in a vault as the window does: client, journals, service, database and blocks on the disk. */
export interface FileWorld {
  /** Where the floors lie, too. */
  readonly folder: string
  store(source: FileSource, threads: BlockThreads): Promise<UploadedFile>
  /** Reads it whole, and keeps nothing of it. */
  read(file: UploadedFile, threads: BlockThreads): Promise<void>
  /** Answers once its blocks are gone from the disk. */
  remove(file: UploadedFile): Promise<void>
  close(): void
}

export async function openFileWorld(): Promise<FileWorld> {
  const world = await openShareWorld()
  const { path, service } = world
  const { account } = world.sender
  const store = vaultFileStore(account)
  const folder = dirname(path)
  const blocks = join(folder, 'files')
  return {
    folder,
    store(source, threads) {
      const journal = fileUploadJournal(join(folder, 'journal'))
      return uploadFile({ store, threads }, { source, file: FILE, family: 'pdv1', journal, keys: account.keys() })
    },
    async read({ attachmentId, keyText }, threads) {
      const file = await openFile({ store, threads }, attachmentId, keyText)
      await file.read(() => undefined)
      file.close()
    },
    async remove({ attachmentId }) {
      await account.call(directAttachmentsIdDelete, { params: { id: attachmentId } })
      service.applyDueChanges(Date.now())
      while (existsSync(blocks) && readdirSync(blocks).length > 0) await setTimeout(5)
    },
    close() {
      void service.close()
      world.close()
    },
  }
}
