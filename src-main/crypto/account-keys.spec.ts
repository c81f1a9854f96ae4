// Proves docs/contract/client-crypto.md, Published accounts, Secret string.

import { describe, expect, it } from 'vitest'
import { PUBLISHED_ACCOUNT_VECTOR } from '../../tests/vectors/published-format-vectors.ts'
import { unwrapAccountKey, unwrapPrivateKey, wrapAccountKey, wrapPrivateKey } from './account-keys.ts'
import { newDataEncryptionKey, newKeyEncryptionKey } from './keys.ts'
import type { AccountKeys } from './secret-string.ts'
import { deriveAccountKeys, newSecretString, parseSecretString } from './secret-string.ts'

const { secretString, passphrase, username } = PUBLISHED_ACCOUNT_VECTOR
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const cheap = { opsLimit: 1, memoryKib: 8 }
const FORMATS = ['pdv1', 'published'] as const
const kek = newKeyEncryptionKey()
const dek = newDataEncryptionKey()
const accountOf = (format: (typeof FORMATS)[number], typed: string = passphrase): Promise<AccountKeys> =>
  deriveAccountKeys(format === 'published' ? secretString : newSecretString(username), typed, cheap)

describe('the secret string of a published account', () => {
  it('derives what the worked example says', async () => {
    const { format, ...keys } = await accountOf('published')

    expect([format, keys.username]).toEqual(['published', username])
    expect(hex(keys.passphraseDerivedKey)).toBe(PUBLISHED_ACCOUNT_VECTOR.passphraseDerivedKey)
    expect(hex(Buffer.from(Buffer.from(keys.srpPassword).toString('utf8'), 'latin1'))).toBe(
      PUBLISHED_ACCOUNT_VECTOR.srpBytes,
    )
    expect(hex(keys.srpPassword)).toBe(PUBLISHED_ACCOUNT_VECTOR.srpPasswordUtf8)
  })

  it('does not care for hyphens, and takes the passphrase as typed', async () => {
    const [plain, typed, composed] = await Promise.all([
      deriveAccountKeys(secretString.replaceAll('-', ''), passphrase),
      accountOf('published', 'e\u0301'),
      accountOf('published', '\u00e9'),
    ])

    expect(hex(plain.passphraseDerivedKey)).toBe(PUBLISHED_ACCOUNT_VECTOR.passphraseDerivedKey)
    expect(hex(typed.passphraseDerivedKey)).not.toBe(hex(composed.passphraseDerivedKey))
  })

  it('reads back with its format, and is refused when a character is missing', () => {
    expect(parseSecretString(newSecretString(username, 'published'))).toMatchObject({ format: 'published', username })
    expect(() => parseSecretString(secretString.slice(0, -3))).toThrow(
      expect.objectContaining({ code: 'secret_string_invalid' }),
    )
  })
})

describe.each(FORMATS)('keys of an account in the format %s', (format) => {
  it('are wrapped in it and open again', async () => {
    const account = await accountOf(format)
    const wrapped = [wrapAccountKey(account, kek), wrapPrivateKey(kek, format, dek)] as const

    for (const text of wrapped) expect(text).toMatch(format === 'published' ? /^Aes256Gcm\./ : /^pdv1\.xc\./)
    expect(hex(unwrapAccountKey(account, wrapped[0]))).toBe(hex(kek))
    expect(unwrapPrivateKey(kek, wrapped[1])).toMatchObject({ format })
    expect(hex(unwrapPrivateKey(kek, wrapped[1]).dataEncryptionKey)).toBe(hex(dek))
  })

  it('do not open with another passphrase or another key', async () => {
    const [account, other] = [await accountOf(format), await accountOf(format, 'another one')]
    const code = format === 'published' ? 'cannot_open' : 'wrong_key'

    expect(() => unwrapAccountKey(other, wrapAccountKey(account, kek))).toThrow(expect.objectContaining({ code }))
    expect(() => unwrapPrivateKey(newKeyEncryptionKey(), wrapPrivateKey(kek, format, dek))).toThrow(
      expect.objectContaining({ code }),
    )
  })
})
