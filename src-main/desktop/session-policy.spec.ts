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

  function isGranted(permission: string, requestingUrl: string, isMainFrame = true): boolean {
    const answer = vi.fn()
    handlerGivenTo(session.setPermissionRequestHandler)(null, permission, answer, { requestingUrl, isMainFrame })
    const checked = handlerGivenTo(session.setPermissionCheckHandler)(null, permission, requestingUrl)
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

  it('denies devices, spell-check downloads, proxies and downloads', () => {
    const event = { preventDefault: vi.fn() }
    handlerGivenTo(session.on, 1)(event)

    expect(handlerGivenTo(session.setDevicePermissionHandler)({})).toBe(false)
    expect(session.setSpellCheckerEnabled).toHaveBeenCalledWith(false)
    expect(session.setProxy).toHaveBeenCalledWith({ mode: 'direct' })
    expect(session.on).toHaveBeenCalledWith('will-download', expect.any(Function))
    expect(event.preventDefault).toHaveBeenCalledOnce()
  })

  it('cancels requests to anywhere else', () => {
    const answer = vi.fn()

    handlerGivenTo(session.webRequest.onBeforeRequest)({ url: 'https://example.org/', resourceType: 'xhr' }, answer)

    expect(answer).toHaveBeenCalledWith({ cancel: true })
  })
})
