// Proves docs/contract/vault.md, Files: block store.

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { aSignedInUser } from '../../../tests/support/service/builders.ts'
import { newDatabase, testClock } from '../../../tests/support/service/test-service.ts'
import { blockFilesInMemory } from '../../sqlite/block-files.ts'
import { blobStore } from './blob-store.ts'
import { createBlobs } from './blobs.ts'

const bytes = new TextEncoder().encode('a block that is cipher text')
const call = { now: '2026-01-01T00:00:00.000Z' }

it('makes the digest of a block on another thread, when it is written and when it is read', async () => {
  const connection = newDatabase()
  const store = blobStore(connection)
  const user = aSignedInUser({ connection, clock: testClock() })
  let names = 0
  const files = blockFilesInMemory()
  const newName = () => String((names += 1)).padStart(32, '0')
  const blobs = createBlobs({ store, files, newName, requireRoomFor: () => undefined, log: { error } })

  const { result: block, letsOthers } = await watched(blobs.writeBlock(bytes))
  const about = { user_id: user.userId, filename: 'a', content_type: 'text/plain' }
  const blob = store.findBlob(blobs.addFile(call, about, [block]))
  if (blob === undefined) throw new Error('the file has no row')
  const read = await watched(blobs.readFileRange(blob, {}))

  expect(block.sha256).toEqual(createHash('sha256').update(bytes).digest())
  expect(
    Buffer.from(read.result({ answerWithOtherStatus: error, addHeader: () => undefined }).data).equals(bytes),
  ).toBe(true)
  expect([letsOthers, read.letsOthers]).toEqual([true, true])
})

function error(message = 'not to be called'): void {
  throw new Error(message)
}

/** Memory answers at once, so whatever else waits has its turn only if the digest is made elsewhere. */
async function watched<Result>(work: Promise<Result>) {
  let letsOthers = false
  const others = setImmediate(() => (letsOthers = true))
  const result = await work
  clearImmediate(others)
  return { result, letsOthers }
}
