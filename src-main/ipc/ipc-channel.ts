import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channel-names.ts'

export interface IpcChannelOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'webContents'>
  /** True for an address of our own page. */
  readonly isOwnPage: (address: string) => boolean
  readonly invoke: (message: unknown) => Promise<unknown>
  readonly subscribe: (listener: (event: unknown) => void) => () => void
}

/**
 * Joins the window to the program: answers its messages, pushes events to it.
 *
 * A message counts only when it comes from the main frame of our own window while that frame shows our own page; anything
 * else is rejected before its content is looked at.
 *
 * @returns how to close the channel
 */
export function openIpcChannel(options: IpcChannelOptions): () => void {
  const { ipcMain, window, isOwnPage, invoke, subscribe } = options

  ipcMain.handle(INVOKE_CHANNEL, async (event, message: unknown) => {
    if (!isFromOwnPage(event, window, isOwnPage)) throw new Error('refused: not the window of this program')
    return invoke(message)
  })
  const unsubscribe = subscribe((event) => {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event)
  })

  return () => {
    unsubscribe()
    ipcMain.removeHandler(INVOKE_CHANNEL)
  }
}

function isFromOwnPage(
  { sender, senderFrame }: IpcMainInvokeEvent,
  window: IpcChannelOptions['window'],
  isOwnPage: IpcChannelOptions['isOwnPage'],
): boolean {
  if (window.isDestroyed() || sender !== window.webContents) return false
  if (senderFrame === null || senderFrame !== window.webContents.mainFrame) return false // null: the frame is gone
  return isOwnPage(senderFrame.url)
}
