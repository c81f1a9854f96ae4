// Proves docs/contract/vault.md, Bodies.

import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { signDelegationToken } from '../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { createSrpVerifier, startSrpLogin } from '../../src-main/crypto/srp-client.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { blobsOf, filesOf } from '../support/service/files.ts'
import { PNG } from '../support/service/images.ts'
import {
  bodyOf,
  givePassphrase,
  OWN_WRAPPED_KEY,
  proofFor,
  registerUser,
  requestLoginKey,
  reserveUsername,
} from '../support/service/keystore-accounts.ts'
import {
  createVaultAccount,
  newBundleKey,
  OPERATOR,
  operatorAdmissionToken,
} from '../support/service/vault-accounts.ts'
import { agentOf, anOrganization, aRequestedService, join, organizationCalls } from '../support/people/organizations.ts'
import {
  aDelegation,
  anUnfinishedChild,
  delegationCalls,
  keysOfChild,
  SEALED_KEK,
  TAKEN_KEK,
} from '../support/people/delegations.ts'
import { anItemToIntend, connectUsers, newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { connect, ownerValues, sharingCallsOf } from '../support/people/sharing.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

/*
 * Mass assignment (threat 15): every field of every reply is sent back in every body, at every level, with values that
 * belong to somebody else. Nothing of it may be stored or answered. An operation with a body and without a row in BODIES
 * fails here.
 */

type Parts = Pick<ServiceRequest, 'params' | 'body' | 'headers'>

/** Makes what the call needs, and the call itself: one that succeeds. */
type Row = (running: TestService, user: SignedInUser) => Promise<Parts> | Parts

const classification = [{ node_name: 'urgent', scheme_name: 'tag' }]
const aSlot = { label: 'Colour', encrypted_value: CIPHER_TEXT, classification_nodes_attributes: classification }
const anItem = { label: 'Car', slots_attributes: [aSlot], classification_nodes_attributes: classification }
const aKeyPair = () => ({
  public_key: newBundleKey().publicKey,
  encrypted_serialized_key: OWN_WRAPPED_KEY,
  external_identifiers: ['auth'],
  metadata: {},
})
const verifier = (username: string) => createSrpVerifier({ username, password: 'another password' })

/** An item of the user that may be shared with another one, or is already. */
async function sharing(running: TestService, user: SignedInUser) {
  const recipient = aSignedInUser(running)
  connect(running, user, recipient)
  const calls = sharingCallsOf(running, user)
  const item = await calls.newItem()
  return { calls, item, recipient, entry: calls.entry(item, recipient) }
}

async function aTag(running: TestService, user: SignedInUser, label: string): Promise<string> {
  const body = { classification_node: { classification_scheme_name: 'tag', label } }
  const made = callsOf(running, user).ok<{ classification_node: { id: string } }>(201, 'classificationNodesPost', {
    body,
  })
  return (await made).classification_node.id
}

const BODIES: Readonly<Record<string, Row>> = {
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
  'keystore.childUsersPost': async (running, user) => ({ body: keysOfChild(await anUnfinishedChild(running, user)) }),
  'keystore.delegationsPost': () => ({ body: { delegation_role: 'admin' } }),
  'keystore.delegationsDelegationTokenSharePut': async (running, user) => ({
    params: { delegation_token: (await delegationCalls(running, user).make()).delegation_token },
    body: { encrypted_kek: SEALED_KEK, delegate_public_key: newBundleKey().publicKey },
  }),
  'keystore.delegationsDelegationTokenReencryptPut': async (running, user) => ({
    params: { delegation_token: (await aDelegation(running, aSignedInUser(running), user)).token },
    body: { encrypted_kek: TAKEN_KEK },
  }),
  'keystore.delegationsDelegationTokenClaimPost': async (running) => ({
    params: { delegation_token: (await delegationCalls(running, aSignedInUser(running)).make()).delegation_token },
    body: { delegate_signature: signDelegationToken(newKeyPair(), 'token') },
  }),
  'vault.classificationNodesPost': () => ({
    body: { classification_node: { classification_scheme_name: 'tag', label: 'Travel' } },
  }),
  'vault.classificationNodesIdPut': async (running, user) => ({
    params: { id: await aTag(running, user, 'Travel') },
    body: { classification_node: { label: 'Journeys' } },
  }),
  'vault.classificationNodesIdMergePost': async (running, user) => ({
    params: { id: await aTag(running, user, 'Travel') },
    body: { into_id: await aTag(running, user, 'Journeys') },
  }),
  'vault.sessionPost': async (running) => ({
    body: { public_key: (await createVaultAccount(running)).loginKey.publicKey },
  }),
  'vault.sessionLimitedInTimePost': () => ({ body: { valid_for: 60 } }),
  'vault.mePost': async (running) => ({
    body: { public_key: newBundleKey().publicKey, admission_token: await operatorAdmissionToken(running) },
  }),
  'vault.mePut': () => ({ body: { user: { full_name: 'Ada' } } }),
  'vault.itemTemplatesPost': () => ({
    body: {
      label: 'Bicycle',
      classification_scheme_name: 'wallet',
      classification_node_name: 'vehicle',
      slots_attributes: [{ label: 'Colour' }],
    },
  }),
  'vault.itemsPost': () => ({ body: { template_name: 'vehicle', item: anItem } }),
  'vault.itemsIdPut': async (running, user) => {
    const { item, slots } = await callsOf(running, user).createItem(anItem)
    const body = { item: { label: 'Boat', slots_attributes: [{ ...aSlot, id: slots[0]?.id, label: 'Name' }, aSlot] } }
    return { params: { id: item.id }, body }
  },
  'vault.itemsIdSharesPost': async (running, user) => {
    const { item, entry } = await sharing(running, user)
    return { params: { id: item.item.id }, body: { shares: [entry] } }
  },
  'vault.itemsSharesPost': async (running, user) => {
    const { item, entry } = await sharing(running, user)
    return { body: { shares: [{ ...entry, item_id: item.item.id }] } }
  },
  'vault.itemsIdSharesPut': async (running, user) => {
    const { calls, item, recipient } = await sharing(running, user)
    const { id } = await calls.share(item, recipient)
    const slot_values = ownerValues(item.slots).map((value) => ({ ...value, share_id: id }))
    return { params: { id: item.item.id }, body: { share_deks: [{ share_id: id, dek: CIPHER_TEXT }], slot_values } }
  },
  'vault.itemsIdEncryptPost': async (running, user) => {
    const sender = aSignedInUser(running)
    connect(running, sender, user)
    const calls = sharingCallsOf(running, sender)
    const share = await calls.share(await calls.newItem(), user)
    const { item, slots } = await sharingCallsOf(running, user).opened(share.id)
    return {
      params: { id: item.id },
      body: { slots: slots.map(({ id, encrypted_value }) => ({ id, encrypted_value })) },
    }
  },
  'vault.sharesPut': async (running, user) => {
    const { calls, item, recipient } = await sharing(running, user)
    const { id } = await calls.share(item, recipient)
    return { body: { shares: [{ share_id: id, sharing_mode: 'anyone' }] } }
  },
  'vault.sharesPatch': async (running, user) => {
    const { calls, item, recipient, entry } = await sharing(running, user)
    const [gone, changed] = [await calls.share(item, recipient), await calls.share(item, recipient)]
    const body = {
      shares_to_delete: [gone.id],
      shares_to_reconfigure: [{ share_id: changed.id, onsharing_permitted: true }],
      item_to_share_id: item.item.id,
      shares_to_create: [entry],
    }
    return { body }
  },
  'vault.clientTaskQueuePut': async (running, user) => {
    const { calls, item, recipient } = await sharing(running, user)
    await calls.share(item, recipient)
    await calls.updateItem(item.item.id, { label: 'Boat' })
    const [task] = await calls.tasks()
    return { body: { client_tasks: [{ id: task?.id, state: 'done', report: {} }] } }
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
  'vault.connectionsIdPut': async (running, user) => {
    const { ofInvited } = await connectUsers(running, aSignedInUser(running), user)
    return { params: { id: ofInvited.own.id }, body: { connection: { encrypted_recipient_name: CIPHER_TEXT } } }
  },
  'vault.invitationsInvitationTokenAcceptPost': async (running) => {
    const { token } = await peopleCalls(running, aSignedInUser(running)).invite()
    const invitation = { encrypted_recipient_name: CIPHER_TEXT, recipient_to_sender_data: {} }
    return { params: { invitation_token: token }, body: { public_key: newConnectionKey(), invitation } }
  },
  'vault.invitationsInvitationIdConfirmPost': async (running, user) => {
    const { id, token } = await peopleCalls(running, user).invite()
    await callsOf(running, aSignedInUser(running)).ok(200, 'invitationsInvitationTokenAcceptPost', {
      params: { invitation_token: token },
      body: { public_key: newConnectionKey() },
    })
    return { params: { invitation_id: id }, body: { encrypted_recipient_name: CIPHER_TEXT } }
  },
  'vault.invitationsInvitationIdShareIntentsPost': async (running, user) => {
    const { intent } = await anItemToIntend(running, user)
    const { id } = await peopleCalls(running, user).invite()
    return { params: { invitation_id: id }, body: { share_intents: [intent] } }
  },
  'vault.eventsPost': async (running, user) => {
    const { id } = await callsOf(running, user).item('Car')
    return { body: { eventable_type: 'Item', eventable_id: id, event_type: 'view', label: 'Read' } }
  },
  'keystore.srpUsernamePost': () => ({ body: {} }),
  'keystore.srpUsersPost': async (running) => {
    const username = await reserveUsername(running)
    return { body: { username, ...verifier(username) } }
  },
  'vault.systemClassificationSchemesPost': (_, { userId }) => ({
    headers: OPERATOR,
    body: { classification_scheme: { label: userId, name: userId, description: 'text', owned_by_user: false } },
  }),
  'vault.systemClassificationNodesPost': (_, { userId }) => ({
    headers: OPERATOR,
    body: { classification_node: { classification_scheme_name: 'wallet', label: userId, image: PNG } },
  }),
  'exchange.registryImport': (running, { userId }) => ({
    headers: { ...OPERATOR, ...aSubscriptionKey(running, userId).headers },
    params: { kind: 'schemas' },
    body: { key: 'https://schemas.example/x', text: '{"type":"object"}' },
  }),
  'vault.attachmentsPost': () => ({ body: { attachment: { file: 'c2VhbGVk', filename: 'a', content_type: 'b/c' } } }),
  'vault.directAttachmentsUploadUrlPost': () => ({
    body: { blob: { filename: 'a', content_type: 'b/c', byte_size: 5 } },
  }),
  'vault.directAttachmentsPost': async (running, user) => {
    const { uploadBlob } = filesOf(running, user)
    const sent = Buffer.from('sealed')
    return { body: { blob: blobsOf(await uploadBlob(sent), await uploadBlob(sent)) } }
  },
  'vault.thumbnailsPost': async (running, user) => {
    const { id: attachment_id } = await filesOf(running, user).attach(Buffer.from('sealed'))
    const thumbnail = { file: 'c2VhbGVk', attachment_id, binary_id: attachment_id, size_type: '128x128/png' }
    return { body: { thumbnail } }
  },
  'vault.systemImagesPost': () => ({ headers: OPERATOR, body: { image: PNG } }),
  'vault.systemItemTemplatesPost': (_, { userId }) => ({
    headers: OPERATOR,
    body: { item_template: { label: userId, classified_by: [{ scheme_name: 'wallet', node_name: 'travel' }] } },
  }),
  'vault.systemItemTemplatesNameSlotPost': async (running, { userId }) => {
    const body = { item_template: { label: userId } }
    await callsOf(running, { headers: OPERATOR }).ok(201, 'systemItemTemplatesPost', { body })
    return { headers: OPERATOR, params: { name: userId }, body: { template_slot: { label: 'Colour' } } }
  },
  'vault.organizationsPost': () => ({
    body: { name: 'Clinic', public_key: newBundleKey().publicKey, description: 'Health', url: 'u', email: 'e' },
  }),
  'vault.organizationsIdPut': async (running, user) => {
    const { id } = await organizationCalls(running, user).request()
    return { params: { id }, body: { organization: { name: 'Clinic' } } }
  },
  'vault.managementRequestedOrganizationsIdRejectDelete': async (running, user) => {
    const { id } = await organizationCalls(running, user).request()
    return { headers: { ...user.headers, ...OPERATOR }, params: { id }, body: { reason: 'Which one?' } }
  },
  'vault.organizationsOrganizationIdMembersIdPut': async (running, user) => {
    const kept = await anOrganization(running, user)
    const member = aSignedInUser(running)
    await join(running, await agentOf(running, user, kept), member)
    const params = { organization_id: kept.organization.id, id: member.userId }
    return { params, body: { organization_member: { role: 'owner' } } }
  },
  'vault.organizationsOrganizationIdServicesPost': async (running, user) => {
    const { organization } = await anOrganization(running, user)
    const service = { name: 'Dates', public_key: newBundleKey().publicKey, contract: 'You agree' }
    return { params: { organization_id: organization.id }, body: { service } }
  },
  'vault.organizationsOrganizationIdServicesIdPut': async (running, user) => {
    const { organization } = await anOrganization(running, user)
    const { id } = await aRequestedService(running, user, organization.id)
    return { params: { organization_id: organization.id, id }, body: { service: { name: 'Dates' } } }
  },
  'vault.managementRequestedOrganizationServicesIdRejectDelete': async (running, user) => {
    const { organization } = await anOrganization(running, user)
    const { id } = await aRequestedService(running, user, organization.id)
    return { headers: { ...user.headers, ...OPERATOR }, params: { id }, body: { reason: 'Which one?' } }
  },
  'keystore.srpUsersPut': async (running) => {
    const owner = await registerUser(running)
    const { srp_a, srp_m } = await proofFor(running, owner, 'change_passphrase')
    const key = { serialized_key_encryption_key: OWN_WRAPPED_KEY }
    return { headers: owner.headers, body: { ...verifier(owner.username), ...key, srp_a, srp_m } }
  },
  'keystore.srpUsersRestorePost': async (running) => {
    const owner = await registerUser(running)
    const { srp_a, srp_m } = await proofFor(running, owner, 'change_passphrase')
    const key = { serialized_key_encryption_key: OWN_WRAPPED_KEY }
    const body = { ...verifier(owner.username), ...key, srp_a, srp_m }
    bodyOf(await running.send({ operation: 'keystore.srpUsersPut', headers: owner.headers, body }))
    return { body: await proofFor(running, owner, 'restore_passphrase') }
  },
  'keystore.srpChallengesPost': () => ({ body: { username: 'ada', srp_a: startSrpLogin().srp_a } }),
  'keystore.srpSessionPost': async (running) => ({ body: await proofFor(running, await registerUser(running)) }),
  'keystore.sessionWithLoginKeyPost': async (running, user) => {
    const made = await requestLoginKey(running, givePassphrase(running, user), { label: 'Backup' })
    return { body: { login_key: bodyOf<{ login_key: string }>(made, 201).login_key } }
  },
  'keystore.sessionLimitedInTimePost': () => ({ body: { valid_for: 60 } }),
  'keystore.keyEncryptionKeyPost': () => ({ body: { serialized_key_encryption_key: OWN_WRAPPED_KEY } }),
  'keystore.dataEncryptionKeysPost': () => ({ body: { serialized_data_encryption_key: OWN_WRAPPED_KEY } }),
  'keystore.passphraseDerivationArtefactPost': () => ({
    body: { derivation_artefacts: 'e30', verification_artefacts: 'e30' },
  }),
  'keystore.keypairsPost': () => ({ body: aKeyPair() }),
  'keystore.keypairsIdPatch': async (running, { headers }) => {
    const made = await running.send({ operation: 'keystore.keypairsPost', body: aKeyPair(), headers })
    const { id } = bodyOf<{ keypair: { id: string } }>(made, 201).keypair
    return { params: { id }, body: { external_identifiers: ['other'] } }
  },
  'keystore.loginKeysPost': async (running, user) => {
    const { srp_a, srp_m } = await proofFor(running, givePassphrase(running, user), 'login_key')
    return { body: { label: 'Backup', srp_a, srp_m } }
  },
}

/** Where the sender of an invitation confirms. */
const CONFIRMED = ['vault.invitationsInvitationTokenAcceptPost', 'vault.invitationsInvitationIdConfirmPost']

/** Always refused, whatever is in the body. */
const NEVER_SUCCEEDS = ['keystore.sessionPost']

/** By contract what was sent is given back, or judged as it is; nothing of it belongs to anybody, or has an effect. */
const TAKES_WHATEVER_IT_GETS = [
  'exchange.createPresentationDefinition',
  'exchange.verifyPresentation',
  'verifier.postRequestPresentation',
]

/** A misspelt option must not weaken a verification: unknown members are refused. */
const REFUSES_UNKNOWN_MEMBERS = ['verifier.createVerifierRequest']

/** A body of bytes has no fields. */
const withBody = serviceOperations.filter(
  ({ method, body, verbatim }) => method !== 'GET' && body !== undefined && !verbatim,
)
const tested = withBody.filter(
  ({ id }) => ![...NEVER_SUCCEEDS, ...TAKES_WHATEVER_IT_GETS, ...REFUSES_UNKNOWN_MEMBERS].includes(id),
)

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withoutReferences(json, $defs) as JsonSchema
}

/** Named schemas, of which none contains itself, stand where they are used. */
function withoutReferences(value: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutReferences(entry, named))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as { readonly $ref?: string }
  const whole = $ref === undefined ? own : { ...(named[$ref.replace('#/$defs/', '')] as object), ...own }
  return Object.fromEntries(Object.entries(whole).map(([key, entry]) => [key, withoutReferences(entry, named)]))
}

