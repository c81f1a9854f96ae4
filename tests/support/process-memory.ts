import { closeSync, openSync, readFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

const STEP_BYTES = 4 * 1024 * 1024
const step = Buffer.alloc(STEP_BYTES)

/** Whether the memory of another process can be read here: Linux lets a parent, or an administrator, do it. */
export function canReadMemoryOf(pid: number): boolean {
  try {
    closeSync(openSync(`/proc/${pid}/mem`, 'r'))
    return true
  } catch {
    return false
  }
}

/**
 * Searches everything that a process has in memory, used or left over. Takes seconds, in steps.
 *
 * @returns how often each pattern was found, by its name
 */
export async function countInMemory(
  pid: number,
  patterns: Readonly<Record<string, Buffer>>,
): Promise<Readonly<Record<string, number>>> {
  const counts = Object.fromEntries(Object.keys(patterns).map((name) => [name, 0]))
  const overlap = Math.max(...Object.values(patterns).map(({ length }) => length)) - 1
  const memory = await open(`/proc/${pid}/mem`, 'r')
  try {
    for (const { start, length } of stepsThrough(readableRegions(pid), overlap)) {
      const bytes = await readAt(memory, start, length)
      for (const [name, pattern] of Object.entries(patterns))
        counts[name] = (counts[name] ?? 0) + countIn(bytes, pattern)
    }
    return counts
  } finally {
    await memory.close()
  }
}

function* stepsThrough(regions: readonly Region[], overlap: number): Generator<{ start: number; length: number }> {
  for (const { start, end } of regions) {
    for (let at = start; at < end; at += STEP_BYTES - overlap)
      yield { start: at, length: Math.min(STEP_BYTES, end - at) }
  }
}

/** A key as it may lie about: as it is, and as the texts it is written down in. */
export function spellingsOf(name: string, key: Uint8Array): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(key)
  return {
    [name]: bytes,
    [`${name} in hex`]: Buffer.from(bytes.toString('hex')),
    [`${name} in capital hex`]: Buffer.from(bytes.toString('hex').toUpperCase()),
    [`${name} in Base64`]: Buffer.from(bytes.toString('base64').replaceAll('=', '')),
    [`${name} in URL-safe Base64`]: Buffer.from(bytes.toString('base64url')),
  }
}

interface Region {
  readonly start: number
  readonly end: number
}

function readableRegions(pid: number): readonly Region[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .map((line) => /^([\da-f]+)-([\da-f]+) r\S+ \S+ \S+ \S+ *(\S*)/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , , name = '']) => !name.startsWith('[v')) // of the kernel: [vvar], [vdso], [vsyscall]
    .map(([, start = '', end = '']) => ({ start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) }))
}

/** A page that went away meanwhile holds nothing. */
async function readAt(memory: FileHandle, start: number, length: number): Promise<Buffer> {
  try {
    const { buffer, bytesRead } = await memory.read(step, 0, length, start)
    return buffer.subarray(0, bytesRead)
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'EIO') return step.subarray(0, 0)
    throw fault
  }
}

function countIn(bytes: Buffer, pattern: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(pattern); at !== -1; at = bytes.indexOf(pattern, at + 1)) count += 1
  return count
}
