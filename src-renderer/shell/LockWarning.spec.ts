// Proves docs/contract/window.md, Locking.

import { answer, askedFor, resetBridge } from '../session/testing/fake-bridge.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { mountUi } from '../ui/testing/mount-ui.ts'
import LockWarning from './LockWarning.vue'

beforeEach(() => {
  resetBridge()
  answer('activityNote', () => undefined)
})

const shown = (inMs: number) =>
  mountUi(() => h(LockWarning, { locksAt: new Date(Date.now() + inMs).toISOString() })).wrapper

it('counts what is left, and never below nothing', () => {
  expect(shown(30_500).get('[role=timer]').text()).toMatch(/\b3[01]\b/)
  expect(shown(-5_000).get('[role=timer]').text()).toMatch(/\b0\b/)
})

it('stays when somebody says so', async () => {
  await shown(30_000).get('button').trigger('click')

  await vi.waitFor(() => expect(askedFor('activityNote')).toHaveLength(1))
})
