// Proves docs/contract/window.md, Files: screens.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
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
import { mountSetupIn } from '../../session/testing/mount-window.ts'
import { aStoredFile, fakePictures, pngOf } from './testing/stored.ts'
import { storeThumbnail, drawThumbnail, useNewThumbnails, useThumbnail, isNewlyStored } from './picture-thumbnails.ts'

let slots = 0
/** A slot nobody asked for before: what was read is kept for the whole window. */
const aSlot = (actor = 'alice') => ({ actor, item_id: 'i1', slot_id: `s${(slots += 1)}` })
const made: string[] = []
const revoked: string[] = []
const part = (data: Uint8Array) => ({ byte_size: data.length, first: 0, last: data.length - 1, data })

beforeEach(() => {
  resetBridge()
  made.length = 0
  revoked.length = 0
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
  answer('slotThumbnailGet', () => part(pngOf(256, 200)))
  answer('slotThumbnailPut', () => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push((blob as Blob).type)
    return `blob:${made.length} of ${slots}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function shown(slot: ReturnType<typeof aSlot> | undefined) {
  const { result } = await mountSetupIn([], () => useThumbnail(() => slot))
  await arrive()
  return result
}

describe('useThumbnail', () => {
  it('reads the smaller picture of a slot once, under the type of its bytes', async () => {
    const slot = aSlot()

    const first = await shown(slot)
    const second = await shown(slot)

    expect(first.value).toMatch(/^blob:/)
    expect(second.value).toBe(first.value)
    expect(made).toEqual(['image/png'])
    expect(askedFor('slotThumbnailGet')).toMatchObject([
      { params: { user_id: 'alice', item_id: 'i1', slot_id: slot.slot_id }, query: { pixels: 256 } },
    ])
  })

  it.each([
    ['a page', new TextEncoder().encode('<html><script>alert(1)</script>')],
    ['a drawing that could run', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture larger than any small one', pngOf(513, 1)],
    ['one that would fill the memory', pngOf(100_000, 100_000)],
    ['nothing', new Uint8Array()],
  ])('shows no %s that somebody put in its place', async (_, bytes) => {
    answer('slotThumbnailGet', () => part(bytes))

    expect((await shown(aSlot())).value).toBeUndefined()
    expect(made).toEqual([])
  })

  it('shows none where it cannot be had, or none is told to exist', async () => {
    answer('slotThumbnailGet', () => {
      throw refusal('not_found', 404)
    })
    expect((await shown(aSlot())).value).toBeUndefined()

    resetBridge()
    answer('statusGet', () => aStatus('open'))
    answer('usersGet', () => ({ users: [] }))
    expect((await shown(undefined)).value).toBeUndefined()
    expect(askedFor('slotThumbnailGet')).toEqual([])
  })

  it('keeps the address of a picture that two places read at once', async () => {
    const slot = aSlot()

    const [first, second] = await Promise.all([shown(slot), shown(slot)])

    expect(first.value).toMatch(/^blob:/)
    expect(second.value).toBe(first.value)
    expect(revoked).toEqual([])
  })

  it('shows the picture of the slot it is about now, whichever answer comes first', async () => {
    const [slow, fast] = [aSlot(), aSlot()]
    const slot = ref(slow)
    let release = (): void => undefined
    answer('slotThumbnailGet', async ({ params }) => {
      if ((params as { slot_id: string }).slot_id === slow.slot_id)
        await new Promise<void>((resolve) => (release = resolve))
      return part(pngOf(10, 10))
    })
    const { result } = await mountSetupIn([], () => useThumbnail(() => slot.value))
    await arrive()
    slot.value = fast
    await arrive()
    const address = result.value
    expect(address).toMatch(/^blob:/)

    release()
    await arrive()

    expect(result.value).toBe(address)
  })

  it("forgets a user's pictures when the user is locked, and keeps those of others", async () => {
    const [ours, theirs] = [aSlot('alice'), aSlot('bob')]
    const alices = await shown(ours)
    push({ type: 'users', users: [aUser('alice', { state: 'locked' }), aUser('bob')] })
    await arrive()

    expect(revoked).toContain(alices.value)
    const before = made.length
    await shown(theirs)
    await shown(theirs)
    expect(made.length).toBe(before + 1)
  })
})

describe('drawThumbnail', () => {
  it.each([
    ['jpeg', '256x256/jpg', 'image/jpeg'],
    ['png', '256x256/png', 'image/png'],
  ] as const)('draws a %s, no larger than a small picture is', async (kind, size_type, type) => {
    const { orders } = fakePictures()
    const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 30, 0, 0, 0])
    const file = aStoredFile(kind === 'jpeg' ? jpeg : pngOf(30, 20), { kind, content_type: 'text/html' })

    const picture = await drawThumbnail(file)

    expect(picture?.size_type).toBe(size_type)
    expect(new TextDecoder().decode(picture?.bytes)).toBe('drawn')
    expect(orders.map((order) => [order.type, order.most])).toEqual([[type, 256]])
  })

  it('draws none of a text, of what is nothing, or of what is too large to be in memory', async () => {
    fakePictures()
    expect(await drawThumbnail(aStoredFile('abc', { kind: 'text' }))).toBeUndefined()
    expect(await drawThumbnail(aStoredFile('abc', { kind: 'other' }))).toBeUndefined()
    expect(await drawThumbnail(aStoredFile('', { kind: 'png', size: 64 * 1024 * 1024 + 1 }))).toBeUndefined()
  })
})

describe('storeThumbnail', () => {
  it('puts it under its size, and says that there is one', async () => {
    fakePictures()
    const slot = aSlot()
    const told = vi.fn()
    await mountSetupIn([], () => (useNewThumbnails(told), true))
    expect(isNewlyStored(slot.slot_id)).toBe(false)

    await storeThumbnail(slot, aStoredFile(pngOf(30, 20), { kind: 'png' }))
    await nextTick()

    const [put] = askedFor('slotThumbnailPut')
    expect(put?.params).toMatchObject({ slot_id: slot.slot_id, size_type: '256x256/png' })
    expect(new TextDecoder().decode(put?.body as Uint8Array)).toBe('drawn')
    expect(isNewlyStored(slot.slot_id)).toBe(true)
    expect(told).toHaveBeenCalledOnce()
  })

  it('puts nothing where there is no picture', async () => {
    await storeThumbnail(aSlot(), aStoredFile('abc', { kind: 'text' }))

    expect(askedFor('slotThumbnailPut')).toEqual([])
  })
})
