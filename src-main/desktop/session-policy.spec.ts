// Proves docs/contract/window.md, Everywhere.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mayRequest, restrictSession } from './session-policy.ts'

const SERVER = 'http://127.0.0.1:43121'

describe('mayRequest', () => {
  it.each([
    ['our page', 'vaultbench://app/assets/index.js', 'script'],
    ['our server', `${SERVER}/vault/items`, 'xhr'],
    ['what our page made itself', 'blob:vaultbench://app/3b9a', 'image'],
    ['an image inside the page', 'data:image/png;base64,iVBO', 'image'],
  ])('allows %s', (_what, address, resourceType) => {
    expect(mayRequest(address, resourceType, SERVER)).toBe(true)
  })

  it.each([
    ['another host', 'https://example.org/', 'xhr'],
    ['another port of loopback', 'http://127.0.0.1:43122/', 'xhr'],
    ['our port over another scheme', 'https://127.0.0.1:43121/', 'xhr'],
    ['our port as a prefix', 'http://127.0.0.1:43121.evil.example/', 'xhr'],
    ['our server as a user name', 'http://127.0.0.1:43121@evil.example/', 'xhr'],
    ['our server with a user name', 'http://a@127.0.0.1:43121/', 'xhr'],
    ['a file', 'file:///etc/passwd', 'mainFrame'],
    ['a page in an address', 'data:text/html,hello', 'mainFrame'],
    ['a script in an address', 'data:text/javascript,alert(1)', 'script'],
    ['what another page made', 'blob:https://example.org/3b9a', 'image'],
    ['no address', '', 'other'],
  ])('cancels %s', (_what, address, resourceType) => {
    expect(mayRequest(address, resourceType, SERVER)).toBe(false)
  })
})

describe('restrictSession', () => {
  const session = {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    setSpellCheckerEnabled: vi.fn(),
    setProxy: vi.fn(() => Promise.resolve()),
    on: vi.fn(),
    webRequest: { onBeforeRequest: vi.fn() },
  }

  beforeEach(async () => {
    vi.clearAllMocks()
    await restrictSession(session, SERVER)
  })

  function handlerGivenTo(setter: ReturnType<typeof vi.fn>, position = 0): (...values: unknown[]) => unknown {
    return setter.mock.calls[0]?.[position] as (...values: unknown[]) => unknown // what a fake was given
  }

  function isGranted(permission: string, requestingUrl: string, isMainFrame = true, more: object = {}): boolean {
    const answer = vi.fn()
    const details = { requestingUrl, isMainFrame, ...more }
    handlerGivenTo(session.setPermissionRequestHandler)(null, permission, answer, details)
    const checked = handlerGivenTo(session.setPermissionCheckHandler)(null, permission, requestingUrl, details)
    const requested = answer.mock.calls[0]?.[0] as boolean
    return requested || (isMainFrame && checked === true)
  }

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem', 'midi', 'hid'])(
    'denies %s',
    (permission) => {
      expect(isGranted(permission, 'vaultbench://app/')).toBe(false)
    },
  )

  it('lets only the main frame of our own page write to the clipboard', () => {
    expect(isGranted('clipboard-sanitized-write', 'vaultbench://app/')).toBe(true)
    expect(isGranted('clipboard-sanitized-write', 'vaultbench://app/', false)).toBe(false)
    expect(isGranted('clipboard-sanitized-write', 'https://example.org/')).toBe(false)
  })

  it('gives the whole screen to the main frame of our own page alone', () => {
    expect(isGranted('fullscreen', 'vaultbench://app/')).toBe(true)
    expect(isGranted('fullscreen', 'vaultbench://app/', false)).toBe(false)
    expect(isGranted('fullscreen', 'https://example.org/')).toBe(false)
  })

  it('denies devices, spell-check downloads, proxies and downloads', () => {
    const event = { preventDefault: vi.fn() }
    handlerGivenTo(session.on, 1)(event, { getURL: () => `${SERVER}/vault/items` })

    expect(handlerGivenTo(session.setDevicePermissionHandler)({})).toBe(false)
    expect(session.setSpellCheckerEnabled).toHaveBeenCalledWith(false)
    expect(session.setProxy).toHaveBeenCalledWith({ mode: 'direct' })
    expect(session.on).toHaveBeenCalledWith('will-download', expect.any(Function))
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('lets our page hand the person a file that it made', () => {
    const event = { preventDefault: vi.fn() }
    handlerGivenTo(session.on, 1)(event, { getURL: () => 'blob:vaultbench://app/3b9a' })
    expect(event.preventDefault).not.toHaveBeenCalled()

    handlerGivenTo(session.on, 1)(event, { getURL: () => 'blob:https://example.org/3b9a' })
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('lets our page write one file that the person has chosen, and read or list none', () => {
    const may = (more: object, url = 'vaultbench://app/') => isGranted('fileSystem', url, false, more)
    const file = { filePath: '/home/ada/scan.pdf', isDirectory: false, fileAccessType: 'writable' }
    expect(session.setPermissionCheckHandler).toHaveBeenCalledOnce()

    expect(may({ ...file, fileAccessType: 'readable' })).toBe(false)
    expect(may({ ...file, isDirectory: true })).toBe(false)
    expect(may(file, 'https://example.org/')).toBe(false)
    expect(may(file)).toBe(true)
  })

  it('cancels requests to anywhere else', () => {
    const answer = vi.fn()

    handlerGivenTo(session.webRequest.onBeforeRequest)({ url: 'https://example.org/', resourceType: 'xhr' }, answer)

    expect(answer).toHaveBeenCalledWith({ cancel: true })
  })
})
