import { isDeepStrictEqual } from 'node:util'
import type { Send } from '../../../shared/contract/caller.ts'
import { missingField } from '../../../shared/contract/errors.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { PersonAccount } from '../../client/account/account.ts'
import type { EnterOptions, Profile } from '../../client/account/enter-account.ts'
import { checkPassphrase, enterAccount } from '../../client/account/enter-account.ts'
import { createClient } from '../../client/client.ts'
import type { Client } from '../../client/client.ts'
import type { TaskRunner } from '../../client/tasks/task-runner.ts'
import { wipe } from '../../crypto/keys.ts'
import type { PassphraseHash } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { AutomaticTasks } from './automatic-tasks.ts'
import type { KeyResealing } from './key-resealing.ts'
import type { SignedInUsers } from './signed-in.ts'
import type { UserRecords } from './user-records.ts'
import type { StoredWorkbenchUser, WorkbenchUserStore } from './workbench-user-store.ts'

/** The dependencies shared by all parts about users. */
export interface UserSurroundings {
  readonly records: UserRecords
  readonly signedIn: SignedInUsers
  /** Calls the service as a user of the workspace. */
  readonly sendAs: (id: string) => Send
  readonly tasksOf: (id: string, client: Client) => TaskRunner
  readonly automaticTasks: Pick<AutomaticTasks, 'lookAt'>
  readonly announceUsers: () => void
  readonly cost: PassphraseCost | undefined
}

interface PersonSignInOptions extends UserSurroundings {
  readonly store: WorkbenchUserStore
  readonly keyResealing: KeyResealing
}

export type PersonSignIn = ReturnType<typeof createPersonSignIn>

/** Unlocks the keys of people in the list of a workspace. */
export function createPersonSignIn(options: PersonSignInOptions) {
  const { store, records, signedIn, sendAs, tasksOf, automaticTasks, keyResealing, announceUsers, cost } = options

  return { signIn, enter, keep, forgetPassphrase, revealSecretString }

  /** @param remember stores the given passphrase if it was right */
  async function signIn(id: string, passphrase: string | null | undefined, remember = false): Promise<WorkbenchUser> {
    records.refuseRemembering(remember)
    const used = passphrase ?? records.rememberedPassphrase(records.person(id))
    if (used === undefined) throw missingField('passphrase')
    return signedIn.exclusively(id, async () => {
      if (signedIn.get(id) === undefined) {
        const user = records.person(id)
        return enter(remember && typeof passphrase === 'string' ? records.remembering(user, passphrase) : user, used)
      }
      if (typeof used !== 'string') wipe(used)
      return records.shown(id)
    })
  }

  /** Signs in, and continues an interrupted registration. */
  async function enter(
    user: StoredWorkbenchUser,
    passphrase: string | PassphraseHash,
    how: Pick<EnterOptions, 'onStep' | 'beforeUse'> = {},
  ): Promise<WorkbenchUser> {
    const profile: Profile = { full_name: user.full_name, email: user.email }
    const account = await enterAccount({
      send: sendAs(user.id),
      secretString: records.secretStringOf(user),
      passphrase,
      ...(!user.registered && { profile }),
      ...how,
      ...(cost !== undefined && { cost }),
    })
    return keep(user, account)
  }

  /** A sign-in without changes writes nothing, so that it works on a read-only disk. */
  function saveChanges(user: StoredWorkbenchUser): void {
    if (!isDeepStrictEqual(store.find(user.id), user)) store.save(user)
  }

  async function keep(user: StoredWorkbenchUser, account: PersonAccount): Promise<WorkbenchUser> {
    const client = createClient(account, cost)
    const tasks = tasksOf(user.id, client)
    if (!signedIn.isOver()) saveChanges({ ...user, registered: true, ...keysOf(account) })
    await signedIn.keep(user.id, { account, client, tasks, agent: null, throughUserId: null })
    automaticTasks.lookAt(tasks)
    keyResealing.lookAt(client)
    announceUsers()
    return records.shown(user.id)
  }

  function forgetPassphrase(id: string): WorkbenchUser {
    saveChanges({ ...records.person(id), sealed_passphrase: null })
    announceUsers()
    return records.shown(id)
  }

  async function revealSecretString(id: string, passphrase: string): Promise<string> {
    const secretString = records.secretStringOf(records.person(id))
    await checkPassphrase({ send: sendAs(id), secretString, passphrase, ...(cost !== undefined && { cost }) })
    return secretString
  }
}

function keysOf({ vaultUserId, keyFingerprint }: PersonAccount) {
  return { vault_user_id: vaultUserId, key_fingerprint: keyFingerprint }
}
