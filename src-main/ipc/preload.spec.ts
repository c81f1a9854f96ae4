// Proves docs/contract/workbench.md, Calls of the window.

import { beforeEach, describe, expect, it, vi } from 'vitest'

type Bridge = {
  invoke(message: unknown): Promise<unknown>
  onEvent(listener: (event: unknown) => void): () => void
}

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(() => Promise.resolve('reply')), on: vi.fn(), off: vi.fn() },
}))
vi.mock('electron', () => electron)

describe('preload', () => {
  let bridge: Bridge

  beforeEach(async () => {
    vi.clearAllMocks()
    vi.resetModules()
    await import('./preload.ts')
    bridge = electron.contextBridge.exposeInMainWorld.mock.calls[0]?.[1] as Bridge // what the page would find
  })

  it('shows the page invoke and onEvent, and nothing else', () => {
    expect(electron.contextBridge.exposeInMainWorld).toHaveBeenCalledOnce()
    expect(electron.contextBridge.exposeInMainWorld).toHaveBeenCalledWith('vaultbench', expect.anything())
    expect(Object.keys(bridge)).toEqual(['invoke', 'onEvent'])
  })

  it('sends messages on the one channel', async () => {
    expect(await bridge.invoke({ operation: 'getItem' })).toBe('reply')
    expect(electron.ipcRenderer.invoke).toHaveBeenCalledWith('invoke', { operation: 'getItem' })
  })

  it('gives a listener the event alone, without the sender, until it stops', () => {
    const listener = vi.fn()

    const stop = bridge.onEvent(listener)
    const relay = electron.ipcRenderer.on.mock.calls[0]?.[1] as (sender: unknown, event: unknown) => void
    relay({ sender: 'Electron' }, { type: 'item.created' })
    stop()

    expect(listener.mock.calls).toEqual([[{ type: 'item.created' }]])
    expect(electron.ipcRenderer.off).toHaveBeenCalledWith('event', relay)
  })
})
