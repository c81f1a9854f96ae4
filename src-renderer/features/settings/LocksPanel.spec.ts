// Proves docs/contract/window.md, Settings.

import { beforeEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import { answer, arrive, askedFor, aWorkspace, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { mountUi, settle } from '../../ui/testing/mount-ui.ts'
import LocksPanel from './LocksPanel.vue'

const LOCKS = { idle_minutes: 15, on_sleep: true, on_screen_lock: true }

async function mountPanel(workspace = aWorkspace()) {
  const { wrapper } = mountUi(() => h(LocksPanel, { workspace }))
  await arrive()
  await settle()
  return wrapper
}

beforeEach(() => {
  resetBridge()
  answer('locksGet', () => ({ locks: LOCKS }))
  answer('locksPut', ({ body }) => ({ locks: body }))
})

describe('LocksPanel', () => {
  it('shows what is set, and sends each change with the rest as it is', async () => {
    const wrapper = await mountPanel()
    const time = wrapper.get('select')
    expect(time.element.value).toBe('15')

    await time.setValue('never')
    await arrive()
    await wrapper.findAll('input')[0]?.setValue(false)
    await arrive()

    expect(askedFor('locksPut').map(({ body }) => body)).toEqual([
      { ...LOCKS, idle_minutes: null },
      { ...LOCKS, idle_minutes: null, on_sleep: false },
    ])
  })

  it('says why a change was not kept, and shows what holds', async () => {
    answer('locksPut', () => {
      throw refusal('storage_full', 507, 'the disk is full')
    })
    const wrapper = await mountPanel()

    await wrapper.get('select').setValue('60')
    await arrive()
    await settle()

    expect(wrapper.get('[role=alert]').text()).toBe('The disk is full.')
    expect(wrapper.get('select').element.value).toBe('15')
  })

  it.each([
    [{ protected: true }, 'closes the file'],
    [{ protected: false }, 'anyone at this computer can open it again'],
    [{ protected: false, demo: true }, 'locking it protects nothing'],
  ])('says what locking %o does', async (changes, text) => {
    expect((await mountPanel(aWorkspace(changes))).text()).toContain(text)
  })
})
