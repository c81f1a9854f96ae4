// The first step of every script: plain JavaScript, because it must still speak on the Node that came with the machine.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { interpreterFault, isSameFile } from './interpreter.js'

/** Scripts whose command line names files: from the folder a person is in, which npm leaves for that of the package. */
const TAKE_PATHS = ['program', 'start']

const fault = interpreterFault()
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/vaultbench/compiled', import.meta.url)))
const [name = '', ...options] = process.argv.slice(2)
if (TAKE_PATHS.includes(name) && isStartedByNpm()) process.chdir(process.env.INIT_CWD)
delete process.env.INIT_CWD // it says nothing of what is started from here
const script = new URL(`./${name}.ts`, import.meta.url)
process.argv = [process.execPath, script.pathname, ...options]
await import(script.href)

/** True when npm runs this very package. When it runs another one that starts us, our folder counts. */
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
