// Proves docs/contract/window.md, Welcome.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../i18n/i18n.ts'
import { answer, askedFor, aStatus, resetBridge } from '../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { byRole, mountUi } from '../ui/testing/mount-ui.ts'
import EntryPage from './EntryPage.vue'

const mountEntry = (entry: 'refused' | 'unreachable') =>
  mountUi(
    () => h(EntryPage),
    () => {
      useWorkbenchStore().setEntry(entry)
    },
  ).wrapper

beforeEach(resetBridge)

describe('EntryPage', () => {
  it('says in a tab without access how to get one, and that nothing is lost', () => {
    const page = mountEntry('refused')

    expect(page.get('h1').text()).toBe(text('app.noAccess.title'))
    expect(page.findAll('li')).toHaveLength(3)
    expect(page.text()).toContain('Nothing is lost')
    expect(page.find('button').exists()).toBe(false)
  })

  it('says in a window of before a restart where the new address is', () => {
    const page = mountUi(
      () => h(EntryPage),
      () => {
        useWorkbenchStore().setEntry('refused')
        useWorkbenchStore().setEnded()
      },
    ).wrapper

    expect(page.text()).toContain(text('app.restarted.title'))
    expect(page.text()).toContain(text('app.restarted.text'))
    expect(page.text()).not.toContain(text('app.noAccess.title'))
  })

  it('asks a program again that did not answer', async () => {
    answer('statusGet', () => aStatus('none'))
    mountEntry('unreachable')

    byRole('button', text('ui.retry')).click()

    await vi.waitFor(() => expect(useWorkbenchStore().entry).toBe('ready'))
    expect(askedFor('statusGet')).toHaveLength(1)
  })
})
