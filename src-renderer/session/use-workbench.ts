import { onScopeDispose } from 'vue'
import { CallError } from '../../shared/contract/caller.ts'
import type { WorkbenchEvent, WorkbenchStatus } from '../../shared/contract/workbench.ts'
import { workbenchUserOperations } from '../../shared/contract/workbench-users.ts'
import { workspaceOperations } from '../../shared/contract/workbench.ts'
import { createListeners } from '../../shared/listeners.ts'
import { bridge, call } from '../api/call.ts'
import { forgetKept, SUBSCRIPTION_KEYS } from '../api/kept-values.ts'
import { leave, clearTraces } from './leaving.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const events = createListeners<WorkbenchEvent>()

/**
 * Calls the listener with every event of the main process, once the stores have applied it, until the component or
 * store that listens is disposed. Returns a function to stop earlier.
 */
export function onWorkbenchEvent(listener: (event: WorkbenchEvent) => void): () => void {
  const stop = events.subscribe(listener)
  onScopeDispose(stop, true)
  return stop
}

/** Reads the state of the workbench and follows its changes. Called once, when the window starts. */
export async function startWorkbench(): Promise<void> {
  const store = useWorkbenchStore()
  let wasConnected = true
  bridge.listen(takeIn, (connection) => {
    const connected = connection === 'connected'
    store.setConnected(connected)
    if (connection === 'ended') store.setEnded()
    // The window may have missed events after a break, so it reads everything again.
    if (connected && !wasConnected) void connectWorkbench()
    wasConnected = connected
  })
  await connectWorkbench()
}

/** Reads everything again and notes whether this window has access. Without access, the page and its typed values stay. */
export async function connectWorkbench(): Promise<void> {
  const store = useWorkbenchStore()
  try {
    await refreshWorkbench()
    store.setEntry('ready')
  } catch (error) {
    const isRefused = error instanceof CallError && error.status === 401
    if (store.entry !== 'ready') store.setEntry(isRefused ? 'refused' : 'unreachable')
    else if (isRefused) store.setEnded()
    if (!(error instanceof CallError || error instanceof TypeError)) throw error
  }
}

export async function refreshWorkbench(): Promise<void> {
  await takeStatus(await call(workspaceOperations.statusGet, {}))
}

/** Applies the current status, and reads the users of a newly opened workspace. */
export async function takeStatus(status: WorkbenchStatus): Promise<void> {
  useWorkbenchStore().setStatus(status)
  if (status.state === 'open') await refreshUsers()
}

export async function refreshUsers(): Promise<void> {
  const store = useWorkbenchStore()
  const workspace = openWorkspaceId()
  const { users } = await call(workbenchUserOperations.usersGet, {})
  if (workspace === openWorkspaceId()) store.setUsers(users)
}

function takeIn(event: WorkbenchEvent): void {
  const store = useWorkbenchStore()
  if (event.type === 'status') noteStatus(event.status)
  if (event.type === 'users' && openWorkspaceId() !== undefined) store.setUsers(event.users)
  if (event.type !== 'status' && !(event.type === 'call' && event.call.method === 'GET')) forgetKept(onlyChanged(event))
  events.announce(event)
}

/** The use of a key is noted every minute. */
const onlyChanged = (event: WorkbenchEvent) =>
  event.type === 'exchange' && event.part === 'keys' ? SUBSCRIPTION_KEYS : undefined

/** Another window may have opened or locked a workspace, or it locked by itself. */
function noteStatus(status: WorkbenchStatus): void {
  const store = useWorkbenchStore()
  // A status from before the lock must not bring the page back.
  if (store.locking && status.state === 'open') return
  const before = openWorkspaceId()
  store.setStatus(status)
  if (openWorkspaceId() === before) return
  leave()
  clearTraces()
  if (status.state === 'open') void connectWorkbench()
}

function openWorkspaceId(): string | undefined {
  const { status, locking } = useWorkbenchStore()
  return status?.state === 'open' && !locking ? status.current?.id : undefined
}
