import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import { bridge, call } from '../api/call.ts'
import { useWorkbenchStore } from './workbench-store.ts'

type Listener = (event: WorkbenchEvent) => void

const listeners = new Set<Listener>()

/** Hears every event the main process pushes, after the stores took it in. Returns how to stop. */
export function onWorkbenchEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads what is open and follows it from then on. Called once, when the window starts. */
export async function startWorkbench(): Promise<void> {
  const store = useWorkbenchStore()
  let wasConnected = true
  bridge.listen(takeIn, (connected) => {
    store.setConnected(connected)
    // After a break the window may have missed events, so it reads everything again.
    if (connected && !wasConnected) void refreshWorkbench()
    wasConnected = connected
  })
  await refreshWorkbench()
}

export async function refreshWorkbench(): Promise<void> {
  const store = useWorkbenchStore()
  store.setStatus(await call(workbenchOperations.statusGet, {}))
  if (store.status?.state === 'open') await refreshUsers()
}

export async function refreshUsers(): Promise<void> {
  const { users } = await call(workbenchOperations.usersGet, {})
  useWorkbenchStore().setUsers(users)
}

function takeIn(event: WorkbenchEvent): void {
  const store = useWorkbenchStore()
  if (event.type === 'status') store.setStatus(event.status)
  if (event.type === 'users') store.setUsers(event.users)
  for (const listener of listeners) listener(event)
}
