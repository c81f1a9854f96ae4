import type { Call } from '../../../shared/contract/caller.ts'
import type { FilePlace, Upload, WantedPart } from '../../../shared/contract/workbench-files.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'

const { uploadStart, uploadPart, uploadResume } = workbenchOperations

interface Answer {
  readonly upload: Upload
  readonly wanted: WantedPart
}

/** Gives an upload what it wants, as a window does that has the file. @returns what it was told last */
export async function feedUpload(
  call: Call,
  user_id: string,
  {
    begun,
    content,
    parts = Infinity,
  }: { readonly begun: Answer; readonly content: Uint8Array; readonly parts?: number },
): Promise<Answer> {
  let answer = begun
  for (let given = 0; answer.wanted !== null && given < parts; given += 1) {
    const { start, bytes } = answer.wanted
    answer = await call(uploadPart, {
      params: { user_id, upload_id: answer.upload.id, start },
      body: content.slice(start, start + bytes),
    })
  }
  return answer
}

export async function startUpload(
  call: Call,
  user_id: string,
  { content, place, ...named }: NewUpload,
): Promise<Answer> {
  const file = { filename: 'passport.pdf', content_type: 'application/pdf', ...named }
  return call(uploadStart, { params: { user_id }, body: { ...file, size: content.length, place } })
}

interface NewUpload {
  readonly content: Uint8Array
  readonly place: FilePlace
  readonly filename?: string
  readonly content_type?: string
}

/** Uploads a whole file. */
export async function uploadWhole(call: Call, user_id: string, upload: NewUpload): Promise<Upload> {
  const begun = await startUpload(call, user_id, upload)
  return (await feedUpload(call, user_id, { begun, content: upload.content })).upload
}

export async function resumeWhole(
  call: Call,
  user_id: string,
  { upload_id, content }: { readonly upload_id: string; readonly content: Uint8Array },
): Promise<Upload> {
  const begun = await call(uploadResume, { params: { user_id, upload_id }, body: { size: content.length } })
  return (await feedUpload(call, user_id, { begun, content })).upload
}
