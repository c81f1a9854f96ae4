// Proves docs/contract/window.md, People.

import { beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { byRole, mountUi, press, settle, type } from '../../ui/testing/mount-ui.ts'
import ConnectHereDialog from './ConnectHereDialog.vue'

const aCall = (number: number, source = 'client', method = 'POST') => ({
  number,
  source,
  at: '2026-01-01T00:00:00.000Z',
  transport: 'in_process',
  api: 'vault',
  operation: 'invitationsPost',
  method,
  path: `/call-${number}`,
  status: 201,
  duration_ms: 1,
  user_id: 'bob',
  error: null,
})
const invite = vi.fn<(name: string) => Promise<{ link: string }>>()
let calls = [aCall(4)]

beforeEach(() => {
  resetBridge()
  calls = [aCall(4)]
  invite.mockReset().mockImplementation(() => {
    calls = [aCall(8, 'client', 'GET'), aCall(7, 'window'), aCall(6), aCall(5), ...calls]
    return Promise.resolve({ link: 'vaultbench://invitation/x' })
  })
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob'), aUser('carol', { state: 'locked' })] }))
  answer('callsGet', () => ({ calls, kept: calls.length, total: calls.length }))
  answer('invitationAccept', () => ({
    connection: {
      connection_id: 'c1',
      user_id: 'vault-alice',
      name: 'Alice',
      name_problem: null,
      user_type: 'human',
      format: 'pdv1',
      own_format: 'pdv1',
      own_key_fingerprint: 'bbbb bbbb bbb',
      other_key_fingerprint: 'aaaa aaaa aaa',
      connection_type: null,
      delegation_role: null,
      created_at: '2026-01-01T00:00:00.000Z',
    },
    existed_already: false,
    shares: [],
  }))
})

async function mountDialog(known?: ReadonlySet<string>) {
  mountUi(() =>
    h(ConnectHereDialog, {
      actor: 'alice',
      inviter: 'Alice',
      title: 'Connect',
      description: '',
      known,
      knownText: 'Already connected',
      invite,
      outcome: (name, before) => `${name}: ${before ? 'before' : 'now'}`,
    }),
  )
  await startWorkbench()
  await settle()
}
const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? ''

it('invites, accepts as the chosen user, and shows the keys of both and the calls that were made for it', async () => {
  await mountDialog()

  byRole('button', new RegExp(aUser('bob').full_name)).click()
  await arrive()
  await settle()

  expect(invite).toHaveBeenCalledWith(aUser('bob').full_name)
  expect(askedFor('invitationAccept')[0]).toMatchObject({
    params: { user_id: 'bob' },
    body: { link: 'vaultbench://invitation/x', name: 'Alice' },
  })
  expect(shown()).toContain(`${aUser('bob').full_name}: now`)
  expect(shown()).toContain('aaaa aaaa aaa')
  expect(shown()).toContain('bbbb bbbb bbb')
  expect(
    [...document.querySelectorAll('[role=dialog] ol li')].map((line) => /call-\d/.exec(line.textContent)?.[0]),
  ).toEqual(['call-5', 'call-6'])
})

it('does not offer who invites, and names who is locked', async () => {
  await mountDialog()

  const offered = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] ul button')]

  expect(offered.map(({ disabled }) => disabled)).toEqual([false, true])
  expect(offered[1]?.textContent).toContain('Locked')
})

it('marks who is connected already, and offers them no more', async () => {
  await mountDialog(new Set(['vault-bob']))

  const offered = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] ul button')]

  expect(offered.map(({ disabled }) => disabled)).toEqual([true, true])
  expect(offered[0]?.textContent).toContain('Already connected')
})

it('says why nobody was connected, and lets one choose again', async () => {
  answer('invitationAccept', () => {
    throw refusal('user_locked', 423, 'the user is locked')
  })
  await mountDialog()

  byRole('button', new RegExp(aUser('bob').full_name)).click()
  await arrive()
  await settle()

  expect(shown()).toContain(text('people.here.failed'))
  expect(shown()).toContain('The user is locked.')
  expect(byRole('button', new RegExp(aUser('bob').full_name))).toBeTruthy()
})

it('finds one of many by typing, and takes the first who can be chosen with Enter', async () => {
  const many = Array.from({ length: 20 }, (_, number) => aUser(`crew-${number}`))
  const lena = [
    aUser('lena-1', { full_name: 'Lena Boat', state: 'locked' }),
    aUser('lena-2', { full_name: 'Bea Lena Bräu' }),
  ]
  answer('usersGet', () => ({ users: [aUser('alice'), ...many, ...lena] }))
  await mountDialog()

  type(byRole('textbox', text('frame.actor.find')), 'lena b')
  await settle()
  expect([...document.querySelectorAll('li mark')].map((mark) => mark.textContent)).toEqual(
    expect.arrayContaining(['Lena', 'B']),
  )
  expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(2)
  press(byRole('textbox', text('frame.actor.find')), 'Enter')
  await settle()

  expect(invite).toHaveBeenCalledExactlyOnceWith('Bea Lena Bräu')
})
