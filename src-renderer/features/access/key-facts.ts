import type { ListedKeyPair } from '../../../shared/contract/keystore-lists.ts'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import type { ConnectionRow } from '../../../shared/contract/workbench-sharing.ts'

/** A fingerprint as people compare it: `3f2a 91bc …`. */
export function inGroups(fingerprint: string): string {
  return fingerprint.replace(/.{4}(?=.)/g, '$& ')
}

/** The short id inside a key bundle (`pdv1.pk.kp.<id>.…`), as the switcher shows it; other keys have none. */
export function keyIdOf(publicKey: string): string | undefined {
  const [version, kind, context, id] = publicKey.split('.')
  return version === 'pdv1' && kind === 'pk' && context === 'kp' && id !== undefined ? inGroups(id) : undefined
}

/** The identifier that clients give to the key pair for logging in to the vault. */
export const LOGIN_KEY_PAIR = 'auth'

/** The purpose of a key pair, and the person or organization it is for. */
export interface KeyUse {
  readonly kind:
    | 'login'
    | 'organization'
    | 'service'
    | 'connection'
    | 'delegationTo'
    | 'delegationFrom'
    | 'child'
    | 'nothing'
  readonly name: string
}

/** Facts about the owner of the keys. */
export interface KeySurroundings {
  readonly connections: readonly ConnectionRow[]
  readonly delegations: readonly DelegationRow[]
  /** Organizations and services by the tag of their key in the key store of a member: `organization:<id>`. */
  readonly agents: ReadonlyMap<string, string>
}

/**
 * Tells the use by a client's tag, or by the connection with this key; others wait for an invitation or are left over.
 */
export function purposeOf(pair: ListedKeyPair, { connections, delegations, agents }: KeySurroundings): KeyUse {
  const tags = pair.external_identifiers
  if (tags.includes(LOGIN_KEY_PAIR)) return { kind: 'login', name: '' }
  const agent = tags.find((tag) => /^(organization|service):/.test(tag))
  if (agent !== undefined) {
    return { kind: agent.startsWith('service:') ? 'service' : 'organization', name: agents.get(agent) ?? '' }
  }
  const shown = keyIdOf(pair.public_key) ?? inGroups(pair.fingerprint.slice(0, SHOWN_HEX_CHARACTERS))
  const connection = connections.find(({ own_key_fingerprint }) => own_key_fingerprint === shown)
  if (connection === undefined) return { kind: 'nothing', name: '' }
  const { name, connection_id } = connection
  const delegation = delegations.find((row) => row.kind === 'connection' && row.connection_id === connection_id)
  if (delegation === undefined) return { kind: 'connection', name }
  if (delegation.child) return { kind: 'child', name }
  return { kind: delegation.direction === 'granted' ? 'delegationTo' : 'delegationFrom', name }
}

/** How much of a SHA-256 people compare if a key has no id. */
const SHOWN_HEX_CHARACTERS = 32
