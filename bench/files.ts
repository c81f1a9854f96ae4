import { once } from 'node:events'
import { closeSync, createReadStream, fsyncSync, openSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sodium from 'libsodium-wrappers-sumo'
import type { BlockThreads } from '../src-main/client/files/block-threads.ts'
import { blockThreads } from '../src-main/client/files/block-threads.ts'
import { sourceFromPath } from '../src-main/client/files/file-source.ts'
import type { UploadedFile } from '../src-main/client/files/upload-file.ts'
import { startChild } from './child.ts'
import type { FileWorld } from './file-world.ts'
import { openFileWorld } from './file-world.ts'
import type { Row, Side } from './measure.ts'
import { compare, memoryRow, secondsSince } from './measure.ts'
import { stallRow } from './stalls-of.ts'

const MIB = 1024 * 1024
const FILE_MIB = 256
const ROUNDS = 3

/**
 * Storing and reading a file through client, service, database and disk, in MiB a second, beside the cipher alone, the disk
 * alone, and both one after the other; then how long the thread that owns the window is held up meanwhile.
 */
export async function run(): Promise<readonly Row[]> {
  await sodium.ready
  const world = await openFileWorld()
  const { folder } = world
  const [one, two, usual] = [blockThreads({ threads: 1 }), blockThreads({ threads: 2 }), blockThreads()]
  const bare = [bareThread(), bareThread()] as const
  /** This thread has nothing to do, and other threads calculate as much. */
  const alike = () => sealAll(bare)
  try {
    const path = join(folder, 'source')
    await writeSource(path)
    const file = keptFile(world, path)
    await file.store(usual)
    const storing = (threads: BlockThreads) =>
      timedFile(
        'store',
        () => file.store(threads),
        () => file.forget(),
      )
    const reading = (threads: BlockThreads) => timedFile('read', () => file.read(threads))
    const readBack = await plainReader(folder)
    const cipher = timedFile('libsodium stream', () => inTurn(path, (stream, block) => void stream.seal(block)))
    const disk = timedFile('disk', () => inTurn(path, (_, block, index) => writeBlock(folder, `floor${index}`, block)))
    const both = timedFile('encrypt, then fsync', () =>
      inTurn(path, (stream, block, index) => writeBlock(folder, `floor${index}`, stream.seal(block))),
    )
    const back = timedFile('read, then decrypt', readBack)
    const size = `${FILE_MIB} MiB, MiB a second`
    return [
      await compare(`store ${size}: encrypt, then fsync (P7)`, both, storing(usual), { rounds: ROUNDS }),
      await compare(`read ${size}: read, then decrypt (P7)`, back, reading(usual), { rounds: ROUNDS }),
      await compare(`store ${size}: the stream alone`, cipher, storing(usual), { rounds: ROUNDS }),
      await compare(`store ${size}: the disk alone`, disk, storing(usual), { rounds: ROUNDS }),
      await compare(`seal ${size}: bare, two threads beside one`, sealing(bare.slice(0, 1)), sealing(bare), {
        rounds: ROUNDS,
      }),
      await threadsRow(`store ${size}`, storing(one), storing(two)),
      await threadsRow(`read ${size}`, reading(one), reading(two)),
      await stallRow(
        `store ${FILE_MIB} MiB (P13)`,
        { before: () => file.forget(), work: () => file.store(usual), without: alike },
        { rounds: ROUNDS },
      ),
      await stallRow(
        `read ${FILE_MIB} MiB (P13)`,
        { work: () => file.read(usual), without: alike },
        { rounds: ROUNDS },
      ),
      await largeFileRow(),
    ]
  } finally {
    await Promise.all([
      ...[one, two, usual].map((threads) => threads.close()),
      ...bare.map((thread) => thread.terminate()),
    ])
    world.close()
  }
}

/** One file that is stored again and again; each time the one before goes first, and not while it is measured. */
function keptFile(world: FileWorld, path: string) {
  let stored: UploadedFile | undefined
  return {
    async store(threads: BlockThreads): Promise<void> {
      stored = await world.store(await sourceFromPath(path), threads)
    },
    async read(threads: BlockThreads): Promise<void> {
      if (stored !== undefined) await world.read(stored, threads)
    },
    async forget(): Promise<void> {
      if (stored !== undefined) await world.remove(stored)
      stored = undefined
    },
  }
}

/** @param before what is not measured */
function timedFile(name: string, work: () => Promise<unknown>, before?: () => Promise<void>): Side {
  return {
    name,
    async measure() {
      await before?.()
      const start = process.hrtime.bigint()
      await work()
      return { seconds: secondsSince(start), operations: FILE_MIB }
    },
  }
}

/**
 * Two threads beside one. With one, the service thread, that of the cipher and those that read and write work at
 * once already: what they leave of the processors is the most that another thread can gain.
 */
async function threadsRow(what: string, one: Side, two: Side): Promise<Row> {
  const spent = { processors: 0, clock: 0 }
  const watched: Side = {
    ...one,
    async measure() {
      const before = process.cpuUsage()
      const measured = await one.measure()
      const { user, system } = process.cpuUsage(before)
      spent.processors += (user + system) / 1e6
      spent.clock += measured.seconds
      return measured
    },
  }
  const row = await compare(`${what}: one thread (P7)`, watched, two, { rounds: ROUNDS })
  const busy = spent.processors / spent.clock
  const most = availableParallelism() / busy
  return { ...row, note: `one keeps ${busy.toFixed(2)} processors busy: ${most.toFixed(2)} is the most there can be` }
}

/** Seals so many mebibytes, one after the other in the same memory, with nothing but libsodium. */
const BARE_THREAD = `
  const { parentPort } = require('node:worker_threads')
  const sodium = require('libsodium-wrappers-sumo')
  parentPort.on('message', async (count) => {
    await sodium.ready
    const { _malloc, _crypto_aead_xchacha20poly1305_ietf_encrypt: seal } = sodium.libsodium
    globalThis.at ??= _malloc(${MIB} + 16 + 64)
    const key = at + ${MIB} + 16
    for (let made = 0; made < count; made += 1) seal(at, 0, at, ${MIB}, 0, key, 0, 0, 0, key, key)
    parentPort.postMessage('sealed')
  })`

function bareThread(): Worker {
  return new Worker(BARE_THREAD, { eval: true })
}

/** What more threads are worth on this machine, whose cores may share what they calculate with. */
function sealing(threads: readonly Worker[]): Side {
  return timedFile(`bare, ${threads.length}`, () => sealAll(threads))
}

function sealAll(threads: readonly Worker[]): Promise<unknown> {
  return Promise.all(
    threads.map((thread) => {
      thread.postMessage(FILE_MIB / threads.length)
      return once(thread, 'message')
    }),
  )
}

interface Stream {
  seal(block: Uint8Array): Uint8Array
}

/** One block after the other on this thread, as a plain program does it. */
async function inTurn(
  path: string,
  work: (stream: Stream, block: Uint8Array, index: number) => Promise<void> | void,
): Promise<void> {
  const { state } = sodium.crypto_secretstream_xchacha20poly1305_init_push(floorKey)
  const stream: Stream = {
    seal: (block) => sodium.crypto_secretstream_xchacha20poly1305_push(state, block, null, 0),
  }
  let index = 0
  for await (const block of createReadStream(path, { highWaterMark: MIB })) {
    await work(stream, block as Buffer, index) // without an encoding it reads bytes
    index += 1
  }
}

const floorKey = new Uint8Array(32).fill(7)

/** Writes sealed blocks, and answers what reads and opens them one after the other. */
async function plainReader(folder: string): Promise<() => Promise<void>> {
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(floorKey)
  const block = new Uint8Array(MIB).fill(1)
  for (let index = 0; index < FILE_MIB; index += 1) {
    const sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, block, null, 0)
    await writeBlock(folder, `back${index}`, sealed)
  }
  const into = new Uint8Array(MIB + 17)
  return async () => {
    const opening = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, floorKey)
    for (let index = 0; index < FILE_MIB; index += 1) {
      await readBlock(folder, `back${index}`, into)
      if (sodium.crypto_secretstream_xchacha20poly1305_pull(opening, into, null) === false) throw new Error('changed')
    }
  }
}

