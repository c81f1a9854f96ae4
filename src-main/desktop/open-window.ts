import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'

/**
 * The settings of the window a page could abuse, as one table (docs/security.md). Most are Electron's own defaults today;
 * they stand here so that a later default cannot change them.
 */
function windowWebPreferences(preload: string, packaged: boolean): WebPreferences {
  return {
    preload,
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
    devTools: !packaged,
  }
}

/** The window: shown once it has something to show. */
export function windowOptions(preload: string, packaged: boolean): BrowserWindowConstructorOptions {
  return {
    title: 'Vaultbench',
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    webPreferences: windowWebPreferences(preload, packaged),
  }
}
