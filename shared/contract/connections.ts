import { z } from 'zod'
import { DELEGATION_ROLES, DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { MemberRole } from './organization-rights.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { PublicKeyText } from './public-key-text.ts'
import { UserType } from './users.ts'
import {
  failsWith,
  CipherText,
  enumOf,
  QueryList,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  ShortText,
  namedObject,
} from './values.ts'

export const CONNECTION_TYPES = ['member', 'service', 'delegate'] as const
export const ConnectionType = z.enum(CONNECTION_TYPES).meta({ id: 'ConnectionType' })

/** The purpose of an invitation, and of the connection that was made from it. */
export const IntegrationData = namedObject('IntegrationData', {
  intent: ConnectionType,
  organization_id: ReplyId.optional(),
  organization_member_role: MemberRole.optional(),
  organization_member_id: ReplyId.optional(),
  service_id: ReplyId.optional(),
  role: DelegationRole.optional(),
  delegation_token: z.string().optional(),
})
export type IntegrationData = z.infer<typeof IntegrationData>

const side = {
  id: ReplyId,
  /** Both sides have the same integration data. */
  integration_data: IntegrationData.nullable(),
  /** `delegate` is set on the side of the delegate only, `member` and `service` on both; null is a plain connection. */
  connection_type: ConnectionType.nullable(),
  /** The user of this side, whom the fields below describe. */
  user_id: ReplyId,
  user_type: UserType,
  user_public_key: z.string(),
  user_keypair_external_id: z.string().nullable(),
  delegation_token: z.string().nullable(),
  delegation_role: DelegationRole.nullable(),
  created_at: ReplyTime,
}

/** A connection has the acting user's side and the other user's side, each with an id of its own. */
export const Connection = namedObject('Connection', {
  own: z
    .object({
      ...side,
      /** The name of the other user, encrypted by the acting user. */
      encrypted_recipient_name: ReplyCipherText.nullable(),
    })
    .meta({ id: 'OwnConnectionData' }),
  the_other_user: namedObject('TheOtherConnectedUserData', side),
})
export type Connection = z.infer<typeof Connection>

/** Reports whether a share intent became a share. */
export const CreatedShareReport = namedObject('CreatedShareReport', {
  item_to_be_shared: ReplyId,
  success: z.boolean(),
  share_id: ReplyId.nullable(),
  /** The error code that says why there is no share. */
  reason: z.string().nullable(),
})
export type CreatedShareReport = z.infer<typeof CreatedShareReport>

/** A user's own public key for a connection, with the user's own id of the key pair. */
export const ConnectionKey = namedObject('ConnectionKey', {
  public_key: PublicKeyText,
  keypair_external_id: ShortText.nullish(),
})
export type ConnectionKey = z.output<typeof ConnectionKey>

export const ConnectionReply = z.object({ connection: Connection })

/** Says which side granted the other one access to its account. */
const GrantedDelegation = z.enum(['granted_to_the_other_user', 'granted_to_me']).meta({ id: 'GrantedDelegation' })

const NewConnection = namedObject('NewConnection', {
  invitation_token: ShortText,
  encrypted_recipient_name: CipherText.nullish(),
})

/** A delegation role in a request; a wrong one is `delegate_role_invalid` and not `invalid_params`. */
export const SentRole = enumOf(DelegationRole, failsWith('delegate_role_invalid', 'must be owner, admin or reader'))

/** The new role of the delegation of a connection, or its end. */
const RoleChange = enumOf(
  z.enum([...DELEGATION_ROLES, 'remove_delegation']).meta({ id: 'DelegationChange' }),
  failsWith('delegate_role_invalid', 'must be owner, admin, reader or remove_delegation'),
)

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const

/** Operations on connections (docs/contract/vault.md, Connections). */
export const connectionOperations = defineOperations({
  connectionsGet: {
    ...read,
    endpoint: 'GET /connections',
    summary: 'List connections, or only those that grant a delegation',
    query: z.object({
      delegation: GrantedDelegation.optional(),
      /** Limits the list to connections with these users. */
      user_ids: QueryList.optional(),
      ...pagingQuery,
    }),
    success: answer(200, { connections: z.array(Connection), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  connectionsPost: {
    ...base,
    delegation: 'admin',
    endpoint: 'POST /connections',
    summary: 'Connect with the sender of an invitation; its share intents become shares',
    body: z.object({
      public_key: ConnectionKey,
      connection: NewConnection,
    }),
    success: answer(201, {
      ...ConnectionReply.shape,
      created_shares_report: z.array(CreatedShareReport),
      connection_existed_already: z.boolean(),
    }),
    errors: [
      'not_found',
      'own_invitation',
      'invitation_used',
      'invitation_expired',
      'wrong_status',
      'already_member',
      'delegation_exists',
      'forbidden',
      'invalid_public_key',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  connectionsIdGet: {
    ...read,
    endpoint: 'GET /connections/{id}',
    summary: 'Fetch one connection by the id of your side',
    success: { status: 200, body: ConnectionReply },
    errors: ['not_found'],
  },
  connectionsIdPut: {
    ...base,
    delegation: 'owner',
    endpoint: 'PUT /connections/{id}',
    summary:
      'Let the other user act for you, change the role, or end that; an extension: replace the name of the other user',
    body: z
      .object({
        role: RoleChange.optional(),
        /** The token of a delegation of yours that nobody claimed; without it one is made. */
        delegation_token: ShortText.nullish(),
        /** The name is sealed under the user's own key, which may be replaced. The other side is not notified. */
        connection: z
          .object({ encrypted_recipient_name: CipherText.nullable() })
          .meta({ id: 'ChangedConnection' })
          .optional()
          .meta({ 'x-extension': true }),
      })
      .refine(({ role, connection }) => role !== undefined || connection !== undefined, {
        ...failsWith('param_missing', 'is missing'),
        path: ['role'],
      }),
    success: { status: 200, body: ConnectionReply },
    errors: [
      'not_found',
      'delegate_role_invalid',
      'delegation_token_missing',
      'forbidden',
      'wrong_status',
      'last_owner',
      'invalid_encrypted_value',
      'param_missing',
    ],
  },
  connectionsIdDelete: {
    ...base,
    delegation: 'admin',
    endpoint: 'DELETE /connections/{id}',
    summary: 'End a connection on both sides, with all shares between the two users',
    errors: ['not_found', 'last_owner'],
  },
})
