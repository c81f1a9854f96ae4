import { signDelegationToken } from '../../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../../src-main/crypto/key-pair.ts'
import { createSrpVerifier, startSrpLogin } from '../../../src-main/crypto/srp-client.ts'
import { aSignedInUser, newTestId } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import {
  bodyOf,
  givePassphrase,
  logIn,
  OWN_WRAPPED_KEY,
  proofFor,
  registerUser,
  requestLoginKey,
  reserveUsername,
} from '../service/keystore-accounts.ts'
import type { SessionBody } from '../service/keystore-accounts.ts'
import { anIssuer } from '../service/oidc-issuers.ts'
import type { TestService } from '../service/test-service.ts'
import { newBundleKey } from '../service/vault-accounts.ts'
import {
  aDelegation,
  anUnfinishedChild,
  delegationCalls,
  keysOfChild,
  SEALED_KEK,
  TAKEN_KEK,
} from '../people/delegations.ts'
import type { CallRow } from './call-row.ts'
import { madeBy, named } from './call-row.ts'

const verifier = (username: string) => createSrpVerifier({ username, password: 'another password' })

const newKeyPairBody = () => ({
  public_key: newBundleKey().publicKey,
  encrypted_serialized_key: OWN_WRAPPED_KEY,
  external_identifiers: ['a key pair'],
  metadata: {},
})
const aKeyPair = (running: TestService, user: SignedInUser) =>
  madeBy('keystore.keypairsPost', 'keypair', newKeyPairBody())(running, user)

const DEK = { serialized_data_encryption_key: OWN_WRAPPED_KEY }
const aDataKey = madeBy('keystore.dataEncryptionKeysPost', 'data_encryption_key', DEK)

const aGrantedDelegation = async (running: TestService, user: SignedInUser) => ({
  params: { delegation_token: (await delegationCalls(running, user).make()).delegation_token },
})

const storedBy =
  (operation: string, body: object): CallRow =>
  async (running, { headers }) => {
    bodyOf(await running.send({ operation, body, headers }), 201)
    return {}
  }
const KEK = { serialized_key_encryption_key: OWN_WRAPPED_KEY }
const ARTEFACTS = { derivation_artefacts: 'e30', verification_artefacts: 'e30' }

async function changeOfPassphrase(running: TestService, user: SignedInUser) {
  const owner = givePassphrase(running, user)
  const { session } = bodyOf<SessionBody>(await logIn(running, owner), 201)
  const { srp_a, srp_m } = await proofFor(running, owner, 'change_passphrase')
  const headers = { authorization: session.session_authentication_string }
  return { owner, headers, body: { ...verifier(owner.username), ...KEK, srp_a, srp_m } }
}

const aTestIssuer = async (running: TestService): Promise<string> => {
  const id = newTestId()
  running.service.oidc.issuers.saveTest({ ...(await anIssuer(`https://${id}.test`)).config, test_id: id })
  return id
}

export const KEYSTORE_ROWS: Readonly<Record<string, CallRow>> = {
  'keystore.childUsersPost': async (running, user) => ({ body: keysOfChild(await anUnfinishedChild(running, user)) }),
  'keystore.delegationsPost': () => ({ body: { delegation_role: 'admin' } }),
  'keystore.delegationsDelegationTokenSharePut': async (running, user) => ({
    ...(await aGrantedDelegation(running, user)),
    body: { encrypted_kek: SEALED_KEK, delegate_public_key: newBundleKey().publicKey },
  }),
  'keystore.delegationsDelegationTokenReencryptPut': async (running, user) => ({
    params: { delegation_token: (await aDelegation(running, aSignedInUser(running), user)).token },
    body: { encrypted_kek: TAKEN_KEK },
  }),
  'keystore.delegationsDelegationTokenClaimPost': async (running) => ({
    ...(await aGrantedDelegation(running, aSignedInUser(running))),
    body: { delegate_signature: signDelegationToken(newKeyPair(), 'token') },
  }),
  'keystore.srpUsernamePost': () => ({ body: {} }),
  'keystore.srpUsersPost': async (running) => {
    const username = await reserveUsername(running)
    return { body: { username, ...verifier(username) } }
  },
  'keystore.srpUsersPut': changeOfPassphrase,
  'keystore.srpUsersRestorePost': async (running, user) => {
    const { owner, ...change } = await changeOfPassphrase(running, user)
    bodyOf(await running.send({ operation: 'keystore.srpUsersPut', ...change }))
    return { body: await proofFor(running, owner, 'restore_passphrase') }
  },
  'keystore.srpChallengesPost': () => ({ body: { username: 'ada', srp_a: startSrpLogin().srp_a } }),
  'keystore.srpSessionPost': async (running, user) => ({
    body: await proofFor(running, givePassphrase(running, user)),
  }),
  'keystore.sessionWithLoginKeyPost': async (running, user) => {
    const made = await requestLoginKey(running, givePassphrase(running, user), { label: 'Backup' })
    return { body: { login_key: bodyOf<{ login_key: string }>(made, 201).login_key } }
  },
  'keystore.sessionPost': () => ({ body: {} }),
  'keystore.sessionLimitedInTimePost': () => ({ body: { valid_for: 60 } }),
  'keystore.keyEncryptionKeyPost': () => ({ body: KEK }),
  'keystore.dataEncryptionKeysPost': () => ({ body: DEK }),
  'keystore.passphraseDerivationArtefactPost': () => ({ body: ARTEFACTS }),
  'keystore.keypairsPost': () => ({ body: newKeyPairBody() }),
  'keystore.keypairsIdPatch': async (running, user) => ({
    params: { id: await aKeyPair(running, user) },
    body: { external_identifiers: ['other'] },
  }),
  'keystore.loginKeysPost': async (running, user) => {
    const { srp_a, srp_m } = await proofFor(running, givePassphrase(running, user), 'login_key')
    return { body: { label: 'Backup', srp_a, srp_m } }
  },
  'keystore.delegationsDelegationTokenGet': aGrantedDelegation,
  'keystore.delegationsDelegationTokenDelete': aGrantedDelegation,
  'keystore.externalAdmissionTokensGet': async (running) => ({ headers: (await registerUser(running)).headers }),
  'keystore.keyEncryptionKeyGet': storedBy('keystore.keyEncryptionKeyPost', KEK),
  'keystore.passphraseDerivationArtefactGet': storedBy('keystore.passphraseDerivationArtefactPost', ARTEFACTS),
  'keystore.dataEncryptionKeysIdGet': named(aDataKey),
  'keystore.dataEncryptionKeysIdDelete': named(aDataKey),
  'keystore.keypairsIdGet': named(aKeyPair),
  'keystore.keypairsIdDelete': named(aKeyPair),
  'keystore.keypairsExternalIdExternalIdGet': async (running, user) => {
    await aKeyPair(running, user)
    return { params: { external_id: 'a key pair' } }
  },
  'keystore.sessionsIdDelete': named((_, { sessionId }) => sessionId),
  'keystore.loginKeysIdDelete': named(async (running, user) => {
    const reply = await requestLoginKey(running, givePassphrase(running, user), { label: 'Backup' })
    return bodyOf<{ readonly id: string }>(reply, 201).id
  }),
  'keystore.testIssuersIdMetadataGet': named(aTestIssuer),
  'keystore.testIssuersIdJwksGet': named(aTestIssuer),
}
