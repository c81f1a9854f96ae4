// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { Upload } from '../../../shared/contract/workbench-files.ts'
import { text } from '../../i18n/i18n.ts'
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
import { useFrame } from '../../frame/frame-store.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import { chosenIn, mountPart } from './testing/mount-part.ts'
import { fakePictures, pngOf } from './testing/stored.ts'
import { anUpload, UPLOAD_PLACE } from './testing/an-upload.ts'
import { useUploads } from './use-uploads.ts'
import UploadTray from './UploadTray.vue'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('uploadForget', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The tray of a window in which these uploads were begun before. */
async function mountTray(...uploads: readonly Upload[]) {
  answer('uploadRows', () => ({ uploads }))
  const mounted = await mountPart(() => h(UploadTray))
  await arrive()
  return mounted
}
async function openTray(summary: string | RegExp) {
  byRole('button', summary).click()
  await arrive()
  return byRole('dialog', text('files.tray.title'))
}
const buttons = (): readonly (string | null)[] =>
  [...(document.querySelector('[role=dialog]')?.querySelectorAll('button') ?? [])].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent.trim(),
  )

describe('UploadTray', () => {
  it('is not there while nothing was added', async () => {
    await mountTray()

    expect(document.querySelector('button')).toBeNull()
  })

  it.each([
    [
      'a file needs its person',
      [anUpload({ state: 'needs_file' }), anUpload({ id: 'u2', state: 'done' })],
      'One file needs attention',
    ],
    ['all are stored', [anUpload({ state: 'done' })], 'All files are stored'],
    ['some are on their way', [anUpload({ state: 'waiting', done_bytes: 5 })], 'One file, 50 %'],
  ])('sums up that %s', async (_, uploads, summary) => {
    await mountTray(...uploads)

    expect(byRole('button', summary)).toBeTruthy()
  })

  it('is gone once somebody saw that all are stored', async () => {
    await mountTray(anUpload({ state: 'done' }))
    await openTray('All files are stored')

    byRole('button', 'All files are stored').click()
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())

    expect(document.querySelector('#app button')).toBeNull()
  })

  it('is a dialog of its own name, with each upload, its state in words and what can be done', async () => {
    await mountTray()
    answer('uploadStart', () => ({ upload: anUpload(), wanted: { start: 0, bytes: 5 } }))
    answer('uploadPart', () => ({ upload: anUpload({ state: 'paused', done_bytes: 5 }), wanted: null }))
    useUploads().start('alice', new File(['0123456789'], 'a.bin'), UPLOAD_PLACE, (reason) => expect.unreachable(reason))
    await vi.waitFor(() => expect(useUploads().list[0]?.upload.state).toBe('paused'))
    const tray = await openTray(text('files.tray.summary', { percent: '50', count: 1 }))

    expect(tray.textContent).toContain('a.bin')
    expect(tray.textContent).toContain(text('files.tray.state.paused'))
    expect(buttons()).toEqual([
      text('files.tray.resume', { name: 'a.bin' }),
      text('files.tray.cancel', { name: 'a.bin' }),
    ])
  })

  it.each([
    ['waiting', ['Cancel a.bin'], 'Waiting'],
    ['needs_file', ['Cancel a.bin', 'Choose the file again'], 'Choose the file again'],
    ['linking', [], 'Linking'],
    ['done', ['Remove a.bin from the list'], 'Done'],
    ['failed', ['Cancel a.bin', 'Try again'], 'Not stored'],
  ] as const)('offers what fits an upload that is %s', async (state, offered, words) => {
    await mountTray(anUpload({ state }))
    const tray = await openTray(/./)

    expect(tray.textContent).toContain(words)
    expect(buttons()).toEqual(offered)
  })

  it('claims nothing of what is stored of a file that is not here: only its size is known', async () => {
    await mountTray(anUpload({ state: 'needs_file' }))
    const tray = await openTray(/./)

    expect(tray.textContent).toContain('10 B')
    expect(tray.textContent).not.toContain('0 B of')
  })

  it('says why one was not stored, and leads to the item of one that was', async () => {
    await mountTray(
      anUpload({ state: 'failed', problem: 'The item is gone.' }),
      anUpload({ id: 'u2', filename: 'b.bin', state: 'done', item_id: 'i1', slot_id: 's1' }),
    )
    const tray = await openTray(text('files.tray.attention', { count: 1 }))

    expect(tray.textContent).toContain('The item is gone.')
    expect(byRole('link', text('files.tray.item')).getAttribute('href')).toContain('alice/i1')
  })

  it('cancels and forgets', async () => {
    await mountTray(anUpload({ state: 'paused' }))
    await openTray(/./)

    byRole('button', text('files.tray.cancel', { name: 'a.bin' })).click()
    await arrive()

    expect(askedFor('uploadForget')).toMatchObject([{ params: { user_id: 'alice', upload_id: 'u1' } }])
  })

  it('goes on with the file that was chosen again', async () => {
    await mountTray(anUpload({ state: 'needs_file' }))
    await openTray(/./)
    answer('uploadResume', () => ({ upload: anUpload({ state: 'running' }), wanted: { start: 0, bytes: 10 } }))
    answer('uploadPart', () => ({ upload: anUpload({ state: 'done', done_bytes: 10 }), wanted: null }))

    const picker = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    if (picker === null) throw new Error('there is no picker')
    chosenIn(picker, [new File(['0123456789'], 'a.bin')])
    await vi.waitFor(() => expect(useUploads().list[0]?.upload.state).toBe('done'))

    expect(askedFor('uploadResume')).toMatchObject([{ body: { size: 10 } }])
  })
})

