import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { keystoreOperations, serviceOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import { shownReply } from '../journal/shown-reply.ts'
import type { SignedIn, SignedInPerson, SignedInUsers } from './signed-in.ts'
import { personOnly } from './signed-in.ts'
import type { UserRecords } from './user-records.ts'

export interface UserCallsOptions {
  readonly records: Pick<UserRecords, 'nameOf'>
  readonly signedIn: Pick<SignedInUsers, 'get' | 'end'>
  readonly journal: Pick<WorkspaceJournal, 'asWindow'>
  readonly announceUsers: () => void
}

type UserCall = typeof workbenchUserOperations.userCall

const serviceOperationIds = new Set(serviceOperations.map(({ id }) => id))
/** Calls that make a secret for another program. Whoever asks for it in the window sees it, this once. */
const operationsShowingSecret: ReadonlySet<string> = new Set([
  keystoreOperations.sessionLimitedInTimePost.id,
  vaultOperations.sessionLimitedInTimePost.id,
])

/** Calls that need a fresh proof of the passphrase first, and the operation of the window that asks for it. */
const operationsNeedingPassphrase: ReadonlyMap<string, string> = new Map([
  [keystoreOperations.loginKeysPost.id, 'loginKeyMake'],
  [keystoreOperations.srpUsersPut.id, 'changePassphrase'],
  [keystoreOperations.usersDeletionQueuePost.id, 'userQueueForDeletion'],
  [vaultOperations.meDeletionQueuePost.id, 'userQueueForDeletion'],
])

/** Acting as a user who is signed in. */
export function createUserCalls({ records, signedIn, journal, announceUsers }: UserCallsOptions) {
  return { withAccount, withPerson, call }

  /**
   * Runs work with the account of a user who is signed in.
   *
   * @throws {ServiceError} `not_found`, `user_locked`; also when the session turns out to be over
   */
  async function withAccount<Result>(id: string, work: (user: SignedIn) => Promise<Result>): Promise<Result> {
    const name = records.nameOf(id)
    const user = signedIn.get(id)
    if (user === undefined) throw new ServiceError('user_locked', `The user ${name} is not signed in.`)
    try {
      return await work(user)
    } catch (error) {
      if (error instanceof CallError && error.code === 'unauthorized') throw await sessionIsOver(id)
      throw error
    }
  }

  /** The same for what needs a key store. @throws {ServiceError} `forbidden` for an agent */
  function withPerson<Result>(id: string, work: (user: SignedInPerson) => Promise<Result>): Promise<Result> {
    return withAccount(id, async (user) => work(personOnly(user)))
  }

  async function call(id: string, request: InputFor<UserCall>['body']): Promise<ReplyFor<UserCall>> {
    if (!serviceOperationIds.has(request.operation)) {
      throw new ServiceError('not_found', 'The service has no such operation.')
    }
    const { operation, params, query, body } = request
    refuseWithoutPassphrase(operation)
    return withAccount(id, async ({ account }) => {
      const reply = await journal.asWindow(() => account.send({ operation, params, query, body }))
      if (!reply.ok && reply.body.errors[0]?.error === 'unauthorized') throw await sessionIsOver(id)
      return shownReply(operation, reply, operationsShowingSecret)
    })
  }

  async function sessionIsOver(id: string): Promise<ServiceError> {
    await signedIn.end(id)
    announceUsers()
    return new ServiceError('user_locked', `The session of ${records.nameOf(id)} is over; sign in again.`)
  }
}

/** @throws {ServiceError} `forbidden` */
function refuseWithoutPassphrase(operation: string): void {
  const instead = operationsNeedingPassphrase.get(operation)
  if (instead === undefined) return
  throw new ServiceError('forbidden', `This needs the passphrase: call ${instead} of the window.`)
}
