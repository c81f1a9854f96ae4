// Proves docs/contract/window.md, Everywhere: lists.

import { h } from 'vue'
import { expect, it } from 'vitest'
import BulkBar from './BulkBar.vue'
import { byRole, mountUi } from './testing/mount-ui.ts'

it('the number of selected rows is written as every number is', () => {
  mountUi(() => h(BulkBar, { count: 4999 }))

  expect(byRole('toolbar', '4,999 selected').textContent).toContain('4,999 selected')
})
