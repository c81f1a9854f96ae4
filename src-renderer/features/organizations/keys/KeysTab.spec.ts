// Proves docs/contract/window.md, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text as message } from '../../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import type { OrganizationKey } from '../../../../shared/contract/workbench-organizations.ts'
import { byRole } from '../../../ui/testing/mount-ui.ts'
import { anOrganization, answerVault, startVault, vaultCalls } from '../testing/fake-vault.ts'
import { mountOrganizations } from '../testing/mount-organizations.ts'

const ADDRESS = '/u/dana/organizations/o1/keys'
const FROM = { user_id: 'vault-alice', name: 'Alice', connected: true }

let keys: readonly OrganizationKey[] = []

function aKey(changes: Partial<OrganizationKey> = {}): OrganizationKey {
  return {
    service_id: null,
    name: 'Harbour Clinic',
    held: true,
    fingerprint: 'aaaa bbbb',
    format: 'pdv1',
    offer: null,
    ...changes,
  }
}

const shownText = (): string => document.body.textContent
const shows = (text: string): Promise<void> => vi.waitFor(() => expect(shownText()).toContain(text))

beforeEach(() => {
  resetBridge()
  startVault()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('dana')] }))
  answer('connectionRows', () => ({ rows: [] }))
  answer('organizationKeys', () => ({ keys }))
  const paging = { next_page_after: null, meta: [] }
  answerVault('organizationsIdGet', () => ({ organization: anOrganization({ own_role: 'admin' }), services: [] }))
  answerVault('organizationsOrganizationIdRequestedServicesGet', () => ({ services: [], ...paging }))
})

describe('keys of an organization', () => {
  it('are told apart: held with fingerprint, offered, and missing', async () => {
    keys = [
      aKey(),
      aKey({
        service_id: 's1',
        name: 'Appointments',
        held: false,
        offer: { share_id: 'x', from: FROM },
        fingerprint: null,
      }),
      aKey({ service_id: 's2', name: 'Lab', held: false, fingerprint: null }),
    ]
    await mountOrganizations(ADDRESS)
    await shows('aaaa bbbb')
    await shows('Alice handed this key over.')
    await shows('Ask a member who holds it to hand it over.')
  })

  it('are taken with one call, and read again', async () => {
    keys = [aKey({ held: false, fingerprint: null, offer: { share_id: 'share-1', from: FROM } })]
    answer('organizationKeyTake', () => {
      keys = [aKey()]
      return { key: keys[0] }
    })
    await mountOrganizations(ADDRESS)
    await shows(message('organizations.keys.offered'))
    byRole('button', /^Take key of/).click()
    await shows('aaaa bbbb')
    expect(askedFor('organizationKeyTake')[0]?.body).toEqual({ service_id: null, share_id: 'share-1' })
  })

  it('say why one was not taken', async () => {
    keys = [aKey({ held: false, fingerprint: null, offer: { share_id: 'share-1', from: FROM } })]
    answer('organizationKeyTake', () => {
      throw refusal('organization_key_wrong', 409, 'the private key is not that of the organization')
    })
    await mountOrganizations(ADDRESS)
    await shows(message('organizations.keys.offered'))
    byRole('button', /^Take key of/).click()
    await shows('The private key is not that of the organization.')
  })

  it('are handed over by an admin to somebody the admin is connected with', async () => {
    keys = [aKey({ service_id: 's1', name: 'Appointments' })]
    const row = { connection_id: 'c1', user_id: 'vault-alice', name: 'Alice', user_type: 'human' }
    answer('connectionRows', () => ({
      rows: [row, { ...row, connection_id: 'c2', user_type: 'service_agent', name: 'Lab' }],
    }))
    answer('organizationKeyHandOver', () => ({ share_id: 'x', sent_by: { ...FROM, name: 'Dana' } }))
    await mountOrganizations(ADDRESS)
    await shows(message('organizations.keys.ofService', { name: 'Appointments' }))
    byRole('button', /^Hand over the key/).click()
    await shows(message('organizations.keys.choose'))
    expect(vaultCalls('organizationsOrganizationIdMembersGet')).toHaveLength(0)
    await vi.waitFor(() => expect(askedFor('connectionRows').at(-1)?.query).toEqual({ text: '' }))
    expect(byRole('button', message('organizations.keys.handOver')).getAttribute('aria-disabled')).toBe('true')
  })
})
