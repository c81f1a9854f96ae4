// Proves docs/contract/client-crypto.md, Files: uploading, Files: blocks.

import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { attachmentSubKeyFor } from '../../crypto/files/attachment-key.ts'
import { newHeader, openBlock } from '../../crypto/files/block-cipher.ts'
import { dataEncryptionKey, newAttachmentKey } from '../../crypto/keys.ts'
import { sealAesGcm } from '../../crypto/published/aes-gcm.ts'
import { ThreadEnded } from '../../threads/task-thread.ts'
import type { SealTask } from './block-task.ts'
import { blockThreads } from './block-threads.ts'

const threads = blockThreads({ threads: 2 })
afterAll(() => threads.close())

const fileKey = newAttachmentKey()
const digestKey = attachmentSubKeyFor(fileKey, 'digests')
const cipher = { format: 'pdv1.sc', key: attachmentSubKeyFor(fileKey, 'blocks'), header: newHeader() } as const
const block = { cipher, place: { index: 0, count: 2 } }

describe('blockThreads', () => {
  it('hands the memory of a block over and back, and keeps the keys here as they are', async () => {
    const task = sealTask('what stands in the file')
    const { memory } = task
    const keysBefore = [Buffer.from(cipher.key), Buffer.from(digestKey)]

    const sealed = await threads.run(task, 'a')

    expect(memory.length).toBe(0)
    expect([Buffer.from(cipher.key), Buffer.from(digestKey)]).toEqual(keysBefore)
    expect(sealed.memory.length).toBe(100)
    const { bytes } = openBlock(block, sealed.memory.subarray(0, sealed.bytes))
    expect(Buffer.from(bytes).toString()).toBe('what stands in the file')
  })

  it('seals nothing where the content is another one than before', async () => {
    const { digest } = await threads.run(sealTask('before'), 'a')

    const outcome = await threads.run({ ...sealTask('after'), expected: digest }, 'a')

    expect(outcome).toMatchObject({ isChanged: true, bytes: 0 })
    expect(Buffer.from(outcome.memory).toString()).toContain('after')
  })

  it('opens a file in one piece within its memory, and keeps the key here', async () => {
    const stored = Buffer.from(sealAesGcm(dataEncryptionKey(fileKey), Buffer.from('Dear Bob')))
    const memory = new Uint8Array(stored)
    const keyBefore = Buffer.from(fileKey)

    const opened = await threads.run({ kind: 'open-whole', memory, bytes: memory.length, key: fileKey }, 'a')

    expect([memory.length, opened.memory.length]).toEqual([0, stored.length])
    expect(Buffer.from(opened.memory.subarray(0, opened.bytes)).toString()).toBe('Dear Bob')
    expect(Buffer.from(fileKey)).toEqual(keyBefore)
  })

  it('goes on after a block that does not open', async () => {
    const wrong = { kind: 'open', memory: new Uint8Array(new ArrayBuffer(100)), bytes: 100, block } as const

    await expect(threads.run(wrong, 'a')).rejects.toMatchObject({ code: 'cannot_open' })

    await expect(threads.run(sealTask('x'), 'a')).resolves.toMatchObject({ bytes: 17 })
  })

  it('says that a thread died', async () => {
    const dying = blockThreads({
      startWorker: () =>
        new Worker("require('node:worker_threads').parentPort.on('message', () => process.exit(1))", { eval: true }),
    })

    await expect(dying.run(sealTask('x'), 'a')).rejects.toBeInstanceOf(ThreadEnded)
    await dying.close()
  })
})

function sealTask(text: string): SealTask {
  const memory = new Uint8Array(new ArrayBuffer(100))
  return { kind: 'seal', memory, bytes: new TextEncoder().encodeInto(text, memory).written, block, digestKey }
}
