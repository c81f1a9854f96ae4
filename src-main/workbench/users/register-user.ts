import { vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { WorkbenchUser, workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { PersonAccount } from '../../client/account/account.ts'
import { enterAccount, reserveSecretString } from '../../client/account/enter-account.ts'
import type { IdSource } from '../../service/ports.ts'
import type { UserSurroundings, PersonSignIn } from './person-sign-in.ts'
import { parsedSecretString } from './user-records.ts'
import type { WorkbenchUserStore } from './workbench-user-store.ts'

type BodyOf<Name extends 'userRegister' | 'userAdd'> = InputFor<(typeof workbenchUserOperations)[Name]>['body']
type OnStep = (step: string, done: number, of: number) => void

interface RegistrationOptions extends UserSurroundings {
  readonly store: WorkbenchUserStore
  readonly people: PersonSignIn
  readonly newId: IdSource
  readonly announce: (event: WorkbenchEvent) => void
}

/** How people come on the list of a workspace. */
export function createRegistration(options: RegistrationOptions) {
  const { store, records, signedIn, people, sendAs, newId, announce, announceUsers, cost } = options

  return { register, addExisting }

  async function register(
    body: BodyOf<'userRegister'>,
    onStep: OnStep = (step, done, of) => {
      announce({ type: 'progress', task: 'register', step, done, of })
    },
  ): Promise<{ user: WorkbenchUser; secret_string: string }> {
    records.refuseRemembering(body.remember)
    records.refuseTakenName(body.full_name)
    const id = newId()
    const secretString = await reserveSecretString(sendAs(id))
    records.refuseTakenName(body.full_name) // somebody else may have been registered meanwhile
    const user = { ...records.newUser({ id, secretString, passphrase: body.passphrase }, body), registered: false }
    store.save(user) // before the account exists: it could not be opened without this string
    announceUsers()
    const entered = await signedIn.exclusively(id, () => people.enter(user, body.passphrase, onStep))
    return { user: entered, secret_string: secretString }
  }

  async function addExisting(body: BodyOf<'userAdd'>): Promise<WorkbenchUser> {
    records.refuseRemembering(body.remember)
    const { username } = parsedSecretString(body.secret_string)
    const id = newId()
    records.refuseTakenUsername(username)
    const account = await enterAccount({
      send: sendAs(id),
      secretString: body.secret_string,
      passphrase: body.passphrase,
      ...(cost !== undefined && { cost }),
    })
    return keepAdded({ id, username }, body, account)
  }

  async function keepAdded(
    { id, username }: { readonly id: string; readonly username: string },
    body: BodyOf<'userAdd'>,
    account: PersonAccount,
  ): Promise<WorkbenchUser> {
    try {
      records.refuseTakenUsername(username)
      const { user } = await account.call(vaultOperations.meGet, {})
      const profile = { full_name: user.full_name ?? username, email: user.email, user_type: user.user_type }
      const passphrase = body.remember ? body.passphrase : undefined
      return await people.keep(records.newUser({ id, secretString: body.secret_string, passphrase }, profile), account)
    } catch (error) {
      account.wipe()
      throw error
    }
  }
}
