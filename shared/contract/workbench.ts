import { z } from 'zod'
import { atMost } from './bounds.ts'
import { answer, defineOperations } from './operation.ts'
import { Label, wholeNumber } from './values.ts'
import type { Upload } from './workbench-files.ts'
import type { TaskState } from './workbench-tasks.ts'
import type { MatrixRow } from './workbench-wallet.ts'
import type { WorkbenchUser } from './workbench-users.ts'
import {
  hasOneUnlockSecret,
  ONE_UNLOCK_SECRET,
  unlockErrors,
  unlockSecretFields,
  ownOperation as own,
  Passphrase,
} from './workbench-window.ts'
import type { Phrase } from '../phrase.ts'

/**
 * Operations that only the workbench's own window may call: workspaces, and the journal of calls; other files hold
 * those of the users in a workspace. Keys and tokens never appear in a reply.
 */

/* Workspaces ------------------------------------------------------------------------------------------------------ */

export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  /** A passphrase protects the file; without one it is a plain file. */
  protected: z.boolean(),
  /** True when a recovery code opens it as well as the passphrase. */
  has_recovery_code: z.boolean(),
  /** True when it was made of sample data and is not for real data. */
  demo: z.boolean(),
  created_at: z.string(),
  last_opened_at: z.string().nullable(),
})
export type Workspace = z.infer<typeof Workspace>

export const WorkbenchStatus = z.object({
  application: z.object({ name: z.string(), version: z.string(), mode: z.enum(['desktop', 'browser', 'headless']) }),
  /** The addresses for other programs; null when nothing is served. */
  server: z
    .object({ url: z.string(), vault: z.string(), keystore: z.string(), exchange: z.string(), verifier: z.string() })
    .nullable(),
  data_directory: z.string(),
  /** The current workspace; null before one was chosen. */
  current: Workspace.nullable(),
  /** `locked`: keys are wiped, and a protected file is closed. */
  state: z.enum(['none', 'open', 'locked']),
  workspaces: z.array(Workspace),
  /** The time of the last write. */
  saved_at: z.string().nullable(),
  /** The time at which the current workspace locks without further activity; in the last minute only. */
  locks_at: z.string().optional(),
  /** How the file of the current workspace is damaged, or what may be missing from it. */
  damage: z.string().optional(),
  /** The progress in percent while the database of an earlier version is migrated before it opens. */
  updating: z.int().optional(),
  /** Why changes may be lost; absent when the disk can be written. */
  storage: z.enum(['full', 'read_only']).optional(),
  /** Why the last due backup is missing, as a sentence. */
  backup_problem: z.string().optional(),
  /** Present while the clock of this computer shows a time before this program existed. */
  clock_unset: z.literal(true).optional(),
})
export type WorkbenchStatus = z.infer<typeof WorkbenchStatus>

const statusReply = { status: 200, body: WorkbenchStatus } as const
const WorkspacePath = z.object({ workspace_id: z.string().check(atMost(64)) })

export const workspaceOperations = defineOperations({
  windowSessionCreate: {
    ...own,
    auth: 'none',
    endpoint: 'POST /window-sessions',
    summary: 'Exchange the one-time start code for the token of a window in a browser',
    body: z.object({ code: z.string().check(atMost(128)) }),
    success: answer(201, { window_token: z.string() }),
    errors: ['unauthorized'],
  },
  windowCodeCreate: {
    ...own,
    endpoint: 'POST /window-codes',
    summary: 'Make the start code of another window in a browser; it works once, for a minute',
    success: answer(201, { code: z.string() }),
  },
  statusGet: {
    ...own,
    endpoint: 'GET /status',
    summary: 'What is open, and where it is served',
    success: statusReply,
  },
  workspaceCreate: {
    ...own,
    endpoint: 'POST /workspaces',
    summary: 'Create a workspace and open it',
    body: z.object({ name: Label, passphrase: Passphrase.nullable() }),
    success: { ...statusReply, status: 201 },
    errors: ['name_taken', 'passphrase_too_common', 'passphrase_not_hashed', 'storage_full', 'storage_read_only'],
  },
  sampleWorkspaceCreate: {
    ...own,
    endpoint: 'POST /workspaces/sample',
    summary: 'Create the sample workspace, or open it when it exists',
    success: { ...statusReply, status: 201 },
    errors: ['making_cancelled', 'storage_full', 'storage_read_only'],
  },
  workspaceOpen: {
    ...own,
    endpoint: 'POST /workspaces/{workspace_id}/open',
    summary: 'Open or unlock a workspace',
    params: WorkspacePath,
    body: z.object(unlockSecretFields).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: statusReply,
    errors: unlockErrors,
  },
  workspaceCheck: {
    ...own,
    endpoint: 'POST /check',
    summary: 'Look through the file of the open workspace for damage',
    success: answer(200, { checked_at: z.string(), damage: z.array(z.string()) }),
    errors: ['workspace_locked', 'storage_read_only'],
  },
  workspaceLock: {
    ...own,
    endpoint: 'POST /lock',
    summary: 'Drop every key and revealed value; close a protected file',
    success: statusReply,
  },
})

