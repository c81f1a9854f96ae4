// Proves docs/contract/client-crypto.md, Files: folders; docs/contract/vault.md, Files: folders.

import { expect, it } from 'vitest'
import { NO_BLOCK_THREADS } from '../../src-main/client/files/block-threads.ts'
import { createHeldFiles } from '../../src-main/client/files/held-files.ts'
import { createFolders } from '../../src-main/client/folders/folders.ts'
import { startFilePeople } from '../support/files/file-people.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const COUNT = 20
/** Of each folder: its token, its names, its label. */
const [CALLS_OF_FOLDER, MOST_AT_ONCE] = [3, 8]

it('the list of folders › takes one call a page and three a folder, some folders side by side', async () => {
  const started = startService()
  const calls: string[] = []
  let [underWay, most] = [0, 0]
  const send: TestService['send'] = async (request) => {
    calls.push(request.operation.replace('vault.', ''))
    most = Math.max(most, ++underWay)
    const reply = await started.service.dispatch(request)
    underWay -= 1
    return reply
  }
  const { client, store } = await startFilePeople({ ...started, send, close: () => Promise.resolve() })('Ada')
  const tools = { store, threads: NO_BLOCK_THREADS }
  const held = createHeldFiles(client.account)
  const folders = createFolders({ client, tools, held, changed: () => undefined })
  const labels = Array.from({ length: COUNT }, (_, index) => `folder ${index}`)
  for (const label of labels) await folders.create(label)
  await client.items.fileSlots()
  calls.length = most = 0

  const rows = await folders.rows()

  expect(rows.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
  const times = new Map<string, number>()
  for (const call of calls) times.set(call, (times.get(call) ?? 0) + 1)
  expect(Object.fromEntries(times)).toEqual({
    attachmentsFoldersGet: 1,
    attachmentsFoldersIdGet: COUNT,
    blobStoreFoldersNameGet: COUNT,
    blobStoreFoldersNameFileGet: COUNT,
  })
  expect(most).toBeGreaterThan(CALLS_OF_FOLDER)
  expect(most).toBeLessThanOrEqual(CALLS_OF_FOLDER * MOST_AT_ONCE)
})
