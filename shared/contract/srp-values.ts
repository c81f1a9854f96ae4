import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { failsWith, ReplyId, ShortText, namedObject } from './values.ts'

/** A username at login. The limit exceeds every issued name, and keeps look-ups and stored failures small. */
export const Username = ShortText.check(atLeast(1, 'must not be empty'))

export const SrpSalt = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{2}){16,64}$/, 'must be 16 to 64 bytes in hexadecimal')
  .meta({ examples: ['5c0ffee05c0ffee05c0ffee05c0ffee0'] })

const EXAMPLE_NUMBER = { examples: ['8f00b204e9800998ecf8427e'] }
export const SrpVerifier = z
  .string()
  .regex(/^[0-9a-fA-F]{1,512}$/, 'must be a hexadecimal number of at most 512 digits')
  .meta(EXAMPLE_NUMBER)

/** The value A of SRP. Whether it lies in the group is decided by the SRP rules, with the same error code. */
export const SrpPublic = z
  .string()
  .refine(
    (text) => /^[0-9a-fA-F]{1,512}$/.test(text),
    failsWith('srp_value_invalid', 'must be 1 to 512 hexadecimal digits'),
  )
  .meta(EXAMPLE_NUMBER)

/** The value M1 of SRP: the proof of a passphrase for one challenge. */
export const SrpProof = z.string().check(atMost(1024))

/**
 * The purpose of a challenge. It is good for this purpose only, so that a proof that was intercepted opens nothing
 * else. Published clients send none, which means `login`.
 */
export const ChallengePurpose = z
  .enum(['login', 'change_passphrase', 'restore_passphrase', 'login_key'])
  .meta({ id: 'ChallengePurpose' })
export type ChallengePurpose = z.infer<typeof ChallengePurpose>

export const KeystoreUser = namedObject('KeystoreUser', { id: ReplyId, username: z.string() })
