// Proves docs/contract/window.md, Everywhere.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import RelativeTime from './RelativeTime.vue'
import { i18n } from '../i18n/i18n.ts'
import { mountUi } from './testing/mount-ui.ts'

const time = '2026-11-18T08:30:00.000Z'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T20:30:00.000Z') }))
afterEach(() => void vi.useRealTimers())

it('a relative time has the exact one in its tooltip, and in the document', () => {
  const { wrapper } = mountUi(() => h(RelativeTime, { time }))
  const shown = wrapper.get('time')

  expect(shown.text()).toBe('3 days ago')
  expect(shown.attributes('datetime')).toBe(time)
  expect(shown.attributes('title')).toBe(i18n.global.d(time, 'moment'))
  expect(shown.attributes('title')).toMatch(/\d{4}.*\d\d:\d\d/)
})
