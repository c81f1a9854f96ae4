// Proves docs/contract/window.md, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { answer, push, refuse, resetService, user } from '../testing/fake-service.ts'
import { mountSetup } from '../testing/mount-setup.ts'
import { useSlotReveal } from './use-slot-reveal.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const writeText = vi.fn(() => Promise.resolve())

beforeEach(() => {
  resetService()
  writeText.mockClear()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText, readText: vi.fn() }, configurable: true })
  answer('slotReveal', ({ params }) => ({ value: `secret of ${params?.['slot_id'] ?? ''}` }))
})

async function mountReveal() {
  const id = ref('item-1')
  const { result } = await mountSetup(() => useSlotReveal('alice', () => id.value))
  return { result, id }
}

describe('slot reveal', () => {
  it('shows one value until it is hidden', async () => {
    const { result } = await mountReveal()
    await result.reveal('pin')
    expect(result.values.get('pin')).toBe('secret of pin')
    result.hide('pin')
    expect(result.values.has('pin')).toBe(false)
  })

  it('copies without showing', async () => {
    const { result } = await mountReveal()
    expect(await result.copy('pin')).toBe(true)
    expect(writeText).toHaveBeenCalledWith('secret of pin')
    expect(result.values.size).toBe(0)
  })

  it('says at the slot why it cannot be opened', async () => {
    const { result } = await mountReveal()
    answer('slotReveal', () => refuse('value_cannot_be_opened', 409, 'sealed for another key'))
    await result.reveal('pin')
    expect(result.errors.get('pin')).toBe('Sealed for another key.')
    expect(await result.copy('pin')).toBe(false)
  })

  it('forgets everything with another item, and what arrives late', async () => {
    const { result, id } = await mountReveal()
    await result.reveal('pin')
    const late = result.reveal('code')
    id.value = 'item-2'
    expect(result.values.size).toBe(0)
    await late
    expect(result.values.size).toBe(0)
  })

  it('forgets everything in the moment of locking', async () => {
    const { result } = await mountReveal()
    await result.reveal('pin')
    push({ type: 'users', users: [user('alice', 'locked')] })
    expect(result.values.size).toBe(0)
  })
})
