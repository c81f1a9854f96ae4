// Proves docs/contract/window.md, Everywhere: search.

import { beforeEach, expect, it } from 'vitest'
import { text } from '../i18n/i18n.ts'
import { answer, aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import { fakeCalls } from '../session/testing/fake-calls.ts'
import { emptyRoute, mountSetupIn } from '../session/testing/mount-window.ts'
import { useCommands } from '../frame/commands.ts'
import { useRequestedDialog } from '../session/requested-dialog.ts'
import { useWorkspaceChoice } from '../session/workspace-choice.ts'
import { useCreateCommands } from './use-create-commands.ts'

beforeEach(() => {
  resetBridge()
  fakeCalls('user', 'vault').start()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

async function mountCommands() {
  const routes = [
    emptyRoute('operator', '/operator/:tab?/:id?'),
    emptyRoute('trust', '/trust/:tab?'),
    ...['people', 'access', 'tags', 'files', 'wallet'].map((name) => emptyRoute(name, `/u/:actor/${name}/:tab?`)),
  ]
  const { router } = await mountSetupIn(routes, () => {
    useCreateCommands()
    return true
  })
  await router.push('/trust')
  const run = async (title: string): Promise<string> => {
    const arrived = new Promise<void>((resolve) => void router.afterEach(() => resolve()))
    useCommands()
      .commands.find((command) => command.title === title)
      ?.run()
    await arrived
    return router.currentRoute.value.fullPath
  }
  return { router, run }
}

it('offers everything new that belongs to one page', async () => {
  await mountCommands()

  expect(useCommands().commands.map(({ title }) => title)).toEqual([
    text('tags.new'),
    text('files.new.title'),
    text('access.sessions.new'),
    text('access.loginKeys.new'),
    text('people.child.new'),
    text('people.delegate.do'),
    text('wallet.import.open'),
    text('operator.token.open'),
    text('operator.schemes.new'),
    text('operator.templates.new'),
    text('operator.images.new'),
    text('trust.issuers.add'),
    text('trust.registry.schemas.importTitle'),
    text('trust.registry.contexts.importTitle'),
    text('trust.registry.did-documents.importTitle'),
    text('trust.registry.issuer-metadata.importTitle'),
    text('trust.registry.trust-anchors.importTitle'),
    text('trust.registry.status-lists.importTitle'),
    text('trust.newKey.title'),
    text('trust.tokenIssuers.newTest'),
    text('trust.tokenIssuers.add'),
    text('welcome.new.title'),
  ])
})

it('leads to the page, which is asked for the dialog once it is there', async () => {
  const { run } = await mountCommands()

  expect(await run(text('people.child.new'))).toBe('/u/alice/people/children')
  expect(useRequestedDialog().take('child')).toBe(true)
  expect(await run(text('trust.registry.status-lists.importTitle'))).toBe('/trust/status-lists')
  expect(useRequestedDialog().take('status-lists')).toBe(true)
  expect(await run(text('people.delegate.do'))).toBe('/u/alice/people/delegations')
  expect(useRequestedDialog().take('delegation')).toBe(true)
  expect(await run(text('operator.schemes.new'))).toBe('/operator/schemes')
  expect(useRequestedDialog().take('scheme')).toBe(true)
  expect(useRequestedDialog().take('scheme')).toBe(false)
})

it('wants nothing any more of who leaves a page that has to be opened first', async () => {
  const { router, run } = await mountCommands()
  await run(text('operator.images.new'))
  await router.push('/operator/reviews')
  expect(useRequestedDialog().dialog).toBe('image')

  await router.push('/u/alice/tags')

  expect(useRequestedDialog().dialog).toBeUndefined()
})

it('makes a workspace where one is chosen', async () => {
  await mountCommands()

  useCommands()
    .commands.find(({ title }) => title === text('welcome.new.title'))
    ?.run()

  expect(useWorkspaceChoice().choosing).toBe(true)
  expect(useRequestedDialog().take('workspace')).toBe(true)
})
