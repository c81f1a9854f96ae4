// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { h } from 'vue'
import SegmentedControl from './SegmentedControl.vue'
import { mountUi } from './testing/mount-ui.ts'

const OPTIONS = ['bright', 'dark'].map((value) => ({ value, label: value }))

const stopsWith = (modelValue: string): readonly string[] => {
  mountUi(() => h(SegmentedControl, { label: 'The room is', options: OPTIONS, modelValue }))
  const stops = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    ({ tabIndex }) => tabIndex === 0,
  )
  return stops.map(({ value }) => value)
}

it('is one stop of the Tab key, at what is chosen', () => {
  expect(stopsWith('bright')).toEqual(['bright'])
})

it('can be reached while nothing is chosen', () => {
  expect(stopsWith('')).toEqual(['bright', 'dark'])
})
