// Proves docs/contract/window.md, Everywhere: search, Locking.

import { beforeEach, expect, it } from 'vitest'
import { nextTick, reactive } from 'vue'
import { useRecentPlaces, useVisited } from './recent-places.ts'
import { answer, aStatus, aUser, push, resetBridge } from './testing/fake-bridge.ts'
import { emptyRoute, mountSetupIn } from './testing/mount-window.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
})

async function mountPlaces() {
  const record = reactive({ title: '', place: { name: 'items', params: { actor: 'alice', id: 'i1' } } })
  const routes = [emptyRoute('items', '/u/:actor/items/:id?')]
  const { result } = await mountSetupIn(routes, () => {
    useVisited(() => record)
    return useRecentPlaces()
  })
  return { record, recent: result }
}

it('keeps the records one was at, newest first and each once, by the name they have now', async () => {
  const { record, recent } = await mountPlaces()
  expect(recent.places).toEqual([]) // it has not been read yet

  record.title = 'Passport'
  await nextTick()
  Object.assign(record, { title: 'Licence', place: { name: 'items', params: { actor: 'alice', id: 'i2' } } })
  await nextTick()
  Object.assign(record, { title: 'Old passport', place: { name: 'items', params: { actor: 'alice', id: 'i1' } } })
  await nextTick()

  expect(recent.places).toEqual([
    { path: '/u/alice/items/i1', section: 'items', actor: 'alice', title: 'Old passport' },
    { path: '/u/alice/items/i2', section: 'items', actor: 'alice', title: 'Licence' },
  ])
})

it('forgets those of a user who is locked, and all of them with the workspace', async () => {
  const { recent } = await mountPlaces()
  for (const actor of ['alice', 'bob', undefined])
    recent.visit({ path: `/${actor ?? 'trust'}`, section: 'items', actor, title: undefined })

  push({ type: 'users', users: [aUser('alice'), aUser('bob', { state: 'locked' })] })
  expect(recent.places.map(({ path }) => path)).toEqual(['/trust', '/alice'])
  push({ type: 'status', status: aStatus('locked') })

  expect(recent.places).toEqual([])
})
