import type { Connection, CreatedShareReport } from '../../../shared/contract/connections.ts'
import type { Event } from '../../../shared/contract/events.ts'
import type { Invitation } from '../../../shared/contract/invitations.ts'
import type { Caller } from '../service/builders.ts'
import type { TestService } from '../service/test-service.ts'
import { newBundleKey } from '../service/vault-accounts.ts'
import { callsOf, CIPHER_TEXT, OTHER_CIPHER_TEXT } from '../service/vault-calls.ts'

export interface ConnectReply {
  readonly connection: Connection
  readonly created_shares_report: readonly CreatedShareReport[]
  readonly connection_existed_already: boolean
}

export const newConnectionKey = () => ({ public_key: newBundleKey().publicKey, keypair_external_id: 'my key' })

/** Calls of one signed-in user about connections and invitations. */
export function peopleCalls(service: TestService, user: Caller) {
  const calls = callsOf(service, user)
  return { ...calls, invite, connect, connections, events }

  async function invite(invitation: object = {}, more: object = {}): Promise<Invitation & { readonly id: string }> {
    const body = { public_key: newConnectionKey(), invitation, ...more }
    return (await calls.ok<{ invitation: Invitation & { id: string } }>(201, 'invitationsPost', { body })).invitation
  }

  function connect(invitation_token: string, key = newConnectionKey()): Promise<ConnectReply> {
    const connection = { invitation_token, encrypted_recipient_name: CIPHER_TEXT }
    return calls.ok(201, 'connectionsPost', { body: { public_key: key, connection } })
  }

  async function connections(query: object = {}): Promise<readonly Connection[]> {
    return (await calls.ok<{ connections: Connection[] }>(200, 'connectionsGet', { query })).connections
  }

  /** What is stored in the user's feed, oldest first, without ids and times of events. */
  function events(): readonly Pick<Event, 'name' | 'event_type' | 'eventable_type' | 'eventable_id' | 'value'>[] {
    return service.connection
      .prepare<[string], Record<string, string | null>>(
        'SELECT name, event_type, eventable_type, eventable_id, creator, value FROM events WHERE user_id = ? ORDER BY id',
      )
      .all(user.userId)
      .map((row) => ({ ...row, value: JSON.parse(row['value'] ?? 'null') as unknown })) as never
  }
}

/** Cipher text under a key that is derived from a passphrase. */
export const PASSPHRASE_CIPHER_TEXT = `${CIPHER_TEXT}.Pbkdf2Hmac.S2RlcmltYXRpb24=`

/** An item of the user with one value, and what is sent to prepare a share of it. */
export async function anItemToIntend(service: TestService, user: Caller) {
  const { item, slots } = await callsOf(service, user).createItem({
    label: 'Car',
    slots_attributes: [{ label: 'Colour', encrypted_value: CIPHER_TEXT }, { label: 'Empty' }],
  })
  const slot_values = slots
    .filter(({ encrypted_value }) => encrypted_value !== null)
    .map(({ id }) => ({
      slot_id: id,
      encrypted_value: OTHER_CIPHER_TEXT,
      encrypted_value_verification_key: null,
      value_verification_hash: null,
    }))
  return { item, slots, intent: { item_id: item.id, slot_values, encrypted_dek: PASSPHRASE_CIPHER_TEXT } }
}

/** Connects two users; the first one invites. */
export async function connectUsers(service: TestService, inviter: Caller, invited: Caller) {
  const { token } = await peopleCalls(service, inviter).invite()
  const { connection } = await peopleCalls(service, invited).connect(token)
  return { token, ofInvited: connection }
}
