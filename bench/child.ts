import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { noteLogLine } from './program-log.ts'

export interface Child<Line> {
  readonly line: Line
  readonly pid: number
  /** @throws {Error} when it does not end well */
  stop(): Promise<void>
}

/** Starts a program with this Node and reads the one JSON line it prints when it is ready; what it logs is noted. */
export async function startChild<Line>(args: readonly string[]): Promise<Child<Line>> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  createInterface({ input: child.stderr }).on('line', noteLogLine)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const text = await firstLine(child)
  return {
    // Both programs print the shape their caller names.
    line: JSON.parse(text) as Line,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      if (code !== 0 && code !== null) throw new Error(`${args.join(' ')} ended with ${code}`)
    },
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('the program has no output')
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('close', (code) => reject(new Error(`the program ended with ${String(code)} before it was ready`)))
  })
}

/** Resident memory of a process in MiB; Linux only. */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

const TICKS_PER_SECOND = 100

/** Processor time of a process so far, all threads, in seconds; Linux only. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // from the third field on
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
