import { missingField } from '../../../shared/contract/errors.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { workbenchDelegationOperations } from '../../../shared/contract/workbench-delegations.ts'
import type { WorkbenchUser, workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import type { PersonAccount } from '../../client/account/account.ts'
import type { PassphraseOptions } from '../../client/account/change-passphrase.ts'
import { changePassphrase, makeLoginKey } from '../../client/account/change-passphrase.ts'
import { checkPassphrase } from '../../client/account/enter-account.ts'
import type { PublishedCredentials } from '../../client/account/published-credentials.ts'
import { publishedCredentials } from '../../client/account/published-credentials.ts'
import { deleteChild } from '../../client/delegations/child-accounts.ts'
import type { UserSurroundings, PersonSignIn } from './person-sign-in.ts'
import { personOnly } from './signed-in.ts'
import type { WithAccount } from './with-account.ts'

type BodyOf<Name extends keyof typeof workbenchUserOperations> = InputFor<
  (typeof workbenchUserOperations)[Name]
>['body']

type ChildDeletion = InputFor<typeof workbenchDelegationOperations.childDelete>['body']

interface PersonPassphraseOptions extends UserSurroundings {
  readonly people: Pick<PersonSignIn, 'keep'>
  readonly withAccount: WithAccount
}

/**
 * The actions for which a person must give the passphrase even while signed in. A passphrase that the workspace
 * remembers is used instead, as for signing in.
 */
export function createPersonPassphrase(options: PersonPassphraseOptions) {
  const { records, signedIn, people, sendAs, withAccount, cost } = options

  return {
    changePassphrase: change,
    makeLoginKey: make,
    makePublishedCredentials,
    queueForDeletion,
    deleteChild: deleteChildOf,
  }

  /** Changes the passphrase, replaces a remembered one, and signs the user in again. */
  async function change(id: string, body: BodyOf<'changePassphrase'>): Promise<WorkbenchUser> {
    return signedIn.exclusively(id, async () => {
      const { new_passphrase: newPassphrase, keep_login_keys: keepLoginKeys, new_keys: newKeys } = body
      const known = passphraseOptionsOf(id, body.passphrase)
      const account: PersonAccount = await changePassphrase({ ...known, newPassphrase, keepLoginKeys, newKeys })
      const user = records.person(id)
      return people.keep(user.sealed_passphrase === null ? user : records.remembering(user, newPassphrase), account)
    })
  }

  function make(id: string, { label, expire_at, passphrase }: BodyOf<'loginKeyMake'>): Promise<string> {
    return withAccount(id, (user) =>
      makeLoginKey(
        personOnly(user).account,
        { label, expireAt: expire_at ?? null },
        passphraseOptionsOf(id, passphrase),
      ),
    )
  }

  function makePublishedCredentials(
    id: string,
    { passphrase, valid_for: seconds }: BodyOf<'publishedCredentialsMake'>,
  ): Promise<PublishedCredentials> {
    return withAccount(id, (user) =>
      publishedCredentials(personOnly(user).account, passphraseOptionsOf(id, passphrase), seconds),
    )
  }

  /** @returns the time after which the account is deleted */
  function queueForDeletion(id: string, { part, passphrase }: BodyOf<'userQueueForDeletion'>): Promise<string | null> {
    return withAccount(id, async (user) => {
      const { account } = personOnly(user)
      await checkPassphrase(passphraseOptionsOf(id, passphrase))
      const { deletion_queue_item } =
        part === 'vault'
          ? await account.call(vaultOperations.meDeletionQueuePost, {})
          : await account.call(keystoreOperations.usersDeletionQueuePost, {})
      return deletion_queue_item.queued_for_deletion_after
    })
  }

  /** Deletes a child user. The parent's passphrase is checked, because a child has none. */
  function deleteChildOf(id: string, connectionId: string, { passphrase }: ChildDeletion): Promise<void> {
    return withAccount(id, async (user) => {
      const { client } = personOnly(user)
      await checkPassphrase(passphraseOptionsOf(id, passphrase))
      await deleteChild(client, connectionId)
    })
  }

  /** @throws {ServiceError} `not_found`; `forbidden` for an agent; `param_missing` if none is given or remembered */
  function passphraseOptionsOf(id: string, given: string | null | undefined): PassphraseOptions {
    const user = records.person(id)
    const passphrase = given ?? records.rememberedPassphrase(user)
    if (passphrase === undefined) throw missingField('passphrase')
    const secretString = records.secretStringOf(user)
    return { send: sendAs(id), secretString, passphrase, ...(cost !== undefined && { cost }) }
  }
}
