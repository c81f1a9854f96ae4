import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { linkTo } from '../../frame/places.ts'
import type { Tone } from '../../ui/tone.ts'

/** The page with the users of the workspace; without id, the list alone. */
export const usersPlace = (id?: string) => linkTo('users', { id })

export const USER_TONES: Readonly<Record<WorkbenchUser['state'], Tone>> = {
  signed_in: 'ok',
  locked: 'neutral',
  incomplete: 'warn',
}
