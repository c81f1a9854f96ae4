import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'

/** The paths at which util-linux puts it. A search along PATH might find what somebody else put there. */
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit']
/** No kind of memory, see core(5). Also where a program and not a file takes the dump, which no limit keeps away. */
const NO_MEMORY = '0x0'

/**
 * Lets a crash leave no copy of the memory behind, with the keys of whatever was open: on Linux no dump is written, and one
 * that is made nevertheless holds no memory; threads and children inherit it. Reports of Node, which hold the environment,
 * are not written. Elsewhere the system's own setting decides. Never a reason not to start: what cannot be set stays.
 */
export function switchOffCoreDumps(): void {
  switchOffReports()
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', NO_MEMORY)
  } catch {
    // A container may forbid it; the limit below says the same.
  }
  const prlimit = PRLIMIT.find((path) => existsSync(path))
  // The child gets no environment, which may hold secrets.
  if (prlimit !== undefined)
    spawnSync(prlimit, ['--core=0', '--pid', String(process.pid)], { env: {}, stdio: 'ignore' })
}

function switchOffReports(): void {
  Object.assign(process.report, { reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false })
}