/**
 * A wrong passphrase has the same answers, and as few tries, as when opening: `too_many_requests`, a later attempt
 * replaced this one; `workspace_locked`, it was locked meanwhile, or the keys were changed.
 */
const keyErrors = [
  'workspace_passphrase_wrong',
  'workspace_not_protected',
  'workspace_not_usable',
  'passphrase_not_hashed',
  'not_found',
  'too_many_requests',
  'workspace_locked',
  'storage_full',
  'storage_read_only',
] as const

/** Operations on the keys of a protected workspace, be it open, locked or not in use. */
export const workspaceKeyOperations = defineOperations({
  workspacePassphraseChange: {
    ...own,
    endpoint: 'POST /workspaces/{workspace_id}/passphrase',
    summary: 'Give a workspace a new passphrase, with the old one or the recovery code',
    params: WorkspacePath,
    /**
     * `renew_key`: the file is encrypted again under a new key, so that the old one opens nothing any more. The
     * recovery code becomes invalid, and an open workspace is closed and opened: its users sign in again.
     */
    body: z
      .object({ ...unlockSecretFields, new_passphrase: Passphrase, renew_key: z.boolean().default(false) })
      .refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: statusReply,
    errors: [...keyErrors, 'passphrase_too_common'],
  },
  workspaceRecoveryCodeMake: {
    ...own,
    endpoint: 'POST /workspaces/{workspace_id}/recovery-code',
    summary: 'Make a recovery code, shown only once; the old one becomes invalid',
    params: WorkspacePath,
    body: z.object({ passphrase: z.string().check(atMost(1024)) }),
    success: answer(201, { recovery_code: z.string() }),
    errors: keyErrors,
  },
  workspaceRecoveryCodeRemove: {
    ...own,
    endpoint: 'DELETE /workspaces/{workspace_id}/recovery-code',
    summary: 'Invalidate the recovery code',
    params: WorkspacePath,
    body: z.object({ passphrase: z.string().check(atMost(1024)) }),
    success: statusReply,
    errors: keyErrors,
  },
})

/** How long a deleted workspace can be restored. */
export const WORKSPACE_KEPT_DAYS = 30

/** The size of a workspace on the disk, with its files. */
const ByteSize = z.number().int().nonnegative()

/** A deleted workspace, which can be restored until `kept_until`. */
export const DeletedWorkspace = Workspace.extend({
  byte_size: ByteSize,
  deleted_at: z.string(),
  kept_until: z.string(),
})
export type DeletedWorkspace = z.infer<typeof DeletedWorkspace>

export const WorkspaceInventory = z.object({
  /** Sizes by the id of the workspace. */
  byte_sizes: z.record(z.string(), ByteSize),
  /** Last deleted first. */
  deleted: z.array(DeletedWorkspace),
})
export type WorkspaceInventory = z.infer<typeof WorkspaceInventory>

const storageErrors = ['storage_full', 'storage_read_only'] as const

/** Operations on any workspace, be it open, locked or not in use. */
export const workspaceKeepingOperations = defineOperations({
  workspaceInventoryGet: {
    ...own,
    endpoint: 'GET /workspaces',
    summary: 'The sizes of workspaces on the disk, and the deleted ones',
    success: { status: 200, body: WorkspaceInventory },
  },
  workspaceRename: {
    ...own,
    endpoint: 'PUT /workspaces/{workspace_id}',
    summary: 'Give a workspace another name',
    params: WorkspacePath,
    body: z.object({ name: Label }),
    success: statusReply,
    errors: ['name_taken', 'not_found', 'workspace_not_usable', ...storageErrors],
  },
  workspaceDuplicate: {
    ...own,
    endpoint: 'POST /workspaces/{workspace_id}/duplicate',
    summary: 'Make a copy of a workspace, with the same passphrase and recovery code',
    params: WorkspacePath,
    /** The copy is not opened. An open workspace is closed and reopened meanwhile: its users sign in again. */
    body: z.object({ ...unlockSecretFields, name: Label }).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: { ...statusReply, status: 201 },
    errors: ['name_taken', ...unlockErrors, ...storageErrors],
  },
  workspaceDelete: {
    ...own,
    endpoint: 'DELETE /workspaces/{workspace_id}',
    summary: 'Delete a workspace; it can be restored for thirty days',
    params: WorkspacePath,
    success: statusReply,
    errors: ['not_found', ...storageErrors],
  },
  workspaceRestore: {
    ...own,
    endpoint: 'POST /deleted-workspaces/{workspace_id}/restore',
    summary: 'Restore a deleted workspace; it gets a number if its name is taken',
    params: WorkspacePath,
    success: statusReply,
    errors: ['not_found', ...storageErrors],
  },
  workspaceErase: {
    ...own,
    endpoint: 'DELETE /deleted-workspaces/{workspace_id}',
    summary: 'Erase a deleted workspace for good',
    params: WorkspacePath,
    errors: ['not_found', ...storageErrors],
  },
  sampleWorkspaceRenew: {
    ...own,
    endpoint: 'POST /workspaces/sample/renew',
    summary: 'Replace the sample workspace by a new one and open it',
    success: { ...statusReply, status: 201 },
    errors: ['making_cancelled', ...storageErrors],
  },
  sampleWorkspaceCancel: {
    ...own,
    endpoint: 'DELETE /workspaces/sample/making',
    summary: 'Stop making the sample workspace and undo it',
  },
})

