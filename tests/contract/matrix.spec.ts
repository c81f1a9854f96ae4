// Proves docs/contract/vault.md, Credentials, Delegation header, Errors; docs/contract/keystore.md, Delegation.

import { beforeEach, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { signDelegationToken } from '../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { aFolder } from '../support/service/item-rows.ts'
import { bodyOf, givePassphrase, OWN_WRAPPED_KEY, requestLoginKey } from '../support/service/keystore-accounts.ts'
import { filesOf } from '../support/service/files.ts'
import { PNG } from '../support/service/images.ts'
import { newBundleKey, OPERATOR } from '../support/service/vault-accounts.ts'
import {
  anItemToIntend,
  connectUsers,
  newConnectionKey,
  PASSPHRASE_CIPHER_TEXT,
  peopleCalls,
} from '../support/people/people.ts'
import {
  agentOf,
  anOrganization,
  aRequestedService,
  aService,
  join,
  organizationCalls,
} from '../support/people/organizations.ts'
import { describeOverTransports, OPERATOR_PASSWORD } from '../support/service/test-service.ts'
import type { startService, TestService } from '../support/service/test-service.ts'
import { aDelegation, delegationCalls, SEALED_KEK, TAKEN_KEK } from '../support/people/delegations.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

/*
 * Who may reach whose objects, for every operation of the registry. An operation whose path names an object needs a
 * row in OBJECTS; one without a row fails here, and so does a row without an operation.
 */

type Params = Readonly<Record<string, string>>

interface ObjectRow {
  /** Makes an object of the user and says how the path names it. */
  make(running: TestService, owner: SignedInUser): Promise<Params>
  /** A body the owner's call succeeds with. */
  readonly body?: unknown
  /** Why everybody may read it; then only unknown ids are refused. */
  readonly forEverybody?: string
  /** What strangers are told where they may know that it exists. */
  readonly refusedWith?: ErrorCode
  /** Part of the path that everybody may know; what it holds is compared with nothing in the same place. */
  readonly knownPart?: string
  /** Everybody but agents of services is refused before anything is looked up. */
  readonly forAgentsOnly?: true
  /** How the service has to be set for it. */
  readonly settings?: Parameters<typeof startService>[0]
}

const keystoreObject =
  (operation: string, body: object, root: string): ObjectRow['make'] =>
  async (running, owner) => {
    const reply = await running.send({ operation, body, headers: owner.headers })
    const { id } = bodyOf<Readonly<Record<string, { readonly id: string }>>>(reply, 201)[root] ?? { id: '' }
    return { id }
  }

const anItem: ObjectRow['make'] = async (running, owner) => ({ id: (await callsOf(running, owner).item('Car')).id })

const aSlot: ObjectRow['make'] = async (running, owner) => {
  const { slots } = await callsOf(running, owner).createItem({ label: 'Car', slots_attributes: [{ label: 'Colour' }] })
  return { id: slots[0]?.id ?? '' }
}

const aSlotWithFolder: ObjectRow['make'] = async (running, owner) => {
  const folder = {
    label: 'Papers',
    slot_type_name: 'attachments_folder',
    attachments_folder_id: aFolder(running, owner.userId),
  }
  const { slots } = await callsOf(running, owner).createItem({ label: 'Car', slots_attributes: [folder] })
  return { slot_id: slots[0]?.id ?? '' }
}

const aDataEncryptionKey = keystoreObject(
  'keystore.dataEncryptionKeysPost',
  { serialized_data_encryption_key: OWN_WRAPPED_KEY },
  'data_encryption_key',
)

const EXTERNAL_ID = 'matrix'
const aKeyPair: ObjectRow['make'] = (running, owner) => {
  const body = {
    public_key: newBundleKey().publicKey,
    encrypted_serialized_key: OWN_WRAPPED_KEY,
    external_identifiers: [EXTERNAL_ID],
  }
  return keystoreObject('keystore.keypairsPost', body, 'keypair')(running, owner)
}

const aSession: ObjectRow['make'] = (_, owner) => Promise.resolve({ id: owner.sessionId })

const aLoginKey: ObjectRow['make'] = async (running, owner) => {
  const reply = await requestLoginKey(running, givePassphrase(running, owner), { label: 'Matrix' })
  return { id: bodyOf<{ readonly id: string }>(reply, 201).id }
}

const firstOf =
  (operation: string, root: string): ObjectRow['make'] =>
  async (running, owner) => {
    const lists = bodyOf<Readonly<Record<string, readonly { readonly id: string }[]>>>(
      await running.send({ operation, headers: owner.headers }),
    )
    return { id: lists[root]?.[0]?.id ?? '' }
  }

/** Somebody the owner shares with, whose id a body can name. */
const RECIPIENT_ID = '01890000-0000-7000-8000-00000000a11c'

const anItemToShare: ObjectRow['make'] = (running, owner) => {
  running.connection
    .prepare("INSERT INTO users (id, user_type, joined_at) VALUES (?, 'human', '2026-01-01T00:00:00.000Z')")
    .run(RECIPIENT_ID)
  connect(running, owner, { userId: RECIPIENT_ID })
  return anItem(running, owner)
}

const aSentShare: ObjectRow['make'] = async (running, owner) => {
  const recipient = aSignedInUser(running)
  connect(running, owner, recipient)
  const ada = sharingCallsOf(running, owner)
  return { id: (await ada.share(await ada.newItem(), recipient)).id }
}

/** The share that somebody sent to the owner of this row, and the copy. */
const received =
  (kind: 'share' | 'copy', fields: object = {}): ObjectRow['make'] =>
  async (running, owner) => {
    const sender = aSignedInUser(running)
    connect(running, sender, owner)
    const ada = sharingCallsOf(running, sender)
    const share = await ada.share(await ada.createItem({ label: 'Car' }), owner, fields)
    return { id: kind === 'share' ? share.id : (await sharingCallsOf(running, owner).opened(share.id)).item.id }
  }

const AWAITING = { acceptance_required: 'acceptance_required' }
const aNewShare = { recipient_id: RECIPIENT_ID, encrypted_dek: CIPHER_TEXT, slot_values: [] }

const anInvitation: ObjectRow['make'] = async (running, owner) => ({
  token: (await peopleCalls(running, owner).invite()).id,
})

const CONFIRMING = { multistepInvitations: true }
const anAcceptedInvitation: ObjectRow['make'] = async (running, owner) => {
  const { id, token } = await peopleCalls(running, owner).invite()
  await callsOf(running, aSignedInUser(running)).ok(200, 'invitationsInvitationTokenAcceptPost', {
    params: { invitation_token: token },
    body: { public_key: newConnectionKey() },
  })
  return { invitation_id: id }
}
const aTokenToUse: ObjectRow['make'] = async (running) => ({
  invitation_token: (await peopleCalls(running, aSignedInUser(running)).invite()).token,
})
const BEARER = 'whoever holds the token may use the invitation; it is used up in the tests of its states'

const aConnection: ObjectRow['make'] = async (running, owner) => ({
  id: (await connectUsers(running, aSignedInUser(running), owner)).ofInvited.own.id,
})

/** An item whose id a body can name. */
const INTENDED_ID = '01890000-0000-7000-8000-00000000a11d'
const anInvitationForShares: ObjectRow['make'] = async (running, owner) => {
  const { id } = await callsOf(running, owner).item('Car')
  running.connection.prepare('UPDATE items SET id = ? WHERE id = ?').run(INTENDED_ID, id)
  return { invitation_id: (await peopleCalls(running, owner).invite()).id }
}
const aShareIntent: ObjectRow['make'] = async (running, owner) => {
  const { intent } = await anItemToIntend(running, owner)
  const { id } = await peopleCalls(running, owner).invite()
  const { share_intents } = await callsOf(running, owner).ok<{ share_intents: readonly { readonly id: string }[] }>(
    201,
    'invitationsInvitationIdShareIntentsPost',
    { params: { invitation_id: id }, body: { share_intent: intent } },
  )
  return { id: share_intents[0]?.id ?? '' }
}

const anEvent: ObjectRow['make'] = async (running, owner) => {
  await callsOf(running, owner).item('Car')
  const sql = 'SELECT id FROM events WHERE user_id = ?'
  return { id: running.connection.prepare<[string], string>(sql).pluck().get(owner.userId) ?? '' }
}

const aRequest: ObjectRow['make'] = async (running, owner) => ({
  id: (await organizationCalls(running, owner).request()).id,
})
const aValidatedOrganization: ObjectRow['make'] = async (running, owner) => ({
  id: (await anOrganization(running, owner)).organization.id,
})

const anImage: ObjectRow['make'] = async (running) => {
  const reply = await running.send({ operation: 'vault.systemImagesPost', body: { image: PNG }, headers: OPERATOR })
  return { id: bodyOf<{ readonly image: { readonly id: string } }>(reply, 201).image.id }
}

const ofOrganization: ObjectRow['make'] = async (running, owner) => ({
  organization_id: (await anOrganization(running, owner)).organization.id,
})
const aMember: ObjectRow['make'] = async (running, owner) => {
  const kept = await anOrganization(running, owner)
  const member = aSignedInUser(running)
  await join(running, await agentOf(running, owner, kept), member)
  return { organization_id: kept.organization.id, id: member.userId }
}
const aServiceRequest: ObjectRow['make'] = async (running, owner) => {
  const { organization } = await anOrganization(running, owner)
  return { organization_id: organization.id, id: (await aRequestedService(running, owner, organization.id)).id }
}
const aValidatedService: ObjectRow['make'] = async (running, owner) => {
  const { organization } = await anOrganization(running, owner)
  return { organization_id: organization.id, id: (await aService(running, owner, organization.id)).service.id }
}
const aTag: ObjectRow['make'] = async (running, owner) => {
  const item = { label: 'Car', classification_nodes_attributes: [{ label: 'Rare', scheme: 'tag' }] }
  const { classification_nodes } = await callsOf(running, owner).createItem(item)
  return { id: classification_nodes[0]?.id ?? '' }
}
const TARGET_ID = '01890000-0000-7000-8000-00000000a11e'
const aTagToMerge: ObjectRow['make'] = async (running, owner) => {
  const made = await aTag(running, owner)
  running.connection
    .prepare(/* sql */ `INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at)
      SELECT ?, scheme_id, user_id, 'target', 'Target', created_at FROM classification_nodes WHERE id = ?`)
    .run(TARGET_ID, made.id)
  return made
}
const NO_MEMBER = 'not_organization_member'

const anAttachment: ObjectRow['make'] = async (running, owner) => ({
  id: (await filesOf(running, owner).attach(Buffer.from('sealed'))).id,
})
const anAttachmentsFile: ObjectRow['make'] = async (running, owner) => {
  const { id, main } = await filesOf(running, owner).attach(Buffer.from('sealed'))
  return { id, d: main.url.split('/').at(-1) ?? '' }
}
const aThumbnail: ObjectRow['make'] = async (running, owner) => {
  const { id: attachment_id } = await filesOf(running, owner).attach(Buffer.from('sealed'))
  const thumbnail = { file: 'c2VhbGVk', attachment_id, size_type: '128x128/png' }
  const { headers } = owner
  const reply = await running.send({ operation: 'vault.thumbnailsPost', body: { thumbnail }, headers })
  return { id: bodyOf<{ readonly thumbnail: { readonly id: string } }>(reply, 201).thumbnail.id }
}
const anOwnFolder: ObjectRow['make'] = (running, owner) => Promise.resolve({ id: aFolder(running, owner.userId) })

const aGrantedConnection: ObjectRow['make'] = async (running, owner) => ({
  connection_id: (await aDelegation(running, owner, aSignedInUser(running))).ownerSideId,
})
/** @param role the part the owner of this row has in it */
const anOffer =
  (role: 'inviting' | 'invited'): ObjectRow['make'] =>
  async (running, owner) => {
    const other = aSignedInUser(running)
    const [inviting, invited] = role === 'inviting' ? [owner, other] : [other, owner]
    const { ofInvited } = await connectUsers(running, invited, inviting)
    const { delegation_token } = await delegationCalls(running, inviting).make()
    const body = { connection_id: ofInvited.own.id, delegation_token, delegation_role: 'reader' }
    const { headers } = inviting
    const reply = await running.send({ operation: 'vault.delegationInvitationsPost', body, headers })
    return {
      id: bodyOf<{ readonly delegation_invitation: { readonly id: string } }>(reply, 201).delegation_invitation.id,
    }
  }
const aGrantedDelegation: ObjectRow['make'] = async (running, owner) => ({
  delegation_token: (await delegationCalls(running, owner).make()).delegation_token,
})
const aReceivedDelegation: ObjectRow['make'] = async (running, owner) => ({
  delegation_token: (await aDelegation(running, aSignedInUser(running), owner)).token,
})
const aDelegationToClaim: ObjectRow['make'] = async (running) => ({
  delegation_token: (await delegationCalls(running, aSignedInUser(running)).make()).delegation_token,
})

const OBJECTS: Readonly<Record<string, ObjectRow>> = {
  'vault.delegationsConnectionIdPut': { make: aGrantedConnection, body: { delegation_role: 'admin' } },
  'vault.delegationsConnectionIdDelete': { make: aGrantedConnection },
  'vault.delegationInvitationsIdGet': { make: anOffer('invited') },
  'vault.delegationInvitationsIdAcceptPut': { make: anOffer('invited') },
  'vault.delegationInvitationsIdRejectDelete': { make: anOffer('invited') },
  'vault.delegationInvitationsIdDelete': { make: anOffer('inviting') },
  'keystore.delegationsDelegationTokenGet': { make: aGrantedDelegation },
  'keystore.delegationsDelegationTokenDelete': { make: aGrantedDelegation },
  'keystore.delegationsDelegationTokenSharePut': {
    make: aGrantedDelegation,
    body: { encrypted_kek: SEALED_KEK, delegate_public_key: newBundleKey().publicKey },
  },
  'keystore.delegationsDelegationTokenReencryptPut': { make: aReceivedDelegation, body: { encrypted_kek: TAKEN_KEK } },
  'keystore.delegationsDelegationTokenClaimPost': {
    make: aDelegationToClaim,
    body: { delegate_signature: signDelegationToken(newKeyPair(), 'token') },
    forEverybody: BEARER,
  },
  'vault.itemsIdGet': { make: anItem },
  'vault.itemsIdPut': { make: anItem, body: { item: { label: 'Changed' } } },
  'vault.itemsIdDelete': { make: anItem },
  'vault.itemsIdSharesPost': { make: anItemToShare, body: { shares: [aNewShare] } },
  'vault.itemsIdSharesGet': { make: anItem },
  'vault.itemsIdSharesPut': { make: anItem },
  'vault.itemsIdEncryptPost': { make: received('copy'), body: { slots: [] } },
  'vault.incomingSharesIdGet': { make: received('share') },
  'vault.incomingSharesIdItemGet': { make: received('share') },
  'vault.incomingSharesIdAcceptPut': { make: received('share', AWAITING) },
  'vault.incomingSharesIdRejectPut': { make: received('share', AWAITING) },
  'vault.outgoingSharesIdGet': { make: aSentShare },
  'vault.sharesIdDelete': { make: aSentShare },
  'vault.slotsIdGet': { make: aSlot },
  'vault.slotsIdDelete': { make: aSlot },
  'vault.slotsIdAttachmentsFolderGet': { make: aSlotWithFolder },
  'vault.attachmentsIdGet': { make: anAttachment },
  'vault.attachmentsIdDelete': { make: anAttachment },
  'vault.directAttachmentsIdGet': { make: anAttachment },
  'vault.directAttachmentsIdDelete': { make: anAttachment },
  'vault.blobsAttachmentIdDGet': { make: anAttachmentsFile },
  'vault.attachmentsFoldersIdGet': { make: anOwnFolder },
  'vault.attachmentsFoldersIdDelete': { make: anOwnFolder },
  'vault.thumbnailsIdGet': { make: aThumbnail },
  'vault.thumbnailsIdDelete': { make: aThumbnail },
  'vault.itemTemplatesIdGet': {
    make: firstOf('vault.itemTemplatesGet', 'item_templates'),
    forEverybody: 'the templates that come with the service belong to nobody',
  },
  'vault.classificationNodesIdGet': {
    make: firstOf('vault.classificationNodesGet', 'classification_nodes'),
    forEverybody: 'the nodes that come with the service belong to nobody',
  },
  'vault.classificationNodesIdPut': { make: aTag, body: { classification_node: { label: 'Odd' } } },
  'vault.classificationNodesIdDelete': { make: aTag },
  'vault.classificationNodesIdMergePost': { make: aTagToMerge, body: { into_id: TARGET_ID } },
  'vault.imagesIdGet': { make: anImage, forEverybody: 'the images of the operator belong to nobody' },
  'vault.invitationsInvitationIdShareIntentsPost': {
    make: anInvitationForShares,
    body: {
      share_intent: { item_id: INTENDED_ID, encrypted_dek: PASSPHRASE_CIPHER_TEXT, slot_values: [] },
    },
  },
  'vault.shareIntentsIdGet': { make: aShareIntent },
  'vault.shareIntentsIdDelete': { make: aShareIntent },
  'vault.eventsIdGet': { make: anEvent },
  'vault.activitiesIdGet': { make: anEvent },
  'vault.connectionsIdGet': { make: aConnection },
  'vault.connectionsIdPut': { make: aConnection, body: { connection: { encrypted_recipient_name: CIPHER_TEXT } } },
  'vault.connectionsIdDelete': { make: aConnection },
  'vault.invitationsIdDelete': { make: anInvitation },
  'vault.invitationsInvitationTokenAcceptPost': {
    make: aTokenToUse,
    body: { public_key: newConnectionKey() },
    settings: CONFIRMING,
    forEverybody: BEARER,
  },
  'vault.invitationsInvitationTokenRejectDelete': { make: aTokenToUse, settings: CONFIRMING, forEverybody: BEARER },
  'vault.invitationsInvitationIdConfirmPost': { make: anAcceptedInvitation, settings: CONFIRMING },
  'vault.invitationsInvitationIdCancelDelete': { make: anAcceptedInvitation, settings: CONFIRMING },
  'vault.organizationsIdGet': { make: aRequest },
  'vault.organizationsIdPut': { make: aRequest, body: { organization: { name: 'Changed' } } },
  'vault.organizationsIdDelete': { make: aRequest },
  'vault.organizationsIdLoginPost': { make: aValidatedOrganization, refusedWith: NO_MEMBER },
  'vault.organizationsOrganizationIdMembersGet': { make: ofOrganization, refusedWith: NO_MEMBER },
  'vault.organizationsOrganizationIdMembersIdPut': {
    make: aMember,
    body: { organization_member: { role: 'owner' } },
    refusedWith: NO_MEMBER,
  },
  'vault.organizationsOrganizationIdMembersIdDelete': { make: aMember, refusedWith: NO_MEMBER },
  'vault.organizationsOrganizationIdRequestedServicesGet': { make: ofOrganization, refusedWith: NO_MEMBER },
  'vault.organizationsOrganizationIdServicesPost': {
    make: ofOrganization,
    body: { service: { name: 'Appointments', public_key: newBundleKey().publicKey } },
    refusedWith: NO_MEMBER,
  },
  'vault.organizationsOrganizationIdServicesIdGet': {
    make: aValidatedService,
    forEverybody: 'validated services are shown to all',
  },
  'vault.organizationsOrganizationIdServicesIdPut': {
    make: aServiceRequest,
    body: { service: { name: 'Changed' } },
    knownPart: 'organization_id',
  },
  'vault.organizationsOrganizationIdServicesIdDelete': { make: aServiceRequest, knownPart: 'organization_id' },
  'vault.organizationsOrganizationIdServicesIdLoginPost': { make: aValidatedService, refusedWith: NO_MEMBER },
  'vault.serviceUsersIdGet': { make: aSession, forAgentsOnly: true },
  'keystore.dataEncryptionKeysIdGet': { make: aDataEncryptionKey },
  'keystore.dataEncryptionKeysIdDelete': { make: aDataEncryptionKey },
  'keystore.keypairsIdGet': { make: aKeyPair },
  'keystore.keypairsIdPatch': { make: aKeyPair, body: { metadata: { changed: true } } },
  'keystore.keypairsIdDelete': { make: aKeyPair },
  'keystore.keypairsExternalIdExternalIdGet': {
    make: async (running, owner) => {
      await aKeyPair(running, owner)
      return { external_id: EXTERNAL_ID }
    },
  },
  'keystore.sessionsIdDelete': { make: aSession },
  'keystore.loginKeysIdDelete': { make: aLoginKey },
}

const isForUsers = ({ auth }: Operation) => auth === 'user' || auth === 'token'
const userOperations = serviceOperations.filter(isForUsers)
const objectOperations = userOperations.filter(({ params }) => params !== undefined)
const openOperations = objectOperations.filter(({ id }) => OBJECTS[id]?.forAgentsOnly !== true)

/** Ids that belong to nothing, whatever the path calls them. */
const unknownParams = (operation: Operation): Params =>
  Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, UNKNOWN_ID]))

