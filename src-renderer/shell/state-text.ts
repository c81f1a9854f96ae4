import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

/** One line about a user for the lists one switches users in. */
export function stateText(t: (key: string) => string, { state, remembered }: WorkbenchUser): string {
  if (state === 'signed_in') return t('app.userDetail.signedIn')
  if (state === 'incomplete') return t('app.userDetail.incomplete')
  return remembered ? t('app.userDetail.kept') : t('app.userDetail.locked')
}
