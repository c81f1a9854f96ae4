import { z } from 'zod'
import { AttachmentsFolder } from './files.ts'
import { MAX_SINGLE_PART_BYTES } from './attachments.ts'
import { Bytes, partOfFile, preconditions, signature } from './block-store.ts'
import { FileRange } from './file-range.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { namedObject } from './values.ts'

const FolderFile = namedObject('FolderFile', { name: z.string(), bytesize: z.int() })

/** The query of a signed address. */
const Token = z.object(signature)

const base = { api: 'vault', auth: 'user' } as const
const stored = {
  api: 'vault',
  auth: 'none',
  delegation: 'ignored',
  extension: 'unlisted',
  requestForm: 'verbatim',
} as const
const folder = { ...stored, params: z.object({ name: z.string() }) } as const
const file = {
  ...stored,
  params: z.object({ name: z.string(), file: z.string() }),
} as const

/** Operations on attachments folders (docs/contract/vault.md, Files: folders). */
export const attachmentsFolderOperations = defineOperations({
  attachmentsFoldersGet: {
    ...base,
    endpoint: 'GET /attachments_folders',
    delegation: 'reader',
    summary: 'List the attachments folders of the user',
    query: z.object(pagingQuery),
    success: answer(200, { attachments_folders: z.array(AttachmentsFolder), ...pagingReply }),
    errors: ['invalid_cursor'],
  },
  attachmentsFoldersPost: {
    ...base,
    endpoint: 'POST /attachments_folders',
    delegation: 'admin',
    summary: 'Make an attachments folder',
    success: answer(201, { attachments_folder: AttachmentsFolder }),
  },
  attachmentsFoldersIdGet: {
    ...base,
    endpoint: 'GET /attachments_folders/{id}',
    delegation: 'reader',
    summary: 'Read an attachments folder',
    success: answer(200, { attachments_folder: AttachmentsFolder }),
    errors: ['not_found'],
  },
  attachmentsFoldersIdDelete: {
    ...base,
    endpoint: 'DELETE /attachments_folders/{id}',
    delegation: 'admin',
    summary: 'Delete a folder that no slot uses',
    errors: ['not_found', 'attachments_folder_in_use'],
  },
  blobStoreFoldersNameGet: {
    ...folder,
    endpoint: 'GET /blob-store/folders/{name}',
    summary: 'List the files of a folder',
    query: Token,
    success: answer(200, { files: z.array(FolderFile) }),
    errors: ['forbidden', 'url_expired', 'not_found'],
  },
  blobStoreFoldersNameFileGet: {
    ...file,
    endpoint: 'GET /blob-store/folders/{name}/{file}',
    summary: 'Read a file of a folder',
    query: Token.extend(partOfFile),
    success: { status: 200, otherStatus: 206, body: FileRange, file: true },
    errors: ['forbidden', 'url_expired', 'not_found', 'precondition_failed', 'range_not_satisfiable', 'file_damaged'],
  },
  blobStoreFoldersNameFilePut: {
    ...file,
    endpoint: 'PUT /blob-store/folders/{name}/{file}',
    summary: 'Write a file into a folder',
    query: Token.extend(preconditions),
    body: Bytes,
    maxBodyBytes: MAX_SINGLE_PART_BYTES,
    success: { status: 201 },
    errors: ['forbidden', 'url_expired', 'not_found', 'invalid_params', 'precondition_failed', 'payload_too_large'],
  },
  blobStoreFoldersNameFileDelete: {
    ...file,
    endpoint: 'DELETE /blob-store/folders/{name}/{file}',
    summary: 'Delete a file of a folder',
    query: Token.extend(preconditions),
    errors: ['forbidden', 'url_expired', 'not_found', 'precondition_failed'],
  },
})
