// Proves docs/contract/workbench.md, Serving.

import { EventEmitter } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, BrowserWindow, Dialog, Protocol, Session } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Application } from './application-port.ts'
import { SHOWN_LINE } from './application-port.ts'
import { runDesktop } from './desktop.ts'

/** Electron as far as the shell calls it. */
const electron = vi.hoisted(() => ({
  app: {
    isPackaged: false,
    commandLine: { hasSwitch: vi.fn<App['commandLine']['hasSwitch']>(() => false), removeSwitch: vi.fn() },
    getName: () => 'Vaultbench',
    setPath: vi.fn<App['setPath']>(),
    getPath: vi.fn<App['getPath']>(() => '/data'),
    enableSandbox: vi.fn<App['enableSandbox']>(),
    requestSingleInstanceLock: vi.fn<App['requestSingleInstanceLock']>(() => true),
    whenReady: vi.fn<App['whenReady']>(() => Promise.resolve()),
    quit: vi.fn<App['quit']>(),
    exit: vi.fn<App['exit']>(),
    on: vi.fn(),
  },
  BrowserWindow: vi.fn<() => Pick<BrowserWindow, 'loadURL'>>(),
  dialog: { showErrorBox: vi.fn<Dialog['showErrorBox']>() },
  ipcMain: { handle: vi.fn(), removeHandler: vi.fn() },
  powerMonitor: { on: vi.fn() },
  protocol: {
    registerSchemesAsPrivileged: vi.fn<Protocol['registerSchemesAsPrivileged']>(),
    handle: vi.fn<Protocol['handle']>(),
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: vi.fn(),
      setPermissionCheckHandler: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
      setSpellCheckerEnabled: vi.fn(),
      setProxy: vi.fn<Session['setProxy']>(() => Promise.resolve()),
      on: vi.fn(),
      webRequest: { onBeforeRequest: vi.fn() },
    },
  },
  shell: {},
}))
vi.mock('electron', () => electron)

const APPLICATION: Application = {
  url: 'http://127.0.0.1:8080',
  ui: 'http://127.0.0.1:8080/#token=x',
  workbench: { invoke: () => Promise.resolve(), subscribe: () => () => undefined, noteComputer: () => undefined },
  serveUi: () => Promise.resolve(new Response('page')),
  close: () => Promise.resolve(),
}

let directory: string
let output: number

/** What whoever started us reads. */
const printed = (): string => readFileSync(join(directory, 'output'), 'utf8')

beforeEach(() => {
  vi.clearAllMocks()
  directory = mkdtempSync(join(tmpdir(), 'vaultbench-desktop-'))
  output = openSync(join(directory, 'output'), 'w')
  vi.spyOn(process, 'umask').mockReturnValue(0) // it is that of every spec here
  vi.spyOn(process, 'stdout', 'get').mockReturnValue({ fd: output } as unknown as typeof process.stdout) // all we use
})

afterEach(() => {
  vi.restoreAllMocks()
  closeSync(output)
  rmSync(directory, { recursive: true })
})

