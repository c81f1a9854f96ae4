import { constants, createPrivateKey, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { newKeyPair, openSessionToken } from '../../../src-main/crypto/key-pair.ts'
import { bodyOf } from './keystore-accounts.ts'
import { OPERATOR_PASSWORD } from './test-service.ts'
import type { TestService } from './test-service.ts'

type Running = Pick<TestService, 'send'>

/** A login key of either family, and what its owner does with it. */
export interface LoginKey {
  readonly publicKey: string
  open(sealed: string): string
}

/** A vault user who registered through the interface. */
export interface VaultAccount {
  readonly userId: string
  readonly loginKey: LoginKey
  readonly token: string
  readonly headers: { readonly authorization: string }
}

export const OPERATOR = { admin_password: OPERATOR_PASSWORD }

export function newBundleKey(): LoginKey {
  const pair = newKeyPair()
  return { publicKey: pair.publicKey, open: (sealed) => openSessionToken(pair, sealed) }
}

/** As published clients have it: PEM, RSA-OAEP with SHA-1. Takes a while to make, so share it. */
export function newRsaKey(bits = 2048): LoginKey {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = createPrivateKey(pair.privateKey)
  return {
    publicKey: pair.publicKey,
    open(sealed) {
      const cipherText = Buffer.from(sealed.split('.')[1] ?? '', 'base64url')
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, cipherText).toString(
        'ascii',
      )
    },
  }
}

export async function operatorAdmissionToken(running: Running): Promise<string> {
  const reply = await running.send({ operation: 'vault.admissionTokensPost', body: {}, headers: OPERATOR })
  return bodyOf<{ admission_token: { token_value: string } }>(reply, 201).admission_token.token_value
}

/** Creates a vault account with an admission token; without one, the operator makes it. */
export async function createVaultAccount(
  running: Running,
  {
    loginKey = newBundleKey(),
    admissionToken,
  }: { readonly loginKey?: LoginKey; readonly admissionToken?: string } = {},
): Promise<VaultAccount> {
  const body = {
    public_key: loginKey.publicKey,
    admission_token: admissionToken ?? (await operatorAdmissionToken(running)),
  }
  const created = bodyOf<{ encrypted_session_authentication_string: string; user: { id: string } }>(
    await running.send({ operation: 'vault.mePost', body }),
    201,
  )
  const token = loginKey.open(created.encrypted_session_authentication_string)
  return { userId: created.user.id, loginKey, token, headers: { authorization: token } }
}
