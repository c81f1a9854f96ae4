// Checks which Node runs the scripts. This is plain JavaScript, because it must run on any Node of the computer.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const REQUIRED_MAJOR = 24
const ROOT = new URL('../', import.meta.url)

/** The folder where npm and its shims look first for `node`. */
export const BIN_FOLDER = fileURLToPath(new URL('node_modules/.bin/', ROOT))

/**
 * The package and file of the interpreter that the lock file pins for this system; the file may be missing. Undefined
 * if `package.json` lists no package for the system.
 */
export function pinnedInterpreter() {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  const isWindows = process.platform === 'win32'
  const system = `${isWindows ? 'win' : process.platform}-${process.arch}`
  const name = [`node-${system}`, `node-bin-${system}`].find((candidate) => candidate in optionalDependencies)
  if (name === undefined) return undefined
  return { name, file: fileURLToPath(new URL(`node_modules/${name}/bin/node${isWindows ? '.exe' : ''}`, ROOT)) }
}

/** Why the current interpreter must not run the scripts; undefined if it may. */
export function interpreterFault() {
  const pinned = pinnedInterpreter()
  if (pinned === undefined) return machineFault()
  if (existsSync(pinned.file) && isSameFile(process.execPath, pinned.file)) return undefined
  return `Vaultbench runs on the Node of its package ${pinned.name} (this is ${process.version}): run npm ci first, and start it with npm`
}

/** Without a listed package the computer's own Node is used, which must be new enough. */
export function machineFault() {
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR) return undefined
  const system = `${process.platform} ${process.arch}`
  return `Vaultbench runs on Node ${REQUIRED_MAJOR}, which its packages do not bring for ${system} (this is ${process.version}): install it, then run npm ci`
}

/** Compares files by identity, whatever their links and spelling. */
export function isSameFile(one, other) {
  const [first, second] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
  return first.dev === second.dev && first.ino === second.ino
}
