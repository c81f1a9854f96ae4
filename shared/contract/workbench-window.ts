import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { failsWith, wholeNumber } from './values.ts'
import { rule } from '../rule-text.ts'

/** Fields that every operation of the window has: nobody else may call it. */
export const ownOperation = { api: 'workbench', auth: 'window', delegation: 'ignored' } as const

/** Error codes of operations that need an open workspace. */
export const WORKSPACE_ERRORS = ['workspace_locked'] as const
/** Error codes of operations for a user of the workspace, who has to be signed in. */
export const USER_ERRORS = [...WORKSPACE_ERRORS, 'not_found', 'user_locked'] as const

/** Fields of an operation that needs an open workspace. */
export const workspaceOperation = { ...ownOperation, errors: WORKSPACE_ERRORS } as const

/** A window of a list: the number of rows before it, and the most rows in it. */
export const rowsQuery = {
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, 500).default(100),
}

/** A user of the workspace, by the id within the workspace. */
export const UserPath = z.object({ user_id: z.string().check(atMost(64)) })

/** Fields of an operation for a user of the workspace, who has to be signed in. */
export const userOperation = { ...ownOperation, params: UserPath, errors: USER_ERRORS } as const

export const MIN_PASSPHRASE_CHARACTERS = 8

/** A passphrase as typed. It never appears in a reply, a log or the journal. */
export const Passphrase = z
  .string()
  .check(
    atLeast(
      MIN_PASSPHRASE_CHARACTERS,
      failsWith('invalid_params', rule`must have at least ${MIN_PASSPHRASE_CHARACTERS} characters`),
    ),
  )
  .check(atMost(1024, failsWith('invalid_params', 'must not be longer than 1,024 characters')))

/** The secret that opens a protected workspace, as typed: its passphrase or its recovery code (recovery-code.ts). */
export const unlockSecretFields = {
  passphrase: z.string().check(atMost(1024)).nullable().optional(),
  recovery_code: z.string().check(atMost(100)).optional(),
}
/** `too_many_requests`: a later attempt replaced this one; `workspace_locked`: it was locked meanwhile. */
export const unlockErrors = [
  'workspace_passphrase_wrong',
  'workspace_not_usable',
  'passphrase_not_hashed',
  'not_found',
  'too_many_requests',
  'workspace_locked',
] as const
export const hasOneUnlockSecret = ({ passphrase, recovery_code }: { passphrase?: unknown; recovery_code?: unknown }) =>
  recovery_code === undefined || typeof passphrase !== 'string'
export const ONE_UNLOCK_SECRET = failsWith('invalid_params', 'must hold a passphrase or a recovery code, not both')
