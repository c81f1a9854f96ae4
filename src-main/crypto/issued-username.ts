import { decodeBase58, encodeBase58 } from './base58.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ServerSecretKey } from './keys.ts'
import { randomBytes } from './random.ts'

/*
 * A username contains the time when it was issued, so that the service does not have to store issued names. It is 8 bytes in
 * base58, like those of the published key store:
 *
 *   check (2) ‖ moment XOR mask (6)      moment = milliseconds since 1970 in 42 bits ‖ a counter in 6 bits
 *
 * `check` is a keyed hash of the moment, and `mask` a keyed hash of the check, so that names look random and do not reveal
 * when a user registered. A check of 16 bits is enough, because a guessed name must also be of the last day within 139
 * years, and anybody can simply ask for a name.
 */
const CHECK_BYTES = 2
const MOMENT_BYTES = 6
const NAME_BYTES = CHECK_BYTES + MOMENT_BYTES
const NAME_CHARACTERS = 11
const COUNTER_SIZE = 64
/** Moments repeat after 139 years, where names are only valid for a day. */
const CYCLE_MS = 2 ** 42

export type IssuedUsernames = ReturnType<typeof createIssuedUsernames>

/**
 * Issues the usernames of the key store (docs/contract/keystore.md, Usernames).
 *
 * @param firstCount the start of the counter; random, so that names after a restart differ from those before
 */
export function createIssuedUsernames(secret: ServerSecretKey, firstCount: number = randomBytes(1)[0] ?? 0) {
  let count = firstCount
  return {
    /** A new name of 11 base58 characters. Up to 64 names of the same millisecond are different. */
    issue(nowMs: number) {
      const moment = Buffer.alloc(MOMENT_BYTES)
      moment.writeUIntBE(inCycle(nowMs) * COUNTER_SIZE + (count % COUNTER_SIZE), 0, MOMENT_BYTES)
      count += 1
      const check = checkOf(moment)
      return encodeBase58(Buffer.concat([check, masked(moment, check)])).padStart(NAME_CHARACTERS, '1')
    },

    /**
     * How long ago a name was issued, in milliseconds; negative if the clock was set back. Undefined for a name that this
     * service did not issue.
     */
    ageMs(username: string, nowMs: number) {
      const bytes = bytesOf(username)
      if (bytes === undefined) return undefined
      const check = bytes.subarray(0, CHECK_BYTES)
      const moment = masked(bytes.subarray(CHECK_BYTES), check)
      if (!checkOf(moment).equals(check)) return undefined
      const age = inCycle(nowMs - Math.floor(moment.readUIntBE(0, MOMENT_BYTES) / COUNTER_SIZE))
      return age < CYCLE_MS / 2 ? age : age - CYCLE_MS
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

function inCycle(ms: number): number {
  return ((ms % CYCLE_MS) + CYCLE_MS) % CYCLE_MS
}

/** The bytes of a name; undefined for a text that is not one. */
function bytesOf(username: string): Buffer | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{11}$/.test(username)) return undefined
  const decoded = decodeBase58(username)
  const significant = decoded.subarray(decoded.findIndex((byte) => byte !== 0))
  if (significant.length > NAME_BYTES) return undefined
  return Buffer.concat([Buffer.alloc(NAME_BYTES - significant.length), significant])
}
