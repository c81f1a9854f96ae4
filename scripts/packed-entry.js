#!/usr/bin/env node
// The command `vaultbench` of the packed program. Plain JavaScript, because it must report an error on an older Node.
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`Vaultbench runs on Node 24 or newer (this is ${process.version})\n`)
  process.exit(3)
}

// If the folder is not writable, Node silently compiles at every start. A relative path is ignored (XDG Base Directory
// Specification).
const { XDG_CACHE_HOME = '' } = process.env
const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
module.enableCompileCache(join(caches, 'vaultbench/compiled'))
await import(new URL('../dist/main/vaultbench.js', import.meta.url).href)
