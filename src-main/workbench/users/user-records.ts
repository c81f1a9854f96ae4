import { asPhrase, phrase, sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { foldCase } from '../../../shared/folded-text.ts'
import type { Profile } from '../../client/account/enter-account.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import type { DelegateAccount } from '../../client/delegations/delegate-account.ts'
import type { OpenedAgent } from '../../client/agents/open-agent.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { inOwnMemory, passphraseHash, wipe } from '../../crypto/keys.ts'
import type { LocalKey, PassphraseHash } from '../../crypto/keys.ts'
import { openRecord, sealRecord } from '../../crypto/local-key.ts'
import type { SecretString } from '../../crypto/secret-string.ts'
import { parseSecretString } from '../../crypto/secret-string.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import { refuseRemembering } from '../operator/remembering.ts'
import type { SignedInUsers } from './signed-in.ts'
import type { StoredWorkbenchAgent, WorkbenchAgentStore } from './workbench-agent-store.ts'
import type { StoredWorkbenchDelegation, WorkbenchDelegationStore } from './workbench-delegation-store.ts'
import type { StoredWorkbenchUser, WorkbenchUserStore } from './workbench-user-store.ts'

const SECRET_STRING = 'workbench_users.secret_string'
const PASSPHRASE = 'workbench_users.passphrase'
/** Marks a stored hash, as opposed to a passphrase: UTF-8 has no such byte. */
const HASH_FOLLOWS = 0xff

type UserSecrets = ReturnType<typeof createUserSecrets>

/** Secret strings and remembered passphrases of a workspace's users, sealed under its local key. */
function createUserSecrets(localKey: LocalKey) {
  return {
    sealSecretString: (id: string, text: string) =>
      sealRecord(localKey, { table: SECRET_STRING, id }, Buffer.from(text, 'utf8')),
    secretStringOf: ({ id, sealed_secret_string }: StoredWorkbenchUser) =>
      textOf(openRecord(localKey, { table: SECRET_STRING, id }, sealed_secret_string)),
    sealPassphrase,
    rememberedPassphrase,
  }

  function sealPassphrase(id: string, passphrase: string | PassphraseHash): Buffer {
    const isText = typeof passphrase === 'string'
    const clear = isText ? Buffer.from(passphrase, 'utf8') : Buffer.from([HASH_FOLLOWS, ...passphrase])
    const sealed = sealRecord(localKey, { table: PASSPHRASE, id }, clear)
    wipe(clear)
    return sealed
  }

  function rememberedPassphrase({ id, sealed_passphrase }: StoredWorkbenchUser): string | PassphraseHash | undefined {
    if (sealed_passphrase === null) return undefined
    const clear = openRecord(localKey, { table: PASSPHRASE, id }, sealed_passphrase)
    return clear[0] === HASH_FOLLOWS ? passphraseHash(inOwnMemory(clear.subarray(1))) : textOf(clear)
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

export interface UserRecordsOptions {
  readonly store: WorkbenchUserStore
  readonly agents: WorkbenchAgentStore
  readonly delegations: WorkbenchDelegationStore
  readonly localKey: LocalKey
  /** Whether passphrases may be stored: in an unprotected workspace they would be next to their key. */
  readonly mayRemember: boolean
  readonly clock: Clock
  readonly signedIn: Pick<SignedInUsers, 'get'>
}

interface NewUser {
  readonly id: string
  readonly secretString: string
  /** The passphrase where it may be remembered. */
  readonly passphrase: string | PassphraseHash | undefined
}

interface NewProfile extends Profile {
  readonly remember?: boolean
  readonly user_type?: StoredWorkbenchUser['user_type']
}

interface NewAgent {
  readonly id: string
  readonly member: { readonly id: string }
  readonly agent: AgentOf
}

interface NewDelegation {
  readonly id: string
  readonly throughUserId: string
  /** The delegate's side. */
  readonly connectionId: string
  readonly child: boolean
  readonly name: string
  readonly role: DelegationRole
  readonly account: DelegateAccount
}

export type UserRecords = ReturnType<typeof createUserRecords>

/** The number of actor colours of the window. */
const COLOURS = 8

/** The stored rows of all kinds of users of a workspace, and how the window sees them. */
export function createUserRecords(options: UserRecordsOptions) {
  const { store, agents, delegations, signedIn } = options
  const secrets = createUserSecrets(options.localKey)

  return {
    list,
    shown,
    person,
    agent: (id: string) => agents.find(id),
    delegation: (id: string) => delegations.find(id),
    nameOf,
    ...createNewRecords(options, secrets),
    /** The row with another remembered passphrase. */
    remembering: (user: StoredWorkbenchUser, passphrase: string): StoredWorkbenchUser => ({
      ...user,
      sealed_passphrase: secrets.sealPassphrase(user.id, passphrase),
    }),
    secretStringOf: secrets.secretStringOf,
    rememberedPassphrase: secrets.rememberedPassphrase,
    refuseRemembering: (remember: boolean) => {
      refuseRemembering(remember, options.mayRemember)
    },
  }

  /** Users come in the order they were added. */
  function list(): WorkbenchUser[] {
    const all = [...store.list().map(asPerson), ...agents.list().map(asAgent), ...delegations.list().map(asActedFor)]
    return all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  }

  /** @throws {ServiceError} `not_found` */
  function shown(id: string): WorkbenchUser {
    const agent = agents.find(id)
    if (agent !== undefined) return asAgent(agent)
    const delegation = delegations.find(id)
    return delegation === undefined ? asPerson(find(id)) : asActedFor(delegation)
  }

  function asPerson(user: StoredWorkbenchUser): WorkbenchUser {
    return shownPerson(user, signedIn.get(user.id) !== undefined)
  }

  function asAgent(agent: StoredWorkbenchAgent): WorkbenchUser {
    return shownAgent(agent, find(agent.through_user_id), signedIn.get(agent.id) !== undefined)
  }

  function asActedFor(delegation: StoredWorkbenchDelegation): WorkbenchUser {
    return shownActedFor(delegation, find(delegation.through_user_id), signedIn.get(delegation.id) !== undefined)
  }

  /** @throws {ServiceError} `not_found`; `forbidden` for an agent, and for somebody acted for */
  function person(id: string): StoredWorkbenchUser {
    if (delegations.find(id) !== undefined) {
      throw new ServiceError('forbidden', 'Only who has the passphrase of this account can do this.')
    }
    if (agents.find(id) === undefined) return find(id)
    throw new ServiceError('forbidden', 'An organization or service has no key store account of its own.')
  }

  /** @throws {ServiceError} `not_found` */
  function nameOf(id: string): string {
    return (agents.find(id) ?? delegations.find(id) ?? find(id)).full_name
  }

  function find(id: string): StoredWorkbenchUser {
    const user = store.find(id)
    if (user === undefined) throw new ServiceError('not_found', 'This workspace has no such user.')
    return user
  }
}

/** Makes rows of new users, and refuses conflicting ones. */
function createNewRecords({ store, agents, delegations, clock }: UserRecordsOptions, secrets: UserSecrets) {
  return { newUser, newAgent, newDelegation, refuseTakenName, refuseTakenUsername }

  function newUser({ id, secretString, passphrase }: NewUser, profile: NewProfile): StoredWorkbenchUser {
    const kept = profile.remember === false ? undefined : passphrase
    const { username, format } = parsedSecretString(secretString)
    return {
      id,
      username,
      vault_user_id: null,
      full_name: profile.full_name,
      email: profile.email,
      user_type: profile.user_type ?? 'human',
      colour: nextColour(),
      key_fingerprint: null,
      registered: true,
      published_format: format === 'published',
      sealed_secret_string: secrets.sealSecretString(id, secretString),
      sealed_passphrase: kept === undefined ? null : secrets.sealPassphrase(id, kept),
      created_at: isoTime(clock.nowMs()),
    }
  }

  /** The row of an agent; one that was opened before keeps its colour and its time. */
  function newAgent({ id, member, agent }: NewAgent, { account, name }: OpenedAgent): StoredWorkbenchAgent {
    const known = agents.find(id)
    return {
      id,
      vault_user_id: account.vaultUserId,
      full_name: name,
      organization_id: agent.organizationId,
      service_id: agent.serviceId,
      through_user_id: member.id,
      colour: known?.colour ?? nextColour(),
      key_fingerprint: account.keyFingerprint,
      created_at: known?.created_at ?? isoTime(clock.nowMs()),
    }
  }

  /** The row of somebody acted for; one that was opened before keeps its colour and its time. */
  function newDelegation(made: NewDelegation): StoredWorkbenchDelegation {
    const { id, throughUserId, connectionId, child, name, role, account } = made
    const known = delegations.find(id)
    return {
      id,
      vault_user_id: account.vaultUserId,
      full_name: name,
      connection_id: connectionId,
      role,
      child,
      through_user_id: throughUserId,
      colour: known?.colour ?? nextColour(),
      key_fingerprint: account.keyFingerprint,
      created_at: known?.created_at ?? isoTime(clock.nowMs()),
    }
  }

  function nextColour(): number {
    return freeColour([...store.list(), ...agents.list(), ...delegations.list()].map(({ colour }) => colour))
  }

  /** @throws {ServiceError} `name_taken` */
  function refuseTakenName(fullName: string): void {
    const wanted = foldCase(fullName)
    if (store.list().some(({ full_name }) => foldCase(full_name) === wanted)) {
      throw new ServiceError('name_taken', phrase`This workspace has a user named ${fullName} already.`)
    }
  }

  /** @throws {ServiceError} `name_taken` */
  function refuseTakenUsername(username: string): void {
    const present = store.list().find((user) => user.username === username)
    if (present === undefined) return
    throw new ServiceError('name_taken', phrase`This account is on the list already, as ${present.full_name}.`)
  }
}

/** @throws {ServiceError} `secret_string_invalid` */
export function parsedSecretString(text: string): Pick<SecretString, 'username' | 'format'> {
  try {
    const { username, format } = parseSecretString(text)
    return { username, format }
  } catch (error) {
    if (error instanceof CryptoError)
      throw new ServiceError('secret_string_invalid', sentenceText(asPhrase(error)), { cause: error })
    throw error
  }
}

function orderOf({ created_at, id }: WorkbenchUser): string {
  return `${created_at} ${id}`
}

/** The first colour nobody has; when all are in use, they are used again in order. */
function freeColour(taken: readonly number[]): number {
  for (let colour = 0; colour < COLOURS; colour += 1) if (!taken.includes(colour)) return colour
  return taken.length % COLOURS
}

/** A person as the window sees it. */
function shownPerson(user: StoredWorkbenchUser, isSignedIn: boolean): WorkbenchUser {
  const { id, full_name, email, user_type, colour, username, vault_user_id, key_fingerprint, created_at } = user
  const shownState = user.registered ? 'locked' : 'incomplete'
  return {
    id,
    full_name,
    email,
    user_type,
    colour,
    state: isSignedIn ? 'signed_in' : shownState,
    remembered: user.sealed_passphrase !== null,
    username,
    vault_user_id,
    key_fingerprint,
    ...(user.published_format && { published_format: true }),
    agent: null,
    delegation: null,
    created_at,
  }
}

/** An agent as the window sees it; signing in to it takes the passphrase of the member it was opened through. */
function shownAgent(agent: StoredWorkbenchAgent, through: StoredWorkbenchUser, isSignedIn: boolean): WorkbenchUser {
  const { organization_id, service_id } = agent
  return {
    ...shownThrough(agent, through, isSignedIn),
    user_type: service_id === null ? 'organization_agent' : 'service_agent',
    agent: { organization_id, service_id, through_user_id: through.id, through_name: through.full_name },
    delegation: null,
  }
}

/** Somebody acted for as the window sees it; signing in takes the passphrase of the delegate. */
function shownActedFor(
  delegation: StoredWorkbenchDelegation,
  through: StoredWorkbenchUser,
  isSignedIn: boolean,
): WorkbenchUser {
  const { connection_id, role, child } = delegation
  return {
    ...shownThrough(delegation, through, isSignedIn),
    user_type: 'human',
    agent: null,
    delegation: { connection_id, role, child, through_user_id: through.id, through_name: through.full_name },
  }
}

/** Fields shared by users without a login here, who are opened through a person. */
function shownThrough(
  one: StoredWorkbenchAgent | StoredWorkbenchDelegation,
  through: StoredWorkbenchUser,
  isSignedIn: boolean,
) {
  const { id, full_name, colour, vault_user_id, key_fingerprint, created_at } = one
  return {
    ...{ id, full_name, email: '', colour, vault_user_id, key_fingerprint, created_at },
    state: isSignedIn ? ('signed_in' as const) : ('locked' as const),
    remembered: through.sealed_passphrase !== null,
    username: '',
  }
}
