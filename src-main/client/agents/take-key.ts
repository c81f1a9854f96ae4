import { callOver } from '../../../shared/contract/caller.ts'
import type { Send } from '../../../shared/contract/caller.ts'
import { asPhrase, sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import { samePublicKey } from '../../../shared/contract/public-key-text.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { openSealedToken, wipeConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataEncryptionKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { parseDataEncryptionKey, parsePrivateKey } from '../../crypto/private-key-text.ts'
import type { PersonAccount } from '../account/account.ts'
import { openPrivateName } from '../items/private-text.ts'
import { wipeVerificationKeys } from '../items/read-slots.ts'
import { readReceivedItem } from '../items/received-items.ts'
import { findAgentKey, nameAgentDataKey, storeAgentDataKey, storeAgentKey, untagAgentKey } from './agent-key-store.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'
import { DATA_KEY_LABEL, isKeyItemOf } from './key-item.ts'
import { logInAsAgent } from './open-agent.ts'
import type { KeyHolder } from './organization-keys.ts'
import type { Message } from '../../../shared/phrase.ts'

export interface Taking extends KeyHolder {
  /** Calls the service without a token. */
  readonly send: Send
}

const WRONG = 'organization_key_wrong'

interface HandedOverKeys {
  readonly keyPair: ConnectionKeyPair
  readonly dataEncryptionKey: DataEncryptionKey
}

/**
 * Stores a private key that was handed over, after checking that it opens the agent's session, and ends the share
 * (docs/contract/client-crypto.md, Agents). Nothing is accepted for a user who may not act for the organization. A
 * share with a wrong key is ended too: anybody can share an item with this label, and it would hide the right one.
 *
 * @throws {CallError} `not_organization_member`, `role_not_sufficient`, `wrong_status`, `share_not_acceptable`
 * @throws {ServiceError} `organization_key_wrong`, `value_cannot_be_opened`
 */
export async function takeKey(taking: Taking, agent: AgentOf, shareId: string): Promise<void> {
  const { account } = taking
  const item = await account.call(shareOperations.incomingSharesIdItemGet, { params: { id: shareId } })
  if (!isKeyItemOf(agent, item)) throw wrongKey('The shared item does not hold this key.')
  const sealedToken = await logInAsAgent(account, agent)
  if (item.share.acceptance_required === 'acceptance_required')
    await account.call(shareOperations.incomingSharesIdAcceptPut, { params: { id: shareId } })
  try {
    await storeIfRight(taking, agent, { shareId, sealedToken })
  } catch (error) {
    if (error instanceof ServiceError && error.code === WRONG) await endShare(account, shareId)
    throw error
  }
  await endShare(account, shareId)
}

interface Offered {
  readonly shareId: string
  /** Opens with the right key only. */
  readonly sealedToken: string
}

async function storeIfRight(taking: Taking, agent: AgentOf, { shareId, sealedToken }: Offered): Promise<void> {
  const keys = await readKeys(taking, agent, shareId)
  try {
    await checkInSession(taking.send, openToken(keys.keyPair, sealedToken), keys)
    await store(taking.account, agent, keys)
  } finally {
    wipeConnectionKeyPair(keys.keyPair)
    wipe(keys.dataEncryptionKey)
  }
}

async function endShare({ call }: PersonAccount, id: string): Promise<void> {
  await call(shareOperations.sharesIdDelete, { params: { id } })
}

async function readKeys({ client }: Taking, agent: AgentOf, shareId: string): Promise<HandedOverKeys> {
  const { slots } = await readReceivedItem(client, shareId)
  wipeVerificationKeys(slots)
  const valueOf = (label: string): string => {
    const read = slots.find(({ slot }) => slot.label === label)
    if (read?.value === undefined || read.value === null)
      throw new ServiceError(
        'value_cannot_be_opened',
        sentenceText(read?.problem ?? `the shared item has no value for ${label}`),
      )
    return read.value
  }
  return parseKeys(valueOf(agentTag(agent)), valueOf(DATA_KEY_LABEL))
}

function parseKeys(privateKey: string, dataKey: string): HandedOverKeys {
  let keyPair: ConnectionKeyPair | undefined
  try {
    keyPair = parsePrivateKey(privateKey)
    return { keyPair, dataEncryptionKey: parseDataEncryptionKey(dataKey) }
  } catch (error) {
    if (keyPair !== undefined) wipeConnectionKeyPair(keyPair)
    if (error instanceof CryptoError) throw wrongKey(sentenceText(asPhrase(error)))
    throw error
  }
}

function openToken(keyPair: ConnectionKeyPair, sealedToken: string): string {
  try {
    return openSealedToken(keyPair, sealedToken)
  } catch (error) {
    if (error instanceof CryptoError) throw wrongKey('This key does not open the session of the organization.')
    throw error
  }
}

/** Checks, by the names the agent sealed, that its data encryption key is the one in use; then ends the session. */
async function checkInSession(send: Send, token: string, { dataEncryptionKey }: HandedOverKeys): Promise<void> {
  const call = callOver(send)
  const headers = { authorization: token }
  try {
    const { connections } = await call(vaultOperations.connectionsGet, { query: {} }, headers)
    const named = connections.flatMap(({ own }) =>
      own.encrypted_recipient_name === null
        ? []
        : [{ publicKey: own.user_public_key, sealed: own.encrypted_recipient_name }],
    )
    const opens = ({ publicKey, sealed }: (typeof named)[number]) => canOpenName(dataEncryptionKey, publicKey, sealed)
    if (named.length > 0 && !named.some(opens)) throw wrongKey('The key of the stored values is not the one in use.')
  } finally {
    await call(vaultOperations.sessionDelete, {}, headers)
  }
}

function canOpenName(key: DataEncryptionKey, publicKey: string, sealed: string): boolean {
  try {
    openPrivateName({ dataEncryptionKey: key }, publicKey, sealed)
    return true
  } catch (error) {
    if (error instanceof CryptoError) return false
    throw error
  }
}

async function store(account: PersonAccount, agent: AgentOf, { keyPair, dataEncryptionKey }: HandedOverKeys) {
  const dekId = await storeAgentDataKey(account, agent, dataEncryptionKey)
  const known = await findAgentKey(account, agent)
  if (known !== undefined && samePublicKey(known.publicKey, keyPair.publicKey))
    return nameAgentDataKey(account, known, dekId)
  if (known !== undefined) await untagAgentKey(account, known.id)
  await storeAgentKey(account, keyPair, { tag: agentTag(agent), metadata: { data_encryption_key_id: dekId } })
}

function wrongKey(message: Message): ServiceError {
  return new ServiceError(WRONG, message)
}
