// Proves docs/contract/keystore.md, SRP login.

import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SRP_VECTOR } from '../../tests/vectors/srp-vectors.ts'
import { serverSecretKey } from './keys.ts'
import { answerSrpChallenge, createSrpVerifier, startSrpLogin } from './srp-client.ts'
import { generatorPow, GROUP_PRIME, groupHex, modPow, MULTIPLIER, requireScrambler } from './srp-group.ts'
import {
  canonicalSrpPublic,
  checkSrpRegistration,
  createSrpChallenge,
  fakeSrpAccount,
  isExpectedProof,
} from './srp-server.ts'

/** The SRP library inside published clients. */
interface PublishedClient {
  init(
    options: { readonly username: string; readonly password: string; readonly length: number },
    done: () => void,
  ): void
  createVerifier(done: (error: unknown, result: { readonly salt: string; readonly verifier: string }) => void): void
  getPublicKey(): string
  setSalt(hex: string): void
  setServerPublicKey(hex: string): void
  getProof(): string
}
interface PublishedServer {
  init(options: { readonly salt: string; readonly verifier: string; readonly length: number }, done: () => void): void
  getPublicKey(): string
  setClientPublicKey(hex: string): void
  checkClientProof(hex: string): boolean
}
// CommonJS without types: this is the one place that says what it has.
const published = createRequire(import.meta.url)('jsrp') as {
  readonly client: new () => PublishedClient
  readonly server: new () => PublishedServer
}

const hexSource = (hex: string) => () => Uint8Array.from(Buffer.from(hex, 'hex'))
const identity = {
  username: SRP_VECTOR.username,
  password: Buffer.from(SRP_VECTOR.passwordUtf8, 'hex').toString('utf8'),
}
const account = { srp_salt: SRP_VECTOR.salt, srp_verifier: SRP_VECTOR.verifier }
// Matchers are typed `any`; as an object it fits where an error is expected.
const invalid = expect.objectContaining({ code: 'srp_value_invalid' }) as object

/** Values of A, B or v that no honest party sends. */
const FORBIDDEN_VALUES: readonly (readonly [string, string])[] = [
  ['zero', '0'],
  ['zero at full width', groupHex(0n)],
  ['one', '01'],
  ['N - 1', groupHex(GROUP_PRIME - 1n)],
  ['N', groupHex(GROUP_PRIME)],
  ['N + 2', groupHex(GROUP_PRIME + 2n)],
  ['2 N, which needs 513 digits', (GROUP_PRIME * 2n).toString(16)],
  ['513 digits', `0${SRP_VECTOR.clientPublic}`],
  ['a sign', '-1'],
  ['a prefix', '0x12'],
  ['a blank', '12 '],
  ['a foreign digit', 'g0'],
  ['nothing', ''],
]

describe('SRP group', () => {
  it('has the multiplier of the contract', () => {
    expect(MULTIPLIER.toString(16).padStart(64, '0')).toBe(
      '05b9e8ef059c6b32ea59fc1d322d37f04aa30bae5aa9003b8321e21ddb04e300',
    )
  })

  it('raises to powers as repeated squaring does', () => {
    const number = fc.bigInt({ min: 0n, max: GROUP_PRIME * 3n })
    const exponent = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(
      fc.property(number, exponent, (base, power) => {
        expect(modPow(base, power)).toBe(bySquaring(base, power))
        expect(generatorPow(power)).toBe(bySquaring(2n, power))
      }),
      { numRuns: 20 },
    )
  })

  it('refuses a scrambling parameter of zero', () => {
    expect(() => requireScrambler(0n)).toThrow(invalid)
    expect(requireScrambler(1n)).toBe(1n)
  })
})

