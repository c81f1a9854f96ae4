// Proves docs/contract/window.md, Files: screens.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WantedPart } from '../../../shared/contract/workbench-files.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { anUpload, UPLOAD_PLACE } from './testing/an-upload.ts'
import { useUploads } from './use-uploads.ts'

/** Wants parts of four bytes, one after the other. */
function takesParts(id = 'u1', size = 10): void {
  answer('uploadPart', ({ params, body }) => {
    const done = (params as { start: number }).start + (body as Uint8Array).length
    const wanted: WantedPart = done < size ? { start: done, bytes: Math.min(4, size - done) } : null
    const over = { state: 'done', item_id: 'i1', slot_id: 's1' } as const
    return { upload: anUpload({ id, size, done_bytes: done, ...(wanted === null && over) }), wanted }
  })
}

const partsSent = (): string[] => askedFor('uploadPart').map(({ body }) => new TextDecoder().decode(body as Uint8Array))
const never = (reason: string): void => expect.unreachable(reason)
const file = (text = '0123456789', name = 'a.bin'): File => new File([text], name)
const row = () => useUploads().list[0]
function shownRow() {
  const shown = row()
  if (shown === undefined) throw new Error('no upload is shown')
  return shown
}

async function started() {
  await startWorkbench()
  const uploads = useUploads()
  await arrive()
  return uploads
}

beforeEach(() => {
  resetBridge()
  setActivePinia(createPinia())
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('uploadRows', () => ({ uploads: [] }))
  answer('uploadStart', () => ({ upload: anUpload(), wanted: { start: 0, bytes: 4 } }))
  takesParts()
})

test('a file is sent part by part until none is wanted', async () => {
  const uploads = await started()
  const stored = vi.fn()
  uploads.onStored(stored)
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(row()?.upload.state).toBe('done'))
  expect(partsSent()).toEqual(['0123', '4567', '89'])
  expect(askedFor('uploadStart')[0]?.body).toMatchObject({ filename: 'a.bin', size: 10, place: UPLOAD_PLACE })
  expect(stored).toHaveBeenCalledOnce()
  expect(uploads.open).toEqual([])
})

test('one that was paused goes on with the same file, from where it is wanted', async () => {
  const uploads = await started()
  answer('uploadPart', () => ({ upload: anUpload({ done_bytes: 4, state: 'paused' }), wanted: null }))
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(row()?.upload.state).toBe('paused'))
  takesParts()
  answer('uploadResume', () => ({ upload: anUpload({ done_bytes: 4 }), wanted: { start: 4, bytes: 4 } }))
  uploads.resume(shownRow())
  await vi.waitFor(() => expect(row()?.upload.state).toBe('done'))
  expect(partsSent()).toEqual(['0123', '4567', '89'])
})

test('one of an earlier window asks for its file, and says why another one is refused', async () => {
  answer('uploadRows', () => ({ uploads: [anUpload({ state: 'needs_file', done_bytes: 4 })] }))
  const uploads = await started()
  uploads.resume(shownRow())
  expect(askedFor('uploadResume')).toEqual([])
  answer('uploadResume', () => {
    throw refusal('source_changed', 409, 'this is another file')
  })
  uploads.resume(shownRow(), file('other'))
  await vi.waitFor(() => expect(row()?.problem).toBe('This is another file.'))
  answer('uploadResume', () => ({ upload: anUpload({ done_bytes: 4 }), wanted: { start: 4, bytes: 4 } }))
  uploads.resume(shownRow(), file())
  await vi.waitFor(() => expect(row()?.upload.state).toBe('done'))
  expect(partsSent()).toEqual(['4567', '89'])
  expect(row()?.problem).toBeUndefined()
})

test('one that failed once it was stored goes on without its file', async () => {
  answer('uploadRows', () => ({ uploads: [anUpload({ state: 'failed', done_bytes: 10 })] }))
  const uploads = await started()
  answer('uploadResume', () => ({ upload: anUpload({ state: 'done', done_bytes: 10 }), wanted: null }))
  uploads.resume(shownRow())
  await vi.waitFor(() => expect(row()?.upload.state).toBe('done'))
  expect(askedFor('uploadResume')).toMatchObject([{ body: { size: 10 } }])
  expect(partsSent()).toEqual([])
})

