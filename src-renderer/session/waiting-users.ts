import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

interface Known {
  readonly users: readonly WorkbenchUser[]
  readonly signedOut: ReadonlySet<string>
}

/**
 * Users who need attention: their registration was interrupted, or they are no longer signed in. A running registration
 * looks like an interrupted one, but needs none.
 */
export function waitingUsers({ users, signedOut }: Known, registering: boolean): readonly WorkbenchUser[] {
  return users.filter(({ id, state }) =>
    state === 'incomplete' ? !registering : state === 'locked' && signedOut.has(id),
  )
}
