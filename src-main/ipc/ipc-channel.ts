import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channel-names.ts'

type OwnWindow = Pick<BrowserWindow, 'isDestroyed' | 'webContents'>

export interface IpcChannelOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  /** Those that are open now. */
  readonly windows: () => readonly OwnWindow[]
  /** True for an address of our own page. */
  readonly isOwnPage: (address: string) => boolean
  readonly invoke: (message: unknown) => Promise<unknown>
  readonly subscribe: (listener: (event: unknown) => void) => () => void
}

/**
 * Joins the windows to the program: answers their messages, pushes events to them.
 *
 * A message counts only when it comes from the main frame of a window of ours while that frame shows our own page; anything
 * else is rejected before its content is looked at.
 *
 * @returns how to close the channel
 */
export function openIpcChannel(options: IpcChannelOptions): () => void {
  const { ipcMain, windows, isOwnPage, invoke, subscribe } = options

  ipcMain.handle(INVOKE_CHANNEL, async (event, message: unknown) => {
    if (!windows().some((window) => isFromOwnPage(event, window, isOwnPage)))
      throw new Error('refused: not a window of this program')
    return invoke(message)
  })
  const unsubscribe = subscribe((event) => {
    for (const window of windows()) if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event)
  })

  return () => {
    unsubscribe()
    ipcMain.removeHandler(INVOKE_CHANNEL)
  }
}

function isFromOwnPage(
  { sender, senderFrame }: IpcMainInvokeEvent,
  window: OwnWindow,
  isOwnPage: IpcChannelOptions['isOwnPage'],
): boolean {
  if (window.isDestroyed() || sender !== window.webContents) return false
  if (senderFrame === null || senderFrame !== window.webContents.mainFrame) return false // null: the frame is gone
  return isOwnPage(senderFrame.url)
}
