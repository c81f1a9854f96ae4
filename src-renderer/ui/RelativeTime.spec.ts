// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { h } from 'vue'
import RelativeTime from './RelativeTime.vue'
import { i18n } from '../i18n/i18n.ts'
import { mountUi } from './testing/mount-ui.ts'

it('a relative time has the exact one in its tooltip, and in the document', () => {
  const day = 24 * 60 * 60 * 1000
  const time = new Date(Date.now() - 3 * day - day / 2).toISOString()
  const { wrapper } = mountUi(() => h(RelativeTime, { time }))
  const shown = wrapper.get('time')

  expect(shown.text()).toBe('3 days ago')
  expect(shown.attributes('datetime')).toBe(time)
  expect(shown.attributes('title')).toBe(i18n.global.d(time, 'moment'))
  expect(shown.attributes('title')).toMatch(/\d{4}.*\d\d:\d\d/)
})
