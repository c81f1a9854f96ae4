// Proves docs/contract/window.md, Locking.

import { answer, askedFor, resetBridge } from '../session/testing/fake-bridge.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { mountUi } from '../ui/testing/mount-ui.ts'
import LockWarning from './LockWarning.vue'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00.000Z'), toFake: ['Date'] })
  resetBridge()
  answer('activityNote', () => undefined)
})

afterEach(() => {
  vi.useRealTimers()
})

const shown = (locksAt: string) => mountUi(() => h(LockWarning, { locksAt })).wrapper

it('counts what is left, and never below nothing', () => {
  expect(shown('2026-11-22T09:00:30.000Z').get('[role=timer]').text()).toMatch(/\b30\b/)
  expect(shown('2026-11-22T08:59:00.000Z').get('[role=timer]').text()).toMatch(/\b0\b/)
})

it('stays when somebody says so', async () => {
  await shown('2026-11-22T09:00:30.000Z').get('button').trigger('click')

  await vi.waitFor(() => expect(askedFor('activityNote')).toHaveLength(1))
})
