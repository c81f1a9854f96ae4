import type { ForwardedAs } from '../../shared/contract/workbench-forward.ts'

export function asUser(user_id: string): Extract<ForwardedAs, { as: 'user' }> {
  return { as: 'user', user_id }
}
