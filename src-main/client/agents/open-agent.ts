import type { Call, Send } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { AgentSession } from '../../../shared/contract/organization-agents.ts'
import { organizationAgentOperations } from '../../../shared/contract/organization-agents.ts'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import type { User } from '../../../shared/contract/users.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { openSealedToken, wipeConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { DataEncryptionKey } from '../../crypto/keys.ts'
import { newDataEncryptionKey, wipe } from '../../crypto/keys.ts'
import type { PersonAccount } from '../account/account.ts'
import { callWith } from '../account/call-with.ts'
import type { AgentAccount } from './agent-account.ts'
import { openAgentAccount } from './agent-account.ts'
import type { AgentDataKey, AgentKeyRecord } from './agent-key-store.ts'
import {
  findAgentDataKeys,
  findAgentKey,
  nameAgentDataKey,
  readAgentKey,
  storeAgentDataKey,
  tagAgentKey,
} from './agent-key-store.ts'
import type { AgentOf } from './agent-of.ts'
import { untaggedKeyIds } from './pending-requests.ts'

export interface OpenAgentOptions {
  /** Calls the service without a token, for the calls of the agent. */
  readonly send: Send
  /** The member who opens it, with the needed role and the private key. */
  readonly member: PersonAccount
  readonly agent: AgentOf
}

/** An agent whose session is open. */
export interface OpenedAgent {
  readonly account: AgentAccount
  readonly name: string
}

/**
 * Logs in as the agent of an organization or service: the service seals a token, and the private key opens it
 * (docs/contract/client-crypto.md, Agents). The first member who opens it makes its data encryption key.
 *
 * @throws {CallError} `not_found`, `not_organization_member`, `role_not_sufficient`, `wrong_status`
 * @throws {ServiceError} `organization_key_missing`, `organization_key_wrong`
 */
export async function openAgent(options: OpenAgentOptions): Promise<OpenedAgent> {
  const { member, agent, send } = options
  const sealedToken = await logInAsAgent(member, agent)
  const { record, keyPair, token } = await findOpener(member, agent, sealedToken)
  const call = callWith(send, token)
  try {
    const { user } = await call(vaultOperations.meGet, {})
    const dataKeys = await readOrMakeDataKey(options, { record, call, user })
    const account = openAgentAccount(send, { vaultUserId: user.id, token, keys: { ...dataKeys, keyPair } })
    return { account, name: user.full_name ?? '' }
  } catch (error) {
    wipeConnectionKeyPair(keyPair)
    await call(vaultOperations.sessionDelete, {}).catch(() => undefined) // report the first fault, not this one
    throw error
  }
}

/**
 * Makes a session for a program that acts as an agent, and opens its token with the member's private key.
 *
 * @throws as {@link openAgent}; {CallError} `valid_for_invalid`, `agent_suspended`
 */
export async function startProgramSession(
  member: PersonAccount,
  agent: AgentOf,
  body: { readonly name: string; readonly valid_for: number },
): Promise<{ readonly session: AgentSession; readonly access_token: string }> {
  const { organizationId, serviceId } = agent
  const { session, encrypted_access_token } =
    serviceId === null
      ? await member.call(organizationAgentOperations.organizationsIdSessionsPost, {
          params: { id: organizationId },
          body,
        })
      : await member.call(organizationAgentOperations.organizationsOrganizationIdServicesIdSessionsPost, {
          params: { organization_id: organizationId, id: serviceId },
          body,
        })
  try {
    const { keyPair, token } = await findOpener(member, agent, encrypted_access_token)
    wipeConnectionKeyPair(keyPair)
    return { session, access_token: token }
  } catch (error) {
    const params = { organization_id: organizationId, id: session.id }
    // Nobody can read its token, so end it; the first fault is the one to report.
    await member
      .call(organizationAgentOperations.organizationsOrganizationIdSessionsIdDelete, { params })
      .catch(() => undefined)
    throw error
  }
}

/** The access token of an agent, sealed to its public key. */
export async function logInAsAgent({ call }: PersonAccount, agent: AgentOf): Promise<string> {
  const { organizationId, serviceId } = agent
  const { encrypted_access_token } =
    serviceId === null
      ? await call(organizationOperations.organizationsIdLoginPost, { params: { id: organizationId } })
      : await call(organizationServiceOperations.organizationsOrganizationIdServicesIdLoginPost, {
          params: { organization_id: organizationId, id: serviceId },
        })
  return encrypted_access_token
}

