import type { IpcRendererEvent } from 'electron'
import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channel-names.ts'

/** The page's `window.vaultbench`. It exposes nothing of Electron, such as the event or its sender. */
const bridge = {
  invoke: (message: unknown): Promise<unknown> => ipcRenderer.invoke(INVOKE_CHANNEL, message),

  /** @returns a function that stops listening */
  onEvent: (listener: (event: unknown) => void): (() => void) => {
    const relay = (_event: IpcRendererEvent, event: unknown): void => {
      listener(event)
    }
    ipcRenderer.on(EVENT_CHANNEL, relay)
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, relay)
    }
  },
}

contextBridge.exposeInMainWorld('vaultbench', bridge)
