import { expect } from 'vitest'
import type { PersonAccount } from '../../../src-main/client/account/account.ts'
import { makeLoginKey } from '../../../src-main/client/account/change-passphrase.ts'
import { enterAccount, reserveSecretString } from '../../../src-main/client/account/enter-account.ts'
import { createAgentClient } from '../../../src-main/client/agents/agent-account.ts'
import { openAgent } from '../../../src-main/client/agents/open-agent.ts'
import type { PersonClient } from '../../../src-main/client/client.ts'
import { createClient } from '../../../src-main/client/client.ts'
import { openItem } from '../../../src-main/client/items/open-items.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'
import { aSignedInUser } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import { bodyOf, OWN_WRAPPED_KEY } from '../service/keystore-accounts.ts'
import { anIssuer, MINTED_S } from '../service/oidc-issuers.ts'
import type { TestIssuer } from '../service/oidc-issuers.ts'
import { startService } from '../service/test-service.ts'
import type { TestService } from '../service/test-service.ts'
import { callsOf, CIPHER_TEXT } from '../service/vault-calls.ts'
import { anOrganizationOf, createTextItem, startClientPeople, valuesOf } from './client-people.ts'
import { aDelegation } from './delegations.ts'
import { join } from './organizations.ts'

type Headers = Readonly<Record<string, string>>

/** Whoever has values, and all kinds of tokens that a call may come with. */
export interface TokenOwner {
  readonly user: SignedInUser
  readonly tokens: ReadonlyMap<string, Headers>
  /** Those that may take the whole account away. */
  readonly full: readonly string[]
  /** Signs in as the owner does, and reads every value. */
  expectAllValues(): Promise<void>
}

/** A person with a passphrase, and what the client of that person needs to come back. */
export interface PersonWithTokens extends TokenOwner {
  readonly client: PersonClient
  readonly enter: () => Promise<PersonAccount>
}

export interface TokenOwners {
  readonly running: TestService
  readonly issuer: TestIssuer
  readonly person: PersonWithTokens
  /** Comes with tokens of an identity provider, and has no passphrase. */
  readonly ofIssuer: TokenOwner
  /** Acts for an organization; a member of it holds the keys. */
  readonly agent: TokenOwner
}

/** Of a token that is good for as long as tests take by the clock of the service. */
export const LASTING = { exp: MINTED_S + 24 * 60 * 60 }

const VALUES = { Number: 'C01X', Place: 'Kiel' }
const PASSPHRASE = 'correct horse battery staple'
const cost = { opsLimit: 1, memoryKib: 8 }

