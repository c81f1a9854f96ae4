import type { workbenchFileOperations } from '../../../shared/contract/workbench-files.ts'
import type { workbenchFolderOperations } from '../../../shared/contract/workbench-folders.ts'
import type { UserFiles } from '../files/user-files.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

type FileOperations = typeof workbenchFileOperations & typeof workbenchFolderOperations

/** Files of a user: uploads that the window feeds, what is stored in slots, and folders. */
export function fileHandlers({ within }: Working): WorkbenchHandlersFor<FileOperations> {
  const as = <Result>(userId: string, work: (files: FilesOfUser) => Promise<Result>): Promise<Result> =>
    within(({ users, files }) => users.withAccount(userId, async (user) => work(await files.of(userId, user))))

  return {
    uploadRows: ({ params }) => as(params.user_id, async ({ uploads }) => ({ uploads: await uploads.rows() })),
    uploadStart: ({ params, body }) => as(params.user_id, ({ uploads }) => uploads.start(body)),
    uploadWanted: ({ params }) => as(params.user_id, ({ uploads }) => uploads.wanted(params.upload_id)),
    uploadPart: ({ params, body }) =>
      as(params.user_id, ({ uploads }) => uploads.give(params.upload_id, params.start, body)),
    uploadPause: ({ params }) => as(params.user_id, ({ uploads }) => uploads.pause(params.upload_id)),
    uploadResume: ({ params, body }) =>
      as(params.user_id, ({ uploads }) => uploads.resume(params.upload_id, body.size)),
    uploadForget: ({ params }) =>
      as(params.user_id, async ({ uploads }) => {
        await uploads.forget(params.upload_id)
        return undefined
      }),
    fileRows: ({ params }) => as(params.user_id, async ({ slots }) => ({ files: await slots.rows() })),
    slotFileOpen: ({ params }) => as(params.user_id, ({ slots }) => slots.open(params.item_id, params.slot_id)),
    slotFilePart: ({ params, query }) =>
      as(params.user_id, ({ slots }) => slots.part(params.item_id, params.slot_id, query)),
    slotThumbnailPut: ({ params, body }) =>
      as(params.user_id, async ({ slots }) => {
        await slots.putThumbnail(params.item_id, params.slot_id, params.size_type, body)
        return undefined
      }),
    slotThumbnailGet: ({ params, query }) =>
      as(params.user_id, ({ slots }) => slots.thumbnail(params.item_id, params.slot_id, query.pixels)),

    folderRows: ({ params }) => as(params.user_id, async ({ folders }) => ({ folders: await folders.rows() })),
    folderCreate: ({ params, body }) =>
      as(params.user_id, async ({ folders }) => ({ folder: await folders.create(body.label) })),
    folderRename: ({ params, body }) =>
      as(params.user_id, async ({ folders }) => ({ folder: await folders.rename(params.folder_id, body.label) })),
    folderDelete: ({ params }) =>
      as(params.user_id, async ({ folders }) => {
        await folders.remove(params.folder_id)
        return undefined
      }),
    folderFiles: ({ params }) =>
      as(params.user_id, async ({ folders }) => ({ files: await folders.files(params.folder_id) })),
    folderFileOpen: ({ params }) =>
      as(params.user_id, ({ folders }) => folders.fileOpen(params.folder_id, params.file_id)),
    folderFilePart: ({ params, query }) =>
      as(params.user_id, ({ folders }) => folders.filePart(params.folder_id, params.file_id, query)),
    folderFileDelete: ({ params }) =>
      as(params.user_id, async ({ folders }) => {
        await folders.fileDelete(params.folder_id, params.file_id)
        return undefined
      }),
    folderLink: ({ params, body }) =>
      as(params.user_id, async ({ folders }) => ({ link: await folders.link(params.folder_id, body) })),
    slotFolderFiles: ({ params }) =>
      as(params.user_id, async ({ folders }) => ({ files: await folders.slotFiles(slotIn(params)) })),
    slotFolderFileOpen: ({ params }) =>
      as(params.user_id, ({ folders }) => folders.slotFileOpen(slotIn(params), params.file_id)),
    slotFolderFilePart: ({ params, query }) =>
      as(params.user_id, ({ folders }) => folders.slotFilePart(slotIn(params), params.file_id, query)),
  }
}

const slotIn = ({ item_id, slot_id }: { readonly item_id: string; readonly slot_id: string }) => ({
  itemId: item_id,
  slotId: slot_id,
})

type FilesOfUser = Awaited<ReturnType<UserFiles['of']>>
