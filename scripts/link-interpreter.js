// The last step of `npm ci`: checks that the pinned interpreter is installed and runs, and links it. It fetches
// nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BIN_FOLDER, machineFault, pinnedInterpreter } from './interpreter.js'

const pinned = pinnedInterpreter()
const fault = pinned === undefined ? machineFault() : pinnedFault(pinned)
if (fault === undefined && pinned !== undefined) linkWhereMissing(pinned.file)
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}

/** npm silently omits an optional package that it cannot fetch or whose hash is wrong. */
function pinnedFault({ name, file }) {
  if (!existsSync(file)) {
    return `npm did not install ${name}, the Node that Vaultbench runs on: it could not be fetched, or is not what the lock file says`
  }
  const { status } = spawnSync(file, ['--version'], { stdio: 'ignore' })
  return status === 0 ? undefined : `The Node of the package ${name} does not run on this system`
}

/**
 * npm 10 removes the command `node` again, because the omitted packages of other systems have a command of that name.
 * Windows permits symbolic links only to administrators, and its shims look for `node.exe` beside them.
 */
function linkWhereMissing(file) {
  const isWindows = process.platform === 'win32'
  const names = isWindows ? ['node.cmd', 'node.exe'] : ['node']
  if (names.some((name) => existsSync(join(BIN_FOLDER, name)))) return
  mkdirSync(BIN_FOLDER, { recursive: true })
  if (isWindows) linkSync(file, join(BIN_FOLDER, 'node.exe'))
  else symlinkSync(relative(BIN_FOLDER, file), join(BIN_FOLDER, 'node'))
}
