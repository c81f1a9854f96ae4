import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron'

/**
 * The settings of the window that a page could abuse (docs/security.md). Most are Electron's defaults, but are set
 * explicitly in case the defaults change.
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

/** The options of a window, which stays hidden until its first paint. */
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

/**
 * Asks before the window discards unsaved input. Electron shows no question itself: it silently keeps the window open.
 *
 * @param mayLeave asks the person at the window, synchronously
 */
export function askBeforeUnload(window: Pick<BrowserWindow, 'webContents'>, mayLeave: () => boolean): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLeave()) event.preventDefault() // overrides the page, so that the window closes
  })
}

/**
 * Shows the window at its first paint, and reports that paint. On Wayland a hidden window paints nothing
 * (electron/electron issue 48859), so on Linux it is shown as soon as its page has loaded.
 */
export function showAtFirstPaint(
  window: Pick<BrowserWindow, 'once' | 'show' | 'isVisible' | 'webContents'>,
  painted: () => void,
  platform = process.platform,
): void {
  const show = (): void => {
    if (!window.isVisible()) window.show()
  }
  if (platform === 'linux') window.webContents.once('did-finish-load', show)
  window.once('ready-to-show', () => {
    show()
    painted()
  })
}
