/** How this computer can show the application. */
export interface Displays {
  readonly say: (line: string) => void
  /** Brings the program up to date. */
  readonly build: () => Promise<unknown>
  /** Undefined if a browser is requested or there is no display. */
  readonly electron: ElectronDisplay | undefined
  /** @returns the exit code */
  readonly showInBrowser: () => Promise<number>
}

interface ElectronDisplay {
  /** Begins to fetch the program. The returned function waits for it; undefined if it is not available. */
  readonly obtain: () => () => Promise<string | undefined>
  /** @returns the exit code, or why no window appeared */
  readonly show: (program: string) => Promise<number | string>
}

/**
 * Shows the application in the desktop program or, if that is not available or shows no window, in a browser.
 *
 * @returns the exit code of what was shown
 */
export async function showApplication({ say, build, electron, showInBrowser }: Displays): Promise<number> {
  const obtained = electron?.obtain() // in parallel with the build
  await build()
  if (electron === undefined) return showInBrowser()

  const program = await obtained?.()
  const outcome = program === undefined ? 'Electron is not available' : await electron.show(program)
  if (typeof outcome === 'number') return outcome
  say(`${outcome}; opening the same application in a browser window`)
  return showInBrowser()
}
