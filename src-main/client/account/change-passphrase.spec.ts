// Proves docs/contract/keystore.md, Changing the passphrase; docs/contract/client-crypto.md, Keys made anew.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { callOver } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { TestService } from '../../../tests/support/service/test-service.ts'
import { startService } from '../../../tests/support/service/test-service.ts'
import { wrapDataEncryptionKey } from '../../crypto/key-wrap.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { deriveAccountKeys, passphraseMatches } from '../../crypto/secret-string.ts'
import type { PersonAccount } from './account.ts'
import { changePassphrase, makeLoginKey } from './change-passphrase.ts'
import { enterAccount, reserveSecretString } from './enter-account.ts'
import { provePassphrase } from './srp-login.ts'

const passphrase = 'correct horse battery staple'
const newPassphrase = 'another lake under snow'
/** Small, so that tests are quick; the secret string promises another cost. */
const cost = { opsLimit: 1, memoryKib: 8 }
const profile = { full_name: 'Alice Weber', email: '' }

let service: Pick<TestService, 'service' | 'connection' | 'faults'>
let send: Send
let secretString: string
let account: PersonAccount

beforeEach(async () => {
  service = startService()
  send = (request) => service.service.dispatch(request)
  secretString = await reserveSecretString(send)
  account = await enterAccount({ send, secretString, passphrase, profile, cost })
})

const change = (given: object = {}) =>
  changePassphrase({ send, secretString, passphrase, newPassphrase, keepLoginKeys: [], cost, ...given })
const enter = (used: string) => enterAccount({ send, secretString, passphrase: used, cost })
const column = (sql: string) => service.connection.prepare(sql).pluck().all()

describe('changePassphrase', () => {
  it('lets the new passphrase in and the old one not; secret string and keys stay', async () => {
    const before = Buffer.from(account.keys().dataEncryptionKey)

    const changed = await change()

    expect(Buffer.from(changed.keys().dataEncryptionKey)).toEqual(before)
    expect(changed.keyFingerprint).toBe(account.keyFingerprint)
    await changed.call(vaultOperations.meGet, {})
    await expect(enter(passphrase)).rejects.toMatchObject({ code: 'login_failed' })
    expect(Buffer.from((await enter(newPassphrase)).keys().dataEncryptionKey)).toEqual(before)
    expect(service.faults).toEqual([])
  })

  it('ends every earlier session, its own of the change too, and logs in at once, which cannot be taken back', async () => {
    await enter(passphrase)

    const changed = await change()

    expect(column('SELECT opened_by FROM sessions ORDER BY 1')).toEqual(['passphrase', 'public_key'])
    expect(column('SELECT count(*) FROM replaced_passphrases')).toEqual([0])
    await expect(account.call(vaultOperations.meGet, {})).rejects.toMatchObject({ code: 'unauthorized' })
    await changed.signOut()
  })

  it('makes the artefacts record anew: it tells whether a passphrase is the right one', async () => {
    const changed = await change()

    const { passphrase_derivation_artefact } = await changed.call(
      keystoreOperations.passphraseDerivationArtefactGet,
      {},
    )
    const matches = async (used: string) =>
      passphraseMatches(
        await deriveAccountKeys(secretString, used, cost),
        passphrase_derivation_artefact.verification_artefacts,
      )
    expect([await matches(passphrase), await matches(newPassphrase)]).toEqual([false, true])
  })

  it('makes every key anew where that is wanted; what is there still opens', async () => {
    const { keyEncryptionKey, dataEncryptionKey, loginKeyPair } = account.keys()
    const before = [keyEncryptionKey, dataEncryptionKey].map((key) => Buffer.from(key))
    const { publicKey } = loginKeyPair

    const changed = await change({ newKeys: true })

    const keys = changed.keys()
    expect(before).not.toContainEqual(Buffer.from(keys.keyEncryptionKey))
    expect(before).not.toContainEqual(Buffer.from(keys.dataEncryptionKey))
    expect(keys.formerDataKeys?.map((key) => Buffer.from(key))).toEqual([before[1]])
    expect(changed.keyFingerprint).not.toBe(account.keyFingerprint)
    const refused = callOver(send)(vaultOperations.sessionPost, { body: { public_key: publicKey } })
    await expect(refused).rejects.toMatchObject({ code: 'unauthorized' })
    expect(service.faults).toEqual([])
  })

  it('changes nothing where a key is for something it does not know', async () => {
    const { keyEncryptionKey } = account.keys()
    const key = wrapDataEncryptionKey(keyEncryptionKey, 'of another program', newDataEncryptionKey())
    await account.call(keystoreOperations.dataEncryptionKeysPost, { body: { serialized_data_encryption_key: key } })

    await expect(change({ newKeys: true })).rejects.toMatchObject({ code: 'value_cannot_be_opened' })

    await enter(passphrase)
    expect(column('SELECT count(*) FROM data_encryption_keys')).toEqual([2])
  })

  it('refuses a wrong passphrase, and nothing changes but that nobody is signed in by it', async () => {
    const sessions = column('SELECT id FROM sessions')
    await expect(change({ passphrase: 'something else' })).rejects.toMatchObject({ code: 'login_failed' })
    expect(column('SELECT id FROM sessions')).toEqual(sessions)
    await enter(passphrase)
  })

  it('can be taken back with the old passphrase when it is interrupted before the new one logged in', async () => {
    const interrupted: Send = (request) => {
      if (column('SELECT 1 FROM replaced_passphrases').length > 0) throw new Error('interrupted')
      return send(request)
    }
    await expect(change({ send: interrupted })).rejects.toThrow('interrupted')
    await expect(enter(passphrase)).rejects.toMatchObject({ code: 'login_failed' })

    const keys = await deriveAccountKeys(secretString, passphrase, cost)
    const call = callOver(send)
    const proof = await provePassphrase(call, keys, 'restore_passphrase')
    await call(keystoreOperations.srpUsersRestorePost, { body: { username: keys.username, ...proof } })

    await enter(passphrase)
  })
})

describe('makeLoginKey', () => {
  const make = (used: string) =>
    makeLoginKey(account, { label: 'script', expireAt: null }, { send, secretString, passphrase: used, cost })

  it('makes a key that logs in, with the passphrase alone', async () => {
    const login_key = await make(passphrase)
    const { session } = await callOver(send)(keystoreOperations.sessionWithLoginKeyPost, { body: { login_key } })
    expect(session.session_authentication_string).toMatch(/^k_/)
    await expect(make('something else')).rejects.toMatchObject({ code: 'login_failed' })
    expect(column('SELECT label FROM login_keys')).toEqual(['script'])
  })
})
