// Proves docs/contract/window.md, Organizations, People.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { usePeopleDialogs } from '../../../session/people-dialogs.ts'
import { mountAddress } from '../../../session/testing/mount-window.ts'
import { byRole, settle } from '../../../ui/testing/mount-ui.ts'
import { aMember, anOrganization, answerVault, membersPage, startVault } from '../testing/fake-vault.ts'
import MemberHereDialog from './MemberHereDialog.vue'
import OpenInvitations from './OpenInvitations.vue'

const CLINIC = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }
const LINK = 'vaultbench://invitation/x'

beforeEach(() => {
  resetBridge()
  startVault()
  answerVault('organizationsOrganizationIdMembersGet', () => membersPage([aMember('vault-dana')]))
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({
    users: [
      aUser('dana'),
      aUser('bob', { full_name: 'Bob Okafor' }),
      aUser('clinic', { user_type: 'organization_agent', full_name: 'Harbour Clinic', agent: CLINIC }),
    ],
  }))
  answer('callsGet', () => ({ calls: [], kept: 0, total: 0 }))
})

function box(name: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('[role=dialog] ul label')]
  const found = labels.find(({ textContent }) => textContent.includes(name))?.querySelector('input')
  if (!found) throw new Error(`nobody is called ${name} here`)
  return found
}

const dialogText = (): string => document.querySelector('[role=dialog]')?.textContent ?? ''

