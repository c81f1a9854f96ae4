// Proves docs/contract/window.md, Everywhere: search.

import { beforeEach, expect, it } from 'vitest'
import { answer, aStatus, aUser, resetBridge } from '../session/testing/fake-bridge.ts'
import { fakeCalls } from '../session/testing/fake-calls.ts'
import { emptyRoute, mountSetupIn } from '../session/testing/mount-window.ts'
import { useCommands } from '../frame/commands.ts'
import { useAskedFor } from '../session/asked-for.ts'
import { useWorkspaceChoice } from '../session/workspace-choice.ts'
import { useMakingCommands } from './use-making-commands.ts'

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
    useMakingCommands()
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
    'New tag',
    'New folder',
    'New limited session',
    'New login key',
    'New test issuer',
    'Add issuer',
    'New child user',
    'Let somebody act for me',
    'Import credential',
    'New admission token',
    'New scheme',
    'New template',
    'New image',
    'Trust an issuer',
    'Import a JSON Schema',
    'Import a JSON-LD context',
    'Import a DID document',
    'Import a status list',
    'New subscription key',
    'New workspace',
  ])
})

it('leads to the page, which is asked for the dialog once it is there', async () => {
  const { run } = await mountCommands()

  expect(await run('New child user')).toBe('/u/alice/people/children')
  expect(useAskedFor().take('child')).toBe(true)
  expect(await run('Import a status list')).toBe('/trust/status-lists')
  expect(useAskedFor().take('status-lists')).toBe(true)
  expect(await run('Let somebody act for me')).toBe('/u/alice/people/delegations')
  expect(useAskedFor().take('delegation')).toBe(true)
  expect(await run('New scheme')).toBe('/operator/schemes')
  expect(useAskedFor().take('scheme')).toBe(true)
  expect(useAskedFor().take('scheme')).toBe(false)
})

it('wants nothing any more of who leaves a page that has to be opened first', async () => {
  const { router, run } = await mountCommands()
  await run('New image')
  await router.push('/operator/reviews')
  expect(useAskedFor().making).toBe('image')

  await router.push('/u/alice/tags')

  expect(useAskedFor().making).toBeUndefined()
})

it('makes a workspace where one is chosen', async () => {
  await mountCommands()

  useCommands()
    .commands.find(({ title }) => title === 'New workspace')
    ?.run()

  expect(useWorkspaceChoice().choosing).toBe(true)
  expect(useAskedFor().take('workspace')).toBe(true)
})
