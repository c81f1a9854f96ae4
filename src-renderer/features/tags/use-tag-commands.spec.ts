// Proves docs/contract/window.md, Everywhere, Tags.

import { beforeEach, expect, it, vi } from 'vitest'
import { answer, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import { emptyRoute, mountSetupIn } from '../../session/testing/mount-window.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useCommands } from '../../frame/commands.ts'
import { useFrame } from '../../frame/frame-store.ts'
import { aScheme } from './testing/a-scheme.ts'
import { useTagCommands } from './use-tag-commands.ts'

const vault = fakeCalls('user', 'vault')

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  vault.start()
  vault.answerTo('classificationSchemesGet', () => ({
    classification_schemes: [
      aScheme('country', { France: 2, Ghana: 0 }),
      aScheme('tag', { Travel: 0, 'Far, away': 3 }),
    ],
  }))
})

async function mountCommands() {
  const { router } = await mountSetupIn([emptyRoute('items', '/u/:actor/items/:id?/:mode?')], () => {
    useTagCommands()
    return true
  })
  const [source] = [...useCommands().sources]
  if (source === undefined) throw new Error('no search source')
  const titles = async (query: string) => (await source.search(query)).map(({ title }) => title)
  return { router, source, titles }
}

it('finds own tags, and nodes of trees that something has, and leads to their items', async () => {
  const { router, source, titles } = await mountCommands()

  expect(source.prefix).toBe('#')
  expect(await titles('')).toEqual(['Travel', 'Far, away', 'France'])
  expect(await titles('fr')).toEqual(['France'])
  const [found] = await source.search('far')
  found?.run()

  await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/alice/items?tag=tag-Far,+away'))
})

it('reads once while the palette is open, and again the next time', async () => {
  const { titles } = await mountCommands()
  const frame = useFrame()

  frame.paletteOpen = true
  await titles('t')
  await titles('tr')
  expect(vault.calls('classificationSchemesGet')).toHaveLength(1)
  frame.paletteOpen = false
  await titles('t')

  expect(vault.calls('classificationSchemesGet')).toHaveLength(2)
})

it('does not find what waits to be deleted', async () => {
  const { titles } = await mountCommands()

  usePendingRemovals().add('alice', ['tag-Travel'])

  expect(await titles('')).toEqual(['Far, away', 'France'])
})

it('finds nothing for a locked user, or when the call is refused; the next search tries again', async () => {
  const { titles } = await mountCommands()
  vault.answerTo('classificationSchemesGet', () => {
    throw refusal('user_locked', 423)
  })
  expect(await titles('t')).toEqual([])
  vault.answerTo('classificationSchemesGet', () => ({ classification_schemes: [aScheme('tag', { Travel: 0 })] }))
  expect(await titles('t')).toEqual(['Travel'])

  push({ type: 'users', users: [aUser('alice', { state: 'locked' })] })
  expect(await titles('t')).toEqual([])
})
