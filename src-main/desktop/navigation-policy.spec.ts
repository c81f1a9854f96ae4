// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it, vi } from 'vitest'
import type { PageLinks } from './navigation-policy.ts'
import { guardNavigation, outsideLink } from './navigation-policy.ts'

type Guarded = Parameters<typeof guardNavigation>[0]
type WindowOpenHandler = Parameters<Guarded['setWindowOpenHandler']>[0]

/** Stands for Electron's page: keeps what was registered and plays an event as Electron would. */
function aGuardedPage(answer = true) {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>()
  let windowOpenHandler: WindowOpenHandler | undefined
  const contents = {
    on(name: string, listener: (event: { preventDefault(): void }) => void) {
      listeners.set(name, listener)
      return contents
    },
    setWindowOpenHandler(handler: WindowOpenHandler) {
      windowOpenHandler = handler
    },
  }
  const links = {
    another: vi.fn<PageLinks['another']>(),
    confirm: vi.fn<PageLinks['confirm']>(() => Promise.resolve(answer)),
    open: vi.fn<PageLinks['open']>(() => Promise.resolve()),
  }
  guardNavigation(contents as unknown as Guarded, links) // a fake of two methods of a class with a hundred

  return {
    links,
    isStopped(name: string): boolean {
      const preventDefault = vi.fn()
      listeners.get(name)?.({ preventDefault })
      return preventDefault.mock.calls.length === 1
    },
    async openWindow(url: string): Promise<string | undefined> {
      const details = { url, frameName: '', features: '', disposition: 'new-window', referrer: { url: '', policy: '' } }
      const result = windowOpenHandler?.(details as Parameters<WindowOpenHandler>[0])
      await Promise.resolve().then(() => undefined)
      return result?.action
    },
  }
}

// None of these may leave the program, in whatever way a page asks for it.
const REFUSED_ADDRESSES = [
  'file:///etc/passwd',
  'file://server/share/run.exe',
  'FILE:///C:/Windows/System32/calc.exe',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:application/x-msdownload;base64,TVo=',
  '\\\\server\\share\\run.exe',
  '//server/share',
  'smb://server/share',
  'ftp://example.org/file',
  'http://user@example.org/',
  'ws://example.org/',
  'vaultbench://app/',
  'vaultbench://request?request_uri=https://a.example',
  'blob:https://example.org/3b9a',
  'view-source:https://example.org/',
  'filesystem:https://example.org/temporary/x',
  'chrome://settings',
  'devtools://devtools/bundled/inspector.html',
  'about:blank',
  'mailto:a@example.org?attach=/etc/passwd',
  'mailto:a@example.org,b@example.org',
  'mailto:a%2Cb@example.org',
  'mailto:?body=x',
  'mailto:',
  'tel:+123',
  'ms-msdt:/id PCWDiagnostic',
  'search-ms:query=x',
  'vscode://file/x',
  'https://user@example.org/',
  'https://user:word@example.org/',
  'https://bank.example@evil.example/',
  'https://',
  'https:',
  '',
]

describe('outsideLink', () => {
  it.each(REFUSED_ADDRESSES)('refuses %j', (address) => {
    expect(outsideLink(address)).toBeUndefined()
  })

  it('names the host of a web address, look-alike letters spelled out', () => {
    expect(outsideLink('https://еxample.org/path?q=1#f')).toEqual({
      to: 'xn--xample-2of.org',
      address: 'https://xn--xample-2of.org/path?q=1#f',
    })
    expect(outsideLink('http://example.org:8080')?.to).toBe('example.org:8080')
  })
})

describe('outsideLink to a mail program', () => {
  it('names the person that the message would go to', () => {
    expect(outsideLink('mailto:ada@example.org')).toEqual({ to: 'ada@example.org', address: 'mailto:ada@example.org' })
  })
})

describe('guardNavigation', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('stops %s', (name) => {
    expect(aGuardedPage().isStopped(name)).toBe(true)
  })

  it.each(REFUSED_ADDRESSES)('opens no window of the page and asks nobody for %j', async (address) => {
    const page = aGuardedPage()

    expect(await page.openWindow(address)).toBe('deny')
    expect(page.links.confirm).not.toHaveBeenCalled()
    expect(page.links.open).not.toHaveBeenCalled()
    expect(page.links.another).toHaveBeenCalledTimes(address === 'vaultbench://app/' ? 1 : 0)
  })

  it('opens an https link outside, after the person agreed to its host', async () => {
    const page = aGuardedPage(true)

    expect(await page.openWindow('https://example.org/a')).toBe('deny')
    expect(page.links.confirm).toHaveBeenCalledWith('example.org', 'https://example.org/a')
    expect(page.links.open).toHaveBeenCalledWith('https://example.org/a')
  })

  it('opens nothing when the person stays', async () => {
    const page = aGuardedPage(false)

    await page.openWindow('https://example.org/a')

    expect(page.links.confirm).toHaveBeenCalledOnce()
    expect(page.links.open).not.toHaveBeenCalled()
  })
})
