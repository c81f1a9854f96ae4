import { aSignedInUser } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import { bodyOf } from '../service/keystore-accounts.ts'
import type { TestService } from '../service/test-service.ts'
import { newBundleKey } from '../service/vault-accounts.ts'
import { callsOf, CIPHER_TEXT } from '../service/vault-calls.ts'
import { aDelegation, delegationCalls } from '../people/delegations.ts'
import {
  agentOf,
  anOrganization,
  aRequestedService,
  aService,
  join,
  organizationCalls,
  serviceAgentOf,
} from '../people/organizations.ts'
import { anItemToIntend, connectUsers, newConnectionKey, peopleCalls } from '../people/people.ts'
import type { CallRow } from './call-row.ts'
import { named } from './call-row.ts'

const aConnection = async (running: TestService, user: SignedInUser) =>
  (await connectUsers(running, aSignedInUser(running), user)).ofInvited.own.id

/** @param role the part the user has in it */
const anOffer =
  (role: 'inviting' | 'invited') =>
  async (running: TestService, user: SignedInUser): Promise<string> => {
    const other = aSignedInUser(running)
    const [inviting, invited] = role === 'inviting' ? [user, other] : [other, user]
    const { ofInvited } = await connectUsers(running, invited, inviting)
    const { delegation_token } = await delegationCalls(running, inviting).make()
    const body = { connection_id: ofInvited.own.id, delegation_token, delegation_role: 'reader' }
    const { headers } = inviting
    const reply = await running.send({ operation: 'vault.delegationInvitationsPost', body, headers })
    return bodyOf<{ readonly delegation_invitation: { readonly id: string } }>(reply, 201).delegation_invitation.id
  }

const anInvitation = (running: TestService, user: SignedInUser) => peopleCalls(running, user).invite()
const aTokenToUse = async (running: TestService) => ({
  params: { invitation_token: (await anInvitation(running, aSignedInUser(running))).token },
})

/** Somebody accepted it, and its sender has to confirm. */
async function anAcceptedInvitation(running: TestService, user: SignedInUser) {
  const { id, token } = await anInvitation(running, user)
  await callsOf(running, aSignedInUser(running)).ok(200, 'invitationsInvitationTokenAcceptPost', {
    params: { invitation_token: token },
    body: { public_key: newConnectionKey() },
  })
  return { params: { invitation_id: id } }
}

async function aShareIntent(running: TestService, user: SignedInUser): Promise<string> {
  const { intent } = await anItemToIntend(running, user)
  const { id } = await anInvitation(running, user)
  const { share_intents } = await callsOf(running, user).ok<{ share_intents: readonly { readonly id: string }[] }>(
    201,
    'invitationsInvitationIdShareIntentsPost',
    { params: { invitation_id: id }, body: { share_intent: intent } },
  )
  return share_intents[0]?.id ?? ''
}

const aRequest = async (running: TestService, user: SignedInUser) =>
  (await organizationCalls(running, user).request()).id
const aValidated = async (running: TestService, user: SignedInUser) =>
  (await anOrganization(running, user)).organization.id
const ofOrganization: CallRow = async (running, user) => ({
  params: { organization_id: await aValidated(running, user) },
})

async function aMember(running: TestService, user: SignedInUser) {
  const kept = await anOrganization(running, user)
  const member = aSignedInUser(running)
  await join(running, await agentOf(running, user, kept), member)
  return { params: { organization_id: kept.organization.id, id: member.userId } }
}

async function aServiceRequest(running: TestService, user: SignedInUser) {
  const organization_id = await aValidated(running, user)
  return { params: { organization_id, id: (await aRequestedService(running, user, organization_id)).id } }
}

async function aValidatedService(running: TestService, user: SignedInUser) {
  const organization_id = await aValidated(running, user)
  return { params: { organization_id, id: (await aService(running, user, organization_id)).service.id } }
}

async function aSuspendedService(running: TestService, user: SignedInUser) {
  const { params } = await aValidatedService(running, user)
  await organizationCalls(running, user).ok(200, 'organizationsOrganizationIdServicesIdSuspensionPut', {
    params,
    body: { suspended: true },
  })
  return { params }
}