test('one that failed before it was stored, and whose file is not here, asks for it', async () => {
  answer('uploadRows', () => ({ uploads: [anUpload({ state: 'failed' })] }))
  const uploads = await started()
  answer('uploadResume', () => ({ upload: anUpload(), wanted: { start: 0, bytes: 4 } }))
  answer('uploadPause', () => ({ upload: anUpload({ state: 'paused' }), wanted: null }))
  uploads.resume(shownRow())
  await vi.waitFor(() => expect(row()?.upload.state).toBe('needs_file'))
  expect(partsSent()).toEqual([])
})

test('a file that is shorter than it was asks for the file again', async () => {
  const uploads = await started()
  answer('uploadStart', () => ({ upload: anUpload(), wanted: { start: 8, bytes: 4 } }))
  answer('uploadPause', () => ({ upload: anUpload({ state: 'paused' }), wanted: null }))
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(row()?.upload.state).toBe('needs_file'))
  expect(partsSent()).toEqual([])
})

test('two are sent at once, and the others wait for their turn', async () => {
  const uploads = await started()
  const release: (() => void)[] = []
  let number = 0
  answer('uploadStart', async () => {
    const id = `u${++number}`
    await new Promise<void>((resolve) => release.push(resolve))
    return { upload: anUpload({ id, state: 'done' }), wanted: null }
  })
  for (let each = 0; each < 3; each += 1) uploads.start('alice', file(), UPLOAD_PLACE, never)
  await arrive()
  expect(askedFor('uploadStart')).toHaveLength(2)
  expect(uploads.waiting).toBe(1)
  release[0]?.()
  await vi.waitFor(() => expect(askedFor('uploadStart')).toHaveLength(3))
})

test('what is refused at once is said to whoever asked', async () => {
  const uploads = await started()
  answer('uploadStart', () => {
    throw refusal('storage_full', 507, 'the disk is full')
  })
  const refused = vi.fn()
  uploads.start('alice', file(), UPLOAD_PLACE, refused)
  await vi.waitFor(() => expect(refused).toHaveBeenCalledWith('The disk is full.'))
  expect(uploads.list).toEqual([])
})

test('nothing of a user stays once that user is locked', async () => {
  answer('uploadRows', () => ({ uploads: [anUpload({ state: 'needs_file' })] }))
  const uploads = await started()
  expect(uploads.list).toHaveLength(1)
  push({ type: 'users', users: [aUser('alice', { state: 'locked' })] })
  expect(uploads.list).toEqual([])
  push({ type: 'upload', user_id: 'alice', upload: anUpload() })
  expect(uploads.list).toEqual([])
})

test('one that is cancelled is gone, also when an answer is under way', async () => {
  const uploads = await started()
  let release: () => void = () => undefined
  answer('uploadPart', async () => {
    await new Promise<void>((resolve) => (release = resolve))
    return { upload: anUpload({ done_bytes: 4 }), wanted: { start: 4, bytes: 4 } }
  })
  answer('uploadForget', () => undefined)
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(askedFor('uploadPart')).toHaveLength(1))
  await uploads.forget(shownRow())
  release()
  await arrive()
  expect(uploads.list).toEqual([])
  expect(askedFor('uploadPart')).toHaveLength(1)
})

test('one that has to wait begins when it is its turn', async () => {
  const uploads = await started()
  answer('uploadStart', () => ({ upload: anUpload({ state: 'waiting' }), wanted: null }))
  answer('uploadWanted', () => ({ upload: anUpload(), wanted: { start: 0, bytes: 4 } }))
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(row()?.upload.state).toBe('done'))
  expect(partsSent()).toEqual(['0123', '4567', '89'])
})

test('one that fell silent goes on with the file this window has', async () => {
  const uploads = await started()
  answer('uploadPart', () => ({ upload: anUpload({ done_bytes: 4, state: 'needs_file' }), wanted: null }))
  uploads.start('alice', file(), UPLOAD_PLACE, never)
  await vi.waitFor(() => expect(row()?.upload.state).toBe('paused'))
})
