// Proves docs/contract/window.md, Everywhere.

import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { askBeforeUnload, showAtFirstPaint, windowOptions } from './open-window.ts'

// The settings that docs/security.md names are read back.
describe('windowOptions', () => {
  it('keeps the page isolated, sandboxed and without Node', () => {
    expect(windowOptions('/preload.cjs', true).webPreferences).toEqual({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    })
  })

  it('offers developer tools only outside of the packaged program', () => {
    expect(windowOptions('/preload.cjs', false).webPreferences?.devTools).toBe(true)
  })
})

describe('showAtFirstPaint', () => {
  /** A window that says what happened to it. */
  function opened(platform: NodeJS.Platform) {
    const seen: string[] = []
    const window = Object.assign(new EventEmitter(), {
      webContents: new EventEmitter(),
      isVisible: () => seen.includes('shown'),
      show: () => void seen.push('shown'),
    })
    const painted = () => void seen.push('painted')
    showAtFirstPaint(window as unknown as BrowserWindow, painted, platform)
    return { window, seen }
  }

  it.each(['win32', 'darwin'] as const)('shows a window of %s when it is painted, and not before', (platform) => {
    const { window, seen } = opened(platform)

    window.webContents.emit('did-finish-load')
    expect(seen).toEqual([])
    window.emit('ready-to-show')
    expect(seen).toEqual(['shown', 'painted'])
  })

  it('shows a window on Linux when its page is there: on Wayland it paints nothing before', () => {
    const { window, seen } = opened('linux')

    window.webContents.emit('did-finish-load')
    expect(seen).toEqual(['shown'])
    window.emit('ready-to-show')
    expect(seen).toEqual(['shown', 'painted'])
  })
})

describe('askBeforeUnload', () => {
  it.each([
    [true, 'goes'],
    [false, 'stays'],
  ])('a page that keeps the window open › a person who answers %s: it %s', (mayLeave) => {
    const webContents = new EventEmitter()
    askBeforeUnload({ webContents } as unknown as BrowserWindow, () => mayLeave)
    const preventDefault = vi.fn()

    webContents.emit('will-prevent-unload', { preventDefault })

    expect(preventDefault).toHaveBeenCalledTimes(mayLeave ? 1 : 0)
  })
})
