import type { RouteLocationRaw } from 'vue-router'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { Tone } from '../../ui/tone.ts'

/** Where the users of the workspace are shown; without id, the list alone. */
export function usersPlace(id?: string): RouteLocationRaw {
  return { name: 'users', params: { id: id ?? null } }
}

export const USER_TONES: Readonly<Record<WorkbenchUser['state'], Tone>> = {
  signed_in: 'ok',
  locked: 'neutral',
  incomplete: 'warn',
}
