import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { t } from '../i18n/i18n.ts'
import { throughOf } from '../session/acting-through.ts'

/** One line about a user, for lists of actors. Agents and represented accounts name the user who opens them. */
export function stateText(user: WorkbenchUser): string {
  const state = stateOf(user)
  const through = throughOf(user)
  return through === undefined ? state : t('app.userDetail.through', { name: through.name, state })
}

function stateOf({ state, remembered }: Pick<WorkbenchUser, 'state' | 'remembered'>): string {
  if (state === 'signed_in') return t('app.userDetail.signedIn')
  if (state === 'incomplete') return t('app.userDetail.incomplete')
  return remembered ? t('app.userDetail.kept') : t('app.userDetail.locked')
}
