// Proves docs/contract/window.md, Everywhere: search, Locking.

import { beforeEach, expect, it, vi } from 'vitest'
import { useFrame } from '../frame/frame-store.ts'
import { answer, aStatus, aUser, push, refusal, resetBridge } from './testing/fake-bridge.ts'
import { mountSetupIn } from './testing/mount-window.ts'
import { useSearched, useSearcher } from './use-searched.ts'

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

async function mountSearched(read: (whose: string) => Promise<readonly string[]>) {
  const { result } = await mountSetupIn([], () => useSearched({ whose: useSearcher(), read }))
  return result
}

it('reads once for many key strokes, and anew whenever the palette opens', async () => {
  const read = vi.fn((whose: string) => Promise.resolve([whose]))
  const rows = await mountSearched(read)

  expect(await rows()).toEqual(['alice'])
  await rows()
  expect(read).toHaveBeenCalledOnce()
  useFrame().openPalette()
  await rows()

  expect(read).toHaveBeenCalledTimes(2)
})

it('drops what it read when the user is locked, also what comes afterwards', async () => {
  const slow = Promise.withResolvers<readonly string[]>()
  const read = vi.fn(() => slow.promise)
  const rows = await mountSearched(read)
  const asked = rows()

  push({ type: 'users', users: [aUser('alice', { state: 'locked' })] })
  slow.resolve(['Passport'])
  expect(await asked).toEqual([])
  expect(await rows()).toEqual([])
  push({ type: 'users', users: [aUser('alice')] })
  await rows()

  expect(read).toHaveBeenCalledTimes(2)
})

it('finds nothing when the call is refused, and tries again; a fault is not hidden', async () => {
  const read = vi
    .fn<() => Promise<readonly string[]>>()
    .mockRejectedValueOnce(refusal('user_locked', 423))
    .mockResolvedValueOnce(['Passport'])
  const rows = await mountSearched(read)
  expect(await rows()).toEqual([])
  expect(await rows()).toEqual(['Passport'])

  const faulty = await mountSearched(() => Promise.reject(new Error('a fault')))
  await expect(faulty()).rejects.toThrow('a fault')
})
