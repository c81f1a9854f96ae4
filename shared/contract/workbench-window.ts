import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { failsWith, wholeNumber } from './values.ts'
import { rule } from '../rule-text.ts'

/** What every operation of the window has in common: nobody else may call it. */
export const ownOperation = { api: 'workbench', auth: 'window', delegation: 'ignored' } as const

/** Codes of what needs an open workspace. */
export const WORKSPACE_ERRORS = ['workspace_locked'] as const
/** Codes of what a user of the workspace does, who has to be signed in. */
export const USER_ERRORS = [...WORKSPACE_ERRORS, 'not_found', 'user_locked'] as const

/** A window of a list: how many rows come before it, and how many it has. */
export const rowsQuery = {
  offset: wholeNumber(0).default(0),
  limit: wholeNumber(1, 500).default(100),
}

/** A user of the workspace, by the id within the workspace. */
export const UserPath = z.object({ user_id: z.string().check(atMost(64)) })

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

/** What opens a protected workspace, as typed: its passphrase, or its recovery code (recovery-code.ts) instead. */
export const unlockSecretFields = {
  passphrase: z.string().check(atMost(1024)).nullable().optional(),
  recovery_code: z.string().check(atMost(100)).optional(),
}
/** `too_many_requests`: a later attempt took its place; `workspace_locked`: locked meanwhile. */
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
