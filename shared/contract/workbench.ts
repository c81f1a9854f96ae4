import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { Label, broken } from './values.ts'
import {
  definitionOperations,
  deskOperations,
  exchangeSettingsOperations,
  verifierSettingsOperations,
  registryOperations,
  subscriptionKeyOperations,
} from './workbench-exchange.ts'
import { issuerOperations } from './workbench-issuer.ts'
import { workbenchItemOperations } from './workbench-items.ts'
import { workbenchSharingOperations } from './workbench-sharing.ts'
import type { TaskState } from './workbench-tasks.ts'
import { workbenchTaskOperations } from './workbench-tasks.ts'
import type { MatrixRow } from './workbench-wallet.ts'
import { walletOperations } from './workbench-wallet.ts'
import { forwardedCall, ownOperation as own, UserPath } from './workbench-window.ts'

/**
 * Operations that only the workbench's own window may call: workspaces, the users simulated in them, what those users
 * see after decryption, and the journal of calls. Keys and tokens never appear in a reply.
 */

/* Workspaces ------------------------------------------------------------------------------------------------------ */

export const MIN_PASSPHRASE_CHARACTERS = 8

/** A passphrase as typed. It never appears in a reply, a log or the journal. */
export const Passphrase = z
  .string()
  .min(
    MIN_PASSPHRASE_CHARACTERS,
    broken('invalid_params', `must have at least ${MIN_PASSPHRASE_CHARACTERS} characters`),
  )
  .max(1024, broken('invalid_params', 'must not be longer than 1,024 characters'))

export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  /** A passphrase protects the file; without one it is a plain file. */
  protected: z.boolean(),
  /** Made of sample data, not for real data. */
  demo: z.boolean(),
  created_at: z.string(),
  last_opened_at: z.string().nullable(),
})
export type Workspace = z.infer<typeof Workspace>

export const WorkbenchStatus = z.object({
  application: z.object({ name: z.string(), version: z.string(), mode: z.enum(['desktop', 'browser', 'headless']) }),
  /** Addresses other programs can be pointed at; null when nothing is served. */
  server: z
    .object({ url: z.string(), vault: z.string(), keystore: z.string(), exchange: z.string(), verifier: z.string() })
    .nullable(),
  data_directory: z.string(),
  /** The workspace in use; null before one was chosen. */
  current: Workspace.nullable(),
  /** `locked`: keys are dropped, and a protected file is closed. */
  state: z.enum(['none', 'open', 'locked']),
  workspaces: z.array(Workspace),
  /** When something was last written. */
  saved_at: z.string().nullable(),
  /** What is wrong with the file of the workspace in use, found after an end that was not in order. */
  damage: z.string().optional(),
})
export type WorkbenchStatus = z.infer<typeof WorkbenchStatus>

const statusReply = { status: 200, body: WorkbenchStatus } as const
const WorkspacePath = z.object({ workspace_id: z.string().max(64) })

export const workspaceOperations = defineOperations({
  windowSessionCreate: {
    ...own,
    auth: 'none',
    method: 'POST',
    path: '/window-sessions',
    summary: 'Exchange the one-time start code for the token of a window in a browser',
    body: z.object({ code: z.string().max(128) }),
    success: { status: 201, body: z.object({ window_token: z.string() }) },
    errors: ['unauthorized'],
  },
  statusGet: {
    ...own,
    method: 'GET',
    path: '/status',
    summary: 'What is open, and where it is served',
    success: statusReply,
    errors: [],
  },
  workspaceCreate: {
    ...own,
    method: 'POST',
    path: '/workspaces',
    summary: 'Create a workspace and open it',
    body: z.object({ name: Label, passphrase: Passphrase.nullable() }),
    success: { ...statusReply, status: 201 },
    errors: ['name_taken', 'passphrase_not_hashed', 'storage_full'],
  },
  sampleWorkspaceCreate: {
    ...own,
    method: 'POST',
    path: '/workspaces/sample',
    summary: 'Create the sample workspace, or open it when it exists',
    success: { ...statusReply, status: 201 },
    errors: ['storage_full'],
  },
  workspaceOpen: {
    ...own,
    method: 'POST',
    path: '/workspaces/{workspace_id}/open',
    summary: 'Open or unlock a workspace',
    params: WorkspacePath,
    body: z.object({ passphrase: z.string().max(1024).nullable().optional() }),
    success: statusReply,
    errors: ['workspace_passphrase_wrong', 'workspace_not_usable', 'passphrase_not_hashed', 'not_found'],
  },
  workspaceLock: {
    ...own,
    method: 'POST',
    path: '/lock',
    summary: 'Drop every key and revealed value; close a protected file',
    success: statusReply,
    errors: [],
  },
})

