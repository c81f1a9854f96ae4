import { z } from 'zod'
import { atMost } from './bounds.ts'
import { DelegationRole } from './delegation-rights.ts'
import { answer, defineOperations } from './operation.ts'
import { UserType } from './users.ts'
import { Label, ValidFor } from './values.ts'
import {
  ownOperation as own,
  Passphrase,
  USER_ERRORS,
  userOperation,
  WORKSPACE_ERRORS,
  workspaceOperation,
} from './workbench-window.ts'

/* Users simulated in a workspace ------------------------------------------------------------------------------------ */

export const WorkbenchUser = z.object({
  /** Id within the workspace; routes of the window carry it. */
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  user_type: UserType,
  /** Position in the list of actor colours, from 0. */
  colour: z.int(),
  /**
   * `signed_in`: keys are unlocked and sessions are open. `locked`: the passphrase is needed. `incomplete`:
   * registration was interrupted and continues at the next sign-in.
   */
  state: z.enum(['signed_in', 'locked', 'incomplete']),
  /** True when the passphrase is stored, sealed, in this workspace, so that signing in needs none. */
  remembered: z.boolean(),
  /** The username in the key store; empty for agents, who have none, and for accounts of others. */
  username: z.string(),
  vault_user_id: z.string().nullable(),
  /** Fingerprint of the login key pair, in groups of four; null before it exists. */
  key_fingerprint: z.string().nullable(),
  /** Present for accounts that published clients can open, too. */
  published_format: z.literal(true).optional(),
  /** The organization or service of an agent, and the member whose key opens it; null for others. */
  agent: z
    .object({
      organization_id: z.string(),
      /** Null for the organization itself. */
      service_id: z.string().nullable(),
      /** The id of the member in the workspace. */
      through_user_id: z.string(),
      through_name: z.string(),
    })
    .nullable(),
  /** Set for an account owner whose account was opened by a delegate. */
  delegation: z
    .object({
      /** The delegate's side. */
      connection_id: z.string(),
      role: DelegationRole,
      /** True for a child user of whom the delegate is a parent. */
      child: z.boolean(),
      /** The id of the delegate in the workspace. */
      through_user_id: z.string(),
      through_name: z.string(),
    })
    .nullable(),
  created_at: z.string(),
})
export type WorkbenchUser = z.infer<typeof WorkbenchUser>

/** The passphrase; null or absent for the one stored in the workspace. */
export const PassphraseOrRemembered = z.string().check(atMost(1024)).nullable().optional()

/** Error codes of operations that need the passphrase. */
export const PASSPHRASE_ERRORS = ['login_failed', 'too_many_requests', 'passphrase_not_hashed'] as const

const userReply = { status: 200, body: z.object({ user: WorkbenchUser }) } as const

