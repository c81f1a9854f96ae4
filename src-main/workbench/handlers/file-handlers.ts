import type { workbenchFileOperations } from '../../../shared/contract/workbench-files.ts'
import type { UserFiles } from '../files/user-files.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

/** Files of a user: uploads that the window feeds, and what is stored in slots. */
export function fileHandlers({ within }: Working): WorkbenchHandlersFor<typeof workbenchFileOperations> {
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
  }
}

type FilesOfUser = Awaited<ReturnType<UserFiles['of']>>
