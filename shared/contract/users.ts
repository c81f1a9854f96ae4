import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { failsWith, Label, ReplyCipherText, ReplyId, ReplyTime, ShortText, namedObject } from './values.ts'

export const UserType = z.enum(['human', 'organization_agent', 'service_agent']).meta({ id: 'UserType' })

/** A user of the vault. */
export const User = namedObject('User', {
  id: ReplyId,
  full_name: z.string().nullable(),
  /** Empty when unknown. */
  email: z.string(),
  country: z.string().nullable(),
  timezone: z.string().nullable(),
  joined_at: ReplyTime,
  /** When `private_dek_external_id` was first set. */
  onboarded_at: ReplyTime.nullable(),
  /** Always false; older clients read both. */
  track_events: z.boolean(),
  track_usage: z.boolean(),
  accepted_terms: z.boolean(),
  /** Id of the main data-encryption key in the key-store. */
  private_dek_external_id: z.string().nullable(),
  queued_for_deletion_after: ReplyTime.nullable(),
  user_type: UserType,
})
export type User = z.infer<typeof User>

const Country = z
  .string()
  .trim()
  .refine((text) => /^[A-Za-z]{2}$/.test(text), failsWith('invalid_params', 'must be a two-letter country code'))
  .meta({ examples: ['DE'] })
  .transform((text) => text.toUpperCase())

const Email = ShortText.trim()

const ChangedUser = namedObject('ChangedUser', {
  country: Country.nullable().optional(),
  email: Email.optional(),
  full_name: Label.nullable().optional(),
  private_dek_external_id: Label.nullable().optional(),
})

const DeletionQueueItem = namedObject('DeletionQueueItem', { id: ReplyId, queued_for_deletion_after: ReplyTime })

/** The user, and how much the user's files take and may take, in bytes. */
export const MeReply = z.object({
  user: User,
  data_size_of_uploaded_attachments_and_folders: z.int(),
  data_size_limit: z.int(),
  data_size_limit_exceeded: z.boolean(),
})

const own = { api: 'vault', auth: 'user' } as const
/** The header that carries a notice for the caller of an operation without an answer body. */
export const NOTICE_HEADER = 'Service-Notice'
export const KEYSTORE_ACCOUNT_STAYS =
  'Your key-store account still exists. To delete it as well, call POST /users/deletion_queue of the key store.'

const queue = { ...own, delegation: 'owner' } as const

/** Operations on the own account (docs/contract/vault.md, Users). */
export const userOperations = defineOperations({
  mePost: {
    api: 'vault',
    endpoint: 'POST /me',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Create a vault account with an admission token; answers a session sealed to the public key',
    body: z.object({ public_key: PublicKeyText, admission_token: z.string() }),
    success: answer(201, { encrypted_session_authentication_string: ReplyCipherText, user: User }),
    errors: ['invalid_public_key', 'admission_token_invalid', 'name_taken'],
  },
  meGet: {
    ...own,
    endpoint: 'GET /me',
    delegation: 'reader',
    summary: 'The acting user',
    success: { status: 200, body: MeReply },
  },
  mePut: {
    ...own,
    endpoint: 'PUT /me',
    delegation: 'owner',
    summary: 'Change the acting user; null clears what may be empty',
    body: z.object({ user: ChangedUser }),
    success: { status: 200, body: MeReply },
    errors: ['invalid_params', 'forbidden'],
  },
  meDelete: {
    ...own,
    endpoint: 'DELETE /me',
    delegation: 'owner',
    guard: { by: 'session', inWindow: 'userQueueForDeletion' },
    summary:
      'Delete the acting user with everything that belongs to it, at once; the key-store account stays, and the header Service-Notice says how to delete it',
    errors: ['forbidden', 'last_owner', 'session_not_sufficient'],
  },
  meDeletionQueuePost: {
    ...queue,
    endpoint: 'POST /me/deletion_queue',
    guard: { by: 'session', inWindow: 'userQueueForDeletion' },
    summary: 'Queue the acting user for deletion in 7 days; an earlier time is kept',
    success: answer(202, { deletion_queue_item: DeletionQueueItem }),
    errors: ['forbidden', 'session_not_sufficient'],
  },
  meDeletionQueueDelete: {
    ...queue,
    endpoint: 'DELETE /me/deletion_queue',
    summary: 'Leave the deletion queue',
    errors: ['forbidden'],
  },
})
