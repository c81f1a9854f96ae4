// Proves docs/contract/window.md, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useCommands } from '../../frame/commands.ts'
import { useToasts } from '../../ui/toasts.ts'
import { anOrganization, answerVault, aService, startVault, vaultCalls } from './testing/fake-vault.ts'
import { mountSetup } from './testing/mount-organizations.ts'
import { useOrganizationCommands } from './use-organization-commands.ts'

let role: 'owner' | 'admin' | null = 'owner'

beforeEach(() => {
  resetBridge()
  startVault()
  role = 'owner'
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  answerVault('organizationsGet', ({ query = {} }) => {
    const shown = query['mode'] !== 'requested'
    return {
      organizations: shown ? [anOrganization({ own_role: role })] : [],
      services: shown ? [aService()] : [],
      next_page_after: null,
      meta: [],
    }
  })
})

const mountCommands = () =>
  mountSetup(() => {
    useOrganizationCommands()
    return true
  })

async function found(typed: string) {
  const source = [...useCommands().sources].find(({ id }) => id === 'organizations')
  return (await source?.search(typed)) ?? []
}
const titles = async (typed: string): Promise<string[]> => (await found(typed)).map(({ title }) => title)

describe('organizations in the palette', () => {
  it('are found once, with what a member may act as', async () => {
    await mountCommands()
    expect(await titles('harbour')).toEqual(['Harbour Clinic', text('parts.actAs', { name: 'Harbour Clinic' })])
    expect(await titles('appointments')).toEqual([text('parts.actAs', { name: 'Appointments' })])
  })

  it('let an admin act as services only, and nobody else as anything', async () => {
    role = 'admin'
    await mountCommands()
    expect(await titles('act as')).toEqual([text('parts.actAs', { name: 'Appointments' })])
    role = null
    await mountCommands()
    expect(await titles('a')).toEqual(['Harbour Clinic'])
  })

  it('are read once for many key strokes, and again after a change', async () => {
    await mountCommands()
    await found('h')
    await found('ha')
    expect(vaultCalls('organizationsGet')).toHaveLength(3)
    push({ type: 'operator', part: 'queue' })
    await vi.waitFor(async () => {
      await found('har')
      expect(vaultCalls('organizationsGet')).toHaveLength(6)
    })
  })

  it('say why one cannot be acted as', async () => {
    answer('organizationAct', () => {
      throw refusal('organization_key_missing', 409, 'the private key is not stored')
    })
    await mountCommands()
    const [act] = await found('appointments')
    act?.run()
    await vi.waitFor(() => expect(useToasts().toasts.at(-1)?.text).toContain('The private key is not stored.'))
    expect(askedFor('organizationAct')[0]?.body).toEqual({ service_id: 's1' })
  })

  it('offer a request to people only', async () => {
    await mountCommands()
    const ids = (): string[] => useCommands().commands.map(({ id }) => id)
    expect(ids()).toContain('organizations.request')
    const agent = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }
    push({ type: 'users', users: [aUser('clinic', { agent, user_type: 'organization_agent' })] })
    await vi.waitFor(() => expect(ids()).not.toContain('organizations.request'))
  })
})
