import { expect, it } from 'vitest'
import { h } from 'vue'
import Popover from './Popover.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'

it('Popover › is named by its own label, and not by its button', async () => {
  mountUi(() =>
    h(Popover, { label: 'Uploads' }, { trigger: () => h('button', '3 files'), default: () => 'All of them' }),
  )

  byRole('button', '3 files').click()
  await settle()

  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.getAttribute('aria-label')).toBe('Uploads')
  expect(dialog?.hasAttribute('aria-labelledby')).toBe(false)
})
