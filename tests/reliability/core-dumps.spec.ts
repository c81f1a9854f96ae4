// Proves docs/contract/workbench.md, Workspaces: locking.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { PROGRAM } from '../support/service/served.ts'

/** Dumps are switched on for it as far as this machine lets them be. */
const WITH_CORE_DUMPS = 'ulimit -c unlimited 2>/dev/null; exec "$0" "$@"'

it.runIf(process.platform === 'linux')('the program › lets a crash write none of its memory down', async () => {
  const child = spawn('/bin/sh', ['-c', WITH_CORE_DUMPS, process.execPath, PROGRAM, 'serve', '--memory'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(createInterface({ input: child.stdout }), 'line')
    const ofProcess = (name: string) => readFileSync(`/proc/${String(child.pid)}/${name}`, 'utf8')

    expect(ofProcess('limits')).toMatch(/^Max core file size +0 +0 /m)
    expect(Number.parseInt(ofProcess('coredump_filter'), 16)).toBe(0)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
})
