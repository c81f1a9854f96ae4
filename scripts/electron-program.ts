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
  /** How long fetching may hold up the start, from its beginning. */
  readonly holdsUpMs: number
}

const PACKAGE = fileURLToPath(new URL('../node_modules/electron/', import.meta.url))
const SOURCE: ElectronSource = {
  folder: PACKAGE,
  // It goes with node_modules, so that `npm ci` tries anew.
  failedMark: fileURLToPath(new URL('../node_modules/.cache/vaultbench/electron-not-fetched', import.meta.url)),
  holdsUpMs: 20_000,
}
const RETRY_AFTER_MS = 24 * 3_600_000

/** The Electron program, when it has been fetched: its package names it in `path.txt` and keeps it in `dist`. */
export function findElectron(folder = PACKAGE): string | undefined {
  const nameFile = join(folder, 'path.txt')
  if (!existsSync(nameFile)) return undefined
  const program = join(folder, 'dist', readFileSync(nameFile, 'utf8').trim())
  return existsSync(program) ? program : undefined
}

/**
 * Finds the Electron program, or begins to fetch it beside what the caller does. A failure is remembered for a day, so
 * that a machine that cannot reach the download does not wait at every start.
 *
 * @returns waits for the program, no longer than 20 seconds after the beginning; undefined: it is not to be had
 */
export function obtainElectron(say: (line: string) => void, source = SOURCE): () => Promise<string | undefined> {
  const program = findElectron(source.folder)
  const isThereHope = program === undefined && !failedLately(source.failedMark)
  return isThereHope ? fetchElectron(say, source) : () => Promise.resolve(program)
}

function fetchElectron(
  say: (line: string) => void,
  { folder, failedMark, holdsUpMs }: ElectronSource,
): () => Promise<string | undefined> {
  const started = performance.now()
  say(`fetching Electron, which holds up the start for ${holdsUpMs / 1_000} s at most`)
  const installer = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' })
  installer.unref() // until somebody waits for it
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
    const end = setTimeout(() => installer.kill('SIGKILL'), holdsUpMs - (performance.now() - started))
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
