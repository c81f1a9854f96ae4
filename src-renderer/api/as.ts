import type { ForwardedAs } from '../../shared/contract/workbench-forward.ts'

/** Makes the call as a user of the workspace. */
export function asUser(user_id: string): Extract<ForwardedAs, { as: 'user' }> {
  return { as: 'user', user_id }
}
