// Proves docs/contract/client-crypto.md, Secret string.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_VECTOR } from '../../tests/vectors/sealed-format-vectors.ts'
import { newPassphraseHash, passphraseDerivedKey, passphraseHash } from './keys.ts'
import {
  deriveAccountKeys,
  formatSecretString,
  newSecretString,
  parseSecretString,
  passphraseArtefacts,
  passphraseMatches,
  wipeAccountKeys,
} from './secret-string.ts'

const { username, passphrase, secretString } = ACCOUNT_VECTOR
const secretBytes = Buffer.from(ACCOUNT_VECTOR.secretBytes, 'hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const cheap = { opsLimit: 1, memoryKib: 8 }
/** Refused before anything is hashed. */
const NO_HASHING = { opsLimit: 0, memoryKib: 0 }
const account = {
  format: 'pdv1' as const,
  username,
  passphraseDerivedKey: passphraseDerivedKey(Buffer.from(ACCOUNT_VECTOR.passphraseDerivedKey, 'hex')),
  srpPassword: Buffer.from(ACCOUNT_VECTOR.srpPassword),
}

describe('newSecretString', () => {
  it('matches the worked example', () => {
    expect(newSecretString(username, 'pdv1', () => secretBytes)).toBe(secretString)
  })

  it.each(['', 'a.b'])('refuses the user name %j, which would not read back', (name) => {
    expect(() => newSecretString(name)).toThrow(expect.objectContaining({ code: 'secret_string_invalid' }))
  })
})

describe('parseSecretString', () => {
  it('reads the worked example, with blanks around it and without hyphens', () => {
    for (const text of [secretString, ` ${secretString}\n`, secretString.replaceAll('-', '')]) {
      const parsed = parseSecretString(text)

      expect(parsed.username).toBe(username)
      expect(hex(parsed.secret)).toBe(ACCOUNT_VECTOR.secretBytes)
    }
  })

  it('reads back every secret', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
        expect(hex(parseSecretString(formatSecretString({ format: 'pdv1', username, secret })).secret)).toBe(
          hex(secret),
        )
      }),
    )
  })

  it.each([
    ['a newer version', secretString.replace('2.', '3.'), 'unsupported_version'],
    ['no version', secretString.slice(2), 'secret_string_invalid'],
    ['no user name', `2..${secretString.split('.')[2] ?? ''}`, 'secret_string_invalid'],
    ['no key', `2.${username}`, 'secret_string_invalid'],
    ['a fourth part', `${secretString}.x`, 'secret_string_invalid'],
    ['a missing character', secretString.slice(0, -3), 'secret_string_invalid'],
    ['a character too many', `${secretString}aa`, 'secret_string_invalid'],
    ['a foreign character', secretString.replace('4w', '0w'), 'secret_string_invalid'],
    ['a key without end', `2.${username}.${'z'.repeat(1_000_000)}`, 'secret_string_invalid'],
    ['nothing', '', 'secret_string_invalid'],
  ])('refuses %s', (_, text, code) => {
    expect(() => parseSecretString(text)).toThrow(expect.objectContaining({ code }))
  })

  it('does not repeat the secret in its message', () => {
    expect(() => parseSecretString(secretString.replace('4w', '0w'))).toThrow(/^(?!.*BpqZ|.*M9xaSh).*$/)
  })
})

describe('deriveAccountKeys', () => {
  it('matches the worked example', async () => {
    const derived = await deriveAccountKeys(secretString, passphrase)

    expect(derived.username).toBe(username)
    expect(hex(derived.passphraseDerivedKey)).toBe(ACCOUNT_VECTOR.passphraseDerivedKey)
    expect(textOf(derived.srpPassword)).toBe(ACCOUNT_VECTOR.srpPassword)
  })

  it('makes the same of the hash of the passphrase, which is used up', async () => {
    const hash = passphraseHash(new Uint8Array(Buffer.from(ACCOUNT_VECTOR.argon2id, 'hex')))

    const derived = await deriveAccountKeys(secretString, hash, NO_HASHING)

    expect(hex(derived.passphraseDerivedKey)).toBe(ACCOUNT_VECTOR.passphraseDerivedKey)
    expect(textOf(derived.srpPassword)).toBe(ACCOUNT_VECTOR.srpPassword)
    expect(hash).toEqual(new Uint8Array(32))
  })

  it('takes no hash for a published account', async () => {
    await expect(deriveAccountKeys(newSecretString(username, 'published'), newPassphraseHash())).rejects.toMatchObject({
      code: 'key_invalid',
    })
  })

  it('depends on passphrase, secret and user name', async () => {
    const derived = await Promise.all([
      deriveAccountKeys(secretString, 'a', cheap),
      deriveAccountKeys(secretString, 'b', cheap),
      deriveAccountKeys(formatSecretString({ format: 'pdv1', username, secret: new Uint8Array(32) }), 'a', cheap),
      deriveAccountKeys(formatSecretString({ format: 'pdv1', username: 'somebody', secret: secretBytes }), 'a', cheap),
    ])

    expect(new Set(derived.map((keys) => hex(keys.passphraseDerivedKey))).size).toBe(4)
    expect(new Set(derived.map((keys) => textOf(keys.srpPassword))).size).toBe(4)
  })
})

describe('wipeAccountKeys', () => {
  it('overwrites both secrets', async () => {
    const derived = await deriveAccountKeys(secretString, 'a', cheap)
    wipeAccountKeys(derived)
    expect(derived).toMatchObject({ passphraseDerivedKey: new Uint8Array(32), srpPassword: new Uint8Array(64) })
  })
})

describe('passphraseArtefacts', () => {
  it('states how the key was derived, and the identifier of the key', () => {
    const record = passphraseArtefacts(account)

    expect(decode(record.derivation_artefacts)).toEqual({
      v: 2,
      kdf: 'argon2id13',
      ops: 3,
      mem_kib: 262144,
      salt: Buffer.from(ACCOUNT_VECTOR.salt, 'hex').toString('base64url'),
      mix: 'blake2b-keyed',
      ctx: 'PDVROOT2',
    })
    expect(decode(record.verification_artefacts)).toEqual({ v: 2, check: 'zA2ze8RhPEA' })
    expect(record.verification_artefacts).toMatch(/^[A-Za-z0-9_-]+=*$/)
  })
})

describe('passphraseMatches', () => {
  it('knows its own record and no other', () => {
    const { verification_artefacts } = passphraseArtefacts(account)
    const other = { ...account, passphraseDerivedKey: passphraseDerivedKey(new Uint8Array(32)) }

    expect(passphraseMatches(account, verification_artefacts)).toBe(true)
    expect(passphraseMatches(other, verification_artefacts)).toBe(false)
    expect(passphraseMatches(account, 'e30=')).toBe(false)
  })
})

function decode(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
}
