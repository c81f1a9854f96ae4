import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { SignedIn, SignedInPerson, SignedInUsers } from './signed-in.ts'
import { personOnly } from './signed-in.ts'
import type { UserRecords } from './user-records.ts'

export interface UserCallsOptions {
  readonly records: Pick<UserRecords, 'nameOf'>
  readonly signedIn: Pick<SignedInUsers, 'get' | 'end'>
  readonly announceUsers: () => void
}

/** Acting as a user who is signed in. */
export function createUserCalls({ records, signedIn, announceUsers }: UserCallsOptions) {
  return { withAccount, withPerson }

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

  async function sessionIsOver(id: string): Promise<ServiceError> {
    await signedIn.end(id)
    announceUsers()
    return new ServiceError('user_locked', `The session of ${records.nameOf(id)} is over; sign in again.`)
  }
}
