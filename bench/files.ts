import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sodium from 'libsodium-wrappers-sumo'
import { blockThreads } from '../src-main/client/files/block-threads.ts'
import type { BlockThreads } from '../src-main/client/files/block-threads.ts'
import type { FileStore } from '../src-main/client/files/file-store.ts'
import { sourceFromPath } from '../src-main/client/files/file-source.ts'
import { fileUploadJournal } from '../src-main/client/files/file-upload-journal.ts'
import { openFile } from '../src-main/client/files/open-file.ts'
import { uploadFile } from '../src-main/client/files/upload-file.ts'
import { newDataEncryptionKey } from '../src-main/crypto/keys.ts'
import { startChild } from './child.ts'
import { diskFileStore, readBlock, writeBlock } from './disk-file-store.ts'
import type { Row, Side } from './measure.ts'
import { compare, secondsSince } from './measure.ts'

const MIB = 1024 * 1024
const FILE_MIB = 256
const ROUNDS = 3
const keys = { dataEncryptionKey: newDataEncryptionKey() }

/** Storing and reading a file, in MiB a second, beside the cipher alone, the disk alone, and both one after the other. */
export async function run(): Promise<readonly Row[]> {
  await sodium.ready
  const folder = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const [one, two] = [blockThreads({ threads: 1 }), blockThreads()]
  const bare = [bareThread(), bareThread()] as const
  try {
    const path = join(folder, 'source')
    await writeSource(path)
    let stored = await store(folder, path, two)
    const storing = (threads: BlockThreads) =>
      side('store', async () => {
        stored = await store(folder, path, threads) // in place of the one before
      })
    const reading = (threads: BlockThreads) => side('read', () => read(stored, threads))
    const readBack = await plainReader(folder)
    const cipher = side('libsodium stream', () => inTurn(path, (stream, block) => void stream.seal(block)))
    const disk = side('disk', () => inTurn(path, (_, block, index) => writeBlock(folder, `floor${index}`, block)))
    const both = side('encrypt, then fsync', () =>
      inTurn(path, (stream, block, index) => writeBlock(folder, `floor${index}`, stream.seal(block))),
    )
    const back = side('read, then decrypt', readBack)
    const size = `${FILE_MIB} MiB, MiB a second`
    return [
      await compare(`store ${size}: encrypt, then fsync (P7)`, '>= 0.60', both, storing(two), ROUNDS),
      await compare(`read ${size}: read, then decrypt (P7)`, '>= 0.60', back, reading(two), ROUNDS),
      await compare(`store ${size}: the stream alone`, 'shown', cipher, storing(two), ROUNDS),
      await compare(`store ${size}: the disk alone`, 'shown', disk, storing(two), ROUNDS),
      await compare(
        `seal ${size}: bare, two threads beside one`,
        'shown',
        sealing(bare.slice(0, 1)),
        sealing(bare),
        ROUNDS,
      ),
      await compare(`store ${size}: one thread (P7)`, '>= 1.4', storing(one), storing(two), ROUNDS),
      await compare(`read ${size}: one thread (P7)`, '>= 1.4', reading(one), reading(two), ROUNDS),
      await memoryRow(),
    ]
  } finally {
    await Promise.all([one.close(), two.close(), ...bare.map((thread) => thread.terminate())])
    rmSync(folder, { recursive: true })
  }
}

interface Stored {
  readonly fileStore: FileStore
  readonly keyText: string
}

function side(name: string, work: () => Promise<unknown>): Side {
  return {
    name,
    async measure() {
      const start = process.hrtime.bigint()
      await work()
      return { seconds: secondsSince(start), operations: FILE_MIB }
    },
  }
}

async function store(folder: string, path: string, threads: BlockThreads): Promise<Stored> {
  const source = await sourceFromPath(path)
  const file = { filename: 'bench', content_type: 'video/mp4' }
  const journal = fileUploadJournal(join(folder, 'journal'))
  const fileStore = diskFileStore(folder)
  const { keyText } = await uploadFile({ store: fileStore, threads }, { source, file, family: 'pdv1', journal, keys })
  return { fileStore, keyText }
}

async function read({ fileStore, keyText }: Stored, threads: BlockThreads): Promise<void> {
  const file = await openFile({ store: fileStore, threads }, 'attachment', keyText)
  await file.read(() => undefined)
  file.close()
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
  return side(`bare, ${threads.length}`, () =>
    Promise.all(
      threads.map((thread) => {
        thread.postMessage(FILE_MIB / threads.length)
        return once(thread, 'message')
      }),
    ),
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
async function memoryRow(): Promise<Row> {
  const [small, large] = [await memoryOf(FILE_MIB), await memoryOf(2048)]
  const difference = large.peakMiB - small.peakMiB
  const above = large.peakMiB - large.startedMiB
  return {
    name: 'peak memory, MiB: 2 GiB beside 256 MiB',
    goal: '<= 16 MiB more, <= 64 MiB above the start',
    floorPerSecond: small.peakMiB,
    productPerSecond: large.peakMiB,
    ratio: large.peakMiB / small.peakMiB,
    lowestRatio: large.peakMiB / small.peakMiB,
    highestRatio: large.peakMiB / small.peakMiB,
    rounds: 1,
    note: `${difference.toFixed(1)} MiB more; ${above.toFixed(1)} MiB above the start`,
  }
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
