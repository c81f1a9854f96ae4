/** The client side of SRP-6a (docs/contract/keystore.md, SRP login). */
import { CryptoError } from './crypto-error.ts'
import { wipe } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import type { SrpAccount } from './srp-server.ts'
import {
  bytesToInteger,
  clientProof,
  generatorPow,
  GROUP_PRIME,
  groupHex,
  modPow,
  MULTIPLIER,
  privateExponent,
  readGroupValue,
  scrambler,
  SRP_SECRET_BYTES,
} from './srp-group.ts'

export interface SrpIdentity {
  readonly username: string
  /** The SRP password of `secret-string.ts`; bytes are UTF-8. */
  readonly password: string | Uint8Array
}

/** A login in progress. */
export interface SrpLogin {
  /** A of the protocol. */
  readonly srp_a: string
  /** The secret exponent a. */
  readonly secret: Uint8Array
}

const SALT = /^(?:[0-9a-f]{2})+$/i

/** Makes the salt and the verifier g^x for a registration. */
export function createSrpVerifier(identity: SrpIdentity, random: RandomBytes = randomBytes): SrpAccount {
  const salt = random(SRP_SECRET_BYTES)
  const x = privateExponent(identity.username, identity.password, salt)
  return { srp_salt: Buffer.from(salt).toString('hex'), srp_verifier: groupHex(generatorPow(x)) }
}

/** Begins a login, for which {@link answerSrpChallenge} can be called once. */
export function startSrpLogin(random: RandomBytes = randomBytes): SrpLogin {
  const secret = random(SRP_SECRET_BYTES)
  return { srp_a: groupHex(generatorPow(bytesToInteger(secret))), secret }
}

/** Proves the password and wipes the secret of the login. @throws {CryptoError} `srp_value_invalid` for an invalid salt or B */
export function answerSrpChallenge(
  login: SrpLogin,
  identity: SrpIdentity,
  challenge: { readonly challenge_salt: string; readonly challenge_b: string },
): { readonly srp_m: string } {
  const a = takeSecret(login)
  const clientPublic = readGroupValue(login.srp_a, 'srp_a')
  const serverPublic = readGroupValue(challenge.challenge_b, 'challenge_b')
  const x = privateExponent(identity.username, identity.password, readSalt(challenge.challenge_salt))
  const u = scrambler(clientPublic, serverPublic)

  const base = GROUP_PRIME * MULTIPLIER + serverPublic - MULTIPLIER * generatorPow(x)
  return { srp_m: clientProof(clientPublic, serverPublic, modPow(base, a + u * x)) }
}

/** Allows only one use, because a second answer with the same secret would reveal more about the password. */
function takeSecret(login: SrpLogin): bigint {
  const secret = bytesToInteger(login.secret)
  if (secret === 0n) throw new CryptoError('srp_value_invalid', 'this login was answered already')
  wipe(login.secret)
  return secret
}

function readSalt(hex: string): Buffer {
  if (!SALT.test(hex)) throw new CryptoError('srp_value_invalid', 'challenge_salt must be bytes in hex')
  return Buffer.from(hex, 'hex')
}
