// Proves docs/contract/window.md, Items.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text as message } from '../i18n/i18n.ts'
import { byRole, mountUi, settle } from '../ui/testing/mount-ui.ts'
import LinkedText from './LinkedText.vue'

const open = vi.fn<typeof window.open>(() => null)

beforeEach(() => {
  open.mockClear()
  vi.stubGlobal('open', open)
})
afterEach(() => void vi.unstubAllGlobals())

async function click(name: string, type = 'click', button = 0): Promise<Event> {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button })
  byRole('link', name).dispatchEvent(event)
  await settle()
  return event
}
const asks = (): boolean => document.querySelector('[role=alertdialog]') !== null

describe('LinkedText', () => {
  it('asks with the host and the whole address, and leaves only then', async () => {
    mountUi(() => h(LinkedText, { text: 'https://bank.example/login', type: 'url' }))
    expect(byRole('link', /bank/).getAttribute('rel')).toBe('noopener noreferrer')

    expect((await click('https://bank.example/login')).defaultPrevented).toBe(true)
    const question = document.querySelector('[role=alertdialog]')?.textContent
    expect(question).toContain(message('parts.outside.web', { host: 'bank.example' }))
    expect(question).toContain('https://bank.example/login')
    expect(open).not.toHaveBeenCalled()
    byRole('button', message('ui.open')).click()
    await settle()

    expect(open).toHaveBeenCalledExactlyOnceWith('https://bank.example/login', '_blank', 'noopener,noreferrer')
    expect(asks()).toBe(false)
  })

  it('stays where somebody stays, also after the middle button', async () => {
    mountUi(() => h(LinkedText, { text: 'Write to ada@example.org' }))

    expect((await click('ada@example.org', 'auxclick', 1)).defaultPrevented).toBe(true)
    byRole('button', message('parts.outside.stay')).click()
    await settle()
    expect((await click('ada@example.org', 'auxclick', 2)).defaultPrevented).toBe(false)

    expect([asks(), open.mock.calls]).toEqual([false, []])
  })

  it('leaves the question to the desktop program, which asks at every way out', async () => {
    vi.stubGlobal('vaultbench', { invoke: vi.fn(), onEvent: vi.fn() })
    mountUi(() => h(LinkedText, { text: 'https://bank.example/' }))
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    let prevented: boolean | undefined
    const notice = (clicked: Event): void => {
      prevented = clicked.defaultPrevented
      clicked.preventDefault()
    }
    window.addEventListener('click', notice, { once: true })
    byRole('link', 'https://bank.example/').dispatchEvent(event)
    await settle()

    expect([prevented, asks()]).toEqual([false, false])
  })

  it('shows what leads nowhere as text', () => {
    mountUi(() => h(LinkedText, { text: 'javascript:alert(1)', type: 'url' }))

    expect(document.querySelector('a')).toBeNull()
    expect(document.body.textContent).toContain('javascript:alert(1)')
  })
})