/* Users of the workspace ------------------------------------------------------------------------------------------ */

export const WorkbenchUser = z.object({
  /** Id within the workspace; routes of the window carry it. */
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  user_type: z.enum(['human', 'organization_agent', 'service_agent']),
  /** Position in the list of actor colours, from 0. */
  colour: z.int(),
  /**
   * `signed_in`: keys are unlocked and sessions run. `locked`: the passphrase is needed. `incomplete`: registration
   * was interrupted and goes on at the next sign-in.
   */
  state: z.enum(['signed_in', 'locked', 'incomplete']),
  /** The passphrase is kept sealed in this workspace, so signing in needs none. */
  remembered: z.boolean(),
  username: z.string(),
  vault_user_id: z.string().nullable(),
  /** Fingerprint of the login key pair, in groups of four; null before it exists. */
  key_fingerprint: z.string().nullable(),
  created_at: z.string(),
})
export type WorkbenchUser = z.infer<typeof WorkbenchUser>

const userReply = { status: 200, body: z.object({ user: WorkbenchUser }) } as const

export const workbenchUserOperations = defineOperations({
  usersGet: {
    ...own,
    method: 'GET',
    path: '/users',
    summary: 'The users simulated in this workspace',
    success: { status: 200, body: z.object({ users: z.array(WorkbenchUser) }) },
    errors: ['workspace_locked'],
  },
  userRegister: {
    ...own,
    method: 'POST',
    path: '/users',
    summary: 'Register a user: key-store account, keys, vault account',
    body: z.object({
      full_name: Label,
      email: z.string().trim().max(255).default(''),
      passphrase: Passphrase,
      remember: z.boolean().default(false),
    }),
    /** The secret string is shown this once; together with the passphrase it opens the account anywhere. */
    success: { status: 201, body: z.object({ user: WorkbenchUser, secret_string: z.string() }) },
    errors: ['workspace_locked', 'name_taken', 'passphrase_not_hashed'],
  },
  userAdd: {
    ...own,
    method: 'POST',
    path: '/users/existing',
    summary: 'Add a user who has an account in this workspace, by secret string',
    body: z.object({
      secret_string: z.string().trim().max(255),
      passphrase: z.string().max(1024),
      remember: z.boolean().default(false),
    }),
    success: { status: 201, body: z.object({ user: WorkbenchUser }) },
    errors: ['workspace_locked', 'login_failed', 'secret_string_invalid', 'name_taken', 'passphrase_not_hashed'],
  },
  userSignIn: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/sign-in',
    summary: "Unlock a user's keys; goes on with an interrupted registration",
    params: UserPath,
    body: z.object({ passphrase: z.string().max(1024).nullable().optional() }),
    success: userReply,
    errors: ['workspace_locked', 'login_failed', 'too_many_requests', 'passphrase_not_hashed', 'not_found'],
  },
  userSignOut: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/sign-out',
    summary: "End the user's sessions here and wipe the keys",
    params: UserPath,
    success: userReply,
    errors: ['workspace_locked', 'not_found'],
  },
  userForget: {
    ...own,
    method: 'DELETE',
    path: '/users/{user_id}',
    summary: 'Take the user off the list; the account and its items stay',
    params: UserPath,
    success: { status: 204 },
    errors: ['workspace_locked', 'not_found'],
  },
  userSecretString: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/secret-string',
    summary: 'Show the secret string again, for safe keeping',
    params: UserPath,
    body: z.object({ passphrase: z.string().max(1024) }),
    success: { status: 200, body: z.object({ secret_string: z.string() }) },
    errors: ['workspace_locked', 'login_failed', 'passphrase_not_hashed', 'not_found'],
  },
  userCall: {
    ...own,
    method: 'POST',
    path: '/users/{user_id}/call',
    summary: 'Call an operation of the service as this user',
    params: UserPath,
    ...forwardedCall,
    errors: ['workspace_locked', 'not_found', 'user_locked'],
  },
})

