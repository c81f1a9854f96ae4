// Proves docs/contract/window.md, Everywhere, Everywhere: undo, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { answer, push, resetService, status } from './testing/fake-service.ts'
import { mountPage, settle } from './testing/mount-setup.ts'
import { itemRow, openedItem, openedSlot, rowsReply } from './testing/samples.ts'

vi.mock('../../api/call.ts', async () => (await import('./testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemRows', ({ params, query }) =>
    rowsReply(params?.['user_id'] === 'alice' ? [itemRow(1, { label: 'Passport of Alice' })] : [], query),
  )
  answer('itemOpen', () => openedItem([openedSlot('number', { value: 'C01X00T47' })], { label: 'Passport of Alice' }))
})

const shownText = (): string => document.body.textContent

async function type(label: string, value: string): Promise<void> {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label)?.htmlFor ?? ''
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${label}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

describe('items page', () => {
  it('shows the opened item with its values', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    expect(shownText()).toContain('C01X00T47')
    expect(shownText()).toContain('1 of 1')
  })

  it('shows nothing of the former user in the first frame of the next one', async () => {
    const { router } = await mountPage('/u/alice/items/item-1')
    await settle()
    await router.push('/u/bob/items')
    await nextTick()
    expect(shownText()).not.toContain('Alice')
    await settle()
    expect(shownText()).toContain('No items yet')
  })

  it('shows no value any more once the workspace is locked', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    push({ type: 'status', status: status('locked') })
    await nextTick()
    expect(shownText()).not.toContain('C01X00T47')
    expect(shownText()).not.toContain('Passport of Alice')
  })

  it('asks before typed input is left behind', async () => {
    const { router } = await mountPage('/u/alice/items/item-1/edit')
    await settle()
    await type('Name', 'Passport 2')
    const leaving = router.push('/u/alice/items')
    await settle()
    expect(shownText()).toContain('Discard what you typed?')
    const discard = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Discard')
    discard?.click()
    await leaving
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items')
  })

  it('lets go without asking when nothing was typed', async () => {
    const { router } = await mountPage('/u/alice/items/item-1/edit')
    await settle()
    await router.push('/u/alice/items')
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items')
  })
})
