// Proves docs/contract/window.md, Everywhere.

import { expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { router } from '../router.ts'
import { answer, aStatus, aUser, refusal, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../session/testing/mount-window.ts'
import { useNavSections } from './use-nav-sections.ts'

/** Pages with a title that are reached from another page, or stand where there is none. */
const NO_SECTION = ['definition-new', 'new-request', 'side-by-side', 'start', 'unknown']

it('has a section for every page, called what the page is called', async () => {
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
  const reached = new Set(entries.map(({ to }) => here.resolve(to).name))
  const titled = routes.filter(({ meta }) => meta['title'] !== undefined).map(({ name }) => name)
  expect(titled.filter((name) => !reached.has(name)).sort()).toEqual(NO_SECTION)
  expect(entries.map(({ id, label }) => [id, label])).toEqual(
    entries.map(({ id, to }) => [id, i18n.global.t(String(here.resolve(to).meta['title']))]),
  )
})
