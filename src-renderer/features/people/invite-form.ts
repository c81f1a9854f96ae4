import { z } from 'zod'
import type { InputFor } from '../../../shared/contract/operation.ts'
import { Label } from '../../../shared/contract/values.ts'
import type { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { text } from '../../i18n/i18n.ts'
import { VALID_DAYS } from '../../parts/invitations/new-invitation.ts'

export type NewInvitation = InputFor<typeof workbenchPeopleOperations.invitationCreate>['body']

/** An item or slot to share with the invitation, as typed. */
export interface GivenShare {
  readonly item_id: string
  readonly item_label: string
  /** Empty for the whole item. */
  slot_id: string
  acceptance: string
  onward: boolean
  terms: string
  /** `YYYY-MM-DD`, or empty for no end. */
  until: string
}

export function givenItem({ id, label }: { readonly id: string; readonly label: string }): GivenShare {
  return { item_id: id, item_label: label, slot_id: '', acceptance: 'at_once', onward: false, terms: '', until: '' }
}

const GivenShareForm = (nowMs: () => number) =>
  z
    .object({
      item_id: z.string(),
      item_label: z.string(),
      slot_id: z.string(),
      acceptance: z.enum(['at_once', 'first']),
      onward: z.boolean(),
      terms: z.string().max(10_000, text('people.inviteDialog.termsTooLong')),
      until: z.string().refine((day) => day === '' || endOfDay(day) > nowMs(), text('people.inviteDialog.untilWrong')),
    })
    .transform(({ item_id, slot_id, acceptance, onward, terms, until }) => ({
      item_id,
      slot_id: slot_id === '' ? null : slot_id,
      acceptance_required:
        acceptance === 'first' ? ('acceptance_required' as const) : ('acceptance_not_required' as const),
      onsharing_permitted: onward,
      terms: terms.trim() === '' ? null : terms.trim(),
      expires_at: until === '' ? null : new Date(endOfDay(until)).toISOString(),
    }))

/** The fields of the dialog; the outcome is the request body. */
export const inviteForm = (nowMs: () => number) =>
  z
    .object({
      name: z.string().trim().min(1, text('people.nameMissing')).pipe(Label),
      days: z.enum(VALID_DAYS),
      compatible: z.boolean(),
      shares: z.array(GivenShareForm(nowMs)).superRefine(refuseTwice),
    })
    .transform(({ name, days, compatible, shares }): NewInvitation => ({
      name,
      expires_in_days: Number(days),
      compatible,
      shares,
    }))

/** Refuses duplicates, which would otherwise be refused when the invitation is used, and could not be fixed then. */
function refuseTwice(
  shares: readonly { readonly item_id: string; readonly slot_id: string | null }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>()
  for (const [place, { item_id, slot_id }] of shares.entries()) {
    const key = `${item_id} ${slot_id ?? ''}`
    if (seen.has(key))
      context.addIssue({ code: 'custom', path: [place, 'slot_id'], message: text('people.inviteDialog.twice') })
    seen.add(key)
  }
}

/** Days end in the person's time zone, not in UTC. A text that is not a date gives NaN, which is not in the future. */
function endOfDay(day: string): number {
  return Date.parse(`${day}T23:59:59.999`)
}
