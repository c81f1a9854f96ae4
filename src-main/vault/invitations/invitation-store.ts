import type { IntegrationData } from '../../../shared/contract/connections.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Invitation, InvitationState } from '../../../shared/contract/invitations.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../../service/merged-pages.ts'
import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

type Texts = Invitation['sender_to_recipient_data']

/** An invitation as stored; `user_…` and `keypair_external_id` are its sender's. */
export interface StoredInvitation {
  readonly id: string
  readonly user_id: string
  readonly token_hash: Uint8Array
  readonly sealed_token: Uint8Array
  readonly state: InvitationState
  readonly invited_user_id: string | null
  readonly user_public_key: string
  readonly keypair_external_id: string | null
  readonly encrypted_recipient_name: string | null
  readonly encrypted_sender_name: string | null
  readonly connection_type: Invitation['connection_type']
  readonly integration_data: IntegrationData | null
  readonly delegation_token: string | null
  readonly delegation_role: DelegationRole | null
  readonly sender_to_recipient_data: Texts
  readonly recipient_to_sender_data: Texts
  /** The acceptance, where the sender has to confirm it. */
  readonly acceptance: StoredAcceptance | null
  /** The delegation under which it was made, on behalf of its sender or in a session of an agent. */
  readonly made_by_delegation: string | null
  readonly created_at: string
  readonly expire_at: string
}

/** The recipient's data from accepting an invitation, for the connection that follows. */
export interface StoredAcceptance {
  readonly public_key: string
  readonly keypair_external_id: string | null
  /** Name of the sender, encrypted by the recipient. */
  readonly encrypted_recipient_name: string | null
  /** The shares need no further acceptance. */
  readonly accept_shares: boolean
}

/** An invitation with fields of other tables. */
export interface ReadInvitation extends StoredInvitation {
  readonly shares_to_be_created: number
  readonly sender: Pick<StoredUser, 'user_type' | 'full_name'>
}

export interface InvitationFilter {
  readonly states: readonly InvitationState[]
  readonly tokenHash: Uint8Array | undefined
}

type JsonKey = 'integration_data' | 'sender_to_recipient_data' | 'recipient_to_sender_data'

interface Row extends Omit<ReadInvitation, JsonKey | 'sender' | 'acceptance'> {
  readonly integration_data: string | null
  readonly sender_to_recipient_data: string
  readonly recipient_to_sender_data: string
  readonly recipient_public_key: string | null
  readonly recipient_keypair_external_id: string | null
  readonly recipient_encrypted_name: string | null
  readonly accept_shares: 0 | 1 | null
  readonly user_type: ReadInvitation['sender']['user_type']
  readonly full_name: string | null
}

const READ = /* sql */ `
  SELECT v.*, u.user_type, u.full_name,
    (SELECT count(*) FROM share_intents s WHERE s.invitation_id = v.id) AS shares_to_be_created
  FROM invitations v CROSS JOIN users u ON u.id = v.user_id
`

export type InvitationStore = ReturnType<typeof invitationStore>

