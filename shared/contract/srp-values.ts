import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { failsWith, ReplyId, ShortText } from './values.ts'

/** Longer than any name that can be registered; keeps look-ups and stored failures small. */
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

/** A of SRP. Whether it lies in the group is decided by the SRP rules, with the same code. */
export const SrpPublic = z
  .string()
  .refine(
    (text) => /^[0-9a-fA-F]{1,512}$/.test(text),
    failsWith('srp_value_invalid', 'must be 1 to 512 hexadecimal digits'),
  )
  .meta(EXAMPLE_NUMBER)

/** M1 of SRP: the proof of a passphrase for one challenge. */
export const SrpProof = z.string().check(atMost(1024))

/**
 * What a challenge is asked for. It serves that alone, so that a proof which somebody could watch or delay opens nothing
 * else. Published clients ask for none and mean `login`.
 */
export const ChallengePurpose = z
  .enum(['login', 'change_passphrase', 'restore_passphrase', 'login_key'])
  .meta({ id: 'ChallengePurpose' })
export type ChallengePurpose = z.infer<typeof ChallengePurpose>

export const KeystoreUser = z.object({ id: ReplyId, username: z.string() }).meta({ id: 'KeystoreUser' })
