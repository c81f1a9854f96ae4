import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** One line about a user for the lists one switches users in; an agent names the member it acts through. */
export function stateText(t: Translate, { agent, ...user }: WorkbenchUser): string {
  const state = stateOf(t, user)
  return agent === null ? state : t('app.userDetail.through', { name: agent.through_name, state })
}

function stateOf(t: Translate, { state, remembered }: Pick<WorkbenchUser, 'state' | 'remembered'>): string {
  if (state === 'signed_in') return t('app.userDetail.signedIn')
  if (state === 'incomplete') return t('app.userDetail.incomplete')
  return remembered ? t('app.userDetail.kept') : t('app.userDetail.locked')
}
