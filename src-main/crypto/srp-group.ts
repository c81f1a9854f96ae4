/*
 * SRP-6a over the 2048-bit group of RFC 5054, appendix A, g = 2, H = SHA-256.
 *   PAD(n)  big-endian, 256 bytes          k  H(PAD(N) ‖ PAD(g))
 *   x       H(salt ‖ H(I ‖ ":" ‖ P))       u  H(PAD(A) ‖ PAD(B))
 *   K       H(PAD(S))                      M1 H(PAD(A) ‖ PAD(B) ‖ K), the short form
 * On the wire: lower-case hex of fixed width, 512 digits for A, B and v, 64 for M1.
 *
 * Arithmetic is BigInt, with a window of four bits and a table for powers of g. It is not constant-time, which is acceptable
 * because the exponents are used only once (a, b), public (u), or only used on the user's own computer (x).
 * DiffieHellman of node:crypto is five times as fast, but first checks the prime for 230 ms.
 */
import { createHash } from 'node:crypto'
import { CryptoError } from './crypto-error.ts'
import { wipe } from './keys.ts'

export const GROUP_PRIME = BigInt(
  '0x' +
    'ac6bdb41324a9a9bf166de5e1389582faf72b6651987ee07fc3192943db56050' +
    'a37329cbb4a099ed8193e0757767a13dd52312ab4b03310dcd7f48a9da04fd50' +
    'e8083969edb767b0cf6095179a163ab3661a05fbd5faaae82918a9962f0b93b8' +
    '55f97993ec975eeaa80d740adbf4ff747359d041d5c33ea71d281e446b14773b' +
    'ca97b43a23fb801676bd207a436c6481f1d2b9078717461a5b9d32e688f87748' +
    '544523b524b0d57d5ea77a2775d2ecfa032cfbdbf52fb3786160279004e57ae6' +
    'af874e7303ce53299ccc041c7bc308d82a5698f3a8d0c38271ae35f8e9dbfbb6' +
    '94b5c803d89f7ae435de236d525f54759b65e372fcd68ef20fa7111f9e4aff73',
)
export const GROUP_BYTES = 256
/** The length of the secret exponents a and b, and of the salt that our client makes. */
export const SRP_SECRET_BYTES = 32

const GENERATOR = 2n
const WINDOW_BITS = 4
const WINDOW_SIZE = 1 << WINDOW_BITS
/** The number of windows in an exponent of 32 bytes. */
const TABLE_ROWS = (SRP_SECRET_BYTES * 8) / WINDOW_BITS
const GROUP_VALUE = /^[0-9a-f]{1,512}$/i

/** base^exponent mod N, with four bits of the exponent per step. */
export function modPow(base: bigint, exponent: bigint): bigint {
  const powers = rowOfPowers(base % GROUP_PRIME)
  let result = 1n
  for (const digit of exponent.toString(WINDOW_SIZE)) {
    for (let bit = 0; bit < WINDOW_BITS; bit += 1) result = (result * result) % GROUP_PRIME
    result = timesPower(result, powers, digit)
  }
  return result
}

let generatorTable: readonly (readonly bigint[])[] | undefined

/** g^exponent mod N for exponents of up to 32 bytes, with a table and one multiplication per four bits. */
export function generatorPow(exponent: bigint): bigint {
  generatorTable ??= makeGeneratorTable()
  const digits = exponent.toString(WINDOW_SIZE).padStart(TABLE_ROWS, '0')
  return generatorTable.reduce(
    (result, powers, row) => timesPower(result, powers, digits.charAt(TABLE_ROWS - 1 - row)),
    1n,
  )
}

/** k of the protocol. */
export const MULTIPLIER = hashToInteger(pad(GROUP_PRIME), pad(GENERATOR))

/** u of the protocol, from the two public values. */
export function scrambler(clientPublic: bigint, serverPublic: bigint): bigint {
  return requireScrambler(hashToInteger(pad(clientPublic), pad(serverPublic)))
}

/** @throws {CryptoError} `srp_value_invalid` if u is zero, because then the proof would not depend on the verifier */
export function requireScrambler(u: bigint): bigint {
  if (u === 0n) throw new CryptoError('srp_value_invalid', 'the scrambling parameter is zero')
  return u
}

/** M1 in 64 hex digits, from the public values and the shared secret S. */
export function clientProof(clientPublic: bigint, serverPublic: bigint, sharedSecret: bigint): string {
  return sha256(pad(clientPublic), pad(serverPublic), sha256(pad(sharedSecret))).toString('hex')
}

/** x of the protocol. A string password is hashed as UTF-8. */
export function privateExponent(username: string, password: string | Uint8Array, salt: Uint8Array): bigint {
  const identity = createHash('sha256').update(`${username}:`, 'utf8').update(password).digest()
  const exponent = hashToInteger(salt, identity)
  wipe(identity)
  return exponent
}

/**
 * Reads A, B or v: 1 to 512 hex digits, greater than 1 and less than N - 1. With 0, 1 or N - 1, an attacker could predict the
 * shared secret.
 *
 * @throws {CryptoError} `srp_value_invalid` with `name` in its message
 */
export function readGroupValue(hex: string, name: string): bigint {
  if (!GROUP_VALUE.test(hex)) throw new CryptoError('srp_value_invalid', `${name} must be 1 to 512 hex digits`)
  const value = BigInt(`0x${hex}`)
  if (value <= 1n || value >= GROUP_PRIME - 1n) {
    throw new CryptoError('srp_value_invalid', `${name} is outside the group`)
  }
  return value
}

/** The wire form of A, B or v: 512 lower-case hex digits. */
export function groupHex(value: bigint): string {
  return value.toString(16).padStart(GROUP_BYTES * 2, '0')
}

export function bytesToInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
}

function pad(value: bigint): Buffer {
  return Buffer.from(groupHex(value), 'hex')
}

function hashToInteger(...parts: readonly Uint8Array[]): bigint {
  return bytesToInteger(sha256(...parts))
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** 1, base, base², … for one window. */
function rowOfPowers(base: bigint): readonly bigint[] {
  const powers = [1n]
  for (let power = base; powers.length < WINDOW_SIZE; power = (power * base) % GROUP_PRIME) powers.push(power)
  return powers
}

/** Row i contains the powers of g^(16^i). */
function makeGeneratorTable(): readonly (readonly bigint[])[] {
  const table: (readonly bigint[])[] = []
  let base = GENERATOR
  while (table.length < TABLE_ROWS) {
    table.push(rowOfPowers(base))
    for (let bit = 0; bit < WINDOW_BITS; bit += 1) base = (base * base) % GROUP_PRIME
  }
  return table
}

function timesPower(result: bigint, powers: readonly bigint[], digit: string): bigint {
  const power = powers[Number.parseInt(digit, WINDOW_SIZE)] ?? 1n
  return power === 1n ? result : (result * power) % GROUP_PRIME
}
