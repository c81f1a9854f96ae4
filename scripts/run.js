// The first step of every script. Plain JavaScript, because it must run on any Node of the computer.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { interpreterFault, isSameFile } from './interpreter.js'

/** Scripts with paths on the command line, relative to the user's folder; npm changes to that of the package. */
const TAKE_PATHS = ['program', 'start']

const fault = interpreterFault()
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/vaultbench/compiled', import.meta.url)))
const [name = '', ...options] = process.argv.slice(2)
if (TAKE_PATHS.includes(name) && isStartedByNpm()) process.chdir(process.env.INIT_CWD)
delete process.env.INIT_CWD // it does not apply to child processes
const script = new URL(`./${name}.ts`, import.meta.url)
process.argv = [process.execPath, script.pathname, ...options]
await import(script.href)

/** True when npm runs this package, and not another package that starts this one. */
function isStartedByNpm() {
  const { INIT_CWD, npm_package_json } = process.env
  const own = new URL('../package.json', import.meta.url)
  return (
    INIT_CWD !== undefined &&
    existsSync(INIT_CWD) &&
    isSameFile(process.cwd(), new URL('..', import.meta.url)) &&
    (npm_package_json === undefined || (existsSync(npm_package_json) && isSameFile(npm_package_json, own)))
  )
}
