import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Account, PersonAccount } from '../../client/account/account.ts'
import type { AgentAccount } from '../../client/agents/agent-account.ts'
import type { AgentOf } from '../../client/agents/agent-of.ts'
import type { Client } from '../../client/client.ts'
import type { TaskRunner } from '../../client/tasks/task-runner.ts'

interface SignedInWith<Own extends Account> {
  readonly account: Own
  readonly client: Client
  readonly tasks: TaskRunner
}

export interface SignedInPerson extends SignedInWith<PersonAccount> {
  readonly agent: null
}

interface SignedInAgent extends SignedInWith<AgentAccount> {
  readonly agent: AgentOf
  /** The user of the workspace who opened it; signed in as long as this is. */
  readonly throughUserId: string
}

/** A user whose keys are unlocked: a person, or the agent of an organization or service. */
export type SignedIn = SignedInPerson | SignedInAgent

export type SignedInUsers = ReturnType<typeof createSignedInUsers>

/**
 * Who is signed in, with which keys. It is known to this object alone and ends with it.
 *
 * @param sharesRead told when all shares of a user were read, after a list had begun without them
 */
export function createSignedInUsers(sharesRead: (id: string) => void) {
  const signedIn = new Map<string, SignedIn>()
  const entering = new Map<string, Promise<unknown>>()
  let isClosed = false

  return {
    get: (id: string) => signedIn.get(id),
    all: () => [...signedIn.values()],
    isOpenThrough,
    keep,
    end,
    exclusively,
    isOver,
    close,
  }

  /** Whether this is an agent that the member opened. */
  function isOpenThrough(id: string, memberId: string): boolean {
    const open = signedIn.get(id)
    return open !== undefined && open.agent !== null && open.throughUserId === memberId
  }

  /**
   * Takes the place of what was there before, which is ended.
   *
   * @throws {ServiceError} `workspace_locked`, and `user_locked` for an agent whose member signed out; keys are wiped
   */
  async function keep(id: string, user: SignedIn): Promise<void> {
    if (isClosed || (user.agent !== null && !signedIn.has(user.throughUserId))) {
      user.account.wipe()
      throw isClosed
        ? new ServiceError('workspace_locked', 'The workspace was locked meanwhile.')
        : new ServiceError('user_locked', 'The member this is opened through signed out meanwhile.')
    }
    const before = signedIn.get(id)
    signedIn.set(id, user)
    user.client.shares.whenRead(() => {
      if (signedIn.get(id) === user) sharesRead(id)
    })
    await before?.account.signOut()
  }

  /**
   * Ends the sessions of a user, and those of the agents opened through the user, as far as the service still knows
   * them; the keys are gone in any case.
   */
  async function end(id: string): Promise<void> {
    const ending = [...signedIn].filter(([other]) => other === id || isOpenThrough(other, id))
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
  if (user.agent === null) return user
  throw new ServiceError('forbidden', 'An organization or service cannot do this: act as a person.')
}
