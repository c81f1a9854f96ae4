import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'

/** Where util-linux installs `prlimit`. A search along PATH might find another program. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit']
/** A filter that excludes all memory, see core(5). Unlike the limit, it also holds for dumps piped to a program. */
const NO_MEMORY = '0x0'

/**
 * Keeps a crash from leaving the memory, with its keys, on disk. On Linux no dump is written, and one that is written
 * nevertheless holds no memory; threads and children inherit this. On other systems the system's own setting decides.
 * Node's diagnostic reports, which contain the environment, are switched off everywhere. A failure to set any of this
 * is ignored.
 */
export function switchOffCoreDumps(): void {
  switchOffReports()
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', NO_MEMORY)
  } catch {
    // A container may forbid it; the limit below has the same effect.
  }
  const prlimit = PRLIMIT.find((path) => existsSync(path))
  // The child gets no environment, which may hold secrets.
  if (prlimit !== undefined)
    spawnSync(prlimit, ['--core=0', '--pid', String(process.pid)], { env: {}, stdio: 'ignore' })
}

function switchOffReports(): void {
  Object.assign(process.report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false })
}
