// Proves docs/contract/window.md, Everywhere: search.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { foldForSearch } from '../../../shared/folded-text.ts'
import { newDataEncryptionKey } from '../../crypto/keys.ts'
import { sealSlotValue } from '../../crypto/seal.ts'
import type { Account } from '../account/account.ts'
import { createValueIndex } from './value-index.ts'
import type { ValueTask } from './value-worker.ts'

const ended: (() => unknown)[] = []
afterEach(() => ended.splice(0).forEach((end) => end()))

/** An account with items whose only values are the given texts, and what the index posts to its thread. */
function indexOver(values: readonly string[]) {
  const dataEncryptionKey = newDataEncryptionKey()
  const page = {
    items: values.map((_, number) => ({ id: `i${number}`, own: true, original_id: null })),
    slots: values.map((value, number) => ({
      id: `s${number}`,
      item_id: `i${number}`,
      name: 'words',
      label: 'Words',
      slot_type_name: 'note_text',
      attachment_id: null,
      attachments_folder_id: null,
      encrypted_value: sealSlotValue(dataEncryptionKey, { slotName: 'words' }, value),
    })),
    next_page_after: null,
  }
  const whenWiped: (() => void)[] = []
  const account = {
    keys: () => ({ dataEncryptionKey }),
    call: () => Promise.resolve(page),
    whenWiped: (work: () => void) => whenWiped.push(work),
  } as unknown as Account // the index asks for nothing else of it
  const workers: Worker[] = []
  const posted: ValueTask[] = []
  const index = createValueIndex(account, () => {
    const worker = new Worker(new URL('./value-worker.ts', import.meta.url))
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (task: ValueTask) => post(posted.push(task) && task)
    workers.push(worker)
    return worker
  })
  ended.push(() => index.end())
  return { index, workers, posted, lock: () => whenWiped.forEach((work) => work()) }
}

async function whole(index: ReturnType<typeof indexOver>['index'], words: readonly string[]) {
  for (let turn = 0; turn < 100; turn += 1) {
    const found = await index.find(words)
    if (found.complete) return found
  }
  throw new Error('the values were not read')
}

it('the values of an item › hold the words that their folded text holds, up to 32 of them', async () => {
  const values = ['Étagère behind', 'Behind the door', 'ß', 'word0 word31 word32']
  const { index } = indexOver(values)
  const texts = values.map(foldForSearch)

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('etagere', 'behind', 'door', 'ss', 'nothing', 'd', ...texts), { maxLength: 40 }),
      async (words) => {
        const found = await whole(index, words)
        for (const [number, text] of texts.entries()) {
          const held = words.slice(0, 32).filter((word) => text.includes(word))
          expect(found.wordsOf(`i${number}`)).toBe(held.join('\n'))
        }
      },
    ),
    { numRuns: 30 },
  )
})

it('the lock › wipes the keys that the thread shares, and ends it', async () => {
  const { index, workers, posted, lock } = indexOver(['behind the door'])
  await whole(index, ['door'])
  const [begun] = posted
  const shared = begun?.kind === 'begin' ? begun.keys.dataEncryptionKey : undefined
  expect(shared?.some((byte) => byte !== 0)).toBe(true)
  const [worker] = workers
  const exit = worker === undefined ? undefined : once(worker, 'exit')

  lock()

  expect(shared?.every((byte) => byte === 0)).toBe(true)
  await exit
})

it('closed while it searches › finds nothing, and begins anew with the next search', async () => {
  const { index, workers } = indexOver(['behind the door'])
  await whole(index, ['door'])

  const [found] = await Promise.all([index.find(['door']), index.end()])
  expect(['', 'door']).toContain(found.wordsOf('i0'))

  expect((await whole(index, ['door'])).wordsOf('i0')).toBe('door')
  expect(workers).toHaveLength(2)
})

it('a thread that dies › is followed by another one', async () => {
  const { index, workers } = indexOver(['behind the door'])
  await whole(index, ['door'])

  await workers[0]?.terminate()

  await index.find(['door'])
  expect((await whole(index, ['door'])).wordsOf('i0')).toBe('door')
})