const bodyFor = (operation: Operation): unknown => OBJECTS[operation.id]?.body ?? (operation.body && {})

it('matrix › every operation whose path names an object has a row, and every row an operation', () => {
  expect(Object.keys(OBJECTS).sort()).toEqual(objectOperations.map(({ id }) => id).sort())
})

describeOverTransports('matrix', (start) => {
  let running: TestService
  let owner: SignedInUser
  let stranger: SignedInUser

  async function begin(settings?: ObjectRow['settings']): Promise<void> {
    running = await start(settings)
    owner = aSignedInUser(running)
    stranger = aSignedInUser(running)
  }
  beforeEach(() => begin())

  /** Sends what must be refused, and makes sure that it changed nothing. */
  async function refused(request: ServiceRequest): Promise<Refusal> {
    const before = databaseContent(running.connection)
    const reply = await running.send(request)
    expect(databaseContent(running.connection)).toBe(before)
    return refusalOf(reply)
  }

  /** That it was used is written down with its first call, which is let in or not. */
  async function aUsedKey(): Promise<Readonly<Record<string, string>>> {
    const { headers } = aSubscriptionKey(running)
    await running.send({ operation: 'exchange.registryGet', params: { kind: 'contexts' }, headers })
    return headers
  }

  it.each(userOperations)('$id › without, with an unknown and with an expired token: 401', async (operation) => {
    const expired = aSignedInUser(running, { validForSeconds: -1 })
    const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

    const reasons = []
    for (const headers of [{}, { authorization: 'v_unknown' }, { authorization: '' }, expired.headers]) {
      const { status, error } = await refused({ ...request, headers })
      expect({ status, error: error?.error }).toEqual({ status: 401, error: 'unauthorized' })
      reasons.push(error?.extra_info['reason'])
    }
    expect(reasons).toEqual(['token_missing', 'token_invalid', 'token_missing', 'token_expired'])
  })

  it.each(serviceOperations.filter(({ auth }) => auth === 'operator'))(
    '$id › without the operator password, also for a signed-in user: 401',
    async (operation) => {
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      const key = operation.api === 'exchange' ? await aUsedKey() : {}
      for (const headers of [{}, owner.headers, { admin_password: `${OPERATOR_PASSWORD}x` }]) {
        const { status, error } = await refused({ ...request, headers: { ...headers, ...key } })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'admin_password_invalid' })
      }
    },
  )

  it.each(serviceOperations.filter(({ auth }) => auth === 'operator_user'))(
    '$id › without the operator password, or without a session: 401',
    async (operation) => {
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }
      const password = { admin_password: OPERATOR_PASSWORD }
      const expired = aSignedInUser(running, { validForSeconds: -1 })

      for (const headers of [{}, owner.headers, { ...owner.headers, admin_password: `${OPERATOR_PASSWORD}x` }]) {
        const { status, error } = await refused({ ...request, headers })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'admin_password_invalid' })
      }
      for (const headers of [password, { authorization: 'v_unknown' }, expired.headers]) {
        const { status, error } = await refused({ ...request, headers: { ...headers, ...password } })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'unauthorized' })
      }
      // With both it is about the request itself, and what it names does not exist.
      if (operation.params === undefined) return
      expect((await running.send({ ...request, headers: { ...owner.headers, ...password } })).status).toBe(404)
    },
  )

  it.each(serviceOperations.filter(({ path }) => path.startsWith('/management/')))(
    '$id › needs no subscription key where one is required, and refuses a wrong one',
    async (operation) => {
      await begin({ requireSubscriptionKey: true })
      aSubscriptionKey(running)
      const headers = { ...owner.headers, admin_password: OPERATOR_PASSWORD }
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      expect((await running.send({ ...request, headers })).status).toBe(operation.params === undefined ? 200 : 404)
      const wrong = { ...headers, 'service-subscription-key': 'unknown' }
      expect(await refused({ ...request, headers: wrong })).toMatchObject({
        error: { error: 'subscription_key_invalid' },
      })
    },
  )

  it.each(serviceOperations.filter(({ api, auth }) => api === 'exchange' || auth === 'key'))(
    '$id › without a subscription key, also for a signed-in user: 401',
    async (operation) => {
      const { headers } = aSubscriptionKey(running)
      const request = { operation: operation.id, params: unknownParams(operation), body: bodyFor(operation) }

      for (const wrong of [{}, OPERATOR, owner.headers, { 'service-subscription-key': 'unknown' }]) {
        const { status, error } = await refused({ ...request, headers: wrong })
        expect({ status, error: error?.error }).toEqual({ status: 401, error: 'subscription_key_invalid' })
      }
      // With a key it is about the request itself, and what it names does not exist.
      if (operation.params === undefined) return
      const status = operation.auth === 'operator' ? 401 : 404 // the key alone does not make an operator
      expect((await running.send({ ...request, headers })).status).toBe(status)
    },
  )

  it.each(serviceOperations.filter(({ api, auth }) => api === 'verifier' && auth === 'none'))(
    '$id › answers whoever knows the id of a request, whatever key is sent',
    async (operation) => {
      const params = unknownParams(operation)
      for (const headers of [{}, owner.headers, { 'service-subscription-key': 'unknown' }]) {
        const before = databaseContent(running.connection)
        const reply = await running.send({ operation: operation.id, params, body: bodyFor(operation), headers })
        expect(reply.status).toBe(404)
        expect(databaseContent(running.connection)).toBe(before)
      }
    },
  )

  it.each(userOperations.filter(({ delegation }) => delegation !== 'ignored'))(
    '$id › in the name of somebody who delegated nothing: 403',
    async (operation) => {
      const { status, error } = await refused({
        operation: operation.id,
        params: unknownParams(operation),
        body: bodyFor(operation),
        headers: { ...stranger.headers, 'service-delegation-id': owner.userId },
      })

      expect({ status, error: error?.error }).toEqual({ status: 403, error: 'delegation_not_permitted' })
    },
  )

  it.each(openOperations)("$id › another user's object and one that never existed: the same 404", async (operation) => {
    const row = OBJECTS[operation.id]
    if (row === undefined) throw new Error(`${operation.id} has no row`)
    if (row.settings !== undefined) await begin(row.settings)
    const params = await row.make(running, owner)
    const request = { operation: operation.id, body: bodyFor(operation) }

    const known = Object.entries(params).filter(([name]) => name === row.knownPart)
    const nothing = { ...unknownParams(operation), ...Object.fromEntries(known) }
    const unknown = await refused({ ...request, params: nothing, headers: stranger.headers })
    expect({ status: unknown.status, error: unknown.error?.error }).toEqual({ status: 404, error: 'not_found' })

    if (row.refusedWith !== undefined) {
      const { error } = await refused({ ...request, params, headers: stranger.headers })
      expect(error).toMatchObject({ error: row.refusedWith })
    } else if (row.forEverybody === undefined) {
      expect(await refused({ ...request, params, headers: stranger.headers })).toEqual(unknown)
    } else {
      expect((await running.send({ ...request, params, headers: stranger.headers })).ok).toBe(true)
    }
    // The object was there, and its owner may do it: the refusal was about the caller.
    if (row.forEverybody !== BEARER)
      expect(await running.send({ ...request, params, headers: owner.headers })).toMatchObject({ ok: true })
  })

  it.each(objectOperations)('$id › an id that is none: 404 or what the name may be', async (operation) => {
    for (const name of ['1', 'ü', "' OR 1=1 --", '00000000-0000-4000-8000-00000000000g']) {
      const params = Object.fromEntries(Object.keys(unknownParams(operation)).map((key) => [key, name]))

      const { status } = await refused({
        operation: operation.id,
        params,
        body: bodyFor(operation),
        headers: owner.headers,
      })

      expect(status).toBe(404)
    }
  })
})

interface Refusal {
  readonly status: number
  readonly error: { readonly error: string; readonly extra_info: Readonly<Record<string, unknown>> } | undefined
}

function refusalOf(reply: ServiceReply): Refusal {
  return { status: reply.status, error: reply.ok ? undefined : reply.body.errors[0] }
}
