import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Account, PersonAccount } from '../../client/account/account.ts'
import type { AgentAccount } from '../../client/agents/agent-account.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import type { Client, PersonClient } from '../../client/client.ts'
import type { DelegateAccount } from '../../client/delegations/delegate-account.ts'
import type { TaskRunner } from '../../client/tasks/task-runner.ts'

interface SignedInWith<Own extends Account> {
  readonly account: Own
  readonly client: Client
  readonly tasks: TaskRunner
}

export interface SignedInPerson extends SignedInWith<PersonAccount> {
  readonly client: PersonClient
  readonly agent: null
  readonly throughUserId: null
}

interface SignedInAgent extends SignedInWith<AgentAccount> {
  readonly agent: AgentOf
  /** The user of the workspace who opened it; signed in as long as this is. */
  readonly throughUserId: string
}

/** The account of somebody else, in the hands of a delegate. */
interface SignedInDelegate extends SignedInWith<DelegateAccount> {
  readonly agent: null
  /** The delegate: the session is this user's. */
  readonly throughUserId: string
}

/** A user whose keys are unlocked: a person, the agent of an organization or service, or somebody acted for. */
export type SignedIn = SignedInPerson | SignedInAgent | SignedInDelegate

export type SignedInUsers = ReturnType<typeof createSignedInUsers>

/**
 * The only place that has the signed-in users and their keys; both end with this object.
 *
 * @param sharesRead called when all shares of a user were read, after a list was answered without them
 */
export function createSignedInUsers(sharesRead: (id: string) => void) {
  const signedIn = new Map<string, SignedIn>()
  const entering = new Map<string, Promise<unknown>>()
  let isClosed = false

  return {
    get: (id: string) => signedIn.get(id),
    all: () => [...signedIn.values()],
    ids: () => [...signedIn.keys()],
    isOpenThrough,
    sessionOf,
    drop,
    keep,
    end,
    exclusively,
    isOver,
    close,
  }

  /** The session that the calls of a user are made in: a delegate works in the own one. */
  function sessionOf(id: string): string {
    const open = signedIn.get(id)
    return open?.agent === null && open.throughUserId !== null ? open.throughUserId : id
  }

  /** Takes a user off whose keys are gone already. @returns whether it was this one */
  function drop(id: string, user: SignedIn): boolean {
    return signedIn.get(id) === user && signedIn.delete(id)
  }

  /** Whether this is an agent or account owner that the user opened. */
  function isOpenThrough(id: string, memberId: string): boolean {
    const open = signedIn.get(id)
    return open?.throughUserId === memberId
  }

  /**
   * Replaces the user's previous session, which is ended.
   *
   * @throws {ServiceError} `workspace_locked`, or `user_locked` if its member or delegate signed out; keys are wiped
   */
  async function keep(id: string, user: SignedIn): Promise<void> {
    if (isClosed || (user.throughUserId !== null && !signedIn.has(user.throughUserId))) {
      user.account.wipe()
      throw isClosed
        ? new ServiceError('workspace_locked', 'The workspace was locked meanwhile.')
        : new ServiceError('user_locked', 'Whoever this is opened through signed out meanwhile.')
    }
    const before = signedIn.get(id)
    signedIn.set(id, user)
    user.client.shares.whenRead(() => {
      if (signedIn.get(id) === user) sharesRead(id)
    })
    await before?.account.signOut()
  }

  /**
   * Ends the sessions of a user, and of accounts the user opened, as far as the service still has them; the keys are
   * wiped in any case.
   */
  async function end(id: string): Promise<void> {
    // Accounts the user opened come first: their keys end with the user's.
    const ending = [...signedIn].filter(([other]) => isOpenThrough(other, id))
    ending.push(...[...signedIn].filter(([other]) => other === id))
    for (const [other] of ending) signedIn.delete(other)
    await Promise.all(ending.map(([, { account }]) => account.signOut()))
  }

  /** One sign-in of a user at a time: the second one finds the user signed in. */
  async function exclusively<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = entering.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    entering.set(key, mine)
    try {
      return await mine
    } finally {
      if (entering.get(key) === mine) entering.delete(key)
    }
  }

  function isOver(): boolean {
    return isClosed
  }

  /** Ends every session and overwrites every key. Nobody can sign in afterwards. */
  async function close(): Promise<void> {
    isClosed = true
    const accounts = [...signedIn.values()].map(({ account }) => account)
    signedIn.clear()
    await Promise.allSettled(accounts.map((account) => account.signOut()))
    for (const account of accounts) account.wipe()
  }
}

/** @throws {ServiceError} `forbidden` */
export function personOnly(user: SignedIn): SignedInPerson {
  if (user.agent !== null) {
    throw new ServiceError('forbidden', 'An organization or service cannot do this: act as a person.')
  }
  if (user.throughUserId === null) return user
  throw new ServiceError('forbidden', 'Nobody can do this for somebody else: act as yourself.')
}
