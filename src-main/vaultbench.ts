import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { switchOffCoreDumps } from './composition/core-dumps.ts'
import { limitHeapGrowth } from './composition/heap-growth.ts'
import { EXIT } from './program/command.ts'
import type { Ports } from './program/command.ts'
import { runProgram } from './program/run-program.ts'

/* The program `vaultbench`: its table of commands is program/command-table.ts. */

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

switchOffCoreDumps()
limitHeapGrowth()
const ending = new AbortController()
for (const signal of ENDING_SIGNALS) process.on(signal, () => ending.abort())
process.stdout.on('error', endWhenNobodyReads)

const ports: Ports = {
  environment: process.env,
  ask: askHidden,
  out: (text) => process.stdout.write(text),
  say: (line) => process.stderr.write(`${line}\n`),
  progress: process.stderr.isTTY ? (line) => process.stderr.write(`\r\u001b[K${line}`) : () => undefined,
  ending: ending.signal,
  program: fileURLToPath(import.meta.url),
}
process.exitCode = await runProgram(process.argv.slice(2), packageJson.version, ports)

/** Asks on the terminal, and shows nothing of what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY })
  try {
    return await lines.question('', { signal: ending.signal })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Ends the program as `vaultbench … | head` needs it. */
function endWhenNobodyReads(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'EPIPE') throw fault
  process.exit(EXIT.couldNotRun)
}