export const workbenchUserOperations = defineOperations({
  usersGet: {
    ...workspaceOperation,
    endpoint: 'GET /users',
    summary: 'The users simulated in this workspace',
    success: answer(200, { users: z.array(WorkbenchUser) }),
  },
  userRegister: {
    ...own,
    endpoint: 'POST /users',
    summary: 'Register a user: key-store account, keys, vault account',
    body: z.object({
      full_name: Label,
      email: z.string().trim().check(atMost(255)).default(''),
      passphrase: Passphrase,
      remember: z.boolean().default(false),
      /** Uses the format of published clients for keys and values, so that these can open the account, too. */
      published_format: z.boolean().default(false),
    }),
    /** The secret string is shown only once; together with the passphrase it opens the account anywhere. */
    success: answer(201, { user: WorkbenchUser, secret_string: z.string() }),
    errors: ['workspace_locked', 'name_taken', 'passphrase_too_common', 'passphrase_not_hashed'],
  },
  userAdd: {
    ...own,
    endpoint: 'POST /users/existing',
    summary: 'Add a user who has an account in this workspace, by secret string',
    body: z.object({
      secret_string: z.string().trim().check(atMost(255)),
      passphrase: z.string().check(atMost(1024)),
      remember: z.boolean().default(false),
    }),
    success: answer(201, { user: WorkbenchUser }),
    errors: ['workspace_locked', 'login_failed', 'secret_string_invalid', 'name_taken', 'passphrase_not_hashed'],
  },
  userSignIn: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/sign-in',
    summary: "Unlock a user's keys; those of an agent or account owner need the passphrase of the member or delegate",
    body: z.object({
      passphrase: PassphraseOrRemembered,
      /** Stores the passphrase for the member or delegate it belongs to, if it was right. */
      remember: z.boolean().default(false),
    }),
    success: userReply,
    /** An agent also gets the errors of `organizationAct`, an account owner those of `delegationAct`. */
    errors: [
      ...USER_ERRORS,
      ...PASSPHRASE_ERRORS,
      'not_organization_member',
      'role_not_sufficient',
      'wrong_status',
      'organization_key_missing',
      'organization_key_wrong',
      'value_cannot_be_opened',
      'delegation_not_permitted',
    ],
  },
  userSignOut: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/sign-out',
    summary: "End the user's sessions here and wipe the keys",
    success: userReply,
    errors: [...WORKSPACE_ERRORS, 'not_found'],
  },
  userPassphraseForget: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/forget-passphrase',
    summary: "Remove a user's stored passphrase from the workspace",
    success: userReply,
    /** `forbidden`: an agent has none. */
    errors: [...WORKSPACE_ERRORS, 'not_found', 'forbidden'],
  },
  userForget: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}',
    summary: 'Remove the user from the list; the account and its items stay',
    errors: [...WORKSPACE_ERRORS, 'not_found'],
  },
  userSecretString: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/secret-string',
    summary: 'Show the secret string again, for safe keeping',
    body: z.object({ passphrase: z.string().check(atMost(1024)) }),
    success: answer(200, { secret_string: z.string() }),
    /** `forbidden`: an agent has none. */
    errors: ['workspace_locked', 'login_failed', 'passphrase_not_hashed', 'not_found', 'forbidden'],
  },
  changePassphrase: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/passphrase',
    summary:
      "Change a user's passphrase and sign in with the new one at once, so that the change cannot be taken back; other " +
      'sessions and all login keys end, except those in keep_login_keys. With new_keys all keys are replaced, too, and everything is sealed again in the background',
    body: z.object({
      passphrase: PassphraseOrRemembered,
      new_passphrase: Passphrase,
      /** Ids of login keys that stay valid. */
      keep_login_keys: z.array(z.string()).check(atMost(100)).default([]),
      /** Replaces every key that only the user has; no login key can stay valid then. */
      new_keys: z.boolean().default(false),
    }),
    success: userReply,
    /** `forbidden`: an agent has none. */
    errors: [
      ...WORKSPACE_ERRORS,
      ...PASSPHRASE_ERRORS,
      'passphrase_too_common',
      'param_missing',
      'invalid_params',
      'not_found',
      'value_cannot_be_opened',
      'forbidden',
    ],
  },
  loginKeyMake: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/login-keys',
    summary: 'Make a login key for another program, with the passphrase; it is shown only once',
    body: z.object({
      passphrase: PassphraseOrRemembered,
      label: Label,
      /** The time must be in the future; null: the key does not expire. */
      expire_at: z.string().check(atMost(64)).nullish(),
    }),
    success: answer(201, { login_key: z.string() }),
    /** `forbidden`: an agent has none. */
    errors: [...USER_ERRORS, ...PASSPHRASE_ERRORS, 'param_missing', 'invalid_params', 'forbidden'],
  },
  publishedCredentialsMake: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/published-credentials',
    summary:
      'Make the credential file of the published command-line client, with the passphrase: a session limited in time, ' +
      'and the unsealed keys of the account. It is shown only once',
    body: z.object({ passphrase: z.string().check(atMost(1024)), valid_for: ValidFor }),
    success: answer(201, { credentials: z.string(), valid_till: z.string() }),
    /** `value_cannot_be_opened`: that client cannot read our format. `forbidden`: an agent has no keys. */
    errors: [...USER_ERRORS, ...PASSPHRASE_ERRORS, 'valid_for_invalid', 'value_cannot_be_opened', 'forbidden'],
  },
  userQueueForDeletion: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/deletion-queue',
    summary: 'Queue an account of a user for deletion, with the passphrase',
    body: z.object({ passphrase: PassphraseOrRemembered, part: z.enum(['vault', 'keystore']) }),
    success: answer(201, { queued_for_deletion_after: z.string().nullable() }),
    /** `forbidden`: an agent has no passphrase. */
    errors: [...USER_ERRORS, ...PASSPHRASE_ERRORS, 'param_missing', 'forbidden'],
  },
})
