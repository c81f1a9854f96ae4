import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { refreshUsers } from '../../session/use-workbench.ts'

interface Proof {
  /** Null for the passphrase stored in the workspace. */
  readonly passphrase: string | null
  /** Stores the passphrase in the workspace if it was right. */
  readonly remember?: boolean
}

/**
 * Unlocks the keys of a user.
 *
 * @param signal cancels waiting for it
 * @throws {CallError} `login_failed`
 */
export async function signIn(userId: string, proof: Proof, signal?: AbortSignal): Promise<void> {
  await call(workbenchUserOperations.userSignIn, { params: { user_id: userId }, body: proof }, signal)
  await refreshUsers()
}

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** The prompt for the passphrase: the user's, or that of the member or delegate who opens the account. */
export function signInText(t: Translate, { state, agent, delegation, full_name: owner }: WorkbenchUser): string {
  if (state === 'incomplete') return t('users.signIn.incomplete')
  if (agent) return t('users.signIn.agent', { name: agent.through_name })
  return delegation ? t('users.signIn.delegate', { name: delegation.through_name, owner }) : t('users.signIn.text')
}
