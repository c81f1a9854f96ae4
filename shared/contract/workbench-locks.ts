import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { WORKSPACE_ERRORS, ownOperation as own } from './workbench-window.ts'

/** The minutes without a sign of the person after which a workspace may lock. */
export const IDLE_MINUTES = [5, 15, 30, 60] as const

/** When a workspace locks by itself. */
export const LockSettings = z.object({
  /** Null: never. */
  idle_minutes: z.literal(IDLE_MINUTES).nullable(),
  on_sleep: z.boolean(),
  on_screen_lock: z.boolean(),
})
export type LockSettings = Readonly<z.infer<typeof LockSettings>>

/** What a workspace begins with that somebody protects: its keys do not lie open where nobody sits. */
export const PROTECTED_LOCKS: LockSettings = { idle_minutes: 15, on_sleep: true, on_screen_lock: true }

/** What others begin with: samples are shown around, and anybody can open a file without a passphrase. */
export const NO_LOCKS: LockSettings = { idle_minutes: null, on_sleep: false, on_screen_lock: false }

const settingsReply = { status: 200, body: z.object({ locks: LockSettings }) } as const

/** When the open workspace locks by itself. */
export const workbenchLockOperations = defineOperations({
  locksGet: {
    ...own,
    method: 'GET',
    path: '/locks',
    summary: 'When the open workspace locks by itself',
    success: settingsReply,
    errors: WORKSPACE_ERRORS,
  },
  locksPut: {
    ...own,
    method: 'PUT',
    path: '/locks',
    summary: 'Set when the open workspace locks by itself',
    body: LockSettings,
    success: settingsReply,
    errors: ['workspace_locked', 'storage_full', 'storage_read_only'],
  },
  activityNote: {
    ...own,
    method: 'POST',
    path: '/activity',
    summary: 'The person pressed a key or a button of the pointer in a window: the time without a sign begins anew',
    success: { status: 204 },
    errors: [],
  },
})
