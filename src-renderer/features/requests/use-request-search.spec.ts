// Proves docs/contract/window.md, Verifier.

import { text as message } from '../../i18n/i18n.ts'
import { answer, aStatus, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { useCommands } from '../../frame/commands.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { mountUi } from '../../ui/testing/mount-ui.ts'
import { aRequest } from './testing/a-request.ts'
import { answerVerifier, verifierCalls, startVerifier } from './testing/fake-verifier.ts'
import { useRequestSearch } from './use-request-search.ts'

let rows = [aRequest('r1'), aRequest('r2', { name: null, definition_name: 'Age only', state: 'verified' })]

beforeEach(() => {
  resetBridge()
  startVerifier()
  rows = [aRequest('r1'), aRequest('r2', { name: null, definition_name: 'Age only', state: 'verified' })]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  answerVerifier('listVerifierRequests', () => ({ requests: rows, next_page_after: null, meta: [] }))
})

async function mountSearch() {
  const { router } = mountUi(() => h('div'), useRequestSearch)
  await startWorkbench()
  router.addRoute({ name: 'requests', path: '/requests/:request?', component: { render: () => null } })
  const [source] = [...useCommands().sources]
  if (source === undefined) throw new Error('no search source')
  return { router, search: async (text: string) => source.search(text) }
}

describe('requests in the palette', () => {
  it('are found by name, definition or id, with their state, and open', async () => {
    const { router, search } = await mountSearch()

    expect((await search('car hire')).map(({ title }) => title)).toEqual(['Request r1'])
    const [found] = await search('r2')
    expect(found).toMatchObject({ title: 'Age only', detail: message('requests.state.verified') })
    found?.run()

    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/requests/r2'))
  })

  it('are read once for many key strokes, and again after a change', async () => {
    const { search } = await mountSearch()
    await search('c')
    await search('ca')
    expect(verifierCalls('listVerifierRequests')).toHaveLength(1)

    rows = [aRequest('r3', { name: 'Car hire, desk 3' })]
    push({ type: 'verifier-request', request_id: 'r3' })

    await vi.waitFor(async () => expect((await search('desk 3')).length).toBe(1))
  })

  it('are not found in a locked workspace, and are after it', async () => {
    const { search } = await mountSearch()
    answerVerifier('listVerifierRequests', () => {
      throw refusal('workspace_locked', 423)
    })
    expect(await search('car')).toEqual([])

    answerVerifier('listVerifierRequests', () => ({ requests: rows, next_page_after: null, meta: [] }))
    expect(await search('car')).toHaveLength(1)
  })
})