interface Opener {
  readonly record: AgentKeyRecord
  readonly keyPair: ConnectionKeyPair
  readonly token: string
}

/** The stored key pair that opens the token. One that lost its tag, or never had it, shows here whose it is. */
async function findOpener(member: PersonAccount, agent: AgentOf, sealedToken: string): Promise<Opener> {
  const tagged = await findAgentKey(member, agent)
  if (tagged !== undefined) {
    const opened = tryToOpen(tagged, sealedToken)
    if (opened !== undefined) return opened
    throw new ServiceError('organization_key_wrong', 'The private key you hold is not that of this organization.')
  }
  for (const id of await untaggedKeyIds(member, agent, sealedToken)) {
    const record = await readAgentKey(member, id)
    const opened = record && tryToOpen(record, sealedToken)
    if (opened === undefined) continue
    await tagAgentKey(member, id, agent)
    return opened
  }
  throw new ServiceError('organization_key_missing', 'You do not hold the private key: ask a member who does for it.')
}

function tryToOpen(record: AgentKeyRecord, sealedToken: string): Opener | undefined {
  let keyPair: ConnectionKeyPair | undefined
  try {
    keyPair = record.open()
    return { record, keyPair, token: openSealedToken(keyPair, sealedToken) }
  } catch (error) {
    if (keyPair !== undefined) wipeConnectionKeyPair(keyPair)
    if (error instanceof CryptoError) return undefined
    throw error
  }
}

interface DataKeyFacts {
  readonly record: AgentKeyRecord
  /** Calls the service as the agent. */
  readonly call: Call
  readonly user: Pick<User, 'private_dek_external_id' | 'onboarded_at'>
}

/**
 * The key the agent's account refers to, made by its first member; or else the one beside the key pair, which has
 * another id after a hand-over; or else the newest of this agent. The others open what they sealed. A new one is made
 * only for an agent that never had one.
 *
 * @throws {ServiceError} `organization_key_missing`
 */
async function readOrMakeDataKey({ member, agent }: OpenAgentOptions, facts: DataKeyFacts): Promise<DataKeys> {
  const held = await findAgentDataKeys(member, agent)
  try {
    const chosen = chooseDataKey(held, facts)
    if (chosen === undefined) return { dataEncryptionKey: await makeDataKey(member, agent, facts) }
    await nameWhereMissing(member, chosen.id, facts)
    const others = held.filter((one) => one !== chosen)
    return { dataEncryptionKey: chosen.key, formerDataKeys: others.map(({ key }) => key) }
  } catch (error) {
    wipe(...held.map(({ key }) => key))
    throw error
  }
}

function chooseDataKey(held: readonly AgentDataKey[], { record, user }: DataKeyFacts): AgentDataKey | undefined {
  const named = (wanted: string | null | undefined) => held.find(({ id }) => id === wanted?.toLowerCase())
  const chosen = named(user.private_dek_external_id) ?? named(record.dataEncryptionKeyId) ?? held.at(-1)
  if (chosen === undefined && user.onboarded_at !== null) {
    throw new ServiceError(
      'organization_key_missing',
      'You hold the private key, but not the one of the stored values. No new one was made.',
    )
  }
  return chosen
}

async function nameWhereMissing(member: PersonAccount, id: string, { record, call, user }: DataKeyFacts) {
  if (user.private_dek_external_id === null) await nameInAccount(call, id)
  if (record.dataEncryptionKeyId !== id) await nameAgentDataKey(member, record, id)
}

async function makeDataKey(
  member: PersonAccount,
  agent: AgentOf,
  { record, call }: Pick<DataKeyFacts, 'record' | 'call'>,
): Promise<DataEncryptionKey> {
  const key = newDataEncryptionKey()
  try {
    const id = await storeAgentDataKey(member, agent, key)
    await nameAgentDataKey(member, record, id)
    await nameInAccount(call, id)
    return key
  } catch (error) {
    wipe(key)
    throw error
  }
}

async function nameInAccount(call: Call, id: string): Promise<void> {
  await call(vaultOperations.mePut, { body: { user: { private_dek_external_id: id } } })
}