describe('somebody in this workspace', () => {
  beforeEach(() => {
    answer('memberInvite', () => ({ link: LINK }))
    answer('invitationAccept', () => ({
      connection: {
        connection_id: 'c1',
        format: 'pdv1',
        own_format: 'pdv1',
        own_key_fingerprint: 'b',
        other_key_fingerprint: 'a',
      },
      existed_already: false,
      shares: [],
    }))
  })

  async function mountReading(): Promise<void> {
    const props = { member: 'dana', organization: anOrganization() }
    await mountAddress([{ path: '/here', component: MemberHereDialog, props }], '/here')
    await settle()
  }

  async function mountDialog(): Promise<void> {
    await mountReading()
    await vi.waitFor(() => expect(document.querySelector('[role=dialog] ul')?.getAttribute('aria-busy')).toBe('false'))
  }

  it('becomes a member with the chosen role: the organization invites, the user accepts', async () => {
    await mountDialog()
    const role = document.querySelector<HTMLSelectElement>('[role=dialog] select')
    expect(role?.value).toBe('admin')
    if (role) role.value = 'owner'
    role?.dispatchEvent(new Event('change'))
    await settle()

    const add = (): HTMLElement => byRole('button', /^Add 1 member$/)
    box('Bob Okafor').click()
    await settle()
    add().click()
    await arrive()
    await settle()

    expect(askedFor('memberInvite')[0]).toMatchObject({
      params: { user_id: 'dana', organization_id: 'o1' },
      body: { name: 'Bob Okafor', role: 'owner' },
    })
    expect(askedFor('invitationAccept')[0]).toMatchObject({
      params: { user_id: 'bob' },
      body: { link: LINK, name: 'Harbour Clinic' },
    })
    await vi.waitFor(() => expect(dialogText()).toContain(text('organizations.addMembers.member')))
  })

  it('nobody can be chosen before it is known who is a member already', async () => {
    let tell: () => void = () => undefined
    const read = new Promise<void>((resolve) => (tell = resolve))
    answerVault('organizationsOrganizationIdMembersGet', () => read.then(() => membersPage([aMember('vault-bob')])))
    await mountReading()
    expect(box('Bob Okafor').disabled).toBe(true)
    expect(dialogText()).not.toContain(text('organizations.inviteDialog.known'))

    tell()

    await vi.waitFor(() => expect(dialogText()).toContain(text('organizations.inviteDialog.known')))
    expect(box('Bob Okafor').disabled).toBe(true)
  })

  it('several become members together, and who is refused does not keep the others out', async () => {
    answer('usersGet', () => ({
      users: [aUser('dana'), aUser('bob', { full_name: 'Bob Okafor' }), aUser('eve', { full_name: 'Eve Lind' })],
    }))
    answer('invitationAccept', ({ params }) => {
      if ((params as { readonly user_id: string }).user_id === 'bob') throw refusal('already_member', 409)
      return { connection: {}, existed_already: false, shares: [] }
    })
    await mountDialog()
    box('Bob Okafor').click()
    box('Eve Lind').click()
    await settle()

    byRole('button', /^Add 2 members$/).click()

    await vi.waitFor(() =>
      expect(dialogText()).toContain(text('organizations.addMembers.result', { added: 1, count: 2 })),
    )
    expect(dialogText()).toContain(text('organizations.addMembers.member'))
    expect(askedFor('memberInvite')).toHaveLength(2)
  })

  it('are no more once a person ends it, and the dialog says how many became members', async () => {
    const first = Promise.withResolvers<undefined>()
    answer('usersGet', () => ({
      users: [aUser('dana'), aUser('bob', { full_name: 'Bob Okafor' }), aUser('eve', { full_name: 'Eve Lind' })],
    }))
    answer('invitationAccept', () => first.promise.then(() => ({ connection: {}, existed_already: false, shares: [] })))
    await mountDialog()
    box('Bob Okafor').click()
    box('Eve Lind').click()
    await settle()
    byRole('button', /^Add 2 members$/).click()
    await vi.waitFor(() => expect(dialogText()).toContain('Adding Bob Okafor'))

    byRole('button', text('ui.cancel')).click()
    first.resolve(undefined)

    await vi.waitFor(() => expect(dialogText()).toContain('of 2 added'))
    expect(askedFor('memberInvite')).toHaveLength(1)
    expect(dialogText()).toContain('1 of 2 added')
    expect(dialogText()).not.toContain('Eve Lind')
  })

  it('is signed in by the kept passphrase where that is needed, and who has none kept is not offered', async () => {
    answer('usersGet', () => ({
      users: [
        aUser('dana'),
        aUser('bob', { full_name: 'Bob Okafor', state: 'locked', remembered: true }),
        aUser('eve', { full_name: 'Eve Lind', state: 'locked' }),
      ],
    }))
    answer('userSignIn', () => ({ user: aUser('bob') }))
    await mountDialog()
    expect(box('Eve Lind').disabled).toBe(true)
    box('Bob Okafor').click()
    await settle()

    byRole('button', /^Add 1 member$/).click()

    await vi.waitFor(() => expect(dialogText()).toContain(text('organizations.addMembers.member')))
    expect(askedFor('userSignIn')[0]).toMatchObject({ params: { user_id: 'bob' }, body: { passphrase: null } })
  })

  it('is not offered again once it is a member, wherever in the list', async () => {
    answerVault('organizationsOrganizationIdMembersGet', ({ query = {} }) =>
      query['next_page_after'] === undefined
        ? membersPage([aMember('vault-dana')], { next: 'more' })
        : membersPage([aMember('vault-bob')]),
    )
    await mountDialog()

    await vi.waitFor(() =>
      expect(box('Bob Okafor').closest('label')?.textContent).toContain(text('organizations.inviteDialog.known')),
    )
    expect(box('Bob Okafor')).toHaveProperty('disabled', true)
  })

  it('is a person: neither who invites nor an organization is offered', async () => {
    await mountDialog()

    const offered = [...document.querySelectorAll('[role=dialog] ul label')].map(({ textContent }) => textContent)

    expect(offered).toHaveLength(1)
    expect(offered[0]).toContain('Bob Okafor')
  })
})

describe('an open invitation of an organization', () => {
  it('is accepted as another user, who sees first what it says; never as an organization', async () => {
    const row = { id: 'i1', name: 'New admin', state: 'new', link: LINK, expire_at: '2027-01-01T00:00:00.000Z' }
    answer('invitationRows', () => ({ rows: [row] }))
    const props = { organization: 'o1' }
    await mountAddress([{ path: '/open', component: OpenInvitations, props }], '/open')
    await settle()
    expect(askedFor('invitationRows')[0]?.params).toEqual({ user_id: 'clinic' })

    byRole('button', 'Accept as').click()
    await settle()
    const names = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent.trim())
    expect(names.some((name) => name.includes('Harbour Clinic'))).toBe(false)
    byRole('menuitem', /Bob Okafor/).click()

    await vi.waitFor(() => expect(usePeopleDialogs().asked).toMatchObject({ kind: 'use', actor: 'bob', link: LINK }))
    expect(askedFor('invitationAccept')).toEqual([])
  })
})
