// Proves docs/contract/window.md, Everywhere: search, Wallet.

import { beforeEach, expect, it, vi } from 'vitest'
import { answer, askedFor, aUser, push } from '../../session/testing/fake-bridge.ts'
import { useCommands } from '../../frame/commands.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { holdInWallet, mountSetup, resetWallet } from './testing/mount-wallet.ts'
import { aCredential } from './testing/samples.ts'
import { useCredentialSearch } from './use-credential-search.ts'

beforeEach(() => {
  resetWallet()
  holdInWallet([
    aCredential('licence'),
    aCredential('badge', { title: 'Staff badge', issuer_name: 'Pier Car Hire', types: ['StaffCredential'] }),
  ])
})

async function mountSearch() {
  const { router } = await mountSetup(() => {
    useCredentialSearch()
    return true
  })
  const search = async (query: string) => {
    const [source] = [...useCommands().sources]
    return (await source?.search(query)) ?? []
  }
  const titles = async (query: string) => (await search(query)).map(({ title }) => title)
  return { router, search, titles }
}

it('finds credentials of who acts by title, issuer or type, and opens one', async () => {
  const { router, search, titles } = await mountSearch()

  expect(await titles('staff')).toEqual(['Staff badge'])
  expect(await titles('pier car')).toEqual(['Staff badge'])
  expect(await titles('drivinglicencecredential')).toEqual(['Driving licence'])
  const [found] = await search('driving')
  expect(found?.detail).toContain('Harbour Registry')
  expect(found?.owner?.name).toBe('Bob Okafor')
  found?.run()

  await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/bob/wallet/credentials/licence'))
})

it('reads once for many key strokes, and again when the wallet changed', async () => {
  const { titles } = await mountSearch()
  await titles('s')
  await titles('st')
  expect(askedFor('walletGet')).toHaveLength(1)

  holdInWallet([aCredential('new', { title: 'Staff pass' })])
  push({ type: 'wallet', user_id: 'bob', run_id: null })

  await vi.waitFor(async () => expect(await titles('staff')).toEqual(['Staff pass']))
})

it('does not find what waits to be removed', async () => {
  const { titles } = await mountSearch()

  usePendingRemovals().add('bob', ['licence'])

  expect(await titles('driving')).toEqual([])
})

it('is no source for an agent, who holds no credentials', async () => {
  const agent = { kind: 'organization', through_user_id: 'dana', through_name: 'Dana' }
  answer('usersGet', () => ({ users: [aUser('bob', { agent: agent as never })] }))
  await mountSearch()

  expect([...useCommands().sources]).toEqual([])
})
