import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'

/** The places where util-linux puts `prlimit`. A search along PATH might find another program. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit']
/** The filter for no kind of memory, see core(5). It also holds where a program takes the dump, which no limit stops. */
const NO_MEMORY = '0x0'

/**
 * Lets a crash leave no copy of the memory behind, with the keys of whatever was open: on Linux no dump is written, and one
 * that is made nevertheless holds no memory; threads and children inherit it. Reports of Node, which hold the environment,
 * are not written. Elsewhere the system's own setting decides. The program starts even where nothing can be set.
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
