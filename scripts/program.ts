import type { BuildName } from './build.ts'
import { buildIfStale } from './build.ts'

/** The builds that commands need besides the program itself. */
const NEEDS: Readonly<Record<string, readonly BuildName[]>> = {
  serve: ['renderer'],
  open: ['renderer'],
  sdk: ['sdk'],
}

// Nothing may be printed to standard output here, which belongs to the command.
try {
  await buildIfStale(['main', ...(NEEDS[process.argv[2] ?? ''] ?? [])])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(3)
}

const program = new URL('../dist/main/vaultbench.js', import.meta.url)
process.argv[1] = program.pathname
await import(program.href) // in this process, so that a caller can signal the process it started
