import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { PublicKeyText } from './public-key-text.ts'
import { CipherText, IdPath, QueryList, ReplyId, ReplyTime, ShortText } from './values.ts'

export const CONNECTION_TYPES = ['member', 'service', 'delegate'] as const
export const DELEGATION_ROLES = ['owner', 'admin', 'reader'] as const
export type DelegationRole = (typeof DELEGATION_ROLES)[number]
export const USER_TYPES = ['human', 'organization_agent', 'service_agent'] as const

/** What an invitation is meant for, and the connection it led to (vault contract 2.10). */
export const IntegrationData = z.object({
  intent: z.enum(CONNECTION_TYPES),
  organization_id: ReplyId.optional(),
  organization_member_role: z.enum(['admin', 'owner']).optional(),
  organization_member_id: ReplyId.optional(),
  service_id: ReplyId.optional(),
  role: z.enum(DELEGATION_ROLES).optional(),
  delegation_token: z.string().optional(),
})
export type IntegrationData = z.infer<typeof IntegrationData>

const side = {
  id: ReplyId,
  /** The same on both sides. */
  integration_data: IntegrationData.nullable(),
  /** `delegate`: on the side of the delegate only; `member` and `service`: on both sides; null: plain. */
  connection_type: z.enum(CONNECTION_TYPES).nullable(),
  /** The user of this side; what follows is that user's. */
  user_id: ReplyId,
  user_type: z.enum(USER_TYPES),
  user_public_key: z.string(),
  user_keypair_external_id: z.string().nullable(),
  delegation_token: z.string().nullable(),
  delegation_role: z.enum(DELEGATION_ROLES).nullable(),
  created_at: ReplyTime,
}

/** Vault contract 2.11: the acting user's side, and the other user's. Each side has its own id. */
export const Connection = z.object({
  own: z.object({
    ...side,
    /** Name of the other user, encrypted by the acting user. */
    encrypted_recipient_name: z.string().nullable(),
  }),
  the_other_user: z.object(side),
})
export type Connection = z.infer<typeof Connection>

/** What became of one share intent (vault contract 2.9). */
export const CreatedShareReport = z.object({
  item_to_be_shared: ReplyId,
  success: z.boolean(),
  share_id: ReplyId.nullable(),
  /** Why not: an error code. */
  reason: z.string().nullable(),
})
export type CreatedShareReport = z.infer<typeof CreatedShareReport>

/** A user's own public key for a connection, with the user's own id of the key pair. */
export const ConnectionKey = z.object({ public_key: PublicKeyText, keypair_external_id: ShortText.nullish() })
export type ConnectionKey = z.output<typeof ConnectionKey>

export const ConnectionReply = z.object({ connection: Connection })

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, method: 'GET', delegation: 'reader' } as const

/** Vault contract 3.8, E81 to E84. */
export const connectionOperations = defineOperations({
  connectionsGet: {
    ...read,
    path: '/connections',
    summary: 'List connections, or only those that grant a delegation',
    query: z.object({
      delegation: z.enum(['granted_to_the_other_user', 'granted_to_me']).optional(),
      /** Only those with these users. */
      user_ids: QueryList.optional(),
      ...pagingQuery,
    }),
    success: { status: 200, body: z.object({ connections: z.array(Connection), ...pagingReply }) },
    errors: ['invalid_params', 'invalid_cursor'],
  },
  connectionsPost: {
    ...base,
    method: 'POST',
    delegation: 'admin',
    path: '/connections',
    summary: 'Connect with the sender of an invitation; its share intents become shares',
    body: z.object({
      public_key: ConnectionKey,
      connection: z.object({
        invitation_token: ShortText,
        encrypted_recipient_name: CipherText.nullish(),
      }),
    }),
    success: {
      status: 201,
      body: z.object({
        ...ConnectionReply.shape,
        created_shares_report: z.array(CreatedShareReport),
        connection_existed_already: z.boolean(),
      }),
    },
    errors: [
      'not_found',
      'own_invitation',
      'invitation_used',
      'invitation_expired',
      'wrong_status',
      'already_member',
      'forbidden',
      'invalid_public_key',
      'invalid_encrypted_value',
      'invalid_params',
      'param_missing',
    ],
  },
  connectionsIdGet: {
    ...read,
    path: '/connections/{id}',
    summary: 'Fetch one connection by the id of your side',
    params: IdPath,
    success: { status: 200, body: ConnectionReply },
    errors: ['not_found'],
  },
  connectionsIdDelete: {
    ...base,
    method: 'DELETE',
    delegation: 'admin',
    path: '/connections/{id}',
    summary: 'End a connection on both sides, with all shares between the two users',
    params: IdPath,
    success: { status: 204 },
    errors: ['not_found', 'last_owner'],
  },
})
