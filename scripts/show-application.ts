/** The ways in which this machine may show the application. */
export interface Ways {
  readonly say: (line: string) => void
  /** Brings the program up to date. */
  readonly build: () => Promise<unknown>
  /** Undefined: a browser is wanted, or there is no display. */
  readonly electron: ElectronWay | undefined
  /** @returns the exit code */
  readonly showInBrowser: () => Promise<number>
}

interface ElectronWay {
  /** Begins to get the program; what it returns waits for it, and answers undefined when it is not to be had. */
  readonly obtain: () => () => Promise<string | undefined>
  /** @returns the exit code, or why nobody saw anything */
  readonly show: (program: string) => Promise<number | string>
}

/**
 * Shows the desktop program; where that cannot be had or shows nothing, the same application in a browser.
 *
 * @returns the exit code of what was shown
 */
export async function showApplication({ say, build, electron, showInBrowser }: Ways): Promise<number> {
  const obtained = electron?.obtain() // beside the build
  await build()
  if (electron === undefined) return showInBrowser()

  const program = await obtained?.()
  const outcome = program === undefined ? 'Electron is not here' : await electron.show(program)
  if (typeof outcome === 'number') return outcome
  say(`${outcome}; opening the same application in a browser window`)
  return showInBrowser()
}
