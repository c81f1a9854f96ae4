import { ServiceError } from '../../shared/contract/errors.ts'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import type { Profile } from '../client/enter-account.ts'
import { CryptoError } from '../crypto/errors.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import { parseSecretString } from '../crypto/secret-string.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import { refuseRemembering } from './remembering.ts'
import type { SignedInUsers } from './signed-in.ts'
import type { StoredWorkbenchAgent, WorkbenchAgentStore } from './workbench-agent-store.ts'
import type { StoredWorkbenchUser, WorkbenchUserStore } from './workbench-user-store.ts'

export interface UserRecordsOptions {
  readonly store: WorkbenchUserStore
  readonly agents: WorkbenchAgentStore
  readonly localKey: LocalKey
  /** Whether passphrases may be kept: in a plain file of somebody's own they would lie beside their key. */
  readonly mayRemember: boolean
  readonly clock: Clock
  readonly signedIn: Pick<SignedInUsers, 'get'>
}

export type UserRecords = ReturnType<typeof createUserRecords>

/** How many actor colours the window has. */
const COLOURS = 8
const SEALED_SECRET_STRING = 'workbench_users.secret_string'
const SEALED_PASSPHRASE = 'workbench_users.passphrase'

/** What is stored of the users of a workspace, people and agents, and how the window sees them. */
export function createUserRecords(options: UserRecordsOptions) {
  const { store, agents, localKey, clock, signedIn } = options

  return {
    list,
    shown,
    person,
    agent: (id: string) => agents.find(id),
    nameOf,
    newUser,
    nextColour,
    secretStringOf,
    rememberedPassphrase,
    refuseRemembering: (remember: boolean) => {
      refuseRemembering(remember, options.mayRemember)
    },
    refuseTakenName,
    refuseTakenUsername,
  }

  /** In the order they were added. */
  function list(): WorkbenchUser[] {
    const people = store.list().map(shownPerson)
    const all = [...people, ...agents.list().map(shownAgent)]
    return all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  }

  /** @throws {ServiceError} `not_found` */
  function shown(id: string): WorkbenchUser {
    const agent = agents.find(id)
    return agent === undefined ? shownPerson(find(id)) : shownAgent(agent)
  }

  /** @throws {ServiceError} `not_found`; `forbidden` for an agent */
  function person(id: string): StoredWorkbenchUser {
    if (agents.find(id) === undefined) return find(id)
    throw new ServiceError('forbidden', 'an organization or service has no key store account of its own')
  }

  /** @throws {ServiceError} `not_found` */
  function nameOf(id: string): string {
    return (agents.find(id) ?? find(id)).full_name
  }

  function find(id: string): StoredWorkbenchUser {
    const user = store.find(id)
    if (user === undefined) throw new ServiceError('not_found', 'this workspace has no such user')
    return user
  }

  function newUser(
    id: string,
    secretString: string,
    remembered: string | undefined,
    profile: Profile & { readonly remember?: boolean; readonly user_type?: StoredWorkbenchUser['user_type'] },
  ): StoredWorkbenchUser {
    const keep = profile.remember === false ? undefined : remembered
    return {
      id,
      username: parsedSecretString(secretString).username,
      vault_user_id: null,
      full_name: profile.full_name,
      email: profile.email,
      user_type: profile.user_type ?? 'human',
      colour: nextColour(),
      key_fingerprint: null,
      registered: true,
      sealed_secret_string: seal(SEALED_SECRET_STRING, id, secretString),
      sealed_passphrase: keep === undefined ? null : seal(SEALED_PASSPHRASE, id, keep),
      created_at: isoTime(clock.nowMs()),
    }
  }

  function nextColour(): number {
    return freeColour([...store.list(), ...agents.list()].map(({ colour }) => colour))
  }

  function seal(table: string, id: string, text: string): Buffer {
    return sealRecord(localKey, { table, id }, Buffer.from(text, 'utf8'))
  }

  function open(table: string, id: string, sealed: Uint8Array): string {
    return Buffer.from(openRecord(localKey, { table, id }, sealed)).toString('utf8')
  }

  function secretStringOf(user: StoredWorkbenchUser): string {
    return open(SEALED_SECRET_STRING, user.id, user.sealed_secret_string)
  }

  function rememberedPassphrase({ id, sealed_passphrase }: StoredWorkbenchUser): string | undefined {
    return sealed_passphrase === null ? undefined : open(SEALED_PASSPHRASE, id, sealed_passphrase)
  }

  function shownPerson(user: StoredWorkbenchUser): WorkbenchUser {
    const { id, full_name, email, user_type, colour, username, vault_user_id, key_fingerprint, created_at } = user
    const state = signedIn.get(id) !== undefined ? 'signed_in' : user.registered ? 'locked' : 'incomplete'
    return {
      id,
      full_name,
      email,
      user_type,
      colour,
      state,
      remembered: user.sealed_passphrase !== null,
      username,
      vault_user_id,
      key_fingerprint,
      agent: null,
      created_at,
    }
  }

  function shownAgent(agent: StoredWorkbenchAgent): WorkbenchUser {
    const { id, full_name, organization_id, service_id, colour, vault_user_id, key_fingerprint, created_at } = agent
    const through = find(agent.through_user_id)
    return {
      id,
      full_name,
      email: '',
      user_type: service_id === null ? 'organization_agent' : 'service_agent',
      colour,
      state: signedIn.get(id) !== undefined ? 'signed_in' : 'locked',
      remembered: through.sealed_passphrase !== null,
      username: '',
      vault_user_id,
      key_fingerprint,
      agent: { organization_id, service_id, through_user_id: through.id, through_name: through.full_name },
      created_at,
    }
  }

  /** @throws {ServiceError} `name_taken` */
  function refuseTakenName(fullName: string): void {
    const wanted = fullName.toLocaleLowerCase('en')
    if (store.list().some(({ full_name }) => full_name.toLocaleLowerCase('en') === wanted)) {
      throw new ServiceError('name_taken', `this workspace has a user named ${fullName} already`)
    }
  }

  /** @throws {ServiceError} `name_taken` */
  function refuseTakenUsername(username: string): void {
    const present = store.list().find((user) => user.username === username)
    if (present === undefined) return
    throw new ServiceError('name_taken', `this account is on the list already, as ${present.full_name}`)
  }
}

/** @throws {ServiceError} `secret_string_invalid` */
export function parsedSecretString(text: string): { readonly username: string } {
  try {
    return { username: parseSecretString(text).username }
  } catch (error) {
    if (error instanceof CryptoError) throw new ServiceError('secret_string_invalid', error.message, { cause: error })
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
