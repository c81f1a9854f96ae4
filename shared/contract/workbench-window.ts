import { z } from 'zod'

/** What every operation of the window has in common: nobody else may call it. */
export const ownOperation = { api: 'workbench', auth: 'window', delegation: 'ignored' } as const

/** A user of the workspace, by the id within the workspace. */
export const UserPath = z.object({ user_id: z.string().max(64) })
