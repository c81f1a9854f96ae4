// Proves docs/contract/window.md, Presenting.

import { createPinia, setActivePinia } from 'pinia'
import { nextTick } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import { usePresenting } from '../ui/presenting.ts'
import { useFrame } from './frame-store.ts'
import { usePreferences } from './preferences.ts'

beforeEach(() => setActivePinia(createPinia()))

it('folds the rail away while presenting, until somebody unfolds it, and leaves the usual choice as it is', async () => {
  const [frame, presenting, preferences] = [useFrame(), usePresenting(), usePreferences()]
  preferences.railCollapsed = false

  presenting.on = true
  await nextTick()
  expect(frame.railCollapsed).toBe(true)
  frame.railCollapsed = false
  expect(frame.railCollapsed).toBe(false)

  presenting.on = false
  await nextTick()
  expect(frame.railCollapsed).toBe(false)
  presenting.on = true
  expect(frame.railCollapsed).toBe(true)
  expect(preferences.railCollapsed).toBe(false)
})
