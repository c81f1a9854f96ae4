// Proves docs/contract/window.md, Users, Everywhere: lists.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { useActing } from '../../session/acting.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import { useToasts } from '../../ui/toasts.ts'
import { byRole, settle } from '../../ui/testing/mount-ui.ts'
import routes from './routes.ts'
import './UsersPage.vue'

const USERS = [
  aUser('alice'),
  aUser('bob', { state: 'locked', email: 'bob@example.com' }),
  aUser('carlos', { state: 'locked' }),
]

// The test document has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: USERS }))
})

afterEach(() => void vi.restoreAllMocks())

async function mountUsers(address: string) {
  const { router } = await mountAddress([...routes, emptyRoute('access', '/access/:actor')], address)
  await refreshUsers()
  await arrive()
  await settle()
  return router
}
const offered = (): readonly (string | null)[] =>
  [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
const names = (): readonly string[] =>
  [...document.querySelectorAll('[data-index]')].map(
    (row) => row.querySelector('.font-medium')?.textContent.trim() ?? '',
  )

it('the users are a list, filtered and sorted as the address says', async () => {
  await mountUsers('/users?state=locked&sort=-name')

  expect(names()).toEqual(['Carlos', 'Bob'])
  expect(document.body.textContent).toContain('2 of 3 users')
})

it('an agent says through whom it acts, under a name of its own and not as an email address', async () => {
  const through = { through_user_id: 'alice', through_name: 'Alice Weber' }
  const agent = { organization_id: 'clinic', service_id: null, ...through }
  answer('usersGet', () => ({ users: [...USERS, aUser('clinic', { user_type: 'organization_agent', agent })] }))
  await mountUsers('/users/clinic')

  const facts = byRole('region', 'Clinic').textContent
  expect(facts).toMatch(new RegExp(`${text('users.fact.through')}\\s*Alice Weber`))
  expect(facts).not.toContain(text('label.email'))
})

it('the users are counted beside the title while no filter leaves any of them out', async () => {
  await mountUsers('/users')

  expect(document.body.textContent).toContain('3 users')
})

it('a row leads to what is known of the user, and to their keys', async () => {
  await mountUsers('/users/bob')

  expect(byRole('region', 'Bob').textContent).toContain('bob@example.com')
  expect(byRole('link', text('users.access')).getAttribute('href')).toBe('/access/bob')
})

it('nobody is asked to act as who acts already', async () => {
  await mountUsers('/users/alice')
  useActing().actAs('bob')
  await settle()
  expect(offered()).toContain(text('parts.actAs', { name: 'Alice' }))

  useActing().actAs('alice')
  await settle()

  expect(offered()).not.toContain(text('parts.actAs', { name: 'Alice' }))
})

it('the next user is opened in the place of one who was taken off the list', async () => {
  answer('userForget', () => undefined)
  const router = await mountUsers('/users/bob')
  byRole('button', text('users.forget.do'), byRole('region', 'Bob')).click()
  await settle()
  answer('usersGet', () => ({ users: [USERS[0], USERS[2]] }))
  expect(askedFor('userForget')).toHaveLength(0)

  byRole('button', text('users.forget.do'), byRole('alertdialog', /Bob/)).click()
  await arrive()
  await settle()

  expect(askedFor('userForget')[0]?.params).toEqual({ user_id: 'bob' })
  expect(router.currentRoute.value.params['id']).toBe('carlos')
  expect(names()).toEqual(['Alice', 'Carlos'])
  expect(useToasts().toasts.map(({ text: told }) => told)).toEqual([text('users.forget.done', { name: 'Bob' })])
})
