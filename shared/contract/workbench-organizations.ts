import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { AgentSession } from './organization-agents.ts'
import { MemberRole } from './organization-rights.ts'
import { Organization, OrganizationService } from './organizations.ts'
import { Description, Id, Label, ShortText, ValidFor } from './values.ts'
import { Person } from './workbench-items.ts'
import { InvitationDays, InvitationRow, KeyFormat } from './workbench-sharing.ts'
import { ownOperation as own, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'
import { WorkbenchUser } from './workbench-users.ts'

/**
 * Organizations as a member's client handles them: making and storing private keys, opening the agent's session,
 * handing keys over (docs/contract/client-crypto.md, Agents). All other operations on organizations go through
 * `forward`.
 */

/** `forbidden`: only a person may do this, not an agent. */
const AS_PERSON = [...USER_ERRORS, 'forbidden'] as const
const AS_AGENT = [
  ...AS_PERSON,
  'not_organization_member',
  'role_not_sufficient',
  'wrong_status',
  'organization_key_missing',
  'organization_key_wrong',
] as const
const OrganizationOfUser = UserPath.extend({ organization_id: Id })

/** Null for the organization itself; otherwise one of its services. */
const ServiceChoice = Id.nullable().default(null)

/** Makes an RSA key pair instead of ours, for clients that use the published format. */
const compatible = z.boolean().default(false)

/** The private key of an organization or of one of its services, as far as the acting user is concerned. */
export const OrganizationKey = z.object({
  /** Null for the organization's own. */
  service_id: z.string().nullable(),
  name: z.string(),
  /** True when the acting user holds it and can act as the agent. */
  held: z.boolean(),
  /** The fingerprint of the public key, in groups of four; null where the acting user does not hold it. */
  fingerprint: z.string().nullable(),
  format: KeyFormat.nullable(),
  /** Set when somebody handed it over and the acting user has not taken it yet. */
  offer: z.object({ share_id: z.string(), from: Person }).nullable(),
})
export type OrganizationKey = z.infer<typeof OrganizationKey>

export const workbenchOrganizationOperations = defineOperations({
  organizationRequest: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/organizations',
    summary: 'Make and keep a key pair, and request an organization with it',
    body: z.object({
      name: Label,
      description: Description.nullable().default(null),
      url: ShortText.trim().nullable().default(null),
      email: ShortText.trim().nullable().default(null),
      compatible,
    }),
    success: answer(201, { organization: Organization }),
    errors: AS_PERSON,
  },
  serviceRequest: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/services',
    summary: 'Make and keep a key pair, and request a service with it',
    params: OrganizationOfUser,
    body: z.object({
      name: Label,
      description: Description.nullable().default(null),
      /** The agreement with its users, as text. */
      contract: Description.nullable().default(null),
      compatible,
    }),
    success: answer(201, { service: OrganizationService }),
    errors: [...AS_PERSON, 'not_organization_member', 'role_not_sufficient', 'wrong_status'],
  },
  organizationAct: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/act',
    summary: 'Open the agent of an organization or service: it becomes a user of the workspace',
    params: OrganizationOfUser,
    body: z.object({ service_id: ServiceChoice }),
    success: answer(200, { user: WorkbenchUser }),
    errors: [...AS_AGENT, 'agent_suspended'],
  },
  programSessionStart: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/sessions',
    summary: 'Make a session for a program and open its token with the private key; it is answered only once',
    params: OrganizationOfUser,
    body: z.object({ service_id: ServiceChoice, name: Label, valid_for: ValidFor }),
    success: answer(201, { session: AgentSession, access_token: z.string() }),
    errors: [...AS_AGENT, 'valid_for_invalid', 'agent_suspended'],
  },
  memberInvite: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/invitations',
    summary: 'Invite a member, as the agent of the organization',
    params: OrganizationOfUser,
    body: z.object({
      /** The organization's name for the invited person. */
      name: Label,
      role: MemberRole.default('admin'),
      expires_in_days: InvitationDays,
    }),
    success: answer(201, { invitation: InvitationRow, link: z.string() }),
    errors: AS_AGENT,
  },
  organizationKeys: {
    ...own,
    endpoint: 'GET /users/{user_id}/organizations/{organization_id}/keys',
    summary: 'Which private keys of an organization and its services the acting user holds or was offered',
    params: OrganizationOfUser,
    success: answer(200, { keys: z.array(OrganizationKey) }),
    errors: AS_PERSON,
  },
  organizationKeyHandOver: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/keys/hand-over',
    summary: 'Share an item with the private key with another member',
    params: OrganizationOfUser,
    body: z.object({
      service_id: ServiceChoice,
      /** Vault user id of a member. */
      recipient_id: Id,
    }),
    success: answer(201, {
      share_id: z.string(),
      /** The person who shared it: the acting user, or the organization's agent where only that is connected. */
      sent_by: Person,
    }),
    errors: [...AS_AGENT, 'recipient_not_connected'],
  },
  organizationKeyTake: {
    ...own,
    endpoint: 'POST /users/{user_id}/organizations/{organization_id}/keys/take',
    summary: 'Take a private key that was handed over into the own key store; the shared copy ends',
    params: OrganizationOfUser,
    body: z.object({ service_id: ServiceChoice, share_id: Id }),
    success: answer(200, { key: OrganizationKey }),
    errors: [
      ...AS_PERSON,
      'not_organization_member',
      'role_not_sufficient',
      'wrong_status',
      'organization_key_wrong',
      'share_not_acceptable',
      'value_cannot_be_opened',
    ],
  },
})