describe('a file that was stored', () => {
  const stored = { state: 'done', item_id: 'i1', slot_id: 's1', done_bytes: 33, size: 33 } as const

  async function store(name: string): Promise<void> {
    answer('uploadStart', () => ({ upload: anUpload({ size: 33 }), wanted: { start: 0, bytes: 33 } }))
    answer('uploadPart', () => ({ upload: anUpload(stored), wanted: null }))
    await mountTray()
    useUploads().start('alice', new File([pngOf(30, 20)], name), UPLOAD_PLACE, (reason) => expect.unreachable(reason))
    await vi.waitFor(() => expect(useUploads().list[0]?.upload.state).toBe('done'))
    await arrive()
  }

  it('gets a smaller picture, drawn from the file that is here', async () => {
    const { orders } = fakePictures()
    answer('slotFileOpen', () => ({ filename: 'a.png', content_type: 'text/html', size: 33, kind: 'png' }))
    answer('slotThumbnailPut', () => undefined)

    await store('a.png')
    await vi.waitFor(() => expect(askedFor('slotThumbnailPut')).toHaveLength(1))

    expect(orders.map(({ type }) => type)).toEqual(['image/png'])
    expect(askedFor('slotFilePart')).toEqual([])
  })

  it('is as good without one', async () => {
    fakePictures()
    answer('slotFileOpen', () => {
      throw refusal('not_found', 404)
    })

    await store('a.png')

    expect(askedFor('slotThumbnailPut')).toEqual([])
    expect(byRole('button', text('files.tray.done'))).toBeTruthy()
  })

  it.each([
    ['stored', { ...stored }, 'a.bin is stored.'],
    ['refused', { state: 'failed' as const }, 'a.bin was not stored.'],
  ])('is told once to who does not see the tray when it is %s', async (_, after, words) => {
    await mountTray(anUpload({ state: 'linking' }))
    const said = vi.spyOn(useFrame(), 'announce')

    push({ type: 'upload', user_id: 'alice', upload: anUpload(after) })
    await arrive()
    push({ type: 'upload', user_id: 'alice', upload: anUpload({ ...after, done_bytes: 9 }) })
    await arrive()

    expect(said.mock.calls).toEqual([[words]])
  })
})
