import type { RequestFor } from '../../shared/contract/operation.ts'
import type { WorkbenchStatus } from '../../shared/contract/workbench.ts'
import {
  workspaceKeepingOperations,
  workspaceKeyOperations,
  workspaceOperations,
} from '../../shared/contract/workbench.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useToasts } from '../ui/toasts.ts'
import { leave, clearTraces } from './leaving.ts'
import { useRecoveryOffer } from './recovery-offer.ts'
import { connectWorkbench, takeStatus } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'
import { useWorkspaceChoice } from './workspace-choice.ts'

/**
 * Creates a workspace and opens it; null for one without a passphrase. A protected one is offered a recovery code.
 *
 * @throws {CallError} `name_taken`, `storage_full`
 */
export async function createWorkspace(name: string, passphrase: string | null): Promise<void> {
  await enter(() => call(workspaceOperations.workspaceCreate, { body: { name, passphrase } }))
  const made = useWorkbenchStore().status?.current
  if (passphrase !== null && made?.name === name) useRecoveryOffer().offer({ workspace_id: made.id, passphrase })
}

/** Makes the sample workspace, or opens the one that exists. @throws {CallError} `storage_full` */
export async function openSampleWorkspace(): Promise<void> {
  await enter(() => call(workspaceOperations.sampleWorkspaceCreate, {}))
}

/** Replaces the sample workspace by a new one, and opens it. @throws {CallError} `making_cancelled`, `storage_full` */
export async function renewSampleWorkspace(): Promise<void> {
  await enter(() => call(workspaceKeepingOperations.sampleWorkspaceRenew, {}))
}

/** Cancels the creation of the sample; the pending call is refused with `making_cancelled`. */
export async function cancelSampleWorkspace(): Promise<void> {
  await call(workspaceKeepingOperations.sampleWorkspaceCancel, {})
}

/** @throws {CallError} `name_taken`, `not_found`, `workspace_not_usable`, `storage_full` */
export async function renameWorkspace(workspace_id: string, name: string): Promise<void> {
  await takeStatus(await call(workspaceKeepingOperations.workspaceRename, { params: { workspace_id }, body: { name } }))
}

type Duplicate = RequestFor<(typeof workspaceKeepingOperations)['workspaceDuplicate']>['body']

/** An open one is locked meanwhile. @throws {CallError} `name_taken`, `workspace_passphrase_wrong`, `storage_full` */
export async function duplicateWorkspace(workspace_id: string, body: Duplicate): Promise<void> {
  if (useWorkbenchStore().status?.current?.id === workspace_id) leaveWorkspace()
  await takeStatus(await call(workspaceKeepingOperations.workspaceDuplicate, { params: { workspace_id }, body }))
}

/**
 * Sends waiting deletions first, because a workspace can be restored. @throws {CallError} `not_found`, `storage_full`
 */
export async function deleteWorkspace(workspace_id: string): Promise<void> {
  if (useWorkbenchStore().status?.current?.id === workspace_id) leaveWorkspace()
  await takeStatus(await call(workspaceKeepingOperations.workspaceDelete, { params: { workspace_id } }))
}

/** @throws {CallError} `not_found`, `storage_full` */
export async function restoreWorkspace(workspace_id: string): Promise<void> {
  await takeStatus(await call(workspaceKeepingOperations.workspaceRestore, { params: { workspace_id } }))
}

/** @throws {CallError} `workspace_passphrase_wrong`, `workspace_not_usable`, `not_found` */
export async function openWorkspace(id: string, passphrase: string | null): Promise<void> {
  await enter(() => call(workspaceOperations.workspaceOpen, { params: { workspace_id: id }, body: { passphrase } }))
}

/** @throws {CallError} as `openWorkspace` */
export async function openWithRecoveryCode(id: string, recovery_code: string): Promise<void> {
  await enter(() => call(workspaceOperations.workspaceOpen, { params: { workspace_id: id }, body: { recovery_code } }))
}

/** The authorization for a new passphrase: the old one, or the recovery code. */
type NewWorkspacePassphrase = RequestFor<(typeof workspaceKeyOperations)['workspacePassphraseChange']>['body']

/** @throws {CallError} `workspace_passphrase_wrong`, `passphrase_too_common`, `storage_full` */
export async function changeWorkspacePassphrase(id: string, body: NewWorkspacePassphrase): Promise<void> {
  await takeStatus(await call(workspaceKeyOperations.workspacePassphraseChange, { params: { workspace_id: id }, body }))
}

/**
 * Locks the open workspace. The window drops decrypted data at once; if the lock is refused, the workspace is shown
 * again with a message.
 */
export async function lockWorkspace(): Promise<void> {
  const store = useWorkbenchStore()
  if (store.status?.state !== 'open' || store.locking) return
  leaveWorkspace()
  store.setLocking(true)
  try {
    store.setStatus(await call(workspaceOperations.workspaceLock, {}))
    store.setLocking(false)
  } catch (error) {
    store.setLocking(false)
    useToasts().show({ text: failureOf(error).message, tone: 'bad', link: null })
    await connectWorkbench()
  }
}

/** Sends pending removals while their user still can. */
function leaveWorkspace(): void {
  leave()
  useToasts().flush()
  clearTraces()
}

async function enter(open: () => Promise<WorkbenchStatus>): Promise<void> {
  leave() // before the call: calls that end with the workspace may be answered first
  const status = await open()
  useToasts().clear()
  await takeStatus(status)
  useWorkspaceChoice().done()
}
