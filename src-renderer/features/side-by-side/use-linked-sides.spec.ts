// Proves docs/contract/window.md, Side by side.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { useRouter } from 'vue-router'
import { answer, aStatus, aUser, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountSetupIn } from '../../session/testing/mount-window.ts'
import { createSideRouter } from './side-router.ts'
import { useLinkedSides } from './use-linked-sides.ts'

/** Bob has a copy of the passport, and none of the will. */
const COPIES: Readonly<Record<string, string>> = { passport: 'copy' }

vi.mock('./counterpart.ts', () => ({
  findCounterpart: (_from: string, itemId: string) => {
    const originalId = itemId === 'copy' ? 'passport' : itemId
    const other = itemId === 'copy' ? 'passport' : COPIES[itemId]
    return Promise.resolve({ originalId, label: originalId, itemId: other })
  },
}))

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('bob')] }))
})

async function mountSides({ linked = true } = {}) {
  const isLinked = ref(linked)
  const { result } = await mountSetupIn([emptyRoute('items', '/u/:actor/items/:id?/:mode?')], () => {
    const outer = useRouter()
    const [alice, bob] = ['alice', 'bob'].map((actor) => createSideRouter(outer, actor)) as [Side, Side]
    return {
      alice,
      bob,
      ...useLinkedSides(
        () => [alice, bob],
        () => isLinked.value,
      ),
    }
  })
  await Promise.all([openOn(result.alice, ''), openOn(result.bob, '')])
  return result
}

type Side = ReturnType<typeof createSideRouter>

const openOn = ({ actor, router }: Side, id: string) => router.push({ name: 'items', params: { actor, id, mode: '' } })
const shownOn = ({ router }: Side) => router.currentRoute.value.params['id']

describe('useLinkedSides', () => {
  it('opens the same item on the other side, which offers it again when it was closed there', async () => {
    const { alice, bob, beside } = await mountSides()
    await openOn(alice, 'passport')
    await vi.waitFor(() => expect(shownOn(bob)).toBe('copy'))
    expect([beside(alice), beside(bob)]).toEqual([undefined, undefined])

    await openOn(bob, '')

    expect(beside(bob)).toEqual({ label: 'passport', id: 'copy' })
    expect(beside(alice)).toBeUndefined()
  })

  it('leaves sides that are not linked where they are, and says what the other one shows', async () => {
    const { alice, bob, beside, missing } = await mountSides({ linked: false })

    await openOn(alice, 'passport')
    await vi.waitFor(() => expect(beside(bob)).toEqual({ label: 'passport', id: 'copy' }))
    await openOn(alice, 'will')
    await vi.waitFor(() => expect(beside(bob)).toEqual({ label: 'will', id: undefined }))

    expect(shownOn(bob)).toBe('')
    expect(missing.size).toBe(0)
  })
})
