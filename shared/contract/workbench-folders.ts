import { z } from 'zod'
import { PROBLEM } from './errors.ts'
import { FilePart } from './file-range.ts'
import { answer, defineOperations } from './operation.ts'
import { Id, Label } from './values.ts'
import { OpenedFileFacts, OPENING_ERRORS, partQuery, SlotPath, STORING_ERRORS } from './workbench-files.ts'
import { ownOperation as own, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'

/* Folders of files: the files share one key and are linked to items together (docs/contract/window.md, Folders). */

/** A slot that links a folder. */
export const FolderLink = z.object({ item_id: z.string(), item_label: z.string(), slot_id: z.string() })
export type FolderLink = z.infer<typeof FolderLink>

export const FolderRow = z.object({
  id: z.string(),
  /** The name its owner gave it, which nobody else sees; null if it cannot be opened, as `problem` then explains. */
  label: z.string().nullable(),
  ...PROBLEM,
  files_count: z.int(),
  /** The stored bytes, as they count towards its owner's limit. */
  bytes: z.int(),
  /** Slots that link it, and those among them in items of the user. */
  slots_count: z.int(),
  links: z.array(FolderLink),
})
export type FolderRow = z.infer<typeof FolderRow>

/** A file of a folder. */
export const FolderFile = OpenedFileFacts.omit({ kind: true }).extend({
  id: z.string(),
  /** Why it cannot be opened; its name is then its id. */
  ...PROBLEM,
})
export type FolderFile = z.infer<typeof FolderFile>

const FolderPath = UserPath.extend({ folder_id: Id })
const FolderFilePath = FolderPath.extend({ file_id: Id })
const SlotFolderFilePath = SlotPath.extend({ file_id: Id })

const folder = { status: 200, body: z.object({ folder: FolderRow }) } as const
const labelled = z.object({ label: Label })
const part = { status: 200, body: FilePart, file: true } as const

export const workbenchFolderOperations = defineOperations({
  folderRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/folders',
    summary: 'Folders of files of a user, with number and size of the files',
    success: answer(200, { folders: z.array(FolderRow) }),
  },
  folderCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/folders',
    summary: 'Make a folder of files',
    body: labelled,
    success: { ...folder, status: 201 },
    errors: STORING_ERRORS,
  },
  folderRename: {
    ...own,
    endpoint: 'PUT /users/{user_id}/folders/{folder_id}',
    summary: 'Give an own folder another name',
    params: FolderPath,
    body: labelled,
    success: folder,
    errors: [...STORING_ERRORS, 'value_cannot_be_opened'],
  },
  folderDelete: {
    ...own,
    endpoint: 'DELETE /users/{user_id}/folders/{folder_id}',
    summary: 'Delete an own folder that no slot has, with its files',
    params: FolderPath,
    errors: [...USER_ERRORS, 'attachments_folder_in_use'],
  },
  folderFiles: {
    ...own,
    endpoint: 'GET /users/{user_id}/folders/{folder_id}/files',
    summary: 'The files of an own folder, in the order in which they were added',
    params: FolderPath,
    success: answer(200, { files: z.array(FolderFile) }),
    errors: OPENING_ERRORS,
  },
  folderFileOpen: {
    ...own,
    endpoint: 'GET /users/{user_id}/folders/{folder_id}/files/{file_id}',
    summary: 'What a file of an own folder is',
    params: FolderFilePath,
    success: { status: 200, body: OpenedFileFacts },
    errors: OPENING_ERRORS,
  },
  folderFilePart: {
    ...own,
    endpoint: 'GET /users/{user_id}/folders/{folder_id}/files/{file_id}/bytes',
    summary: 'A part of a file of an own folder',
    params: FolderFilePath,
    query: partQuery,
    success: part,
    errors: OPENING_ERRORS,
  },
  folderFileDelete: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}/folders/{folder_id}/files/{file_id}',
    summary: 'Delete a file of an own folder, also for those it is shared with',
    params: FolderFilePath,
  },
  folderLink: {
    ...own,
    endpoint: 'POST /users/{user_id}/folders/{folder_id}/links',
    summary: 'Link an own folder to an own item: in an empty slot for folders, or else in a new slot with this label',
    params: FolderPath,
    body: z.object({ item_id: Id, slot_id: Id.optional(), label: Label.optional() }),
    success: answer(201, { link: FolderLink }),
    errors: [...USER_ERRORS, 'forbidden', 'value_cannot_be_opened'],
  },
  slotFolderFiles: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/folder/files',
    summary: 'The files of the folder of a slot, own or received',
    params: SlotPath,
    success: answer(200, { files: z.array(FolderFile) }),
    errors: OPENING_ERRORS,
  },
  slotFolderFileOpen: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/folder/files/{file_id}',
    summary: 'What a file in the folder of a slot is',
    params: SlotFolderFilePath,
    success: { status: 200, body: OpenedFileFacts },
    errors: OPENING_ERRORS,
  },
  slotFolderFilePart: {
    ...own,
    endpoint: 'GET /users/{user_id}/items/{item_id}/slots/{slot_id}/folder/files/{file_id}/bytes',
    summary: 'A part of a file in the folder of a slot',
    params: SlotFolderFilePath,
    query: partQuery,
    success: part,
    errors: OPENING_ERRORS,
  },
})
