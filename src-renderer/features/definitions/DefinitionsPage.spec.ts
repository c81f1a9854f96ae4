// Proves docs/contract/window.md, Verifier.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
// The route loads the page when it is needed; a test does not wait for that.
import './DefinitionsPage.vue'
import routes from './routes.ts'
import { aDefinition } from './testing/definitions.ts'

const ROW = {
  id: 'd1',
  name: 'Car hire',
  purpose: 'To hand over a car',
  created_at: '2026-11-22T08:00:00.000Z',
  created_by: 'Vaultbench window',
  previous_id: null,
  of_scenario: true,
  scenario: null,
  language: 'presentation_exchange',
  inputs: 1,
  groups: [],
  requests: 2,
}

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('definitionRows', () => ({ rows: [ROW], matching: 1, total: 1, of_scenarios: 1 }))
  answer('definitionOpen', () => ({ row: ROW, definition: aDefinition(), warnings: [] }))
})

async function openAt(address: string) {
  const { router } = await mountAddress([...routes, emptyRoute('requests', '/requests')], address)
  const link = await vi.waitFor(() => byRole('link', '2 requests'))
  return { router, link }
}

describe('a definition', () => {
  it('is closed with the list as it was', async () => {
    const { router } = await openAt('/definitions/d1?made_by=scenarios&sort=-name')

    byRole('button', text('ui.close')).click()

    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/definitions?made_by=scenarios&sort=-name'))
  })

  it('of a scenario leads to the requests of scenarios', async () => {
    const { link } = await openAt('/definitions/d1')

    expect(link.getAttribute('href')).toBe('/requests?definition=d1&made_by=scenarios')
  })
})
