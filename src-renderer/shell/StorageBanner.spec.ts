// Proves docs/contract/window.md, Everywhere.

import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import StorageBanner from './StorageBanner.vue'

describe('the banner about the disk', () => {
  it.each([
    ['full', 'The disk is full'],
    ['read_only', 'The data directory is read-only'],
  ] as const)('says what holds and what to do, it being %s', (storage, says) => {
    const banner = mount(StorageBanner, { props: { storage }, global: { plugins: [i18n] } })

    expect(banner.get('[role="alert"]').attributes('aria-label')).toBe(says)
    expect(banner.text()).toContain('Existing data can')
  })
})
