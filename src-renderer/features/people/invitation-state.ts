import type { InvitationRow } from '../../../shared/contract/workbench-sharing.ts'
import type { Tone } from '../../ui/tone.ts'

/** How the state of an invitation is shown. `accepted` waits for its sender to confirm. */
export const INVITATION_TONES: Readonly<Record<InvitationRow['state'], Tone>> = {
  new: 'accent',
  accepted: 'warn',
  connected: 'ok',
  rejected: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** Whether somebody can still connect with it. */
export const isOpenInvitation = ({ state }: Pick<InvitationRow, 'state'>): boolean => state === 'new'