describe('SRP worked example', () => {
  it('gives the verifier', () => {
    expect(createSrpVerifier(identity, hexSource(SRP_VECTOR.salt))).toEqual(account)
  })

  it('gives A, B and both sides’ proof', () => {
    const login = startSrpLogin(hexSource(SRP_VECTOR.clientSecret))
    const challenge = createSrpChallenge(account, login.srp_a, hexSource(SRP_VECTOR.serverSecret))
    const answer = answerSrpChallenge(login, identity, challenge)

    expect(login.srp_a).toBe(SRP_VECTOR.clientPublic)
    expect(challenge).toEqual({
      srp_a: SRP_VECTOR.clientPublic,
      challenge_salt: SRP_VECTOR.salt,
      challenge_b: SRP_VECTOR.serverPublic,
      expectedProof: SRP_VECTOR.clientProof,
    })
    expect(answer).toEqual({ srp_m: SRP_VECTOR.clientProof })
  })
})

describe('SRP with the published library', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
  const someone = fc.record({ username: text, password: text })

  it('lets its client register and log in here', async () => {
    await fc.assert(
      fc.asyncProperty(someone, async (person) => {
        const client = await publishedClient(person)
        const registered = await publishedVerifier(client)
        const challenge = createSrpChallenge(
          checkSrpRegistration({ srp_salt: registered.salt, srp_verifier: registered.verifier }),
          client.getPublicKey(),
        )
        client.setSalt(challenge.challenge_salt)
        client.setServerPublicKey(challenge.challenge_b)

        expect(isExpectedProof(challenge.expectedProof, client.getProof())).toBe(true)
      }),
      { numRuns: 5 },
    )
  })

  it('lets our client register and log in there', async () => {
    await fc.assert(
      fc.asyncProperty(someone, async (person) => {
        const registered = createSrpVerifier(person)
        const server = await publishedServer(registered)
        const login = startSrpLogin()
        server.setClientPublicKey(login.srp_a)

        const { srp_m } = answerSrpChallenge(login, person, {
          challenge_salt: registered.srp_salt,
          challenge_b: server.getPublicKey(),
        })

        expect(server.checkClientProof(srp_m)).toBe(true)
      }),
      { numRuns: 5 },
    )
  })
})

describe('createSrpChallenge', () => {
  it.each(FORBIDDEN_VALUES)('refuses an A of %s', (_, srp_a) => {
    expect(() => createSrpChallenge(account, srp_a)).toThrow(invalid)
    expect(() => canonicalSrpPublic(srp_a)).toThrow(invalid)
  })

  it('draws another B each time', () => {
    const first = createSrpChallenge(account, SRP_VECTOR.clientPublic)
    const second = createSrpChallenge(account, SRP_VECTOR.clientPublic)

    expect(first.challenge_b).not.toBe(second.challenge_b)
    expect(first.expectedProof).not.toBe(second.expectedProof)
  })

  it.each([
    ['another password', { ...identity, password: 'x' }],
    ['another user name', { ...identity, username: 'x' }],
  ])('expects another proof than %s gives', (_, someoneElse) => {
    const login = startSrpLogin()
    const challenge = createSrpChallenge(account, login.srp_a)

    const { srp_m } = answerSrpChallenge(login, someoneElse, challenge)

    expect(isExpectedProof(challenge.expectedProof, srp_m)).toBe(false)
  })
})

describe('canonicalSrpPublic', () => {
  it('finds the same challenge for any spelling of A', () => {
    expect(canonicalSrpPublic('AbC')).toBe(`${'0'.repeat(509)}abc`)
    expect(canonicalSrpPublic(SRP_VECTOR.clientPublic.toUpperCase())).toBe(SRP_VECTOR.clientPublic)
  })
})

describe('checkSrpRegistration', () => {
  it('answers lower case and full width', () => {
    expect(checkSrpRegistration({ srp_salt: 'AB'.repeat(16), srp_verifier: 'ABC' })).toEqual({
      srp_salt: 'ab'.repeat(16),
      srp_verifier: `${'0'.repeat(509)}abc`,
    })
  })

  it.each(FORBIDDEN_VALUES)('refuses a verifier of %s', (_, srp_verifier) => {
    expect(() => checkSrpRegistration({ ...account, srp_verifier })).toThrow(invalid)
  })

  it.each([
    ['15 bytes', 'ab'.repeat(15)],
    ['65 bytes', 'ab'.repeat(65)],
    ['half a byte too many', `${'ab'.repeat(16)}a`],
    ['a foreign digit', 'xy'.repeat(16)],
    ['nothing', ''],
  ])('refuses a salt of %s', (_, srp_salt) => {
    expect(() => checkSrpRegistration({ ...account, srp_salt })).toThrow(invalid)
  })
})

