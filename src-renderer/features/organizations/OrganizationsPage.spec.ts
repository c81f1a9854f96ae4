// Proves docs/contract/window.md, Everywhere: exports, Organizations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text as message } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import type { Organization, OrganizationService } from '../../../shared/contract/organizations.ts'
import { anEvent } from '../../feed/testing/an-event.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToasts } from '../../ui/toasts.ts'
import { byRole, giveSizes, type } from '../../ui/testing/mount-ui.ts'
import {
  aMember,
  anOrganization,
  answerVault,
  aService,
  membersPage,
  startVault,
  vaultCalls,
} from './testing/fake-vault.ts'
import { mountOrganizations } from './testing/mount-organizations.ts'

vi.mock('../../ui/save-file.ts', () => ({ saveFile: vi.fn() }))

const saved = vi.mocked(saveFile)
const CLINIC = {
  agent: { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' },
  full_name: 'Harbour Clinic',
  user_type: 'organization_agent',
} as const

let organization: Organization
let waiting: readonly OrganizationService[] = []
let lists: Readonly<Record<string, readonly Organization[]>> = {}
let users = [aUser('dana')]

beforeEach(() => {
  resetBridge()
  saved.mockReset()
  startVault()
  organization = anOrganization()
  waiting = []
  lists = {}
  users = [aUser('dana')]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users }))
  answer('connectionRows', () => ({ rows: [] }))
  answer('organizationKeys', () => ({ keys: [] }))
  const paging = { next_page_after: null, meta: [] }
  answerVault('organizationsGet', ({ query = {} }) => ({
    organizations: lists[typeof query['mode'] === 'string' ? query['mode'] : 'approved'] ?? [],
    services: [],
    ...paging,
  }))
  answerVault('organizationsIdGet', () => ({ organization, services: [aService()] }))
  answerVault('organizationsOrganizationIdRequestedServicesGet', () => ({ services: waiting, ...paging }))
  answerVault('organizationsOrganizationIdMembersGet', () =>
    membersPage([aMember('vault-dana', { role: 'owner', full_name: 'Dana' })]),
  )
  answerVault('organizationsIdDelete', () => null)
})

