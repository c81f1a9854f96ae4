import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

interface Known {
  readonly users: readonly WorkbenchUser[]
  readonly signedOut: ReadonlySet<string>
}

/**
 * Users who need a person: their registration was interrupted, or they were signed in and are not any more. A
 * registration that is running looks like an interrupted one and waits for nobody.
 */
export function waitingUsers({ users, signedOut }: Known, registering: boolean): readonly WorkbenchUser[] {
  return users.filter(({ id, state }) =>
    state === 'incomplete' ? !registering : state === 'locked' && signedOut.has(id),
  )
}
