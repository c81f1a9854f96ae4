import { writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { BrowserWindow } from 'electron'
import { app, BrowserWindow as Window, dialog, ipcMain, powerMonitor, protocol, session, shell } from 'electron'
import { openIpcChannel } from '../ipc/ipc-channel.ts'
import { APP_SCHEME_PRIVILEGES, APP_URL, isAppUrl, serveAppScheme } from './app-protocol.ts'
import type { Application, OpenApplication } from './application-port.ts'
import { SHOWN_LINE, START_REFUSED } from './application-port.ts'
import { lockWithComputer } from './lock-with-computer.ts'
import { guardNavigation } from './navigation-policy.ts'
import { restrictSession } from './session-policy.ts'
import { readStartOptions } from './start-options.ts'
import { askBeforeUnload, showAtFirstPaint, windowOptions } from './open-window.ts'

/**
 * Runs the desktop program from start to quit: one process for a data directory, with its windows and one application.
 * A message box says why it cannot start.
 *
 * Must not be awaited at the top of a module, because Electron becomes ready only after its entry module was evaluated.
 *
 * @param preload the path of the built preload script
 */
export async function runDesktop(openApplication: OpenApplication, preload: string): Promise<void> {
  try {
    await start(openApplication, preload)
  } catch (error) {
    tellShown() // the box stays until the person closes it
    dialog.showErrorBox('Vaultbench cannot start', error instanceof Error ? error.message : String(error))
    app.exit(START_REFUSED)
  }
}

async function start(openApplication: OpenApplication, preload: string): Promise<void> {
  refuseDebugging()
  process.umask(0o077) // before anything is created, so that only this user can read it
  const { dataDirectory, port, demo } = readStartOptions(process.argv.slice(1))
  const ownFolder = dataDirectory === undefined ? folderInsteadOfRelative(process.env) : resolve(dataDirectory)
  if (ownFolder !== undefined) app.setPath('userData', ownFolder)
  app.setPath('sessionData', join(app.getPath('userData'), 'window'))
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES])
  if (!app.requestSingleInstanceLock()) {
    app.quit() // the first process brings its window to the front
    return
  }
  const windows = new Set<BrowserWindow>()
  guardAllPages(() => void openWindow(windows, preload))

  await app.whenReady()
  const application = await openApplication({ dataDirectory: app.getPath('userData'), port, demo })
  closeBeforeQuit(application)
  lockWithComputer(powerMonitor, application.workbench)
  await serveWindows(application, windows)
  await openWindow(windows, preload)
}

/** Switches that let another program read and control every page. No Electron fuse disables them. */
const DEBUGGING_SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-socket-name']

/**
 * Removes the switches before Chromium acts on them, and refuses to start.
 *
 * @throws {Error} in the packaged program if such a switch was given
 */
function refuseDebugging(): void {
  const given = DEBUGGING_SWITCHES.filter((name) => app.commandLine.hasSwitch(name))
  if (!app.isPackaged || given.length === 0) return
  for (const name of given) app.commandLine.removeSwitch(name)
  throw new Error(`The program does not start with --${given.join(', --')}: whoever debugs it can read everything.`)
}

/** The folder to use instead of a relative XDG_CONFIG_HOME, which is invalid but which Chromium would accept. */
function folderInsteadOfRelative({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string | undefined {
  const isInvalid = process.platform === 'linux' && XDG_CONFIG_HOME && !isAbsolute(XDG_CONFIG_HOME)
  return isInvalid ? join(homedir(), '.config', app.getName()) : undefined
}

/** Reports to scripts/electron-window.ts, which ends a program that shows nothing. */
function tellShown(): void {
  try {
    writeSync(process.stdout.fd, `${SHOWN_LINE}\n`)
  } catch {
    // Started from a menu, the program may have no standard output.
  }
}

async function serveWindows(application: Application, windows: ReadonlySet<BrowserWindow>): Promise<void> {
  await restrictSession(session.defaultSession, application.url)
  serveAppScheme(protocol, (request) => application.serveUi(request))

  const closeChannel = openIpcChannel({
    ipcMain,
    windows: () => [...windows],
    isOwnPage: isAppUrl,
    invoke: (message) => application.workbench.invoke(message),
    subscribe: (listener) => application.workbench.subscribe(listener),
  })
  app.on('window-all-closed', () => {
    closeChannel()
    app.quit()
  })
  app.on('second-instance', () => {
    const newest = [...windows].at(-1)
    if (newest !== undefined) bringToFront(newest)
  })
}

async function openWindow(windows: Set<BrowserWindow>, preload: string): Promise<void> {
  const window = new Window(windowOptions(preload, app.isPackaged))
  windows.add(window)
  showAtFirstPaint(window, tellShown)
  askBeforeUnload(window, () => confirmLoss(window))
  window.on('closed', () => windows.delete(window))
  await window.loadURL(APP_URL)
}

function guardAllPages(another: () => void): void {
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, { another, confirm: confirmOutsideLink, open: (address) => shell.openExternal(address) })
  })
}

/** A question with two answers, the first of which changes nothing. */
const QUESTION = { type: 'question', defaultId: 0, cancelId: 0, noLink: true } as const

/** Texts of system dialogs, in the language of the system rather than that of the window. */
const UNSENT_INPUT = {
  en: { message: 'What you typed was not saved.', detail: 'It is lost if you leave.', buttons: ['Stay', 'Leave'] },
  de: {
    message: 'Die Eingabe ist nicht gespeichert.',
    detail: 'Beim Verlassen geht sie verloren.',
    buttons: ['Bleiben', 'Verlassen'],
  },
}

function confirmLoss(window: BrowserWindow): boolean {
  return dialog.showMessageBoxSync(window, { ...QUESTION, ...UNSENT_INPUT[systemLanguage()] }) === 1
}

const OUTSIDE_LINK = {
  en: {
    web: (host: string) => `Open ${host} in your browser?`,
    mail: (person: string) => `Write to ${person} in your mail program?`,
    buttons: ['Stay here', 'Open'],
  },
  de: {
    web: (host: string) => `${host} im Browser öffnen?`,
    mail: (person: string) => `An ${person} im Mailprogramm schreiben?`,
    buttons: ['Hier bleiben', 'Öffnen'],
  },
}

async function confirmOutsideLink(to: string, address: string): Promise<boolean> {
  const { web, mail, buttons } = OUTSIDE_LINK[systemLanguage()]
  const { response } = await dialog.showMessageBox({
    ...QUESTION,
    message: address.startsWith('mailto:') ? mail(to) : web(to),
    detail: address,
    buttons,
  })
  return response === 1
}

function systemLanguage(): 'de' | 'en' {
  return app.getLocale().startsWith('de') ? 'de' : 'en'
}

/** Delays quitting until the application is closed; a second quit goes through at once. */
function closeBeforeQuit(application: Application): void {
  let closing = false
  app.on('will-quit', (event) => {
    if (closing) return
    closing = true
    event.preventDefault()
    void application.close().finally(() => {
      app.quit()
    })
  })
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}
