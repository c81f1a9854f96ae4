import { aSignedInUser } from './builders.ts'
import type { SignedInUser } from './builders.ts'
import { bodyOf, givePassphrase, OWN_WRAPPED_KEY, requestLoginKey } from './keystore-accounts.ts'
import { peopleCalls } from '../people/people.ts'
import { connect, sealed, sharingCallsOf } from '../people/sharing.ts'
import type { TestService } from './test-service.ts'
import { newBundleKey } from './vault-accounts.ts'

/** Nothing but the vault of {@link aWatchedVault} holds a text with it. */
export const CANARY = 'canary'

/** A vault in which every text, and every id of a record, is known to the test. */
export interface WatchedVault {
  readonly owner: SignedInUser
  /** Ids of the records, except that of the user. */
  readonly ids: readonly string[]
  /** Names by which a path could ask for something inside it. */
  readonly names: readonly string[]
}

/** Fills the vault and the key store of a new user: whatever can be read of them begins with the canary, or has an id. */
export async function aWatchedVault(running: TestService): Promise<WatchedVault> {
  const owner = aSignedInUser(running)
  const friend = aSignedInUser(running)
  connect(running, owner, friend)
  const calls = sharingCallsOf(running, owner)
  await calls.ok(200, 'mePut', { body: { user: { full_name: `${CANARY} user`, email: `${CANARY}@example.org` } } })
  const reply = await calls.createItem({
    label: `${CANARY} item`,
    description: `${CANARY} description`,
    classification_nodes_attributes: [{ scheme_name: 'tag', node_name: `${CANARY}-tag` }],
    slots_attributes: [{ label: `${CANARY} slot`, encrypted_value: sealed(`${CANARY} value`) }],
  })
  const share = await calls.share(reply, friend, { terms: `${CANARY} terms` })
  const { id: invitationId } = await peopleCalls(running, owner).invite({
    encrypted_recipient_name: sealed(`${CANARY} friend`),
  })
  await calls.ok(201, 'eventsPost', {
    body: { eventable_type: 'Item', eventable_id: reply.item.id, event_type: 'milestone', label: `${CANARY} event` },
  })
  await fillKeyStore(running, owner)
  const nodeIds = reply.classification_nodes.map(({ id }) => id)
  const slotIds = reply.slots.map(({ id }) => id)
  return {
    owner,
    ids: [reply.item.id, ...slotIds, ...nodeIds, share.id, invitationId, ...idsOf(running, owner)],
    names: ['tag', `${CANARY}-tag`, 'custom'],
  }
}

async function fillKeyStore(running: TestService, owner: SignedInUser): Promise<void> {
  const bodies = {
    keypairsPost: {
      public_key: newBundleKey().publicKey,
      encrypted_serialized_key: OWN_WRAPPED_KEY,
      external_identifiers: [`${CANARY} pair`],
      metadata: { note: `${CANARY} metadata` },
    },
  }
  for (const [name, body] of Object.entries(bodies)) {
    const reply = await running.send({ operation: `keystore.${name}`, body, headers: owner.headers })
    if (!reply.ok) throw new Error(`${name}: ${reply.body.errors[0]?.message ?? reply.status}`)
  }
  bodyOf(await requestLoginKey(running, givePassphrase(running, owner), { label: `${CANARY} login key` }), 201)
}

/** Of records whose answers do not name them all. */
function idsOf({ connection }: TestService, { userId, keystoreUserId, sessionId }: SignedInUser): string[] {
  const read = (sql: string, id: string) => connection.prepare<[string], string>(sql).pluck().all(id)
  return [
    sessionId,
    ...read('SELECT id FROM connections WHERE user_id = ?', userId),
    ...read('SELECT id FROM events WHERE user_id = ?', userId),
    ...read('SELECT id FROM items WHERE user_id = ?', userId),
    ...read('SELECT id FROM key_pairs WHERE keystore_user_id = ?', keystoreUserId),
    ...read('SELECT id FROM login_keys WHERE keystore_user_id = ?', keystoreUserId),
  ]
}
