import { z } from 'zod'
import { DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { Id, Label } from './values.ts'
import { Person } from './workbench-items.ts'
import { InvitationDays, InvitationRow } from './workbench-sharing.ts'
import { PASSPHRASE_ERRORS, PassphraseOrRemembered, WorkbenchUser } from './workbench-users.ts'
import { ownOperation as own, Passphrase, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'

/**
 * Delegation as the acting user's client performs it: making delegations, taking their steps, opening the account of an
 * account owner, making child users. Changing roles and ending delegations go through `forward`.
 */

/** The steps until a delegate can work, in the order in which this program takes them. */
export const DelegationStep = z.enum(['accept', 'claim', 'share', 'reencrypt']).meta({ id: 'DelegationStep' })
export type DelegationStep = z.infer<typeof DelegationStep>

/** A delegation of the acting user, in preparation or active. */
export const DelegationRow = z.object({
  /** The id of the connection, or of the offer or invitation until it is accepted. */
  id: z.string(),
  /** The kind of thing that `id` identifies. */
  kind: z.enum(['connection', 'offer', 'invitation']),
  /** The acting user's side; null while there is none. */
  connection_id: z.string().nullable(),
  /** `granted`: the other user acts for the acting user. `received`: the acting user acts for the other one. */
  direction: z.enum(['granted', 'received']),
  /** The other user, with an empty vault id until somebody accepts an invitation. */
  person: Person,
  role: DelegationRole,
  /** True for a child user of whom the acting user is a parent. */
  child: z.boolean(),
  /** The steps taken so far; null where the acting user's role does not show them. */
  steps: z.object({ claimed: z.boolean(), shared: z.boolean(), reencrypted: z.boolean() }).nullable(),
  /** The next step, and whether the acting user takes it; null when nothing is left to do. */
  next: z.object({ step: DelegationStep, mine: z.boolean() }).nullable(),
  /** True when the signature is not the delegate's and has to be made again. */
  rejected: z.boolean(),
  /** True when the delegate can work: the signature is verified, and the key is there. */
  active: z.boolean(),
})
export type DelegationRow = z.infer<typeof DelegationRow>

/** `forbidden`: only a person may do this, not an agent, and not a delegate. */
const AS_PERSON = [...USER_ERRORS, 'forbidden'] as const
const DelegationPath = UserPath.extend({ connection_id: Id })

export const workbenchDelegationOperations = defineOperations({
  delegationRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/delegation-rows',
    summary: 'The delegations a user granted or received, with their steps, offers and open invitations',
    success: answer(200, { rows: z.array(DelegationRow) }),
  },
  delegateInvite: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/delegations/invitations',
    summary: 'Make a delegation and an invitation with it: whoever accepts acts for the user',
    body: z.object({
      /** What the acting user calls the invited person; nobody else sees it. */
      name: Label,
      role: DelegationRole,
      expires_in_days: InvitationDays,
      /** Makes an RSA key pair in the published format, for a person who uses a published client. */
      compatible: z.boolean().default(false),
    }),
    success: answer(201, { invitation: InvitationRow, link: z.string() }),
    errors: [...AS_PERSON, 'delegation_not_permitted'],
  },
  delegationOffer: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/delegations/offers',
    summary: 'Offer somebody who is connected to act for the user',
    body: z.object({ connection_id: Id, role: DelegationRole }),
    success: answer(201, { offer_id: z.string() }),
    errors: [...AS_PERSON, 'delegation_exists', 'wrong_status', 'delegation_not_permitted'],
  },
  delegationOfferAccept: {
    ...own,
    endpoint: 'POST /users/{user_id}/delegations/offers/{offer_id}/accept',
    summary: 'Accept the offer to act for somebody, and sign the delegation',
    params: UserPath.extend({ offer_id: Id }),
    success: answer(200, { connection_id: z.string() }),
    errors: [...AS_PERSON, 'wrong_status', 'delegation_exists'],
  },
  delegationStep: {
    ...own,
    endpoint: 'POST /users/{user_id}/delegations/{connection_id}/step',
    summary: "Take the acting user's step: sign, hand over the own key, or take over the other user's key",
    params: DelegationPath,
    body: z.object({ step: DelegationStep.exclude(['accept']) }),
    errors: [
      ...AS_PERSON,
      'wrong_status',
      'value_cannot_be_opened',
      'delegate_public_key_mismatch',
      'delegation_expired',
      'delegation_already_claimed',
      'delegation_token_unknown',
      'delegation_not_permitted',
    ],
  },
  delegationAct: {
    ...own,
    endpoint: 'POST /users/{user_id}/delegations/{connection_id}/act',
    summary: 'Open the account of an account owner, as a user of the workspace who signs out with the delegate',
    params: DelegationPath,
    success: answer(200, { user: WorkbenchUser }),
    errors: [...AS_PERSON, 'wrong_status', 'value_cannot_be_opened', 'delegation_not_permitted'],
  },
  childCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/children',
    summary: 'Make a child user with keys of its own, for whom the acting user acts as owner',
    body: z.object({ name: Label }),
    success: answer(201, { connection_id: z.string(), vault_user_id: z.string() }),
    errors: AS_PERSON,
  },
  childGrowUp: {
    ...own,
    endpoint: 'POST /users/{user_id}/delegations/{connection_id}/grow-up',
    summary:
      'Give a child user a login of its own; it keeps its keys, becomes a user of the workspace and is signed in',
    params: DelegationPath,
    body: z.object({ passphrase: Passphrase, remember: z.boolean().default(false) }),
    /** The secret string is shown only once; together with the passphrase it opens the account anywhere. */
    success: answer(201, { user: WorkbenchUser, secret_string: z.string() }),
    errors: [
      ...AS_PERSON,
      'name_taken',
      'passphrase_too_common',
      'passphrase_not_hashed',
      'wrong_status',
      'delegation_not_permitted',
    ],
  },
  childDelete: {
    ...own,
    endpoint: 'POST /users/{user_id}/delegations/{connection_id}/delete-child',
    summary: 'Delete a child user with vault and keys, with the passphrase of the parent',
    params: DelegationPath,
    body: z.object({ passphrase: PassphraseOrRemembered }),
    /** `session_not_sufficient`: the account owner is not a child, or has grown up. */
    errors: [...AS_PERSON, ...PASSPHRASE_ERRORS, 'param_missing', 'delegation_not_permitted', 'session_not_sufficient'],
  },
})