describe('answerSrpChallenge', () => {
  it.each(FORBIDDEN_VALUES)('refuses a B of %s', (_, challenge_b) => {
    expect(() =>
      answerSrpChallenge(startSrpLogin(), identity, { challenge_salt: SRP_VECTOR.salt, challenge_b }),
    ).toThrow(invalid)
  })

  it.each(['', 'abc', 'xy'])('refuses the salt %j', (challenge_salt) => {
    expect(() =>
      answerSrpChallenge(startSrpLogin(), identity, { challenge_salt, challenge_b: SRP_VECTOR.serverPublic }),
    ).toThrow(invalid)
  })

  it('answers once', () => {
    const login = startSrpLogin()
    const challenge = createSrpChallenge(account, login.srp_a)
    answerSrpChallenge(login, identity, challenge)

    expect(() => answerSrpChallenge(login, identity, challenge)).toThrow(invalid)
    expect([...login.secret].every((byte) => byte === 0)).toBe(true)
  })
})

describe('isExpectedProof', () => {
  const proof = SRP_VECTOR.clientProof

  it('takes the proof in either case', () => {
    expect(isExpectedProof(proof, proof)).toBe(true)
    expect(isExpectedProof(proof, proof.toUpperCase())).toBe(true)
  })

  it.each([`0${proof.slice(1)}`, proof.slice(0, -2), `${proof}00`, `${proof.slice(0, -1)}g`, ''])('refuses %s', (m) => {
    expect(isExpectedProof(proof, m)).toBe(false)
  })
})

describe('fakeSrpAccount', () => {
  const serverSecret = serverSecretKey(new Uint8Array(32).fill(7))

  it('looks like a registration and stays the same', () => {
    const fake = fakeSrpAccount(serverSecret, 'nobody')

    expect(checkSrpRegistration(fake)).toEqual(fake)
    expect(fake.srp_salt).toMatch(/^[0-9a-f]{64}$/)
    expect(fakeSrpAccount(serverSecret, 'nobody')).toEqual(fake)
  })

  it('depends on user name and server secret', () => {
    const fakes = [
      fakeSrpAccount(serverSecret, 'nobody'),
      fakeSrpAccount(serverSecret, 'somebody'),
      fakeSrpAccount(serverSecretKey(new Uint8Array(32)), 'nobody'),
    ]

    expect(new Set(fakes.map((fake) => fake.srp_salt)).size).toBe(3)
    expect(new Set(fakes.map((fake) => fake.srp_verifier)).size).toBe(3)
  })

  it('can be challenged, and no client passes', () => {
    const login = startSrpLogin()
    const challenge = createSrpChallenge(fakeSrpAccount(serverSecret, identity.username), login.srp_a)

    const { srp_m } = answerSrpChallenge(login, identity, challenge)

    expect(isExpectedProof(challenge.expectedProof, srp_m)).toBe(false)
  })
})

function bySquaring(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base % GROUP_PRIME, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % GROUP_PRIME
    square = (square * square) % GROUP_PRIME
  }
  return result
}

function publishedClient(person: { readonly username: string; readonly password: string }): Promise<PublishedClient> {
  const client = new published.client()
  return new Promise((resolve) => client.init({ ...person, length: 2048 }, () => resolve(client)))
}

function publishedVerifier(client: PublishedClient): Promise<{ readonly salt: string; readonly verifier: string }> {
  return new Promise((resolve) => client.createVerifier((_, result) => resolve(result)))
}

function publishedServer(registered: {
  readonly srp_salt: string
  readonly srp_verifier: string
}): Promise<PublishedServer> {
  const server = new published.server()
  const options = { salt: registered.srp_salt, verifier: registered.srp_verifier, length: 2048 }
  return new Promise((resolve) => server.init(options, () => resolve(server)))
}
