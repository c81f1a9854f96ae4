// The first step of every script: plain JavaScript, because it must still speak on the Node that came with the machine.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { interpreterFault } from './interpreter.js'

const fault = interpreterFault()
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/vaultbench/compiled', import.meta.url)))
const [name = '', ...options] = process.argv.slice(2)
const script = new URL(`./${name}.ts`, import.meta.url)
process.argv = [process.execPath, script.pathname, ...options]
await import(script.href)
