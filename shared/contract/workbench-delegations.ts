import { z } from 'zod'
import { DelegationRole } from './delegation-rights.ts'
import { defineOperations } from './operation.ts'
import { Id, Label } from './values.ts'
import { Person } from './workbench-items.ts'
import { InvitationDays, InvitationRow } from './workbench-sharing.ts'
import { PASSPHRASE_ERRORS, PassphraseOrRemembered, WorkbenchUser } from './workbench-users.ts'
import { USER_ERRORS, ownOperation as own, Passphrase, UserPath } from './workbench-window.ts'

/**
 * Acting for others as the acting user's client does it: making delegations, taking their steps, opening the account of
 * whom one acts for, making child users. Roles and endings are called with `forward`.
 */

/** What somebody has to do before a delegate can work, in the order in which this program does it. */
export const DelegationStep = z.enum(['accept', 'claim', 'share', 'reencrypt']).meta({ id: 'DelegationStep' })
export type DelegationStep = z.infer<typeof DelegationStep>

/** One delegation of the acting user, on its way or in use. */
export const DelegationRow = z.object({
  /** The id of the connection, or of the offer or invitation while it is not accepted. */
  id: z.string(),
  /** What `id` names. */
  kind: z.enum(['connection', 'offer', 'invitation']),
  /** The acting user's side; null while there is none. */
  connection_id: z.string().nullable(),
  /** `granted`: the other one acts for the acting user. `received`: the acting user acts for the other one. */
  direction: z.enum(['granted', 'received']),
  /** The other one; the vault's id is empty while nobody accepted an invitation. */
  person: Person,
  role: DelegationRole,
  /** Received for a child user: the acting user is one of its parents. */
  child: z.boolean(),
  /** The steps that were taken; null where the acting user's role does not show it. */
  steps: z.object({ claimed: z.boolean(), shared: z.boolean(), reencrypted: z.boolean() }).nullable(),
  /** The step that comes next, and whether it is the acting user's; null when nothing is left to do. */
  next: z.object({ step: DelegationStep, mine: z.boolean() }).nullable(),
  /** The signature is not the delegate's: it has to be made again. */
  rejected: z.boolean(),
  /** The delegate can work: signed for, and the key is there. */
  active: z.boolean(),
})
export type DelegationRow = z.infer<typeof DelegationRow>

/** `forbidden`: a person does this, no agent, and nobody in somebody else's name. */
const AS_PERSON = [...USER_ERRORS, 'forbidden'] as const
const DelegationPath = UserPath.extend({ connection_id: Id })

export const workbenchDelegationOperations = defineOperations({
  delegationRows: {
    ...own,
    method: 'GET',
    path: '/users/{user_id}/delegation-rows',
    summary:
      'Who acts for a user, and for whom the user acts: every delegation with its steps, offers and open invitations',
    params: UserPath,
    success: { status: 200, body: z.object({ rows: z.array(DelegationRow) }) },
    errors: USER_ERRORS,
  },
  delegateInvite: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/delegations/invitations',
    summary: 'Make a delegation and an invitation with it: whoever accepts acts for the user',
    params: UserPath,
    body: z.object({
      /** What the acting user calls the invited person; nobody else sees it. */
      name: Label,
      role: DelegationRole,
      expires_in_days: InvitationDays,
      /** Makes an RSA key pair in the published format, for a person who uses a published client. */
      compatible: z.boolean().default(false),
    }),
    success: { status: 201, body: z.object({ invitation: InvitationRow, link: z.string() }) },
    errors: [...AS_PERSON, 'delegation_not_permitted'],
  },
  delegationOffer: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/delegations/offers',
    summary: 'Offer somebody who is connected to act for the user',
    params: UserPath,
    body: z.object({ connection_id: Id, role: DelegationRole }),
    success: { status: 201, body: z.object({ offer_id: z.string() }) },
    errors: [...AS_PERSON, 'delegation_exists', 'wrong_status', 'delegation_not_permitted'],
  },
  delegationOfferAccept: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/delegations/offers/{offer_id}/accept',
    summary: 'Accept the offer to act for somebody, and sign for it',
    params: UserPath.extend({ offer_id: Id }),
    success: { status: 200, body: z.object({ connection_id: z.string() }) },
    errors: [...AS_PERSON, 'wrong_status', 'delegation_exists'],
  },
  delegationStep: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/delegations/{connection_id}/step',
    summary: "Take the acting user's step: sign for it, hand the own key over, or take the other one's key over",
    params: DelegationPath,
    body: z.object({ step: DelegationStep.exclude(['accept']) }),
    success: { status: 204 },
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
    method: 'POST',
    path: '/users/{user_id}/delegations/{connection_id}/act',
    summary: 'Open the account of whom the user acts for, as a user of the workspace who signs out with the delegate',
    params: DelegationPath,
    success: { status: 200, body: z.object({ user: WorkbenchUser }) },
    errors: [...AS_PERSON, 'wrong_status', 'value_cannot_be_opened', 'delegation_not_permitted'],
  },
  childCreate: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/children',
    summary: 'Make a child user with keys of its own, for whom the acting user acts as owner',
    params: UserPath,
    body: z.object({ name: Label }),
    success: { status: 201, body: z.object({ connection_id: z.string(), vault_user_id: z.string() }) },
    errors: AS_PERSON,
  },
  childGrowUp: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/delegations/{connection_id}/grow-up',
    summary:
      'Give a child user a login of its own; it keeps its keys, becomes a user of the workspace and is signed in',
    params: DelegationPath,
    body: z.object({ passphrase: Passphrase, remember: z.boolean().default(false) }),
    /** The secret string is shown this once; together with the passphrase it opens the account anywhere. */
    success: { status: 201, body: z.object({ user: WorkbenchUser, secret_string: z.string() }) },
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
    method: 'POST',
    path: '/users/{user_id}/delegations/{connection_id}/delete-child',
    summary: 'Delete a child user with vault and keys, with the passphrase of the parent',
    params: DelegationPath,
    body: z.object({ passphrase: PassphraseOrRemembered }),
    success: { status: 204 },
    /** `session_not_sufficient`: it is no child, or has grown up. */
    errors: [...AS_PERSON, ...PASSPHRASE_ERRORS, 'param_missing', 'delegation_not_permitted', 'session_not_sufficient'],
  },
})
