import { parse } from 'yaml'
import { z } from 'zod'
import { atLeast } from '../../../shared/contract/bounds.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { decodeBase64Url, encodeBase64UrlPadded } from '../../crypto/base64url.ts'
import { keyEncryptionKey as readKey } from '../../crypto/keys.ts'
import { deriveAccountKeys, wipeAccountKeys } from '../../crypto/secret-string.ts'
import type { PersonAccount } from './account.ts'
import type { PassphraseOptions } from './change-passphrase.ts'
import { proveAccountKeys } from './enter-account.ts'
import type { OpenSessions } from './enter-account.ts'

export interface PublishedCredentials {
  /** The whole file, as YAML: tokens, keys and secret string in clear. */
  readonly text: string
  /** The expiry of its tokens; the keys in it do not expire. */
  readonly validTill: string
}

/**
 * The credential file of the published command-line client, version 3 (`kind: Authentication`): what its `users:login`
 * would print. It has a session of its own, which ends with that of the account. Texts cannot be overwritten in memory,
 * so the caller must pass the file on and not store it.
 *
 * @param account signed in with this passphrase
 * @throws {CallError} `login_failed` for a wrong passphrase, `valid_for_invalid`
 * @throws {ServiceError} `value_cannot_be_opened` for an account in our format, which that client cannot read
 */
export async function publishedCredentials(
  account: PersonAccount,
  known: PassphraseOptions,
  validForSeconds: number,
): Promise<PublishedCredentials> {
  const derived = await deriveAccountKeys(known.secretString, known.passphrase, known.cost)
  try {
    if (derived.format !== 'published') {
      throw new ServiceError(
        'value_cannot_be_opened',
        'The published command-line client opens accounts in the published format only.',
      )
    }
    await proveAccountKeys(derived, known.send)
    const request = { body: { valid_for: validForSeconds } }
    const [{ session: vault }, { session: keystore }] = await Promise.all([
      account.call(vaultOperations.sessionLimitedInTimePost, request),
      account.call(keystoreOperations.sessionLimitedInTimePost, request),
    ])
    const { keyEncryptionKey, dataEncryptionKey } = account.keys()
    const text = yamlOf({
      data_encryption_key: encodeBase64UrlPadded(dataEncryptionKey),
      key_encryption_key: encodeBase64UrlPadded(keyEncryptionKey),
      keystore_access_token: keystore.session_authentication_string,
      passphrase_derived_key: encodeBase64UrlPadded(derived.passphraseDerivedKey),
      secret: known.secretString,
      vault_access_token: vault.session_authentication_string,
    })
    return { text, validTill: keystore.valid_till < vault.valid_till ? keystore.valid_till : vault.valid_till }
  } finally {
    wipeAccountKeys(derived)
  }
}

const CredentialFile = z.object({
  kind: z.literal('Authentication'),
  metadata: z.object({
    key_encryption_key: z.string(),
    keystore_access_token: z.string().check(atLeast(1)),
    vault_access_token: z.string().check(atLeast(1)),
  }),
})

/** Reads such a file. @returns undefined for anything else, without a reason, because that could contain a secret */
export function readPublishedCredentials(text: string): OpenSessions | undefined {
  try {
    const { metadata } = CredentialFile.parse(parse(text))
    const keyEncryptionKey = readKey(decodeBase64Url(metadata.key_encryption_key.replace(/=+$/, '')))
    const tokens = { vault: metadata.vault_access_token, keystore: metadata.keystore_access_token }
    return { tokens, keyEncryptionKey, format: 'published' }
  } catch {
    return undefined
  }
}

/** A text in double quotes of JSON is one of YAML, whatever is in it. */
function yamlOf(metadata: Readonly<Record<string, string>>): string {
  const lines = Object.entries(metadata).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)
  return ['kind: Authentication', 'metadata:', ...lines, 'spec: {}', ''].join('\n')
}