/** Every field that any reply has, at whatever level, with its type. */
const REPLY_FIELDS = new Map<string, JsonSchema>(
  serviceOperations.flatMap(({ success: { body } }) =>
    body === undefined ? [] : fieldsOf(jsonSchema(body, 'output')),
  ),
)

function fieldsOf({ properties = {}, items, anyOf = [] }: JsonSchema): [string, JsonSchema][] {
  const here = Object.entries(properties)
  const below = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])]
  return [...here, ...below.flatMap(fieldsOf)]
}

interface Victim {
  readonly userId: string
  readonly itemId: string
}

const MARK = 'belongs to somebody else'
const MARKED_TIME = '2001-02-03T04:05:06.000Z'
const MARKED_NUMBER = 42_424_242

/** A value of the field's type that belongs to somebody else, or that nobody would have. */
function foreignValue(name: string, schema: JsonSchema, victim: Victim): unknown {
  const type = schema.type ?? schema.anyOf?.[0]?.type
  const format = schema.format ?? schema.anyOf?.[0]?.format
  if (type === 'boolean') return name !== 'visible' // the opposite of what it would be
  if (type === 'integer') return MARKED_NUMBER
  if (type === 'array') return [victim.itemId]
  if (type === 'object') return { id: victim.itemId }
  if (format === 'date-time') return MARKED_TIME
  if (/user|owner|creator/.test(name) && !name.includes('name')) return victim.userId
  return /(^|_)id$/.test(name) ? victim.itemId : MARK
}

