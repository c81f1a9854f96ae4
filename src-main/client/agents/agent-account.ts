import type { Send } from '../../../shared/contract/caller.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { wipeConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { Account, AccountParts, UnlockedKeys } from '../account/account.ts'
import { inOwnSessions, openAccount } from '../account/account.ts'
import type { Client } from '../client.ts'
import { clientOver } from '../client.ts'
import type { ConnectionKeys } from '../people/connection-keys.ts'
import { readableKeyFingerprint } from '../account/key-fingerprint.ts'
import type { AgentOf } from './agent-of.ts'
import { agentKeyPairName } from './agent-of.ts'

/** The unlocked keys of an organization or service. */
export interface AgentKeys extends UnlockedKeys {
  /** The one of the organization or service: it opens the session, and is the key of every connection. */
  readonly keyPair: ConnectionKeyPair
}

export type AgentAccount = Account<AgentKeys>

/** The account of an agent: it has a session in the vault and none in the key store. */
export function openAgentAccount(
  send: Send,
  parts: Pick<AccountParts<AgentKeys>, 'vaultUserId' | 'keys'> & { readonly token: string },
): AgentAccount {
  return openAccount({
    vaultUserId: parts.vaultUserId,
    keyFingerprint: readableKeyFingerprint(parts.keys.keyPair.publicKey),
    way: inOwnSessions(send, { vault: parts.token, keystore: null }),
    keys: parts.keys,
    wipeKeys({ dataEncryptionKey, formerDataKeys = [], keyPair }) {
      wipe(dataEncryptionKey, ...formerDataKeys)
      wipeConnectionKeyPair(keyPair)
    },
  })
}

/** The client of an agent. It invites, shares and reads like that of a person. */
export function createAgentClient(account: AgentAccount, agent: AgentOf, cost?: PassphraseCost): Client {
  return clientOver(account, agentConnectionKeys(account, agent), cost)
}

/** The holder of an agent's private key can read everything it receives, so all its connections use that key. */
function agentConnectionKeys(account: AgentAccount, agent: AgentOf): ConnectionKeys {
  return {
    open: () => later(() => account.keys().keyPair),
    create: () => later(() => ({ id: agentKeyPairName(agent), publicKey: account.keys().keyPair.publicKey })),
    discard: () => Promise.resolve(),
  }
}

/** Keys that are wiped refuse as a promise does. */
function later<Result>(read: () => Result): Promise<Result> {
  return Promise.resolve().then(read)
}
