import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channel-names.ts'

type OwnWindow = Pick<BrowserWindow, 'isDestroyed' | 'webContents'>

export interface IpcChannelOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  /** The open windows. */
  readonly windows: () => readonly OwnWindow[]
  /** Whether an address belongs to our own page. */
  readonly isOwnPage: (address: string) => boolean
  readonly invoke: (message: unknown) => Promise<unknown>
  readonly subscribe: (listener: (event: unknown) => void) => () => void
}

/**
 * Connects the windows to the program: answers their messages and pushes events to them. A message is accepted only
 * from the main frame of one of our windows, and only while that frame shows our own page. Any other is rejected
 * unread.
 *
 * @returns a function that closes the channel
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
