import { workspaceOperations } from '../../shared/contract/workbench.ts'
import { desktopBridge } from '../api/bridge.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useToasts } from '../ui/toasts.ts'

/**
 * Opens one more window at its start: a tab of the browser with an address that works once, or a window of the desktop
 * program, which needs none. `noopener` keeps the new tab from getting a copy of the token of this one.
 */
export async function openAnotherWindow(): Promise<void> {
  try {
    window.open(desktopBridge() === undefined ? await oneTimeAddress() : '/', '_blank', 'noopener')
  } catch (error) {
    useToasts().show({ text: failureOf(error).message, tone: 'bad', link: null })
  }
}

async function oneTimeAddress(): Promise<string> {
  const { code } = await call(workspaceOperations.windowCodeCreate, {})
  return `/#token=${code}`
}
