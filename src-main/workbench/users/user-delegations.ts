import { CallError } from '../../../shared/contract/caller.ts'
import type { Connection } from '../../../shared/contract/connections.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { isOwnChild } from '../../client/delegations/child-accounts.ts'
import type { OpenedDelegation } from '../../client/delegations/delegate-account.ts'
import { createDelegateClient, openDelegateAccount } from '../../client/delegations/delegate-account.ts'
import { readConnection } from '../../client/delegations/delegation-keys.ts'
import { personOf } from '../../client/people/people.ts'
import type { StoredEvent } from '../../service/emitted-events.ts'
import type { IdSource, Log } from '../../service/ports.ts'
import type { UserSurroundings } from './person-sign-in.ts'
import type { SignedIn, SignedInPerson } from './signed-in.ts'
import type { StoredWorkbenchDelegation, WorkbenchDelegationStore } from './workbench-delegation-store.ts'

interface UserDelegationsOptions extends UserSurroundings {
  readonly delegations: WorkbenchDelegationStore
  readonly newId: IdSource
  readonly announce: (event: WorkbenchEvent) => void
  readonly log: Log
}

/** A delegate: a user of the workspace who is signed in. */
export interface Delegate {
  readonly id: string
  readonly person: SignedInPerson
}

export type UserDelegations = ReturnType<typeof createUserDelegations>

const CONNECTION = 'connection.'

/** Accounts of others as users of a workspace: their delegates open them with the key that was handed over. */
export function createUserDelegations(options: UserDelegationsOptions) {
  const { delegations, records, signedIn, tasksOf, automaticTasks, announce, announceUsers, newId, cost, log } = options

  return { act, noteEvent }

  /**
   * Opens the account owner of a connection, who becomes a user of the workspace. One that is open already stays so, if
   * the service still permits it.
   *
   * @throws as `openDelegateAccount`
   */
  function act(delegate: Delegate, connectionId: string): Promise<WorkbenchUser> {
    return signedIn.exclusively(`${delegate.id} ${connectionId}`, async () => {
      const known = find(delegate.id, connectionId)
      const { opened, connection, child } = await open(delegate, connectionId, known)
      const id = known?.id ?? newId()
      const row = rowOf({ id, delegate, connection, child, opened })
      if (signedIn.get(id) === undefined) await enter(id, delegate, opened)
      else opened.account.wipe() // it has proved that the delegate may
      delegations.save(row)
      announceUsers()
      return records.shown(id)
    })
  }

  async function open({ person }: Delegate, connectionId: string, known: StoredWorkbenchDelegation | undefined) {
    try {
      const connection = await readConnection(person.client, connectionId)
      if (!isOfDelegate(connection)) throw new ServiceError('not_found', 'You act for nobody by this connection.')
      const opened = await openDelegateAccount(person.client, connection)
      return { connection, opened, child: await isOwnChild(person.client, connection, true) }
    } catch (error) {
      if (known !== undefined) await lookAgain(known)
      throw error
    }
  }

  async function enter(id: string, delegate: Delegate, { account, role }: OpenedDelegation): Promise<void> {
    const client = createDelegateClient(account, cost)
    const tasks = tasksOf(id, client)
    const user: SignedIn = { account, client, tasks, agent: null, throughUserId: delegate.id }
    await signedIn.keep(id, user)
    // It ends with the first call that reports the end of the delegation, or with the delegate's keys.
    account.whenWiped(() => {
      if (signedIn.drop(id, user)) lookLater(delegations.find(id))
    })
    if (role !== 'reader') automaticTasks.lookAt(tasks)
  }

  function rowOf(made: {
    readonly id: string
    readonly delegate: Delegate
    readonly connection: Connection
    readonly child: boolean
    readonly opened: OpenedDelegation
  }): StoredWorkbenchDelegation {
    const { id, delegate, connection, child, opened } = made
    const { row } = personOf(connection, delegate.person.account.keys())
    return records.newDelegation({
      id,
      throughUserId: delegate.id,
      connectionId: connection.own.id,
      child,
      name: opened.name === '' ? row.name : opened.name,
      role: opened.role,
      account: opened.account,
    })
  }

  /** Applies a change of a connection to the account that was opened by it. */
  function noteEvent({ name, user_id, eventable_id }: StoredEvent): void {
    if (!name.startsWith(CONNECTION)) return
    const concerned = delegations.list().find(({ connection_id }) => connection_id === eventable_id)
    const delegate = concerned && signedIn.get(concerned.through_user_id)
    if (delegate?.account.vaultUserId === user_id) lookLater(concerned)
  }

  function lookLater(delegation: StoredWorkbenchDelegation | undefined): void {
    announceUsers()
    if (delegation === undefined) return
    lookAgain(delegation).catch((error: unknown) => {
      log.error('it was not read whether somebody may still be acted for; the next call says so', error)
    })
  }

  /** Checks that the delegate still may; otherwise the account leaves the workspace immediately. */
  async function lookAgain(delegation: StoredWorkbenchDelegation): Promise<void> {
    const { id, through_user_id, connection_id, full_name: name } = delegation
    const delegate = signedIn.get(through_user_id)
    if (delegate === undefined) return
    const connection = await found(readConnection(delegate.client, connection_id))
    if (connection !== undefined && isOfDelegate(connection)) {
      const role = connection.own.delegation_role ?? delegation.role
      if (delegations.find(id) === undefined || role === delegation.role) return
      delegations.save({ ...delegation, role })
    } else {
      delegations.remove(id)
      await signedIn.end(id)
      announce({ type: 'delegation-ended', user_id: id, name, through_user_id })
    }
    announceUsers()
  }

  function find(throughUserId: string, connectionId: string): StoredWorkbenchDelegation | undefined {
    return delegations.list().find((one) => one.through_user_id === throughUserId && one.connection_id === connectionId)
  }
}

function isOfDelegate({ own }: Connection): boolean {
  return own.connection_type === 'delegate' && own.delegation_token !== null
}

async function found<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined
    throw error
  }
}
