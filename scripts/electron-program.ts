import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = fileURLToPath(new URL('../node_modules/electron/', import.meta.url))

/** Says that fetching failed; goes with node_modules, so `npm ci` tries anew. */
const FAILED_MARK = fileURLToPath(new URL('../node_modules/.cache/vaultbench/electron-not-fetched', import.meta.url))
const RETRY_AFTER_MS = 24 * 3_600_000

const FETCH_TIMEOUT_MS = 20_000

/** The Electron program, when it has been fetched: its package names it in `path.txt` and keeps it in `dist`. */
export function findElectron(folder = PACKAGE): string | undefined {
  const nameFile = join(folder, 'path.txt')
  if (!existsSync(nameFile)) return undefined
  const program = join(folder, 'dist', readFileSync(nameFile, 'utf8').trim())
  return existsSync(program) ? program : undefined
}

/**
 * Runs the installer of the Electron package, for 20 seconds at most. A failure is remembered for a day, so that a
 * machine that cannot reach the download does not wait at every start.
 *
 * @returns the program, or undefined when it could not be had
 */
export function fetchElectron(say: (line: string) => void): string | undefined {
  if (failedLately()) return undefined

  say('Electron is not here yet; trying to fetch it, for 20 seconds at most')
  spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
    stdio: 'ignore',
    timeout: FETCH_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const program = findElectron()
  if (program === undefined) {
    mkdirSync(dirname(FAILED_MARK), { recursive: true })
    writeFileSync(FAILED_MARK, '')
  }
  return program
}

function failedLately(): boolean {
  const mark = statSync(FAILED_MARK, { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < RETRY_AFTER_MS
}
