import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** What signing in asks for: of whom somebody opens, the passphrase of that one. */
export function signInText(t: Translate, { agent, delegation, full_name: owner }: WorkbenchUser): string {
  if (agent) return t('users.signIn.agent', { name: agent.through_name })
  return delegation ? t('users.signIn.delegate', { name: delegation.through_name, owner }) : t('users.signIn.text')
}
