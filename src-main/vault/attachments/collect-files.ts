import { isoTime } from '../../service/ports.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import { erasedAfter } from '../../service/timed-work.ts'
import type { AttachmentStore } from './attachment-store.ts'
import type { BlobStore } from './blob-store.ts'
import type { Blobs } from './blobs.ts'
import type { FolderStore } from './folder-store.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long an upload may stay unfinished. */
const OPEN_UPLOAD_MS = 24 * HOUR_MS
/** How long a file is kept after its last slot was deleted. */
const UNLINKED_MS = 7 * 24 * HOUR_MS

/** The due time of work that must be done immediately. */
const NOW = isoTime(0)

interface CollectedStores {
  readonly attachments: AttachmentStore
  readonly folders: FolderStore
  readonly blobStore: BlobStore
  readonly blobs: Pick<Blobs, 'removeFiles'>
}

/** Deletes unfinished uploads, and files that no slot links to (docs/contract/vault.md, Time). */
export function collectFiles({ attachments, folders, blobStore, blobs }: CollectedStores): readonly TimedWork[] {
  return [
    erasedAfter(OPEN_UPLOAD_MS, {
      oldest: blobStore.earliestOpenBlob,
      erase: (_, until) => blobStore.deleteOpenBlobs(until),
    }),
    unlinked({
      earliest: () => attachments.earliestUnlinked(),
      stamp: (now) => {
        attachments.stampUnlinked(now)
      },
      remove: (until) => {
        attachments.deleteUnlinked(until)
      },
    }),
    unlinked({
      earliest: () => folders.earliestUnlinkedFolder(),
      stamp: (now) => {
        folders.stampUnlinkedFolders(now)
      },
      remove: (until) => {
        folders.deleteUnlinkedFolders(until)
      },
    }),
    // Runs last, because the others leave blocks to delete here.
    {
      earliest: () => (blobStore.hasRemovedFiles() ? NOW : null),
      run(change) {
        const names = blobStore.takeRemovedFiles()
        change.afterSuccess(() => {
          blobs.removeFiles(names)
        })
      },
    },
  ]
}

interface Unlinked {
  readonly earliest: () => string | null
  readonly stamp: (now: string) => void
  readonly remove: (until: string) => void
}

/** A trigger marks rows whose last slot was deleted, without a time; the time is stamped with the change, or here. */
function unlinked({ earliest, stamp, remove }: Unlinked): TimedWork {
  return {
    erases: true,
    earliest() {
      const since = earliest()
      if (since === null) return null
      return since === '' ? NOW : isoTime(Date.parse(since) + UNLINKED_MS)
    },
    run({ now }, dueByMs) {
      stamp(now)
      remove(isoTime(dueByMs - UNLINKED_MS))
    },
  }
}
