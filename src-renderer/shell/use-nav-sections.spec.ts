// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { router } from '../router.ts'
import { answer, aStatus, aUser, refusal, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../session/testing/mount-window.ts'
import { useNavSections } from './use-nav-sections.ts'

it('calls every section what its page is called', async () => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  // Nothing is counted here.
  for (const name of ['shareRows', 'taskRows', 'operatorGet', 'forward as subscription']) {
    answer(name, () => {
      throw refusal('unauthorized', 401)
    })
  }
  const routes = router.getRoutes().map(({ path, name, meta }) => ({
    path,
    name: name ?? path,
    meta,
    component: { render: () => null },
  }))

  const { result, router: here } = await mountSetupIn(routes, useNavSections)

  const entries = result.value.flatMap((group) => group.entries)
  expect(entries).toHaveLength(18)
  expect(entries.map(({ id, label }) => [id, label])).toEqual(
    entries.map(({ id, to }) => [id, i18n.global.t(String(here.resolve(to).meta['title']))]),
  )
})
