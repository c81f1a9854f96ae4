import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron'

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

/** The window; hidden until it has something to show. */
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
 * Asks before the window drops what was typed in it. Electron shows no question of its own: a page that wants one keeps
 * the window open without a word.
 *
 * @param mayLeave asks the person at the window; the answer has to be there at once
 */
export function askBeforeUnload(window: Pick<BrowserWindow, 'webContents'>, mayLeave: () => boolean): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLeave()) event.preventDefault() // the page does not keep it open any more
  })
}

/**
 * Shows the window at its first paint, and tells of that paint. On Wayland a hidden window paints nothing
 * (electron/electron issue 48859), so that on Linux it is shown as soon as its page is there.
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
