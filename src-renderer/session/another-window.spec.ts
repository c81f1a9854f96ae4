// Proves docs/contract/window.md, Everywhere.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPinia, setActivePinia } from 'pinia'
import { answer, askedFor, refusal, resetBridge } from './testing/fake-bridge.ts'
import { useToasts } from '../ui/toasts.ts'
import { openAnotherWindow } from './another-window.ts'

const open = vi.fn<typeof window.open>(() => null)

beforeEach(() => {
  resetBridge()
  setActivePinia(createPinia())
  open.mockClear()
  vi.stubGlobal('open', open)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The desktop program put nothing into the page. */
const inBrowser = (): void => void vi.stubGlobal('vaultbench', undefined)

describe('openAnotherWindow', () => {
  it('opens a tab of the browser at an address of its own, without what this one keeps', async () => {
    inBrowser()
    answer('windowCodeCreate', () => ({ code: 'c0de' }))

    await openAnotherWindow()

    expect(open.mock.calls).toEqual([['/#token=c0de', '_blank', 'noopener']])
  })

  it('asks the desktop program for a window, and for no code', async () => {
    await openAnotherWindow()

    expect(open.mock.calls).toEqual([['/', '_blank', 'noopener']])
    expect(askedFor('windowCodeCreate')).toEqual([])
  })

  it('opens nothing where there is no code, and says why', async () => {
    inBrowser()
    answer('windowCodeCreate', () => {
      throw refusal('unauthorized', 401, 'only a window may ask')
    })

    await openAnotherWindow()

    expect(open).not.toHaveBeenCalled()
    expect(useToasts().toasts).toMatchObject([{ tone: 'bad' }])
  })
})