/** A block on the disk as a careful program writes it: under another name, flushed, renamed, the folder flushed. */
async function writeBlock(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${name}.new`)
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(temporary, join(folder, name))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

async function readBlock(folder: string, name: string, into: Uint8Array): Promise<number> {
  const handle = await open(join(folder, name))
  try {
    const { bytesRead } = await handle.read(into)
    return bytesRead
  } finally {
    await handle.close()
  }
}

async function writeSource(path: string): Promise<void> {
  const handle = await open(path, 'w')
  const block = new Uint8Array(MIB)
  for (let index = 0; index < FILE_MIB; index += 1) {
    block.fill(index)
    await handle.writeFile(block)
  }
  await handle.close()
}

/** Peak memory of a process that stores a large file and reads it again, beside one that does so with a smaller one. */
async function largeFileRow(): Promise<Row> {
  const [small, large] = [await memoryOf(FILE_MIB), await memoryOf(2048)]
  const difference = large.peakMiB - small.peakMiB
  const above = large.peakMiB - large.startedMiB
  const figures = { floor: small.peakMiB, product: large.peakMiB }
  const row = memoryRow('peak memory, MiB: 2 GiB beside 256 MiB', figures, {
    besides: () => ({ 'MiB more': difference, 'MiB above start': above }),
  })
  return { ...row, note: `${difference.toFixed(1)} MiB more; ${above.toFixed(1)} MiB above the start` }
}

interface Memory {
  readonly startedMiB: number
  readonly peakMiB: number
}

async function memoryOf(sizeMiB: number): Promise<Memory> {
  const child = await startChild<Memory>(['bench/files-memory-child.ts', String(sizeMiB)])
  await child.stop()
  return child.line
}
