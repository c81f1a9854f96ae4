import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { ownOperation as own, workspaceOperation } from './workbench-window.ts'

/** The idle times in minutes after which a workspace can lock. */
export const IDLE_MINUTES = [5, 15, 30, 60] as const

/** When a workspace locks by itself. */
export const LockSettings = z.object({
  /** Null means never. */
  idle_minutes: z.literal(IDLE_MINUTES).nullable(),
  on_sleep: z.boolean(),
  on_screen_lock: z.boolean(),
})
export type LockSettings = Readonly<z.infer<typeof LockSettings>>

/** The initial settings of a protected workspace: its keys must not stay open on an unattended computer. */
export const PROTECTED_LOCKS: LockSettings = { idle_minutes: 15, on_sleep: true, on_screen_lock: true }

/** The initial settings of other workspaces: without a passphrase anybody can open the file anyway. */
export const NO_LOCKS: LockSettings = { idle_minutes: null, on_sleep: false, on_screen_lock: false }

const settingsReply = { status: 200, body: z.object({ locks: LockSettings }) } as const

export const workbenchLockOperations = defineOperations({
  locksGet: {
    ...workspaceOperation,
    endpoint: 'GET /locks',
    summary: 'When the open workspace locks by itself',
    success: settingsReply,
  },
  locksPut: {
    ...own,
    endpoint: 'PUT /locks',
    summary: 'Set when the open workspace locks by itself',
    body: LockSettings,
    success: settingsReply,
    errors: ['workspace_locked', 'storage_full', 'storage_read_only'],
  },
  activityNote: {
    ...own,
    endpoint: 'POST /activity',
    summary: 'The person pressed a key or a pointer button in a window: the idle time starts over',
  },
})
