import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { i18n, text } from '../../i18n/i18n.ts'

/** Days an invitation can be valid, as offered. */
export const VALID_DAYS = ['1', '3', '7', '14', '30'] as const

export const dayChoices = () =>
  VALID_DAYS.map((value) => ({
    value,
    label: i18n.global.t('people.inviteDialog.dayCount', { count: value }, Number(value)),
  }))

type Made = Pick<ReplyFor<typeof workbenchPeopleOperations.invitationCreate>, 'invitation'>

/** The head of a dialog with a new invitation. */
export const readyHead = ({ invitation: { name } }: Made) => ({
  title: text('people.ready.title', { name }),
  description: text('people.ready.description'),
})

/** Whether a user can accept an invitation here: signed in, or with a stored passphrase. */
export const canAccept = ({ state, remembered }: WorkbenchUser): boolean => state === 'signed_in' || remembered

/** Signs the accepting user in with the stored passphrase, if necessary. @throws {CallError} */
export async function signInToAccept({ id, state }: WorkbenchUser): Promise<void> {
  if (state === 'signed_in') return
  await call(workbenchUserOperations.userSignIn, { params: { user_id: id }, body: { passphrase: null } })
}
