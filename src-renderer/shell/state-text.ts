import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { throughOf } from '../session/acting-through.ts'

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** One line about a user for the lists one switches users in; who is opened through somebody else names that one. */
export function stateText(t: Translate, user: WorkbenchUser): string {
  const state = stateOf(t, user)
  const through = throughOf(user)
  return through === undefined ? state : t('app.userDetail.through', { name: through.name, state })
}

function stateOf(t: Translate, { state, remembered }: Pick<WorkbenchUser, 'state' | 'remembered'>): string {
  if (state === 'signed_in') return t('app.userDetail.signedIn')
  if (state === 'incomplete') return t('app.userDetail.incomplete')
  return remembered ? t('app.userDetail.kept') : t('app.userDetail.locked')
}
