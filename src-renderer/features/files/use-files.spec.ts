// Proves docs/contract/window.md, Files: screens, Folders.

import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope } from 'vue'
import { answer, arrive, askedFor, aStatus, aUser, push, resetBridge } from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { itemsWith, useFolderFiles, useFolders, useItemFiles, useQuota } from './use-files.ts'

const FOLDER = { id: 'f1', label: 'Boat', problem: null, files_count: 0, bytes: 0, slots_count: 0, links: [] }
const ROW = {
  ...{ item_id: 'i1', item_label: 'Car', own: true, slot_id: 's1', slot_label: 'Scan' },
  ...{ filename: 'a.pdf', has_thumbnail: false },
}

let scope = effectScope()
const within = <Result>(work: () => Result): Result => {
  const result = scope.run(work)
  if (result === undefined) throw new Error('the scope is over')
  return result
}

beforeEach(async () => {
  setActivePinia(createPinia())
  resetBridge()
  scope = effectScope()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('folderRows', () => ({ folders: [FOLDER] }))
  answer('fileRows', () => ({ files: [ROW] }))
  answer('folderFiles', () => ({ files: [] }))
  answer('forward as user', () => ({
    ok: true,
    status: 200,
    body: { data_size_of_uploaded_attachments_and_folders: 12, data_size_limit: 100, data_size_limit_exceeded: false },
  }))
  await startWorkbench()
  await arrive()
})
afterEach(() => scope.stop())

test('a folder is linked in as many items as its owner has with it, whatever those have it is shared with', () => {
  const link = { item_id: 'i1', item_label: 'Boat papers', slot_id: 's1' }
  expect(itemsWith({ ...FOLDER, slots_count: 2, links: [link] })).toBe(1)
  expect(itemsWith({ ...FOLDER, slots_count: 2, links: [link, { ...link, slot_id: 's2' }] })).toBe(1)
  expect(itemsWith({ ...FOLDER, slots_count: 2, links: [link, { ...link, item_id: 'i2', slot_id: 's2' }] })).toBe(2)
})

test('what is kept, and how much may be, is said', async () => {
  const { value } = within(() => useQuota('alice'))

  await vi.waitFor(() => expect(value.value).toEqual({ used: 12, limit: 100 }))
  expect(askedFor('forward as user')).toMatchObject([{ body: { operation: 'vault.meGet', user_id: 'alice' } }])
})

test('folders and their files are read again when folders of this actor change, and not of another', async () => {
  const folders = within(() => useFolders('alice'))
  const files = within(() => useFolderFiles('alice', () => 'f1'))
  await vi.waitFor(() => expect([folders.value.value, files.value.value]).toEqual([[FOLDER], []]))

  push({ type: 'folders', user_id: 'bob' })
  expect([askedFor('folderRows').length, askedFor('folderFiles').length]).toEqual([1, 1])
  push({ type: 'folders', user_id: 'alice' })
  await vi.waitFor(() => expect([askedFor('folderRows').length, askedFor('folderFiles').length]).toEqual([2, 2]))
})

test('files of items are dropped when their user is locked', async () => {
  const { value } = within(() => useItemFiles('alice'))
  await vi.waitFor(() => expect(value.value).toEqual([ROW]))

  useWorkbenchStore().setUsers([aUser('alice', { state: 'locked' })])

  expect(value.value).toBeUndefined()
})
