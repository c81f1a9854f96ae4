import { CallError } from '../../../shared/contract/caller.ts'
import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { SignedIn, SignedInUsers } from './signed-in.ts'
import type { UserRecords } from './user-records.ts'

interface Dependencies {
  readonly records: Pick<UserRecords, 'nameOf'>
  readonly signedIn: Pick<SignedInUsers, 'get' | 'end' | 'sessionOf'>
  readonly announceUsers: () => void
}

/**
 * Runs work with the account of a user who is signed in; `personOnly` narrows it where an agent cannot do it.
 *
 * @throws {ServiceError} `not_found`, `user_locked`; also when the session has ended
 */
export type WithAccount = <Result>(id: string, work: (user: SignedIn) => Promise<Result>) => Promise<Result>

export function createWithAccount({ records, signedIn, announceUsers }: Dependencies): WithAccount {
  return async (id, work) => {
    const name = records.nameOf(id)
    const user = signedIn.get(id)
    if (user === undefined) throw new ServiceError('user_locked', phrase`The user ${name} is not signed in.`)
    try {
      return await work(user)
    } catch (error) {
      if (error instanceof CallError && error.code === 'unauthorized') throw await sessionIsOver(id)
      throw error
    }
  }

  async function sessionIsOver(id: string): Promise<ServiceError> {
    await signedIn.end(signedIn.sessionOf(id))
    announceUsers()
    return new ServiceError('user_locked', phrase`The session of ${records.nameOf(id)} is over; sign in again.`)
  }
}
