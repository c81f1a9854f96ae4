// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it } from 'vitest'
import { windowOptions } from './open-window.ts'

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
