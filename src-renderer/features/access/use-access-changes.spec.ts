// Proves docs/contract/window.md, Access.

import { createPinia, setActivePinia } from 'pinia'
import { effectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { answer, aStatus, push, resetBridge } from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { useAccessChanges } from './use-access-changes.ts'

const announce = (method: string, operation: string | null, status = 200): void => {
  const call = { method, operation, status } as Extract<WorkbenchEvent, { type: 'call' }>['call']
  push({ type: 'call', call })
}

describe('useAccessChanges', () => {
  const changed = vi.fn()
  let scope = effectScope()
  beforeEach(async () => {
    setActivePinia(createPinia())
    resetBridge()
    answer('statusGet', () => aStatus('open'))
    answer('usersGet', () => ({ users: [] }))
    await startWorkbench()
    vi.useFakeTimers()
    changed.mockReset()
    scope = effectScope()
    scope.run(() => {
      useAccessChanges(changed)
    })
  })
  afterEach(() => {
    scope.stop()
    vi.useRealTimers()
  })

  it('tells once for a burst', () => {
    announce('POST', 'srpSessionPost', 201)
    announce('DELETE', 'sessionsIdDelete', 204)
    announce('POST', 'loginKeysPost', 201)
    expect(changed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300)
    expect(changed).toHaveBeenCalledTimes(1)
    announce('POST', 'keypairsPost', 201)
    vi.advanceTimersByTime(300)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['GET', 'sessionsGet', 200],
    ['POST', 'itemsPost', 201],
    ['POST', 'srpSessionPost', 401],
    ['POST', null, 200],
  ])('says nothing of %s %s %i', (method, operation, status) => {
    announce(method, operation, status)
    vi.advanceTimersByTime(1000)
    expect(changed).not.toHaveBeenCalled()
  })

  it('says nothing once it is gone', () => {
    announce('POST', 'srpSessionPost', 201)
    scope.stop()
    announce('POST', 'loginKeysPost', 201)
    vi.advanceTimersByTime(1000)
    expect(changed).not.toHaveBeenCalled()
  })
})
