// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { text as message } from '../../i18n/i18n.ts'
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
import { byRole } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import SlotFile from './SlotFile.vue'
import SlotPicture from './SlotPicture.vue'
import { mountPart } from './testing/mount-part.ts'
import { aStoredFile, fakePictures, pngOf } from './testing/stored.ts'

let slots = 0

beforeEach(() => {
  resetBridge()
  slots += 1
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('slotThumbnailGet', () => {
    throw refusal('not_found', 404)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The slot holds these bytes, which are said to be something. */
function stores(content: Uint8Array | string, facts: Partial<OpenedFileFacts>): void {
  const file = aStoredFile(content, facts)
  answer('slotFileOpen', () => file.facts)
  answer('slotFilePart', async ({ query }) => {
    const { start, bytes } = query as { start: number; bytes: number }
    const data = await file.part(start, bytes)
    return { byte_size: file.facts.size, first: start, last: start + data.length - 1, data }
  })
}

const props = (hasThumbnail = false) => ({ actor: 'alice', itemId: 'i1', slotId: `slot-${slots}`, hasThumbnail })
const mountFile = (hasThumbnail = false) => mountPart(() => h(SlotFile, props(hasThumbnail)))
const text = () => document.body.textContent
const dialog = () => document.querySelector('[role=dialog]')

async function open(name: string): Promise<void> {
  byRole('button', `Open ${name}`).click()
  // The preview is loaded when it is wanted first.
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(message('files.saveAsShort')))
  await arrive()
  await arrive()
}

describe('SlotFile', () => {
  it('says name and size, with an icon where there is no picture', async () => {
    stores('0123456789', { filename: 'notes.txt', kind: 'text' })
    await mountFile()

    expect(text()).toContain('notes.txt')
    expect(text()).toContain('10')
    expect(document.querySelector('img')).toBeNull()
  })

  it('shows the smaller picture that there is', async () => {
    stores(pngOf(30, 20), { filename: 'a.png', kind: 'png' })
    answer('slotThumbnailGet', () => ({ byte_size: 33, first: 0, last: 32, data: pngOf(30, 20) }))
    await mountFile(true)

    expect(document.querySelector('img')?.src).toMatch(/^blob:/)
  })

  it('shows controls of a name, so that they cannot hide its ending', async () => {
    stores('MZ', { filename: 'bill\u202egnp.exe' })
    await mountFile()

    expect(text()).toContain('bill\ufffdgnp.exe')
    expect(text()).not.toContain('\u202e')
  })

  it('says why a file does not open, and tries again', async () => {
    answer('slotFileOpen', () => {
      throw refusal('value_cannot_be_opened', 422, 'this value is not the one its owner wrote')
    })
    await mountFile()
    expect(text()).toContain('This value is not the one its owner wrote.')
    expect(document.querySelector('img, canvas')).toBeNull()

    stores('abc', { filename: 'notes.txt', kind: 'text' })
    byRole('button', /again/i).click()
    await arrive()

    expect(text()).toContain('notes.txt')
  })

  it('saves it, and says so; a failure is said too', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    stores('abc', { filename: 'notes.txt', kind: 'text' })
    await mountFile()

    byRole('button', message('files.saveAs', { name: 'notes.txt' })).click()
    await arrive()
    expect(clicked).toHaveBeenCalledOnce()
    answer('slotFilePart', () => {
      throw refusal('not_found', 404, 'it is gone')
    })
    byRole('button', message('files.saveAs', { name: 'notes.txt' })).click()
    await arrive()

    expect(useToasts().toasts.map((toast) => toast.text)).toEqual(['notes.txt is saved.', 'It is gone.'])
  })
})

describe('the preview of a file', () => {
  it('shows a text as text, whatever it claims to be', async () => {
    stores('<script>document.title = 1</script>', { filename: 'page.png', content_type: 'image/png', kind: 'text' })
    await mountFile()
    await open('page.png')

    expect(dialog()?.querySelector('pre')?.textContent).toBe('<script>document.title = 1</script>')
    expect(dialog()?.querySelector('script, img, canvas, iframe')).toBeNull()
  })

  it('cuts a long text, and says so', async () => {
    stores(new Uint8Array(1024 * 1024 + 1).fill(97), { filename: 'long.txt', kind: 'text' })
    await mountFile()
    await open('long.txt')

    expect(dialog()?.querySelector('pre')?.textContent).toHaveLength(1024 * 1024)
    expect(dialog()?.textContent).toContain(message('files.preview.cut'))
  })

  it('draws a picture on a canvas, under the type of its bytes', async () => {
    const { orders, shown } = fakePictures()
    stores(pngOf(30, 20), { filename: 'a.html', content_type: 'text/html', kind: 'png' })
    await mountFile()
    await open('a.html')

    await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce())
    expect(orders.map(({ type }) => type)).toEqual(['image/png'])
    expect(byRole('img', 'a.html').tagName).toBe('CANVAS')
  })

  it.each([
    ['a picture that would fill the memory', pngOf(100_000, 100_000), 'png' as const],
    ['a page that says it is a picture', '<html><script>1</script>', 'jpeg' as const],
    ['what nobody knows', Uint8Array.from([0x4d, 0x5a, 0, 1]), 'other' as const],
  ])('does not show %s, and offers to save it', async (_, content, kind) => {
    const { orders } = fakePictures()
    stores(content, { filename: 'odd.png', content_type: 'image/png', kind })
    await mountFile()
    await open('odd.png')

    await vi.waitFor(() => expect(dialog()?.textContent).toContain(message('files.preview.notShown')))
    expect(orders).toEqual([])
    expect(dialog()?.querySelector('canvas, img')).toBeNull()
    expect(byRole('button', message('files.saveAsShort'))).toBeTruthy()
  })

  it('reads nothing of what would not fit in memory', async () => {
    stores('', { filename: 'huge.png', kind: 'png', size: 64 * 1024 * 1024 + 1 })
    await mountFile()
    await open('huge.png')

    expect(dialog()?.textContent).toContain(message('files.preview.notShown'))
    expect(askedFor('slotFilePart')).toEqual([])
  })

  it('goes away, with what it holds, in the moment of a lock', async () => {
    stores('a secret text', { filename: 'notes.txt', kind: 'text' })
    await mountFile()
    await open('notes.txt')
    expect(text()).toContain('a secret text')

    push({ type: 'status', status: aStatus('locked') })
    await vi.waitFor(() => expect(text()).not.toContain('a secret text'))
  })
})

describe('SlotPicture', () => {
  it('shows the smaller picture in the row of its item, or an icon', async () => {
    const { actor, itemId, slotId } = props()
    await mountPart(() => h(SlotPicture, { actor, itemId, slotId }))
    expect(document.querySelector('svg')).not.toBeNull()

    answer('slotThumbnailGet', () => ({ byte_size: 33, first: 0, last: 32, data: pngOf(30, 20) }))
    await mountPart(() => h(SlotPicture, { actor, itemId, slotId: `${slotId} with one` }))

    const picture = document.querySelector('img')
    // The name of the item stands beside it.
    expect([picture?.src.startsWith('blob:'), picture?.alt]).toEqual([true, ''])
  })
})
