import { describe, expect, it, vi } from 'vitest'
import { afterPress } from './pointer-press.ts'

describe('afterPress', () => {
  it('runs at once, when nothing is pressed', () => {
    const act = vi.fn()

    afterPress(act)

    expect(act).toHaveBeenCalledOnce()
  })

  it('waits for the end of a press and its click', async () => {
    const order: string[] = []
    document.body.addEventListener('click', () => order.push('click'), { once: true })
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))

    afterPress(() => order.push('error'))
    document.body.dispatchEvent(new Event('pointerup', { bubbles: true }))
    document.body.click()
    await vi.waitFor(() => expect(order).toHaveLength(2))

    expect(order).toEqual(['click', 'error'])
  })
})
