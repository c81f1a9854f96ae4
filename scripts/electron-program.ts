import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCode, killWithParent } from '../src-main/program/child-process.ts'

export interface ElectronSource {
  /** The folder of its package. */
  readonly folder: string
  /** The file that records a failed download. */
  readonly failedMark: string
  /** How long fetching may delay the start. */
  readonly maxDelayMs: number
}

const PACKAGE = fileURLToPath(new URL('../node_modules/electron/', import.meta.url))
const SOURCE: ElectronSource = {
  folder: PACKAGE,
  // It is deleted with node_modules, so that `npm ci` tries again.
  failedMark: fileURLToPath(new URL('../node_modules/.cache/vaultbench/electron-not-fetched', import.meta.url)),
  maxDelayMs: 20_000,
}
const RETRY_AFTER_MS = 24 * 3_600_000

/** The path of the Electron program, if it has been fetched: its package names the file in `path.txt`. */
export function findElectron(folder = PACKAGE): string | undefined {
  const nameFile = join(folder, 'path.txt')
  if (!existsSync(nameFile)) return undefined
  const program = join(folder, 'dist', readFileSync(nameFile, 'utf8').trim())
  return existsSync(program) ? program : undefined
}

/**
 * Finds the Electron program, or begins to fetch it in the background. After a failure it does not try again for a day,
 * so that a computer without access to the download does not wait at every start.
 *
 * @returns a function that waits for the program, for at most 20 seconds after the start of the download; undefined if
 *   it is not available
 */
export function obtainElectron(say: (line: string) => void, source = SOURCE): () => Promise<string | undefined> {
  const program = findElectron(source.folder)
  const shouldFetch = program === undefined && !failedLately(source.failedMark)
  return shouldFetch ? fetchElectron(say, source) : () => Promise.resolve(program)
}

function fetchElectron(
  say: (line: string) => void,
  { folder, failedMark, maxDelayMs }: ElectronSource,
): () => Promise<string | undefined> {
  const started = performance.now()
  say(`fetching Electron, which holds up the start for ${maxDelayMs / 1_000} s at most`)
  const installer = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' })
  installer.unref() // until the caller waits for it
  killWithParent(installer)
  const fetched = exitCode(installer).then(() => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    const program = findElectron(folder)
    if (program === undefined) leaveMark(failedMark)
    say(
      program === undefined
        ? `fetching Electron failed after ${seconds} s; npm start tries again tomorrow, npx install-electron at once`
        : `fetched Electron in ${seconds} s`,
    )
    return program
  })
  return async () => {
    installer.ref()
    const end = setTimeout(() => installer.kill('SIGKILL'), maxDelayMs - (performance.now() - started))
    return fetched.finally(() => {
      clearTimeout(end)
    })
  }
}

function leaveMark(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
}

function failedLately(failedMark: string): boolean {
  const mark = statSync(failedMark, { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < RETRY_AFTER_MS
}
