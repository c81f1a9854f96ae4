import { aSignedInUser } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import type { TestService } from '../service/test-service.ts'
import { connect, ownerValues, sharingCallsOf } from '../people/sharing.ts'
import { createVaultAccount, newBundleKey, operatorAdmissionToken } from '../service/vault-accounts.ts'
import { callsOf, CIPHER_TEXT } from '../service/vault-calls.ts'
import type { CallRow } from './call-row.ts'
import { firstOf, named } from './call-row.ts'

const classification = [{ node_name: 'urgent', scheme_name: 'tag' }]
const aSlot = { label: 'Colour', encrypted_value: CIPHER_TEXT, classification_nodes_attributes: classification }
const aCar = { label: 'Car', slots_attributes: [aSlot], classification_nodes_attributes: classification }

const anItem = async (running: TestService, user: SignedInUser) => (await callsOf(running, user).item('Car')).id

const itsSlot = async (running: TestService, user: SignedInUser) =>
  (await callsOf(running, user).createItem(aCar)).slots[0]?.id ?? ''

/** An item of the user that may be shared with another one. */
async function sharing(running: TestService, user: SignedInUser) {
  const recipient = aSignedInUser(running)
  connect(running, user, recipient)
  const calls = sharingCallsOf(running, user)
  const item = await calls.newItem()
  return { calls, item, recipient, entry: calls.entry(item, recipient) }
}

async function aSentShare(running: TestService, user: SignedInUser): Promise<string> {
  const { calls, item, recipient } = await sharing(running, user)
  return (await calls.share(item, recipient)).id
}

/** A share that somebody sent to the user. */
const received =
  (fields: object = {}) =>
  async (running: TestService, user: SignedInUser): Promise<string> => {
    const sender = aSignedInUser(running)
    connect(running, sender, user)
    const calls = sharingCallsOf(running, sender)
    return (await calls.share(await calls.newItem(), user, fields)).id
  }
const AWAITING = { acceptance_required: 'acceptance_required' }

async function aTag(running: TestService, user: SignedInUser, label = 'Travel'): Promise<string> {
  const body = { classification_node: { classification_scheme_name: 'tag', label } }
  const made = callsOf(running, user).ok<{ classification_node: { id: string } }>(201, 'classificationNodesPost', {
    body,
  })
  return (await made).classification_node.id
}

async function anEvent(running: TestService, user: SignedInUser): Promise<string> {
  await anItem(running, user)
  const sql = 'SELECT id FROM events WHERE user_id = ?'
  return running.connection.prepare<[string], string>(sql).pluck().get(user.userId) ?? ''
}

const ofUser: CallRow = (_, { userId }) => ({ params: { user_id: userId } })

/** Of items, shares, accounts and what is noted of them. */
export const VAULT_ROWS: Readonly<Record<string, CallRow>> = {
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
  'vault.itemsPost': () => ({ body: { template_name: 'vehicle', item: aCar } }),
  'vault.itemsIdPut': async (running, user) => {
    const { item, slots } = await callsOf(running, user).createItem(aCar)
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
  'vault.eventsPost': async (running, user) => {
    const { id } = await callsOf(running, user).item('Car')
    return { body: { eventable_type: 'Item', eventable_id: id, event_type: 'view', label: 'Read' } }
  },
  'vault.admissionTokensTokenValueGet': async (running) => ({
    params: { token_value: await operatorAdmissionToken(running) },
  }),
  'vault.itemsIdGet': named(anItem),
  'vault.itemsIdDelete': named(anItem),
  'vault.itemsIdSharesGet': named(anItem),
  'vault.incomingSharesIdGet': named(received()),
  'vault.incomingSharesIdItemGet': named(received()),
  'vault.incomingSharesIdAcceptPut': named(received(AWAITING)),
  'vault.incomingSharesIdRejectPut': named(received(AWAITING)),
  'vault.outgoingSharesIdGet': named(aSentShare),
  'vault.sharesIdDelete': named(aSentShare),
  'vault.slotsIdGet': named(itsSlot),
  'vault.slotsIdDelete': named(itsSlot),
  'vault.itemTemplatesIdGet': named(firstOf('vault.itemTemplatesGet', 'item_templates')),
  'vault.classificationNodesIdGet': named(firstOf('vault.classificationNodesGet', 'classification_nodes')),
  'vault.classificationNodesIdDelete': named(aTag),
  'vault.eventsIdGet': named(anEvent),
  'vault.activitiesIdGet': named(anEvent),
  'vault.systemMetricsItemsUserIdGet': ofUser,
  'vault.systemMetricsConnectionsUserIdGet': ofUser,
  'vault.systemMetricsAttachmentsUserIdGet': ofUser,
}
