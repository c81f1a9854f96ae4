/** The server side of SRP-6a (docs/contract/keystore.md, SRP login). It never sends a proof of its own. */
import { timingSafeEqual } from 'node:crypto'
import { CryptoError } from './crypto-error.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ServerSecretKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import {
  bytesToInteger,
  clientProof,
  generatorPow,
  GROUP_BYTES,
  GROUP_PRIME,
  groupHex,
  modPow,
  MULTIPLIER,
  readGroupValue,
  scrambler,
  SRP_SECRET_BYTES,
} from './srp-group.ts'

/** What registration stores, in lower-case hex. */
export interface SrpAccount {
  readonly srp_salt: string
  readonly srp_verifier: string
}

export interface SrpChallenge {
  /** A in the form of {@link canonicalSrpPublic}. */
  readonly srp_a: string
  readonly challenge_salt: string
  readonly challenge_b: string
  /**
   * Secret, and only to be used once. It is computed when it is first read, because that takes several times as long as all
   * else, and a caller may only ask for challenges.
   */
  readonly expectedProof: string
}

const SALT = /^(?:[0-9a-f]{2}){16,64}$/i
const PROOF = /^[0-9a-f]{64}$/i

/**
 * Checks a registration: a salt of 16 to 64 bytes, and a verifier greater than 1 and less than N - 1.
 *
 * @returns the values in lower case, the verifier with 512 digits
 * @throws {CryptoError} `srp_value_invalid` with the name of the field in its message
 */
export function checkSrpRegistration({ srp_salt, srp_verifier }: SrpAccount): SrpAccount {
  if (!SALT.test(srp_salt)) throw new CryptoError('srp_value_invalid', 'srp_salt must be 16 to 64 bytes in hex')
  return {
    srp_salt: srp_salt.toLowerCase(),
    srp_verifier: groupHex(readGroupValue(srp_verifier, 'srp_verifier')),
  }
}

/**
 * The form of A by which open challenges are found: lower case, 512 digits.
 *
 * @throws {CryptoError} `srp_value_invalid` if A is not hex, too long, or outside of the group
 */
export function canonicalSrpPublic(srp_a: string): string {
  return groupHex(readGroupValue(srp_a, 'srp_a'))
}

/** Makes the challenge for A of a client. @throws {CryptoError} `srp_value_invalid` as {@link canonicalSrpPublic} */
export function createSrpChallenge(
  account: SrpAccount,
  srp_a: string,
  random: RandomBytes = randomBytes,
): SrpChallenge {
  const clientPublic = readGroupValue(srp_a, 'srp_a')
  const verifier = readGroupValue(account.srp_verifier, 'srp_verifier')
  const secret = bytesToInteger(random(SRP_SECRET_BYTES))

  const serverPublic = (MULTIPLIER * verifier + generatorPow(secret)) % GROUP_PRIME
  const u = scrambler(clientPublic, serverPublic)
  let expectedProof: string | undefined

  return {
    srp_a: groupHex(clientPublic),
    challenge_salt: account.srp_salt,
    challenge_b: groupHex(serverPublic),
    get expectedProof() {
      const sharedSecret = () => modPow(clientPublic * modPow(verifier, u), secret)
      return (expectedProof ??= clientProof(clientPublic, serverPublic, sharedSecret()))
    },
  }
}

/**
 * An account for a user who does not exist, with the same salt on every call, and with a verifier for which nobody has the
 * password. {@link createSrpChallenge} treats it like a real one, so that neither response nor time reveals the difference.
 */
export function fakeSrpAccount(serverSecret: ServerSecretKey, username: string): SrpAccount {
  const blocks = Array.from({ length: GROUP_BYTES / SRP_SECRET_BYTES }, (_, index) =>
    keyedHash(serverSecret, `srp.verifier.${index}\0${username}`),
  )
  return {
    srp_salt: Buffer.from(keyedHash(serverSecret, `srp.salt\0${username}`)).toString('hex'),
    srp_verifier: groupHex(bytesToInteger(Buffer.concat(blocks)) % GROUP_PRIME),
  }
}

/** Compares the proof of the client in constant time. */
export function isExpectedProof(expectedProof: string, srp_m: string): boolean {
  if (!PROOF.test(srp_m)) return false
  return timingSafeEqual(Buffer.from(expectedProof, 'hex'), Buffer.from(srp_m, 'hex'))
}