/** Invitations on SQLite. */
export function invitationStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO invitations ${inserted(`id, user_id, token_hash, sealed_token, state, invited_user_id,
      user_public_key, keypair_external_id, encrypted_recipient_name, encrypted_sender_name, connection_type,
      integration_data, delegation_token, delegation_role, sender_to_recipient_data, recipient_to_sender_data,
      made_by_delegation, created_at, expire_at`)}
  `)
  const update = connection.prepare(/* sql */ `
    UPDATE invitations SET ${assigned(`state, invited_user_id, integration_data, encrypted_recipient_name,
      recipient_to_sender_data, recipient_public_key, recipient_keypair_external_id, recipient_encrypted_name,
      accept_shares`)}
    WHERE id = @id
  `)
  const byId = connection.prepare<[string, string], Row>(`${READ} WHERE v.id = ? AND v.user_id = ?`)
  const byHash = connection.prepare<[Uint8Array], Row>(`${READ} WHERE v.token_hash = ? AND u.leaving_since IS NULL`)
  const page = statementCache<Row>(connection)
  const remove = connection.prepare<[string]>('DELETE FROM invitations WHERE id = ?')
  const openBy = (column: 'delegation_token' | 'made_by_delegation') =>
    connection.prepare<[string], Row>(`${READ} WHERE v.${column} = ? AND +v.state IN ('new', 'accepted') ORDER BY v.id`)
  const openOfDelegation = openBy('delegation_token')
  const openMadeBy = openBy('made_by_delegation')
  const rejectAccepted = connection.prepare<[string]>(/* sql */ `
    UPDATE invitations SET state = 'rejected', recipient_public_key = NULL, recipient_keypair_external_id = NULL,
      recipient_encrypted_name = NULL, accept_shares = NULL
    WHERE invited_user_id = ? AND state = 'accepted'
  `)
  const earliest = connection
    .prepare<[], string | null>("SELECT min(expire_at) FROM invitations WHERE state = 'new'")
    .pluck()
  const expired = connection.prepare<[string], Row>(`${READ} WHERE v.state = 'new' AND v.expire_at <= ? ORDER BY +v.id`)
  const read = (row: Row | undefined) => row && readRow(row)
  return {
    add: (invitation: StoredInvitation) => void insert.run(writtenRow(invitation)),
    /** A sent invitation by its id. */
    find: (senderId: string, id: string) => read(byId.get(id, senderId)),
    findByTokenHash: (tokenHash: Uint8Array) => read(byHash.get(tokenHash)),
    page(senderId: string, { states, tokenHash }: InvitationFilter, request: PageRequest): Page<ReadInvitation> {
      return mergedPage(
        {
          sources: states,
          read: (state, range) =>
            page(rangeSql(tokenHash !== undefined, range))
              .all({ senderId, state, tokenHash, ...rangeValues(range) })
              .map(readRow),
          place: invitationPlace,
        },
        request,
      )
    },
    /** Stores what may change: the state, who was invited, the intent, both names' texts and the acceptance. */
    update: (invitation: StoredInvitation) => void update.run(writtenRow(invitation)),
    delete: (id: string) => void remove.run(id),
    /** The invitations with this delegation that are unused or not confirmed yet. */
    openOfDelegation: (token: string): readonly StoredInvitation[] => openOfDelegation.all(token).map(readRow),
    /** Like `openOfDelegation`, for invitations that a delegate made. */
    openMadeByDelegation: (token: string): readonly StoredInvitation[] => openMadeBy.all(token).map(readRow),
    /** Rejects the invitations that a user who is being deleted accepted and nobody confirmed. */
    rejectAcceptedBy: (userId: string) => void rejectAccepted.run(userId),
    /** When the next new invitation expires; null when there is none. */
    earliestExpiry: () => earliest.get() ?? null,
    /** New invitations that have expired by then. */
    newExpiredBy: (time: string): readonly StoredInvitation[] => expired.all(time).map(readRow),
  }
}

/** Invitations of one state in the order of their index, or the one with a token. */
function rangeSql(byToken: boolean, range: PageRange): string {
  const conditions = [
    byToken
      ? 'v.token_hash = @tokenHash AND +v.user_id = @senderId AND +v.state = @state'
      : 'v.user_id = +@senderId AND v.state = +@state',
    ...rangeConditions(range, 'v.created_at, v.id'),
  ]
  return `${READ} WHERE ${conditions.join(' AND ')} ${rangeOrder(range, 'v.created_at, v.id')}`
}

const invitationPlace = ({ created_at, id }: ReadInvitation): Cursor => ({ sortValue: created_at, id })

function writtenRow({ acceptance, ...invitation }: StoredInvitation) {
  const { integration_data, sender_to_recipient_data, recipient_to_sender_data } = invitation
  return {
    ...invitation,
    integration_data: integration_data && JSON.stringify(integration_data),
    sender_to_recipient_data: JSON.stringify(sender_to_recipient_data),
    recipient_to_sender_data: JSON.stringify(recipient_to_sender_data),
    recipient_public_key: acceptance?.public_key ?? null,
    recipient_keypair_external_id: acceptance?.keypair_external_id ?? null,
    recipient_encrypted_name: acceptance?.encrypted_recipient_name ?? null,
    accept_shares: acceptance === null ? null : Number(acceptance.accept_shares),
  }
}

function readRow(row: Row): ReadInvitation {
  const { user_type, full_name, recipient_public_key, recipient_keypair_external_id, ...rest } = row
  const { recipient_encrypted_name, accept_shares, ...invitation } = rest
  return {
    ...invitation,
    // Written by this store only, from the contract's types.
    integration_data: JSON.parse(row.integration_data ?? 'null') as StoredInvitation['integration_data'],
    sender_to_recipient_data: JSON.parse(row.sender_to_recipient_data) as Record<string, string>,
    recipient_to_sender_data: JSON.parse(row.recipient_to_sender_data) as Record<string, string>,
    sender: { user_type, full_name },
    acceptance:
      recipient_public_key === null
        ? null
        : {
            public_key: recipient_public_key,
            keypair_external_id: recipient_keypair_external_id,
            encrypted_recipient_name: recipient_encrypted_name,
            accept_shares: accept_shares === 1,
          },
  }
}
