import type { workbenchFileOperations } from '../../../shared/contract/workbench-files.ts'
import type { workbenchFolderOperations } from '../../../shared/contract/workbench-folders.ts'
import type { FilesOfUser } from '../files/user-files.ts'
import type { HandlersOn } from './handlers.ts'

type FileOperations = typeof workbenchFileOperations & typeof workbenchFolderOperations

/** Handles files of a user: uploads from the window, files of slots, and folders. */
export const fileHandlers: HandlersOn<FilesOfUser, FileOperations> = {
  uploadRows: async ({ uploads }) => ({ uploads: await uploads.rows() }),
  uploadStart: ({ uploads }, { body }) => uploads.start(body),
  uploadWanted: ({ uploads }, { params }) => uploads.wanted(params.upload_id),
  uploadPart: ({ uploads }, { params, body }) => uploads.give(params.upload_id, params.start, body),
  uploadPause: ({ uploads }, { params }) => uploads.pause(params.upload_id),
  uploadResume: ({ uploads }, { params, body }) => uploads.resume(params.upload_id, body.size),
  uploadForget: ({ uploads }, { params }) => uploads.forget(params.upload_id),
  fileRows: async ({ slots }) => ({ files: await slots.rows() }),
  slotFileOpen: ({ slots }, { params }) => slots.open(params.item_id, params.slot_id),
  slotFilePart: ({ slots }, { params, query }) => slots.part(params.item_id, params.slot_id, query),
  slotThumbnailPut: ({ slots }, { params, body }) =>
    slots.putThumbnail(params.item_id, params.slot_id, params.size_type, body),
  slotThumbnailGet: ({ slots }, { params, query }) => slots.thumbnail(params.item_id, params.slot_id, query.pixels),

  folderRows: async ({ folders }) => ({ folders: await folders.rows() }),
  folderCreate: async ({ folders }, { body }) => ({ folder: await folders.create(body.label) }),
  folderRename: async ({ folders }, { params, body }) => ({
    folder: await folders.rename(params.folder_id, body.label),
  }),
  folderDelete: ({ folders }, { params }) => folders.remove(params.folder_id),
  folderFiles: async ({ folders }, { params }) => ({ files: await folders.files(params.folder_id) }),
  folderFileOpen: ({ folders }, { params }) => folders.fileOpen(params.folder_id, params.file_id),
  folderFilePart: ({ folders }, { params, query }) => folders.filePart(params.folder_id, params.file_id, query),
  folderFileDelete: ({ folders }, { params }) => folders.fileDelete(params.folder_id, params.file_id),
  folderLink: async ({ folders }, { params, body }) => ({ link: await folders.link(params.folder_id, body) }),
  slotFolderFiles: async ({ folders }, { params }) => ({ files: await folders.slotFiles(slotIn(params)) }),
  slotFolderFileOpen: ({ folders }, { params }) => folders.slotFileOpen(slotIn(params), params.file_id),
  slotFolderFilePart: ({ folders }, { params, query }) => folders.slotFilePart(slotIn(params), params.file_id, query),
}

const slotIn = ({ item_id, slot_id }: { readonly item_id: string; readonly slot_id: string }) => ({
  itemId: item_id,
  slotId: slot_id,
})
