// Proves docs/contract/window.md, Everywhere: search, Definitions.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountSetupIn } from '../../session/testing/mount-window.ts'
import { useCommands } from '../../frame/commands.ts'
import { useDefinitionSearch } from './use-definition-search.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('definitionRows', () => ({
    rows: [
      { id: 'd1', name: 'Car hire', purpose: 'To hand over a car' },
      { id: 'd2', name: null, purpose: null },
    ],
    matching: 2,
    total: 2,
    of_scenarios: 3,
  }))
})

async function mountSearch() {
  const routes = [emptyRoute('definitions', '/definitions/:definition?'), emptyRoute('definition-new', '/definition')]
  const { router } = await mountSetupIn(routes, () => {
    useDefinitionSearch()
    return true
  })
  const search = async (id: string, query: string) =>
    (await [...useCommands().sources].find((source) => source.id === id)?.search(query)) ?? []
  return { router, search }
}

it('finds stored definitions by what the service looks for, and opens one', async () => {
  const { router, search } = await mountSearch()

  const found = await search('definitions', 'car')

  expect(found.map(({ title, detail }) => [title, detail])).toEqual([
    ['Car hire', 'To hand over a car'],
    [text('definitions.unnamed'), undefined],
  ])
  expect(askedFor('definitionRows').map(({ query }) => query)).toEqual([{ text: 'car', limit: 8 }])
  found[0]?.run()
  await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/definitions/d1'))
})

it('finds nothing in a workspace that was locked while somebody typed', async () => {
  const { search } = await mountSearch()
  answer('definitionRows', () => {
    throw refusal('workspace_locked', 423)
  })

  expect(await search('definitions', 'car')).toEqual([])
})

it('finds templates by name and begins a definition with one', async () => {
  const { router, search } = await mountSearch()

  const [found, ...others] = await search('templates', 'age')
  expect(found?.title).toMatch(/age/i)
  expect(others.every(({ title, detail }) => `${title} ${detail ?? ''}`.length > 0)).toBe(true)
  expect(await search('templates', 'nothing is named like this')).toEqual([])
  found?.run()

  await vi.waitFor(() => expect(router.currentRoute.value.name).toBe('definition-new'))
  expect(router.currentRoute.value.query['template']).toBeTruthy()
})