/** The body with all reply fields added wherever it has an object of named fields; its own keys stay. */
function withForeignFields(value: unknown, schema: JsonSchema, victim: Victim): unknown {
  if (Array.isArray(value)) return value.map((entry) => withForeignFields(entry, schema.items ?? {}, victim))
  const { properties } = schema
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  const foreign = [...REPLY_FIELDS]
    .filter(([name]) => !Object.hasOwn(properties, name))
    .map(([name, field]) => [name, foreignValue(name, field, victim)] as const)
  const given = Object.entries(value).map(
    ([name, entry]) => [name, withForeignFields(entry, properties[name] ?? {}, victim)] as const,
  )
  return Object.fromEntries([...foreign, ...given])
}

/** A reply without what differs between two calls of the same kind. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? value : 'text'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, name === 'blob_id' ? 'counted' : shapeOf(entry)]),
  )
}

/** When a key was used is noted whatever came of it. */
const withoutKeyUse = (content: string) => content.replace(/"last_used_at": (?:null|"[^"]*")/g, '')

const countOf = (text: string, part: string) => text.split(part).length - 1

it('mass assignment › every operation with a body has a row, and every row an operation', () => {
  expect(Object.keys(BODIES).sort()).toEqual(tested.map(({ id }) => id).sort())
  expect(REPLY_FIELDS.size).toBeGreaterThan(80)
})

describeOverTransports('mass assignment', (start) => {
  let running: TestService
  let victim: Victim

  async function begin(settings = {}): Promise<void> {
    running = await start(settings)
    const other = aSignedInUser(running)
    victim = { userId: other.userId, itemId: (await callsOf(running, other).item('Theirs')).id }
  }
  beforeEach(() => begin())

  async function callAs(operation: Operation, change: (body: unknown) => unknown) {
    const user = aSignedInUser(running)
    const row = BODIES[operation.id]
    if (row === undefined) throw new Error(`${operation.id} has no row`)
    const { headers = user.headers, ...parts } = await row(running, user)
    const before = databaseContent(running.connection)
    const reply = await running.send({ operation: operation.id, ...parts, headers, body: change(parts.body) })
    expect(reply).toMatchObject({ ok: true })
    return { before, reply, after: databaseContent(running.connection) }
  }

  it('verifier.createVerifierRequest › refuses what it answers', async () => {
    const { headers } = aSubscriptionKey(running)
    const operation = verifierRequestOperations.createVerifierRequest
    const body = withForeignFields(
      { definition_id: victim.itemId, on_valid: { kind: 'none' } },
      jsonSchema(operation.body, 'input'),
      victim,
    )
    const before = databaseContent(running.connection)
    const reply = await running.send({ operation: operation.id, body, headers })

    const codes = reply.ok ? [] : reply.body.errors.map(({ error }) => error)
    expect([reply.status, new Set(codes)]).toEqual([400, new Set(['param_not_permitted'])])
    expect(codes.length).toBeGreaterThan(80)
    expect(withoutKeyUse(databaseContent(running.connection))).toBe(withoutKeyUse(before))
  })

  it.each(tested)('$id › takes nothing of what it answers', async (operation) => {
    if (CONFIRMED.includes(operation.id)) await begin({ multistepInvitations: true })
    const schema = jsonSchema(operation.body ?? z.object({}), 'input')
    const plain = await callAs(operation, (body) => body)
    const { before, reply, after } = await callAs(operation, (body) => withForeignFields(body, schema, victim))

    expect(shapeOf(reply)).toEqual(shapeOf(plain.reply))
    for (const mark of [MARK, MARKED_TIME, String(MARKED_NUMBER), victim.userId, victim.itemId]) {
      expect(countOf(after, mark)).toBe(countOf(before, mark))
      expect(JSON.stringify(reply.body ?? null)).not.toContain(mark)
    }
  })
})
