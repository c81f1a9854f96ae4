import { workspaceOperations } from '../../shared/contract/workbench.ts'
import { desktopBridge } from '../api/bridge.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import { useToasts } from '../ui/toasts.ts'

/**
 * Opens another window with its first page: a browser tab with a one-time address, or a window of the desktop program,
 * which needs no such address. `noopener` prevents the new tab from getting a copy of this window's token.
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
