import { piecesOf } from '../../../../shared/pieces.ts'
import { z } from 'zod'
import type { RequestFor } from '../../../../shared/contract/operation.ts'
import type { workbenchShareOperations } from '../../../../shared/contract/workbench-sharing.ts'
import { dateWrong, expiresAt, expiryFields } from '../expiry.ts'

export const MAX_RECIPIENTS = 200
export const MAX_ITEMS = 1000

export type ShareOrder = RequestFor<typeof workbenchShareOperations.shareCreate>['body']
export type Shareable = ShareOrder['items'][number]

/** A refused share, with the reason. */
export interface RefusedShare {
  readonly item_id: string
  readonly slot_id: string | null
  readonly recipient_id: string
  readonly code: string
  readonly message: string
}

/** The terms in the dialog; the outcome is in the fields of the call. */
export const shareTermsForm = (nowMs: () => number) =>
  z
    .object({
      ...expiryFields,
      acceptance: z.enum(['acceptance_not_required', 'acceptance_required']),
      terms: z.string().trim().max(10_000, 'must not be longer than 10,000 characters'),
      onward: z.boolean(),
    })
    .refine(({ expiry, date }) => expiresAt(expiry, date, nowMs()) !== undefined, dateWrong())
    .transform(({ expiry, date, acceptance, terms, onward }) => ({
      acceptance_required: acceptance,
      terms: terms === '' ? null : terms,
      onsharing_permitted: onward,
      expires_at: expiresAt(expiry, date, nowMs()) ?? null,
    }))

/** Whether an item is left out for a person. */
export type LeavesOut = (item: Shareable, recipient: string) => boolean

/** A call is all or nothing for a person who stops: one takes about a second at most. */
const SHARES_PER_CALL = 200
/** More people in a call would leave fewer items in it, which are sealed under one key for each person. */
const PEOPLE_PER_CALL = 20

/** Makes these shares with calls that are short enough to be stopped between two of them, without left-out items. */
export function callsFor(
  wanted: readonly Shareable[],
  recipients: readonly string[],
  leavesOut: LeavesOut = () => false,
) {
  const byLeftOut = Map.groupBy(recipients, (recipient) =>
    JSON.stringify(wanted.filter((item) => leavesOut(item, recipient)).map(({ item_id }) => item_id)),
  )
  return [...byLeftOut.values()].flatMap((people) => {
    const [first = ''] = people
    const left = wanted.filter((item) => !leavesOut(item, first))
    return piecesOf(people, PEOPLE_PER_CALL).flatMap((recipient_ids) =>
      piecesOf(left, Math.floor(SHARES_PER_CALL / recipient_ids.length)).map((items) => ({ items, recipient_ids })),
    )
  })
}

/** The calls that only try refused shares again: people who lack the same items are in one call. */
export function callsForRefused(refused: readonly RefusedShare[]) {
  const byPerson = Map.groupBy(refused, ({ recipient_id }) => recipient_id)
  const bySameItems = Map.groupBy(byPerson, ([, shares]) =>
    JSON.stringify(shares.map(({ item_id, slot_id }) => [item_id, slot_id]).sort()),
  )
  return [...bySameItems.values()].flatMap((people) => {
    const items = (people[0]?.[1] ?? []).map(({ item_id, slot_id }) => ({ item_id, slot_id }))
    return callsFor(
      items,
      people.map(([recipient]) => recipient),
    )
  })
}
