import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { KeystoreUser, SrpProof, SrpPublic, SrpSalt, SrpVerifier, Username } from './srp-values.ts'
import { Id, listOf, ShortText, WrappedKey, namedObject } from './values.ts'

const MAX_LOGIN_KEYS_TO_KEEP = 100

const MAX_KEYS = 3000
const MAX_BODY_BYTES = 8 * 1024 * 1024

const RewrappedKeyPair = namedObject('RewrappedKeyPair', { id: Id, encrypted_serialized_key: WrappedKey })
const RewrappedDataKey = namedObject('RewrappedDataKey', { id: Id, serialized_data_encryption_key: WrappedKey })

/** The key of an account owner for whom the user acts. */
const RewrappedDelegation = namedObject('RewrappedDelegation', {
  delegation_token: ShortText,
  account_owner_kek: WrappedKey,
})

/** The key pair that replaces the one with this `id`, with which the user logs in to the vault. */
const NewLoginKeyPair = RewrappedKeyPair.extend({ public_key: PublicKeyText }).meta({ id: 'NewLoginKeyPair' })
export type NewLoginKeyPair = z.output<typeof NewLoginKeyPair>

/** Everything wrapped by the key-encryption key, for a new one; nothing may be left out. */
const NewKeys = namedObject('NewKeys', {
  /** All data-encryption keys of the user, wrapped by the new key. */
  data_encryption_keys: listOf(RewrappedDataKey, MAX_KEYS),
  /** All key pairs but the login key pair. Their public keys stay, because connections refer to them. */
  key_pairs: listOf(RewrappedKeyPair, MAX_KEYS),
  /** The keys the user has taken over from account owners, by the tokens of the delegations. */
  delegations: listOf(RewrappedDelegation, MAX_KEYS).default([]),
  login_key_pair: NewLoginKeyPair,
  /** A new key, which the vault account uses from now on; the old one stays, for what it sealed. */
  private_data_encryption_key: WrappedKey,
})
export type NewKeys = z.output<typeof NewKeys>

const passphrase = { api: 'keystore', delegation: 'ignored', extension: true } as const

/** Operations that change the passphrase of an account or undo that. No published client has them. */
export const passphraseOperations = defineOperations({
  srpUsersPut: {
    ...passphrase,
    endpoint: 'PUT /srp/users',
    auth: 'token',
    guard: { by: 'proof', inWindow: 'changePassphrase' },
    summary:
      'Change the passphrase, with a proof of the old one (challenge purpose change_passphrase): new SRP verifier and ' +
      're-wrapped key-encryption key at once; other sessions and all login keys end, except those in keep_login_keys. With new_keys ' +
      'the key-encryption key is a new one, and everything under it is replaced in the same step; with ' +
      'new_login_key_pair that pair alone',
    maxBodyBytes: MAX_BODY_BYTES,
    body: z.object({
      srp_a: SrpPublic,
      srp_m: SrpProof,
      srp_salt: SrpSalt,
      srp_verifier: SrpVerifier,
      serialized_key_encryption_key: WrappedKey,
      /** Ids of login keys that stay valid. */
      keep_login_keys: listOf(Id, MAX_LOGIN_KEYS_TO_KEEP).optional(),
      /** Not allowed together with `keep_login_keys`, whose programs hold the old keys. */
      new_keys: NewKeys.optional(),
      /** A new pair for logging in, while all other keys stay. Not allowed together with `new_keys`. */
      new_login_key_pair: NewLoginKeyPair.optional(),
    }),
    success: answer(200, { user: KeystoreUser }),
    errors: [
      'srp_value_invalid',
      'ciphertext_format_invalid',
      'login_failed',
      'session_not_sufficient',
      'forbidden',
      'invalid_public_key',
      'name_taken',
      'too_many_requests',
    ],
  },
  srpUsersRestorePost: {
    ...passphrase,
    endpoint: 'POST /srp/users/restore',
    auth: 'none',
    summary:
      'Undo a change of passphrase, with a proof of the old one (challenge purpose restore_passphrase), until ' +
      'somebody logged in with the new one, for 30 days at most; all sessions and login keys end',
    body: z.object({ username: Username, srp_a: SrpPublic, srp_m: SrpProof }),
    success: answer(200, { user: KeystoreUser }),
    errors: ['srp_value_invalid', 'login_failed', 'too_many_requests'],
  },
})
