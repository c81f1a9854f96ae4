import { z } from 'zod'
import { broken } from './values.ts'

/** What every operation of the window has in common: nobody else may call it. */
export const ownOperation = { api: 'workbench', auth: 'window', delegation: 'ignored' } as const

/** A user of the workspace, by the id within the workspace. */
export const UserPath = z.object({ user_id: z.string().max(64) })

export const MIN_PASSPHRASE_CHARACTERS = 8

/** A passphrase as typed. It never appears in a reply, a log or the journal. */
export const Passphrase = z
  .string()
  .min(
    MIN_PASSPHRASE_CHARACTERS,
    broken('invalid_params', `must have at least ${MIN_PASSPHRASE_CHARACTERS} characters`),
  )
  .max(1024, broken('invalid_params', 'must not be longer than 1,024 characters'))
