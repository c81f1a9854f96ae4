// Proves docs/contract/workbench.md, Calls of the window.

import { describe, expect, it, vi } from 'vitest'
import type { IpcChannelOptions } from './ipc-channel.ts'
import { openIpcChannel } from './ipc-channel.ts'

type Frame = { url: string }
type Handler = (event: unknown, message: unknown) => Promise<unknown>

const OWN_PAGE = 'vaultbench://app/'

/** Stands for Electron: one window with its main frame, and the handler that was registered. */
function anOpenChannel() {
  const mainFrame: Frame = { url: OWN_PAGE }
  const webContents = { mainFrame, send: vi.fn() }
  const window = { webContents, isDestroyed: vi.fn(() => false) }
  const windows = [window]
  const handlers = new Map<string, Handler>()
  const listeners = new Set<(event: unknown) => void>()
  const invoke = vi.fn((message: unknown) => Promise.resolve({ ok: true, message }))
  const options = {
    ipcMain: {
      handle: (channel: string, handler: Handler) => handlers.set(channel, handler),
      removeHandler: (channel: string) => handlers.delete(channel),
    },
    windows: () => windows,
    isOwnPage: (address: string) => address === OWN_PAGE,
    invoke,
    subscribe: (listener: (event: unknown) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const close = openIpcChannel(options as unknown as IpcChannelOptions) // fakes of the few members that are used

  return {
    close,
    invoke,
    mainFrame,
    webContents,
    window,
    windows,
    handlers,
    send: (sender: unknown, senderFrame: Frame | null, message: unknown = { operation: 'x' }) =>
      handlers.get('invoke')?.({ sender, senderFrame }, message),
    push: (event: unknown) => {
      for (const listener of listeners) listener(event)
    },
  }
}

describe('openIpcChannel', () => {
  it('answers the main frame of our window on our page', async () => {
    const { send, webContents, mainFrame } = anOpenChannel()

    expect(await send(webContents, mainFrame, { operation: 'getItem' })).toEqual({
      ok: true,
      message: { operation: 'getItem' },
    })
  })

  it.each<[string, (channel: ReturnType<typeof anOpenChannel>) => Promise<unknown> | undefined]>([
    ['a foreign frame', ({ send, webContents }) => send(webContents, { url: 'https://example.org/' })],
    ['a frame of ours that is not the main one', ({ send, webContents }) => send(webContents, { url: OWN_PAGE })],
    ['a frame that is gone', ({ send, webContents }) => send(webContents, null)],
    ['a second window', ({ send, mainFrame }) => send({ mainFrame: { url: OWN_PAGE } }, mainFrame)],
    [
      'our window after it left our page',
      ({ send, webContents, mainFrame }) => {
        mainFrame.url = 'about:blank'
        return send(webContents, mainFrame)
      },
    ],
    [
      'a window that is closed',
      ({ send, webContents, mainFrame, window }) => {
        window.isDestroyed.mockReturnValue(true)
        return send(webContents, mainFrame)
      },
    ],
  ])('refuses %s, and nothing runs', async (_what, sendTo) => {
    const channel = anOpenChannel()

    await expect(sendTo(channel)).rejects.toThrow('refused')
    expect(channel.invoke).not.toHaveBeenCalled()
  })

  it('answers and tells every window that is open, and none once it is closed', async () => {
    const { send, push, windows, window } = anOpenChannel()
    const mainFrame = { url: OWN_PAGE }
    const webContents = { mainFrame, send: vi.fn() }
    windows.push({ webContents, isDestroyed: vi.fn(() => false) })

    expect(await send(webContents, mainFrame)).toMatchObject({ ok: true })
    push({ type: 'item.created' })
    expect([window.webContents.send, webContents.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1])

    windows.pop()
    await expect(send(webContents, mainFrame)).rejects.toThrow('refused')
  })

  it('pushes events to the window', () => {
    const { push, webContents } = anOpenChannel()

    push({ type: 'item.created' })

    expect(webContents.send).toHaveBeenCalledWith('event', { type: 'item.created' })
  })

  it('pushes nothing to a window that is closed', () => {
    const { push, webContents, window } = anOpenChannel()
    window.isDestroyed.mockReturnValue(true)

    push({ type: 'item.created' })

    expect(webContents.send).not.toHaveBeenCalled()
  })

  it('answers and pushes nothing once it is closed', () => {
    const { close, push, handlers, webContents } = anOpenChannel()

    close()
    push({ type: 'item.created' })

    expect(handlers.size).toBe(0)
    expect(webContents.send).not.toHaveBeenCalled()
  })
})