/* Journal of calls ------------------------------------------------------------------------------------------------ */

export const CallSummary = z.object({
  number: z.int(),
  at: z.string(),
  /** Where it came from. */
  source: z.enum(['window', 'client', 'loopback', 'verifier', 'wallet']),
  transport: z.enum(['in_process', 'http']),
  api: z.string(),
  operation: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  /** Workspace user it acted as; null for other programs and public calls. */
  user_id: z.string().nullable(),
  error: z.string().nullable(),
})
export type CallSummary = z.infer<typeof CallSummary>

/** Secrets are masked before a call is kept. Bodies over 64 KiB are cut, which `truncated` says. */
export const CallDetail = CallSummary.extend({
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  truncated: z.boolean(),
  curl: z.string(),
})
export type CallDetail = z.infer<typeof CallDetail>

export const journalOperations = defineOperations({
  callsGet: {
    ...own,
    method: 'GET',
    path: '/calls',
    summary: 'The kept calls, newest first',
    query: z.object({
      before: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    success: { status: 200, body: z.object({ calls: z.array(CallSummary), kept: z.int(), total: z.int() }) },
    errors: [],
  },
  callGet: {
    ...own,
    method: 'GET',
    path: '/calls/{number}',
    summary: 'One call with headers and bodies, secrets masked',
    params: z.object({ number: z.coerce.number().int() }),
    success: { status: 200, body: z.object({ call: CallDetail }) },
    errors: ['not_found'],
  },
  callsClear: {
    ...own,
    method: 'DELETE',
    path: '/calls',
    summary: 'Empty the journal',
    success: { status: 204 },
    errors: [],
  },
})

export const workbenchOperations = {
  ...workspaceOperations,
  ...workbenchUserOperations,
  ...workbenchItemOperations,
  ...workbenchSharingOperations,
  ...workbenchTaskOperations,
  ...deskOperations,
  ...definitionOperations,
  ...subscriptionKeyOperations,
  ...exchangeSettingsOperations,
  ...verifierSettingsOperations,
  ...registryOperations,
  ...walletOperations,
  ...issuerOperations,
  ...journalOperations,
}

/** What the main process pushes to the window. */
export type WorkbenchEvent =
  | { readonly type: 'status'; readonly status: WorkbenchStatus }
  | { readonly type: 'users'; readonly users: readonly WorkbenchUser[] }
  | { readonly type: 'call'; readonly call: CallSummary }
  /** Something of this vault user changed; lists and open records read it again. */
  | {
      readonly type: 'change'
      readonly vault_user_id: string
      readonly name: string
      readonly eventable_type: string
      readonly eventable_id: string
      /** The item it is about, as this user sees it, where there is one: also for events of slots and shares. */
      readonly item_id: string | null
      readonly share_id: string | null
    }
  /** A task of a batch: `done` of `of` shares are written. The last one of a task says how it ended. */
  | {
      readonly type: 'task-run'
      /** Of the workspace. */
      readonly user_id: string
      readonly task_id: string
      readonly done: number
      readonly of: number
      readonly state: TaskState
    }
  /** A bulk share: `done` of `of` shares are sent. */
  | { readonly type: 'share-run'; readonly user_id: string; readonly done: number; readonly of: number }
  /** Something of the exchange changed; lists read it again. */
  | {
      readonly type: 'exchange'
      readonly part: 'definitions' | 'keys' | 'registries' | 'trust' | 'settings' | 'issued'
    }
  /** A verifier request was made, fetched, answered, or ended. */
  | { readonly type: 'verifier-request'; readonly request_id: string }
  /** A wallet got or lost something, or its open run changed. */
  | { readonly type: 'wallet'; readonly user_id: string; readonly run_id: string | null }
  /** A scenario of a matrix has run. */
  | {
      readonly type: 'scenario'
      readonly user_id: string
      readonly row: MatrixRow
      readonly done: number
      readonly of: number
    }
  /** Steps of a registration or of the sample workspace. */
  | {
      readonly type: 'progress'
      readonly task: 'register' | 'sample'
      readonly step: string
      readonly done: number
      readonly of: number
    }