/* Journal of calls ------------------------------------------------------------------------------------------------ */

export const CallSummary = z.object({
  number: z.int(),
  at: z.string(),
  /** The part of the program that the call came from. */
  source: z.enum(['window', 'client', 'loopback', 'verifier', 'wallet']),
  transport: z.enum(['in_process', 'http']),
  api: z.string(),
  operation: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  /** The workspace user it acted as; null for other programs and public calls. */
  user_id: z.string().nullable(),
  /** The vault user it was for, by the delegation header or a delegate's session, even if it was refused. */
  acting_for: z.string().optional(),
  /** The vault user who made it for `acting_for`. */
  made_by_user_id: z.string().optional(),
  error: z.string().nullable(),
})
export type CallSummary = z.infer<typeof CallSummary>

/** Secrets are masked before a call is recorded. `truncated`: a body over 64 KiB was cut. */
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
    endpoint: 'GET /calls',
    summary: 'The recorded calls, newest first',
    query: z.object({
      before: wholeNumber(0).optional(),
      limit: wholeNumber(1, 500).default(200),
    }),
    success: answer(200, { calls: z.array(CallSummary), kept: z.int(), total: z.int() }),
  },
  callGet: {
    ...own,
    endpoint: 'GET /calls/{number}',
    summary: 'One call with headers and bodies, secrets masked',
    params: z.object({ number: wholeNumber(0) }),
    success: answer(200, { call: CallDetail }),
    errors: ['not_found'],
  },
  callsClear: {
    ...own,
    endpoint: 'DELETE /calls',
    summary: 'Empty the journal',
  },
})

/** What the main process pushes to the window. */
export type WorkbenchEvent =
  | { readonly type: 'status'; readonly status: WorkbenchStatus }
  | { readonly type: 'users'; readonly users: readonly WorkbenchUser[] }
  /** An account owner can no longer be acted for, and was removed from the list of users. */
  | {
      readonly type: 'delegation-ended'
      readonly user_id: string
      readonly name: string
      readonly through_user_id: string
    }
  | { readonly type: 'call'; readonly call: CallSummary }
  /** Data of this vault user changed; lists and open records read it again. */
  | {
      readonly type: 'change'
      readonly vault_user_id: string
      readonly name: string
      readonly eventable_type: string
      readonly eventable_id: string
      /** The item as this user sees it, if there is one; also for events of slots and shares. */
      readonly item_id: string | null
      readonly share_id: string | null
    }
  /** Progress of a task of a batch: `done` of `of` shares are written. The last event of a task has its outcome. */
  | {
      readonly type: 'task-run'
      /** The id of the user in the workspace. */
      readonly user_id: string
      readonly task_id: string
      readonly done: number
      readonly of: number
      readonly state: TaskState
    }
  /** All shares of a user were read, after a list was answered without them. */
  | { readonly type: 'shares-read'; readonly user_id: string }
  /** An upload started, continued or ended; sent a few times a second while it is running. */
  | { readonly type: 'upload'; readonly user_id: string; readonly upload: Upload }
  /** Folders of a user, or their files, changed. */
  | { readonly type: 'folders'; readonly user_id: string }
  /** Progress of a bulk share: `done` of `of` shares are sent. */
  | { readonly type: 'share-run'; readonly user_id: string; readonly done: number; readonly of: number }
  /** Data of the exchange changed; lists read it again. */
  | {
      readonly type: 'exchange'
      readonly part: 'definitions' | 'keys' | 'registries' | 'trust' | 'settings' | 'issued'
    }
  /** A verifier request was created, fetched, answered, or ended. */
  | { readonly type: 'verifier-request'; readonly request_id: string }
  /** The contents of a wallet or its open run changed. */
  | { readonly type: 'wallet'; readonly user_id: string; readonly run_id: string | null }
  /** A scenario has run. */
  | {
      readonly type: 'scenario'
      readonly user_id: string
      readonly row: MatrixRow
      readonly done: number
      readonly of: number
    }
  /** The operator console changed: its state, the review queue, the catalogue, or the audit log. */
  | { readonly type: 'operator'; readonly part: 'state' | 'queue' | 'catalogue' | 'audit' }
  /** Progress of a registration or of making the sample workspace. */
  | {
      readonly type: 'progress'
      readonly task: 'register' | 'sample'
      readonly step: string
      readonly phrase?: Phrase
      readonly done: number
      readonly of: number
    }
