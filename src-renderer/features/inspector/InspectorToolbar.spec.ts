// Proves docs/contract/window.md, Inspector.

import { expect, it } from 'vitest'
import { h, nextTick } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { mountUi } from '../../ui/testing/mount-ui.ts'
import InspectorToolbar from './InspectorToolbar.vue'

it('the inspector › says whether calls are followed, held, or cannot arrive', async () => {
  const draw = (paused: boolean) => h(InspectorToolbar, { total: 0, paused })

  expect(mountUi(() => draw(true)).wrapper.text()).toContain(text('inspector.paused'))
  const { wrapper } = mountUi(() => draw(false))
  expect(wrapper.text()).toContain(text('inspector.live'))
  useWorkbenchStore().setConnected(false)
  await nextTick()
  expect(wrapper.text()).toContain(text('app.notConnected'))
})
