// Proves docs/contract/window.md, Everywhere: lists.

import { expect, it } from 'vitest'
import { h } from 'vue'
import StatusBadge from './StatusBadge.vue'
import type { Tone } from './tone.ts'
import { mountUi } from './testing/mount-ui.ts'

/** Classes of the ground it stands on. */
function groundOf(tone: Tone): readonly string[] {
  const { wrapper } = mountUi(() => h('p', [h(StatusBadge, { tone, label: 'Requested' })]))
  expect(wrapper.find('p').text()).toBe('Requested')
  return wrapper
    .find('p > span')
    .classes()
    .filter((name) => /^(?:bg|border)(?:-|$)/.test(name))
}

it('only what somebody has to see to stands on a ground of its own', () => {
  for (const tone of ['neutral', 'accent', 'ok', 'info'] as const) expect(groundOf(tone), tone).toEqual([])

  expect(groundOf('warn')).toContain('bg-warn-soft')
  expect(groundOf('bad')).toContain('bg-bad-soft')
})