/** A person, somebody of an identity provider and an agent, each with a value. */
export async function startTokenOwners(): Promise<TokenOwners> {
  const issuer = await anIssuer('https://issuer.test', { carries_over_accounts: true })
  const started = startService({ oidcIssuers: [issuer.config] })
  const running: TestService = {
    ...started,
    send: (request) => started.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const agent = await anAgent(running)
  const person = await aPerson(running, issuer)
  await join(running, agent.user, person.user)
  const tokens = new Map([...person.tokens, ['of an agent', agent.user.headers]])
  return { running, issuer, person: { ...person, tokens }, ofIssuer: await somebodyOf(running, issuer), agent }
}

async function aPerson(running: TestService, issuer: TestIssuer): Promise<PersonWithTokens> {
  const { account, seen, enter, byLoginKey } = await register(running, 'Alice Weber')
  const client = createClient(account)
  const { item } = await createTextItem(client, 'Passport', VALUES)
  const headers = { authorization: seen.vault }
  const user = { ...idsOf(running, account.vaultUserId), sessionId: '', token: seen.vault, headers }
  const delegate = aSignedInUser(running)
  await aDelegation(running, user, delegate, 'owner')
  const claims = { ...LASTING, sub: 'alice', extension_serviceUserId: user.userId }
  return {
    enter,
    user,
    client,
    tokens: new Map<string, Headers>([
      ['passphrase', { authorization: seen.keystore }],
      ['public key', user.headers],
      ['limited in time', { authorization: await limitedToken(running, 'keystore', user) }],
      ['login key', await byLoginKey()],
      ['by delegation', { ...delegate.headers, 'service-delegation-id': user.userId }],
      ['JWT', { authorization: `Bearer ${await issuer.token(claims)}` }],
    ]),
    full: ['passphrase', 'public key'],
    async expectAllValues() {
      const opened = await openItem(createClient(await enter()), item.id)
      expect(valuesOf(opened)).toEqual(VALUES)
    },
  }
}

/** Its client is another program: what it keeps in the key store and in the vault has to come back as it was. */
async function somebodyOf(running: TestService, issuer: TestIssuer): Promise<TokenOwner> {
  const headers = { authorization: `Bearer ${await issuer.token({ ...LASTING, sub: 'somebody' })}` }
  const { user } = bodyOf<{ user: { id: string } }>(await running.send({ operation: 'vault.meGet', headers }))
  const stored = await running.send({
    operation: 'keystore.dataEncryptionKeysPost',
    headers,
    body: { serialized_data_encryption_key: OWN_WRAPPED_KEY },
  })
  const { id } = bodyOf<{ data_encryption_key: { id: string } }>(stored, 201).data_encryption_key
  const calls = callsOf(running, { headers })
  await calls.ok(200, 'mePut', { body: { user: { private_dek_external_id: id } } })
  const slots = [{ label: 'Number', slot_type_name: 'key_value', encrypted_value: CIPHER_TEXT }]
  const { item } = await calls.createItem({ label: 'Passport', slots_attributes: slots })
  return {
    user: { ...idsOf(running, user.id), sessionId: '', token: headers.authorization, headers },
    tokens: new Map([['JWT', headers]]), // which makes no session
    full: ['JWT'],
    async expectAllValues() {
      const key = await running.send({ operation: 'keystore.dataEncryptionKeysIdGet', headers, params: { id } })
      expect(key).toMatchObject({ body: { data_encryption_key: { serialized_data_encryption_key: OWN_WRAPPED_KEY } } })
      expect(await calls.getItem(item.id)).toMatchObject({ slots: [{ encrypted_value: CIPHER_TEXT }] })
    },
  }
}

async function anAgent(running: TestService): Promise<TokenOwner> {
  const { account, enter } = await register(running, 'Dana Petersen')
  const agent = await anOrganizationOf(startClientPeople(running), createClient(account))
  const seen = { vault: '', keystore: '' }
  const first = await openAgent({ send: noting(running, seen), member: account, agent })
  const { item } = await createTextItem(createAgentClient(first.account, agent), 'Opening hours', VALUES)
  const headers = { authorization: seen.vault }
  const user = { userId: first.account.vaultUserId, keystoreUserId: '', sessionId: '', token: seen.vault, headers }
  return {
    user,
    tokens: new Map([
      ['by the right of a member', headers],
      ['limited in time', { authorization: await limitedToken(running, 'vault', user) }],
    ]),
    full: [],
    async expectAllValues() {
      const { account: opened } = await openAgent({ send: sendOf(running), member: await enter(), agent })
      expect(valuesOf(await openItem(createAgentClient(opened, agent), item.id))).toEqual(VALUES)
    },
  }
}

interface Registered extends Pick<PersonWithTokens, 'enter'> {
  readonly account: PersonAccount
  readonly seen: SeenTokens
  /** Makes a login key, and enters with it. */
  readonly byLoginKey: () => Promise<Headers>
}

async function register(running: TestService, full_name: string): Promise<Registered> {
  const send = sendOf(running)
  const known = { send, secretString: await reserveSecretString(send), passphrase: PASSPHRASE, cost }
  const seen = { vault: '', keystore: '' }
  const profile = { full_name, email: 'somebody@example.org' }
  const account = await enterAccount({ ...known, send: noting(running, seen), profile })
  return {
    account,
    seen,
    enter() {
      running.clock.advanceMs(2000) // logins of one user are counted
      return enterAccount(known)
    },
    async byLoginKey() {
      const login_key = await makeLoginKey(account, { label: 'a script', expireAt: null }, known)
      const operation = 'keystore.sessionWithLoginKeyPost'
      return { authorization: tokenIn(await running.send({ operation, body: { login_key } })) }
    },
  }
}

interface SeenTokens {
  vault: string
  keystore: string
}

const sendOf =
  (running: TestService): TestService['send'] =>
  (request) =>
    running.send(request)

/** Notes the tokens that calls are made with: the client of a person gives none away. */
const noting =
  (running: TestService, seen: SeenTokens): TestService['send'] =>
  (request) => {
    const { authorization } = request.headers ?? {}
    if (typeof authorization === 'string')
      seen[request.operation.startsWith('vault.') ? 'vault' : 'keystore'] = authorization
    return running.send(request)
  }

async function limitedToken(
  running: TestService,
  part: 'vault' | 'keystore',
  { headers }: Pick<SignedInUser, 'headers'>,
): Promise<string> {
  const operation = `${part}.sessionLimitedInTimePost`
  return tokenIn(await running.send({ operation, headers, body: { valid_for: 12 * 60 * 60 } }))
}

const tokenIn = (reply: ServiceReply) =>
  bodyOf<{ session: { session_authentication_string: string } }>(reply, 201).session.session_authentication_string

const idsOf = ({ connection }: TestService, userId: string) => ({
  userId,
  keystoreUserId:
    connection.prepare<[string], string>('SELECT id FROM keystore_users WHERE vault_user_id = ?').pluck().get(userId) ??
    '',
})