/** Of people: who is connected, acts for whom, and belongs to what. */
export const PEOPLE_ROWS: Readonly<Record<string, CallRow>> = {
  'vault.delegationsConnectionIdPut': async (running, user) => ({
    params: { connection_id: (await aDelegation(running, user, aSignedInUser(running))).ownerSideId },
    body: { delegation_role: 'admin' },
  }),
  'vault.delegationInvitationsPost': async (running, user) => {
    const { ofInvited } = await connectUsers(running, aSignedInUser(running), user)
    const { delegation_token } = await delegationCalls(running, user).make()
    return { body: { connection_id: ofInvited.own.id, delegation_token, delegation_role: 'reader' } }
  },
  'vault.childUsersPost': () => {
    const key = () => ({ pem: newBundleKey().publicKey, external_id: 'key' })
    return { body: { parent_public_key_for_connection: key(), child_public_key_for_connection: key() } }
  },
  'vault.invitationsPost': () => ({
    body: {
      public_key: newConnectionKey(),
      invitation: { encrypted_recipient_name: CIPHER_TEXT, sender_to_recipient_data: {} },
      expires_in: 7,
    },
  }),
  'vault.connectionsPost': async (running) => {
    const { token } = await peopleCalls(running, aSignedInUser(running)).invite()
    return { body: { public_key: newConnectionKey(), connection: { invitation_token: token } } }
  },
  'vault.connectionsIdPut': async (running, user) => ({
    params: { id: await aConnection(running, user) },
    body: { connection: { encrypted_recipient_name: CIPHER_TEXT } },
  }),
  'vault.invitationsInvitationTokenAcceptPost': async (running) => {
    const invitation = { encrypted_recipient_name: CIPHER_TEXT, recipient_to_sender_data: {} }
    return { ...(await aTokenToUse(running)), body: { public_key: newConnectionKey(), invitation } }
  },
  'vault.invitationsInvitationIdConfirmPost': async (running, user) => ({
    ...(await anAcceptedInvitation(running, user)),
    body: { encrypted_recipient_name: CIPHER_TEXT },
  }),
  'vault.invitationsInvitationIdShareIntentsPost': async (running, user) => {
    const { intent } = await anItemToIntend(running, user)
    const { id } = await peopleCalls(running, user).invite()
    return { params: { invitation_id: id }, body: { share_intents: [intent] } }
  },
  'vault.organizationsPost': () => ({
    body: { name: 'Clinic', public_key: newBundleKey().publicKey, description: 'Health', url: 'u', email: 'e' },
  }),
  'vault.organizationsIdPut': async (running, user) => ({
    params: { id: await aRequest(running, user) },
    body: { organization: { name: 'Clinic' } },
  }),
  'vault.organizationsIdSessionsPost': async (running, user) => ({
    params: { id: await aValidated(running, user) },
    body: { name: 'Nightly run', valid_for: 600 },
  }),
  'vault.organizationsOrganizationIdServicesIdSessionsPost': async (running, user) => ({
    ...(await aValidatedService(running, user)),
    body: { name: 'Nightly run', valid_for: 600 },
  }),
  'vault.organizationsOrganizationIdServicesIdSuspensionPut': async (running, user) => ({
    ...(await aValidatedService(running, user)),
    body: { suspended: true },
  }),
  'vault.managementAgentsIdSuspensionPut': async (running, user) => ({
    params: { id: (await anOrganization(running, user)).organization.agent_id ?? '' },
    body: { suspended: true },
  }),
  'vault.managementRequestedOrganizationsIdRejectDelete': async (running, user) => ({
    params: { id: await aRequest(running, user) },
    body: { reason: 'Which one?' },
  }),
  'vault.organizationsOrganizationIdMembersIdPut': async (running, user) => ({
    ...(await aMember(running, user)),
    body: { organization_member: { role: 'owner' } },
  }),
  'vault.organizationsOrganizationIdServicesPost': async (running, user) => ({
    ...(await ofOrganization(running, user)),
    body: { service: { name: 'Dates', public_key: newBundleKey().publicKey, contract: 'You agree' } },
  }),
  'vault.organizationsOrganizationIdServicesIdPut': async (running, user) => ({
    ...(await aServiceRequest(running, user)),
    body: { service: { name: 'Dates' } },
  }),
  'vault.managementRequestedOrganizationServicesIdRejectDelete': async (running, user) => ({
    params: { id: (await aServiceRequest(running, user)).params.id },
    body: { reason: 'Which one?' },
  }),
  'vault.delegationsConnectionIdDelete': async (running, user) => ({
    params: { connection_id: (await aDelegation(running, user, aSignedInUser(running))).ownerSideId },
  }),
  'vault.delegationInvitationsIdGet': named(anOffer('invited')),
  'vault.delegationInvitationsIdAcceptPut': named(anOffer('invited')),
  'vault.delegationInvitationsIdRejectDelete': named(anOffer('invited')),
  'vault.delegationInvitationsIdDelete': named(anOffer('inviting')),
  'vault.connectionsIdGet': named(aConnection),
  'vault.connectionsIdDelete': named(aConnection),
  'vault.invitationsIdGet': async (running, user) => ({
    params: { token: (await anInvitation(running, user)).token },
  }),
  'vault.invitationsIdDelete': async (running, user) => ({ params: { token: (await anInvitation(running, user)).id } }),
  'vault.invitationsInvitationTokenRejectDelete': aTokenToUse,
  'vault.invitationsInvitationIdCancelDelete': anAcceptedInvitation,
  'vault.shareIntentsIdGet': named(aShareIntent),
  'vault.shareIntentsIdDelete': named(aShareIntent),
  'vault.organizationsIdGet': named(aRequest),
  'vault.organizationsIdDelete': named(aRequest),
  'vault.organizationsIdLoginPost': named(aValidated),
  'vault.organizationsOrganizationIdAgentsGet': ofOrganization,
  'vault.organizationsOrganizationIdSessionsGet': ofOrganization,
  'vault.organizationsOrganizationIdSessionsIdDelete': async (running, user) => {
    const kept = await anOrganization(running, user)
    const { sessionId } = await agentOf(running, user, kept)
    return { params: { organization_id: kept.organization.id, id: sessionId } }
  },
  'vault.organizationsOrganizationIdServicesIdAgentDelete': aSuspendedService,
  'vault.organizationsOrganizationIdMembersGet': ofOrganization,
  'vault.organizationsOrganizationIdMembersIdDelete': aMember,
  'vault.organizationsOrganizationIdRequestedServicesGet': ofOrganization,
  'vault.organizationsOrganizationIdServicesIdGet': aValidatedService,
  'vault.organizationsOrganizationIdServicesIdDelete': aServiceRequest,
  'vault.organizationsOrganizationIdServicesIdLoginPost': aValidatedService,
  'vault.managementRequestedOrganizationsIdValidatePut': named(aRequest),
  'vault.managementRequestedOrganizationServicesIdValidatePut': async (running, user) => ({
    params: { id: (await aServiceRequest(running, user)).params.id },
  }),
  'vault.serviceUsersIdGet': async (running, user) => {
    const { organization } = await anOrganization(running, user)
    const service = await aService(running, user, organization.id)
    const { headers } = await serviceAgentOf(running, user, service)
    return { headers, params: { id: user.userId } }
  },
}