const shownText = (): string => document.body.textContent
const shows = (text: string): Promise<void> => vi.waitFor(() => expect(shownText()).toContain(text))
const hasButton = (name: string): boolean =>
  [...document.querySelectorAll('button')].some(
    (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name,
  )
const roleOf = (name: string) => document.querySelector<HTMLSelectElement>(`select[aria-label="${name}'s role"]`)
const tabNames = (): string[] => [...document.querySelectorAll('[role=tab]')].map((one) => one.textContent.trim())

describe('the lists of organizations', () => {
  it('tell memberships, requests with rejected ones, and all approved ones apart', async () => {
    lists = {
      member: [organization],
      requested: [anOrganization({ id: 'o2', status: 'requested', own_role: null })],
      rejected: [anOrganization({ id: 'o3', name: 'Pier', status: 'rejected', rejection_reason: 'No website' })],
      approved: [organization],
    }
    await mountOrganizations('/u/dana/organizations?list=requests')
    await vi.waitFor(() => expect(tabNames()).toEqual(['Yours1', 'Your requests2', 'All approved1']))
  })

  it('are come back to as they were: which, and how sorted', async () => {
    lists = { member: [organization], requested: [anOrganization({ id: 'o2', status: 'requested', own_role: null })] }
    const router = await mountOrganizations('/u/dana/organizations?list=requests&sort=-name')
    await router.push('/u/dana/organizations/o1')
    await shows('Dana is an owner of Harbour Clinic')

    byRole('button', message('organizations.back')).click()

    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/u/dana/organizations'))
    expect(router.currentRoute.value.query).toEqual({ list: 'requests', sort: '-name' })
  })

  it('explain what an organization is where there is none, and lead to a request', async () => {
    const router = await mountOrganizations('/u/dana/organizations')
    await shows('the operator reviews the request')
    byRole('button', message('organizations.request')).click()
    await vi.waitFor(() => expect(router.currentRoute.value.query).toEqual({ request: 'new' }))
    await shows(message('organizations.dialog.title', { name: 'Dana' }))
  })

  it('offer an agent no request, and show the organization it acts for', async () => {
    users = [aUser('dana'), aUser('clinic', CLINIC)]
    organization = anOrganization({ own_role: null })
    await mountOrganizations('/u/clinic/organizations')
    await vi.waitFor(() => expect(tabNames()[0]).toContain('1'))
    expect(hasButton('Request organization')).toBe(false)
    expect(tabNames()).toHaveLength(2)
    expect(vaultCalls('organizationsGet').map(({ query }) => query?.['mode'])).not.toContain('requested')
  })

  it('are read again when the operator decided', async () => {
    await mountOrganizations('/u/dana/organizations')
    await shows(message('organizations.empty.own'))
    lists = { member: [organization] }
    push({ type: 'operator', part: 'queue' })
    await vi.waitFor(() => expect(tabNames()[0]).toContain('1'))
  })
})

describe('one organization', () => {
  const address = '/u/dana/organizations/o1'

  it('offers an owner to act, and on the page of members to add them, and admins neither', async () => {
    const offered = () =>
      ['act', 'addMembers.open', 'invite'].filter((key) => hasButton(message(`organizations.${key}`)))
    users = [aUser('dana'), aUser('bob')]
    await mountOrganizations(address)
    await shows('Dana is an owner of Harbour Clinic')
    expect(offered()).toEqual(['act'])
    await mountOrganizations(`${address}/members`)
    await vi.waitFor(() => expect(offered()).toEqual(['act', 'addMembers.open', 'invite']))

    organization = anOrganization({ own_role: 'admin' })
    await mountOrganizations(`${address}/members`)
    await shows(message('organizations.members.notShown'))
    expect(offered()).toEqual([])
  })

  it('adds somebody of this workspace by a button in the head of the page', async () => {
    users = [aUser('dana'), aUser('bob')]
    await mountOrganizations(`${address}/members`)
    const button = await vi.waitFor(() => byRole('button', message('organizations.addMembers.open')))
    expect(button.closest('header')).not.toBeNull()

    button.click()

    await shows('Bob')
    expect(document.querySelector('[role=dialog]')).not.toBeNull()
  })

  it('shows members first, and the rights of one who is opened beside them', async () => {
    giveSizes()
    answerVault('organizationsOrganizationIdMembersGet', () =>
      membersPage([
        aMember('vault-dana', { role: 'owner', full_name: 'Dana' }),
        aMember('vault-alice', { full_name: 'Alice' }),
      ]),
    )
    const router = await mountOrganizations(`${address}/members`)
    await vi.waitFor(() => expect(roleOf('Alice')).not.toBeNull())
    expect(shownText()).not.toContain(message('organizations.matrix.title'))

    byRole('button', message('organizations.matrix.open')).click()
    await shows(message('organizations.matrix.title'))
    expect(shownText()).toContain('Yes. Dana can')

    byRole('row', /Alice/).click()
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe(`${address}/members/vault-alice`))
    await shows(message('organizations.try.none', { name: 'Alice', party: 'Admin', parties: 'Owner' }))
    byRole('button', message('ui.close')).click()
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe(`${address}/members`))
  })

  it('signs in as the organization to show its open invitations', async () => {
    answer('organizationAct', () => {
      users = [aUser('dana'), aUser('clinic', CLINIC)]
      return { user: users[1] }
    })
    answer('invitationRows', () => ({ rows: [] }))
    const router = await mountOrganizations(`${address}/members`)
    await shows(message('organizations.open.signedOut', { name: 'Harbour Clinic' }))

    byRole('button', message('organizations.open.signIn', { name: 'Harbour Clinic' })).click()

    await shows(message('organizations.open.none'))
    expect(router.currentRoute.value.path).toBe(`${address}/members`)
  })

  it('lets an admin take over from the last owner, and takes that back with Undo', async () => {
    giveSizes()
    answerVault('organizationsOrganizationIdMembersGet', () =>
      membersPage([
        aMember('vault-dana', { role: 'owner', full_name: 'Dana' }),
        aMember('vault-alice', { full_name: 'Alice' }),
      ]),
    )
    answerVault('organizationsOrganizationIdMembersIdPut', () => ({ organization_member: aMember('vault-alice') }))
    await mountOrganizations(`${address}/members`)
    await vi.waitFor(() => expect(roleOf('Dana')).not.toBeNull())
    const role = roleOf('Dana')
    if (role !== null) role.value = 'admin'
    role?.dispatchEvent(new Event('change'))
    await vi.waitFor(() => byRole('button', message('organizations.lastOwner.promoteNamed', { name: 'Alice' })).click())

    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)?.text).toBe(message('organizations.members.changed.owner', { name: 'Alice' })),
    )
    expect(await useToasts().undoLast()).toMatchObject({ undone: true })
    expect(
      vaultCalls('organizationsOrganizationIdMembersIdPut').map(({ params, body }) => [params?.['id'], body]),
    ).toEqual([
      ['vault-alice', { organization_member: { role: 'owner' } }],
      ['vault-alice', { organization_member: { role: 'admin' } }],
    ])
  })

  it('does not ask for what the role does not show, and says why', async () => {
    organization = anOrganization({ own_role: 'admin' })
    await mountOrganizations(`${address}/members`)
    await shows(message('organizations.members.notShown'))
    expect(vaultCalls('organizationsOrganizationIdMembersGet')).toHaveLength(0)
    expect(shownText()).toContain(message('organizations.try.none', { name: 'Dana', party: 'Admin', parties: 'Owner' }))
  })

  it('asks nothing of a member for somebody from outside', async () => {
    organization = anOrganization({ own_role: null })
    await mountOrganizations(`${address}/services`)
    await shows('Dana is not a member.')
    expect(vaultCalls('organizationsOrganizationIdRequestedServicesGet')).toHaveLength(0)
    expect(hasButton(message('organizations.service.request'))).toBe(false)
    expect(tabNames()).not.toContain(message('organizations.tab.keys'))
  })

  it('lets the agent look at members, and invite through the member who holds the key', async () => {
    users = [aUser('dana'), aUser('clinic', CLINIC)]
    organization = anOrganization({ own_role: null })
    answer('invitationRows', () => ({ rows: [] }))
    await mountOrganizations('/u/clinic/organizations/o1/members')
    await shows('Harbour Clinic can only look.')
    expect(document.querySelector('select[aria-label="Dana\'s role"]')).toBeNull()
    expect(hasButton(message('organizations.invite'))).toBe(true)
    expect(hasButton(message('organizations.act'))).toBe(false)
  })

  it('acts as it: the agent becomes a user, and the one who acts', async () => {
    answer('organizationAct', () => {
      users = [aUser('dana'), aUser('clinic', CLINIC)]
      return { user: users[1] }
    })
    const router = await mountOrganizations(address)
    await shows('Dana is an owner')
    byRole('button', message('organizations.act')).click()
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/clinic/home'))
    expect(askedFor('organizationAct')[0]?.body).toEqual({ service_id: null })
  })

  it('says that the key is missing, and who has the way out', async () => {
    answer('organizationAct', () => {
      throw refusal('organization_key_missing', 409, 'the private key is not stored')
    })
    await mountOrganizations(address)
    await shows('Dana is an owner')
    byRole('button', message('organizations.act')).click()
    await shows('Ask a member who holds the key to hand it over')
    expect(shownText()).toContain(message('organizations.actFailed', { name: 'Harbour Clinic' }))
    expect(byRole('link', message('organizations.keys.show')).getAttribute('href')).toBe(`${address}/keys`)
  })

  it('names the service, not the organization, when a service cannot be acted as', async () => {
    answer('organizationAct', () => {
      throw refusal('organization_key_missing', 409, 'the private key is not stored')
    })
    await mountOrganizations(`${address}/services`)
    await vi.waitFor(() =>
      byRole('button', message('organizations.service.actNamed', { name: 'Appointments' })).click(),
    )
    await shows(message('organizations.actFailed', { name: 'Appointments' }))
    expect(shownText()).not.toContain(message('organizations.actFailed', { name: 'Harbour Clinic' }))
  })

  it('lets who requested it take it back, with Undo', async () => {
    organization = anOrganization({ status: 'requested', own_role: null })
    const router = await mountOrganizations(address)
    await shows('The operator has not reviewed this request yet.')
    expect(shownText()).toContain(message('organizations.standing.nextTitle'))
    expect(tabNames()).toEqual([message('organizations.tab.overview'), message('organizations.tab.events')])
    const operatorConsole = byRole('link', message('organizations.standing.openReviews')).getAttribute('href')
    expect(operatorConsole).toMatch(/^\/operator\/reviews\/?$/)
    byRole('button', message('organizations.takeBack')).click()
    await vi.waitFor(() => expect(router.currentRoute.value.query).toEqual({ list: 'requests' }))
    expect(vaultCalls('organizationsIdDelete')).toHaveLength(0)
    useToasts().flush()
    await vi.waitFor(() => expect(vaultCalls('organizationsIdDelete')[0]?.params).toEqual({ id: 'o1' }))
  })

  it('gives a request back what it was when its change is undone', async () => {
    organization = anOrganization({ status: 'requested', own_role: null, url: 'https://clinic.example' })
    answerVault('organizationsIdPut', () => ({ organization }))
    await mountOrganizations(address)
    await vi.waitFor(() => byRole('button', message('organizations.edit')).click())
    type(await vi.waitFor(() => byRole('textbox', message('organizations.dialog.name'))), 'Harbour House')
    byRole('button', message('organizations.dialog.save')).click()
    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)?.text).toBe(message('ui.savedNamed', { name: 'Harbour House' })),
    )
    const read = vaultCalls('organizationsIdGet').length

    await useToasts().undoLast()

    const { name, description, url, email } = organization
    expect(vaultCalls('organizationsIdPut').map(({ body }) => body)).toEqual([
      { organization: { name: 'Harbour House', description, url, email } },
      { organization: { name, description, url, email } },
    ])
    await vi.waitFor(() => expect(vaultCalls('organizationsIdGet').length).toBeGreaterThan(read))
  })

  it('gives a requested service back what it was', async () => {
    waiting = [aService({ id: 's2', name: 'Lab', status: 'requested', contract: { days: 3 } })]
    answerVault('organizationsOrganizationIdServicesIdPut', () => ({ service: waiting[0] }))
    await mountOrganizations(`${address}/services`)
    await vi.waitFor(() => byRole('button', message('organizations.service.editNamed', { name: 'Lab' })).click())
    type(await vi.waitFor(() => byRole('textbox', message('organizations.dialog.name'))), 'Laboratory')
    byRole('button', message('organizations.dialog.save')).click()
    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)?.text).toBe(message('ui.savedNamed', { name: 'Laboratory' })),
    )

    await useToasts().undoLast()

    expect(vaultCalls('organizationsOrganizationIdServicesIdPut').map(({ body }) => body)).toEqual([
      { service: { name: 'Laboratory', description: null, contract: { days: 3 } } },
      { service: { name: 'Lab', description: null, contract: { days: 3 } } },
    ])
  })

  it('lists a service once, also between the two readings after its approval', async () => {
    waiting = [aService({ status: 'requested' }), aService({ id: 's2', name: 'Lab', status: 'requested' })]
    await mountOrganizations(`${address}/services`)
    await shows('Lab')
    const names = [...document.querySelectorAll('tbody th')].map((one) => one.textContent.trim())
    expect(names).toEqual(['Appointments', 'Lab'])
  })

  it('reads no events but its own, further ones on demand, and writes all of them to a file', async () => {
    const about = { eventable_type: 'Connection', value: { organization_id: 'o1' } } as const
    const told = Array.from({ length: 450 }, (_, place) =>
      anEvent({ id: `e${place}`, name: 'organization.validated', label: 'Harbour Clinic', ...about }),
    )
    answerVault('eventsGet', ({ query = {} }) => {
      const [from, size] = [Number(query['next_page_after'] ?? 0), Number(query['per_page'])]
      const next = from + size < told.length ? String(from + size) : null
      const meta = { pages: 3, total_count: told.length, next_page_exists: next !== null }
      return { events: told.slice(from, from + size), next_page_after: next, meta }
    })
    await mountOrganizations(`${address}/events`)
    await vi.waitFor(() => expect(hasButton(message('parts.export.all'))).toBe(true))
    expect(vaultCalls('eventsGet').map(({ query }) => query)).toEqual([{ per_page: 200, organization_id: 'o1' }])
    byRole('button', message('parts.export.all')).click()
    await vi.waitFor(() => byRole('menuitem', message('parts.export.jsonl')).click())
    await vi.waitFor(() => expect(saved).toHaveBeenCalled())
    const [file, , lines = ''] = saved.mock.calls[0] ?? []
    expect(file).toMatch(/^events-harbour-clinic-dana-/)
    expect(lines.trimEnd().split('\n')).toHaveLength(told.length)
    expect(vaultCalls('eventsGet').every(({ query }) => query?.['organization_id'] === 'o1')).toBe(true)
  })

  it('filters its events by words and by the kind that the address names', async () => {
    const about = { eventable_type: 'Connection', value: { organization_id: 'o1' } } as const
    const told = ['organization.validated', 'item.created'].map((name) =>
      anEvent({ id: name, name, label: 'Harbour Clinic', ...about }),
    )
    answerVault('eventsGet', () => ({
      events: told,
      next_page_after: null,
      meta: { pages: 1, total_count: told.length, next_page_exists: false },
    }))
    const rowCount = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')
    await mountOrganizations(`${address}/events?kind=organizations`)
    await vi.waitFor(() => expect(rowCount()).toBe('2'))

    type(byRole('textbox', message('events.filter.text')), 'nothing of the kind')

    await shows(message('rows.noMatch'))
    byRole('button', message('ui.clearFilters'), document.querySelector('[role=grid]') ?? document).click()
    await vi.waitFor(() => expect(rowCount()).toBe('3'))
  })

  it('says that it is gone only when it is', async () => {
    answerVault('organizationsOrganizationIdRequestedServicesGet', () => {
      throw refusal('not_found', 404)
    })
    await mountOrganizations(address)
    await shows('Dana is an owner')
    expect(shownText()).not.toContain(message('organizations.gone'))
    answerVault('organizationsIdGet', () => {
      throw refusal('not_found', 404)
    })
    await mountOrganizations(address)
    await shows(message('organizations.gone'))
  })
})
