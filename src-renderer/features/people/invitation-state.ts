import { Hourglass, Ticket, TicketCheck, TicketMinus, TicketSlash, TicketX } from '@lucide/vue'
import type { Component } from 'vue'
import { InvitationRow } from '../../../shared/contract/workbench-sharing.ts'
import type { Tone } from '../../ui/tone.ts'

/** The tones of invitation states. An `accepted` one awaits confirmation by its sender. */
export const INVITATION_TONES: Readonly<Record<InvitationRow['state'], Tone>> = {
  new: 'accent',
  accepted: 'warn',
  connected: 'ok',
  rejected: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** The icons of invitations in a list. */
export const INVITATION_ICONS: Readonly<Record<InvitationRow['state'], Component>> = {
  new: Ticket,
  accepted: Hourglass,
  connected: TicketCheck,
  rejected: TicketX,
  cancelled: TicketSlash,
  expired: TicketMinus,
}

export const INVITATION_STATES = InvitationRow.shape.state.options

/** Whether somebody can still connect with it. */
export const isOpenInvitation = ({ state }: Pick<InvitationRow, 'state'>): boolean => state === 'new'