describe('runDesktop', () => {
  it('says that it is shown when the page was painted, and not when it was loaded', async () => {
    const window = Object.assign(new EventEmitter(), {
      webContents: new EventEmitter(),
      isVisible: () => false,
      show: vi.fn<BrowserWindow['show']>(),
      loadURL: () => Promise.resolve(),
    })
    electron.BrowserWindow.mockImplementation(function () {
      return window
    })

    await runDesktop(() => Promise.resolve(APPLICATION), '/preload.cjs')
    window.webContents.emit('did-finish-load')
    expect(printed()).toBe('')

    window.emit('ready-to-show')
    expect(window.show).toHaveBeenCalled()
    expect(printed()).toBe(`${SHOWN_LINE}\n`)
  })

  it('says so as well before it tells a person why it does not start', async () => {
    const atTheBox: string[] = []
    electron.dialog.showErrorBox.mockImplementation((_title, text) => void atTheBox.push(printed(), text))

    await runDesktop(() => Promise.reject(new Error('the directory is in use')), '/preload.cjs')

    expect(atTheBox).toEqual([`${SHOWN_LINE}\n`, 'the directory is in use'])
    expect(electron.app.exit).toHaveBeenCalledWith(2)
  })

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-socket-name'])(
    'does not start with --%s once it is packaged, and takes the switch away first',
    async (name) => {
      electron.app.commandLine.hasSwitch.mockImplementation((one) => one === name)
      const open = vi.fn(() => Promise.reject(new Error('not to be opened')))

      electron.app.isPackaged = true
      await runDesktop(open, '/preload.cjs')
      electron.app.isPackaged = false

      expect(electron.dialog.showErrorBox).toHaveBeenCalledWith(
        expect.any(String),
        expect.stringContaining(`--${name}`),
      )
      expect(electron.app.commandLine.removeSwitch).toHaveBeenCalledWith(name)
      expect(electron.app.exit).toHaveBeenCalledWith(2)
      expect([open.mock.calls, electron.app.whenReady.mock.calls]).toEqual([[], []])

      await runDesktop(open, '/preload.cjs')
      expect(open).toHaveBeenCalled()
      electron.app.commandLine.hasSwitch.mockReset()
    },
  )

  it.each([
    ['relative', join(homedir(), '.config/Vaultbench')],
    ['/absolute', undefined],
    ['', undefined],
  ])('with XDG_CONFIG_HOME "%s" › keeps its data where it belongs', async (value, folder) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    vi.stubEnv('XDG_CONFIG_HOME', value)

    await runDesktop(() => Promise.reject(new Error('enough')), '/preload.cjs')
    vi.unstubAllEnvs()

    expect(electron.app.setPath.mock.calls.find(([name]) => name === 'userData')?.[1]).toBe(folder)
  })

  it('ends without a word where another one has the data directory', async () => {
    electron.app.requestSingleInstanceLock.mockReturnValueOnce(false)

    await runDesktop(() => Promise.reject(new Error('not to be opened')), '/preload.cjs')

    expect(electron.app.quit).toHaveBeenCalled()
    expect(printed()).toBe('')
  })

  it('opens another window for a page that asks for one, and quits when the last one is closed', async () => {
    const windows: EventEmitter[] = []
    const addresses: string[] = []
    electron.BrowserWindow.mockImplementation(function () {
      const loadURL = (address: string) => Promise.resolve(void addresses.push(address))
      const parts = { webContents: new EventEmitter(), isVisible: () => true, show: vi.fn<BrowserWindow['show']>() }
      const window = Object.assign(new EventEmitter(), parts, { loadURL })
      windows.push(window)
      return window
    })
    await runDesktop(() => Promise.resolve(APPLICATION), '/preload.cjs')
    const on = electron.app.on.mock.calls as [string, (...args: unknown[]) => void][]
    const heard = (name: string) => on.find(([one]) => one === name)?.[1]
    const setWindowOpenHandler = vi.fn<(handler: (details: { url: string }) => unknown) => void>()
    heard('web-contents-created')?.({}, { on: () => undefined, setWindowOpenHandler })

    const [[ask] = []] = setWindowOpenHandler.mock.calls
    expect(ask?.({ url: 'vaultbench://app/' })).toEqual({ action: 'deny' }) // no window of the page's own making
    expect(addresses).toEqual(['vaultbench://app/', 'vaultbench://app/'])

    windows[0]?.emit('closed')
    expect(electron.app.quit).not.toHaveBeenCalled()
    heard('window-all-closed')?.()
    expect(electron.app.quit).toHaveBeenCalledOnce()
  })

  it('quits once the application is closed, which is asked for once', async () => {
    electron.BrowserWindow.mockImplementation(function () {
      const window = { webContents: new EventEmitter(), isVisible: () => true, show: vi.fn<BrowserWindow['show']>() }
      return Object.assign(new EventEmitter(), window, { loadURL: () => Promise.resolve() })
    })
    let closed: () => void = () => undefined
    const close = vi.fn<Application['close']>(() => new Promise((resolve) => (closed = resolve)))
    await runDesktop(() => Promise.resolve({ ...APPLICATION, close }), '/preload.cjs')
    const calls = electron.app.on.mock.calls as [string, (event: Pick<Event, 'preventDefault'>) => void][]
    const willQuit = calls.find(([name]) => name === 'will-quit')?.[1]
    const quit = () => {
      const event = { preventDefault: vi.fn<() => void>() }
      willQuit?.(event)
      return event.preventDefault.mock.calls.length
    }

    expect([quit(), quit()]).toEqual([1, 0])
    expect(close).toHaveBeenCalledOnce()
    expect(electron.app.quit).not.toHaveBeenCalled()
    closed()
    await vi.waitFor(() => expect(electron.app.quit).toHaveBeenCalledOnce())
  })

  it('goes on where nobody reads what it says', async () => {
    vi.spyOn(process, 'stdout', 'get').mockReturnValue({} as typeof process.stdout) // as on Windows, from the menu

    await runDesktop(() => Promise.reject(new Error('the directory is in use')), '/preload.cjs')

    expect(electron.app.exit).toHaveBeenCalledWith(2)
  })
})
