import { decodeBase58, encodeBase58 } from './base58.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ServerSecretKey } from './keys.ts'
import { randomBytes } from './random.ts'

/*
 * A username says by itself when it was issued, so that the service keeps nothing for whoever asks for one. It is 8 bytes
 * in base58, as the published key store's are:
 *
 *   check (2) ‖ moment XOR mask (6)      moment = milliseconds since 1970 in 42 bits ‖ a counter in 6 bits
 *
 * `check` is a keyed hash of the moment, and `mask` one of the check, so that names look random and tell nobody when
 * somebody registered. A check of 16 bits is enough: a guessed name must also lie in the right day of 139 years, and
 * whoever wants a name only needs to ask.
 */
const CHECK_BYTES = 2
const MOMENT_BYTES = 6
const NAME_BYTES = CHECK_BYTES + MOMENT_BYTES
const NAME_CHARACTERS = 11
const COUNTED = 64
/** Moments begin anew after 139 years, before 1970 and in 2109; names live for a day. */
const ROUND_MS = 2 ** 42

export type IssuedUsernames = ReturnType<typeof createIssuedUsernames>

/**
 * Usernames of the key store (docs/contract/keystore.md, Usernames).
 *
 * @param firstCount where counting begins; random, so that names after a restart differ from those before
 */
export function createIssuedUsernames(secret: ServerSecretKey, firstCount: number = randomBytes(1)[0] ?? 0) {
  let count = firstCount
  return {
    /** A new name of 11 base58 characters; no other of the same millisecond is like it, up to 64 of them. */
    issue(nowMs: number) {
      const moment = Buffer.alloc(MOMENT_BYTES)
      moment.writeUIntBE(inRound(nowMs) * COUNTED + (count % COUNTED), 0, MOMENT_BYTES)
      count += 1
      const check = checkOf(moment)
      return encodeBase58(Buffer.concat([check, masked(moment, check)])).padStart(NAME_CHARACTERS, '1')
    },

    /**
     * How long ago a name was issued, in milliseconds; less than 0 where the clock was set back. Undefined for a name that was
     * issued nowhere, or elsewhere.
     */
    ageMs(username: string, nowMs: number) {
      const bytes = bytesOf(username)
      if (bytes === undefined) return undefined
      const check = bytes.subarray(0, CHECK_BYTES)
      const moment = masked(bytes.subarray(CHECK_BYTES), check)
      if (!checkOf(moment).equals(check)) return undefined
      const age = inRound(nowMs - Math.floor(moment.readUIntBE(0, MOMENT_BYTES) / COUNTED))
      return age < ROUND_MS / 2 ? age : age - ROUND_MS
    },
  }

  function checkOf(moment: Buffer): Buffer {
    return Buffer.from(keyedHash(secret, `username.check\0${moment.toString('hex')}`)).subarray(0, CHECK_BYTES)
  }

  /** Masks and unmasks. */
  function masked(moment: Uint8Array, check: Buffer): Buffer {
    const mask = keyedHash(secret, `username.mask\0${check.toString('hex')}`)
    return Buffer.from(moment.map((byte, index) => byte ^ (mask[index] ?? 0)))
  }
}

function inRound(ms: number): number {
  return ((ms % ROUND_MS) + ROUND_MS) % ROUND_MS
}

/** The bytes of a name in its one spelling; undefined for any other text. */
function bytesOf(username: string): Buffer | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{11}$/.test(username)) return undefined
  const decoded = decodeBase58(username)
  const significant = decoded.subarray(decoded.findIndex((byte) => byte !== 0))
  if (significant.length > NAME_BYTES) return undefined
  return Buffer.concat([Buffer.alloc(NAME_BYTES - significant.length), significant])
}
