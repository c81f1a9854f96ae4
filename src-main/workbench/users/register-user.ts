import { CallError } from '../../../shared/contract/caller.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { WorkbenchUser, workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { PersonAccount } from '../../client/account/account.ts'
import type { EnterOptions } from '../../client/account/enter-account.ts'
import { enterAccount, reserveSecretString } from '../../client/account/enter-account.ts'
import { growUp } from '../../client/delegations/child-accounts.ts'
import { openDelegateAccount } from '../../client/delegations/delegate-account.ts'
import { readConnection } from '../../client/delegations/delegation-keys.ts'
import type { PassphraseHash } from '../../crypto/keys.ts'
import type { IdSource } from '../../service/ports.ts'
import type { UserSurroundings, PersonSignIn } from './person-sign-in.ts'
import type { SignedInPerson } from './signed-in.ts'
import { parsedSecretString } from './user-records.ts'
import type { WorkbenchUserStore } from './workbench-user-store.ts'

/** The window's request; a sample user has a random value instead of a passphrase hash. */
type NewPerson = Omit<BodyOf<'userRegister'>, 'passphrase'> & { readonly passphrase: string | PassphraseHash }

type BodyOf<Name extends 'userRegister' | 'userAdd'> = InputFor<(typeof workbenchUserOperations)[Name]>['body']
/** Codes that prove that a child got no login; after any other failure it may have one. */
const NO_LOGIN: readonly string[] = ['wrong_status', 'delegation_not_permitted', 'username_not_issued']

function isRefusedLogin(error: unknown): boolean {
  return error instanceof CallError && NO_LOGIN.includes(error.code)
}

interface RegistrationOptions extends UserSurroundings {
  readonly store: WorkbenchUserStore
  readonly people: PersonSignIn
  readonly newId: IdSource
  readonly announce: (event: WorkbenchEvent) => void
}

/** Adds people to the list of a workspace. */
export function createRegistration(options: RegistrationOptions) {
  const { store, records, signedIn, people, sendAs, newId, announce, announceUsers, cost } = options

  return { register, addExisting, growUp: growUpOf }

  async function register(
    body: NewPerson,
    how: Pick<EnterOptions, 'onStep' | 'beforeUse'> = {
      onStep(step, done, of) {
        announce({ type: 'progress', task: 'register', step, done, of })
      },
    },
  ): Promise<{ user: WorkbenchUser; secret_string: string }> {
    records.refuseRemembering(body.remember)
    records.refuseTakenName(body.full_name)
    const id = newId()
    const secretString = await reserveSecretString(sendAs(id), body.published_format ? 'published' : 'pdv1')
    records.refuseTakenName(body.full_name) // somebody else may have been registered meanwhile
    const user = { ...records.newUser({ id, secretString, passphrase: body.passphrase }, body), registered: false }
    store.save(user) // before the account exists: it could not be opened without this string
    announceUsers()
    const entered = await signedIn.exclusively(id, () => people.enter(user, body.passphrase, how))
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

  /** Gives a child that the parent acts for a login of its own; from then on it is a user of the workspace. */
  async function growUpOf(
    parent: SignedInPerson,
    connectionId: string,
    body: InputFor<typeof workbenchDelegationOperations.childGrowUp>['body'],
  ): Promise<{ user: WorkbenchUser; secret_string: string }> {
    records.refuseRemembering(body.remember)
    const connection = await readConnection(parent.client, connectionId)
    const { account: child, name } = await openDelegateAccount(parent.client, connection)
    try {
      const profile = { full_name: name, email: '', remember: body.remember }
      records.refuseTakenName(name)
      const id = newId()
      const secretString = await reserveSecretString(sendAs(id), child.keys().format)
      const user = records.newUser({ id, secretString, passphrase: body.passphrase }, profile)
      store.save(user) // before the login exists: it could not be used without this string
      const { passphrase } = body
      const account = await growUp(child, {
        send: sendAs(id),
        secretString,
        passphrase,
        ...(cost !== undefined && { cost }),
      }).catch((error: unknown) => {
        if (isRefusedLogin(error)) store.remove(id)
        throw error
      })
      return { user: await people.keep(user, account), secret_string: secretString }
    } finally {
      child.wipe()
    }
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
