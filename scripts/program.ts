import type { BuildName } from './build.ts'
import { buildIfStale } from './build.ts'

/** What commands need besides the program itself. */
const NEEDS: Readonly<Record<string, readonly BuildName[]>> = {
  serve: ['renderer'],
  open: ['renderer'],
  sdk: ['sdk'],
}

// Nothing may print on standard output here: it belongs to the command.
try {
  await buildIfStale(['main', ...(NEEDS[process.argv[2] ?? ''] ?? [])])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(3)
}

const program = new URL('../dist/main/vaultbench.js', import.meta.url)
process.argv[1] = program.pathname
await import(program.href) // in this process: the process id of the start line is the one a caller may signal
