import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { unwrapConnectionKeyPair, wrapConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { unwrapDataEncryptionKey, wrapDataEncryptionKey } from '../../crypto/key-wrap.ts'
import type { DataEncryptionKey } from '../../crypto/keys.ts'
import type { PersonAccount } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import { unwrappedWith } from '../account/new-keys.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'

/*
 * Keys of agents in the key store of a member, under the member's key encryption key (docs/contract/client-crypto.md,
 * Agents):
 *   the key pair, tagged `organization:{id}` or `service:{id}`; its metadata name the agent's data encryption key
 *   the data encryption key, bound to the same text
 */

type StoredPair = ReplyFor<typeof keystoreOperations.keypairsIdGet>['keypair']

/** A key pair of an agent, as a member's key store has it. */
export interface AgentKeyRecord {
  readonly id: string
  readonly publicKey: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly dataEncryptionKeyId: string | undefined
  /** The caller wipes it. @throws {CryptoError} when it does not open with the member's key */
  open(): ConnectionKeyPair
}

/** The key pair of an agent; undefined if the member does not have it. */
export async function findAgentKey(member: PersonAccount, agent: AgentOf): Promise<AgentKeyRecord | undefined> {
  const reply = await allowNotFound(
    member.call(keystoreOperations.keypairsExternalIdExternalIdGet, { params: { external_id: agentTag(agent) } }),
  )
  return reply && recordOf(member, reply.keypair)
}

export async function readAgentKey(member: PersonAccount, id: string): Promise<AgentKeyRecord | undefined> {
  const reply = await allowNotFound(member.call(keystoreOperations.keypairsIdGet, { params: { id } }))
  return reply && recordOf(member, reply.keypair)
}

/** Stores a key pair under the member's key. The caller wipes it. @returns its id */
export async function storeAgentKey(
  member: PersonAccount,
  pair: ConnectionKeyPair,
  named: { readonly tag: string; readonly metadata: Readonly<Record<string, unknown>> },
): Promise<string> {
  const { keypair } = await member.call(keystoreOperations.keypairsPost, {
    body: {
      public_key: pair.publicKey,
      encrypted_serialized_key: wrapConnectionKeyPair(member.keys(), pair),
      external_identifiers: [named.tag],
      metadata: { ...named.metadata },
    },
  })
  return keypair.id
}

/** Marks a key pair as that of an agent. */
export async function tagAgentKey(member: PersonAccount, id: string, agent: AgentOf): Promise<void> {
  await member.call(keystoreOperations.keypairsIdPatch, {
    params: { id },
    body: { external_identifiers: [agentTag(agent)] },
  })
}

/** Keeps a key pair that turned out to be another's, without saying whose it is. */
export async function untagAgentKey(member: PersonAccount, id: string): Promise<void> {
  await member.call(keystoreOperations.keypairsIdPatch, { params: { id }, body: { external_identifiers: [] } })
}

/** Writes down where the agent's data encryption key is. */
export async function nameAgentDataKey(member: PersonAccount, record: AgentKeyRecord, dekId: string): Promise<void> {
  await member.call(keystoreOperations.keypairsIdPatch, {
    params: { id: record.id },
    body: { metadata: { ...record.metadata, data_encryption_key_id: dekId } },
  })
}

/** Stores the data encryption key of an agent under the member's key. @returns its id */
export async function storeAgentDataKey(
  member: PersonAccount,
  agent: AgentOf,
  key: DataEncryptionKey,
): Promise<string> {
  const serialized = wrapDataEncryptionKey(member.keys().keyEncryptionKey, agentTag(agent), key)
  const { data_encryption_key } = await member.call(keystoreOperations.dataEncryptionKeysPost, {
    body: { serialized_data_encryption_key: serialized },
  })
  return data_encryption_key.id
}

/** A data encryption key of an agent, as a member's key store has it. */
export interface AgentDataKey {
  readonly id: string
  readonly key: DataEncryptionKey
}

/**
 * The agent's data encryption keys in the member's key store, the newest last. They are identified by their binding,
 * since references to them can be changed with just a token. The caller wipes them.
 */
export async function findAgentDataKeys(member: PersonAccount, agent: AgentOf): Promise<readonly AgentDataKey[]> {
  const { data_encryption_keys: stored } = await member.call(keystoreOperations.dataEncryptionKeysGet, {})
  const { keyEncryptionKey } = member.keys()
  const found = unwrappedWith((text) => unwrapDataEncryptionKey(keyEncryptionKey, agentTag(agent), text), stored)
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function recordOf(member: PersonAccount, stored: StoredPair): AgentKeyRecord {
  const { data_encryption_key_id: dekId } = stored.metadata
  return {
    id: stored.id,
    publicKey: stored.public_key,
    metadata: stored.metadata,
    dataEncryptionKeyId: typeof dekId === 'string' ? dekId : undefined,
    open: () =>
      unwrapConnectionKeyPair(member.keys().keyEncryptionKey, stored.public_key, stored.encrypted_serialized_key),
  }
}
