// Proves docs/contract/window.md, Everywhere: search, API reference.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useCommands } from '../frame/commands.ts'
import { answer, aStatus, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountSetupIn } from '../session/testing/mount-window.ts'
import { useOperationSearch } from './use-operation-search.ts'

const at = (url: string) => ({ url, vault: '', keystore: '', exchange: '', verifier: '' })

beforeEach(resetBridge)

async function sources(server: ReturnType<typeof at> | null) {
  answer('statusGet', () => ({ ...aStatus('none'), server }))
  await mountSetupIn([], () => {
    useOperationSearch()
    return true
  })
  return useCommands().sources
}

describe('useOperationSearch', () => {
  it('is no source while the interface is not served', async () => {
    expect(await sources(null)).toEqual([])
  })

  it('finds an operation by its path, and opens it in the reference of this server', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const [source] = await sources(at('http://127.0.0.1:8080'))

    const found = (await source?.search('vault/items/{id}')) ?? []
    const read = found.find(({ title }) => title === 'GET /vault/items/{id}')
    read?.run()

    expect(source).toMatchObject({ prefix: '/', asked: 'prefixed' })
    expect(open).toHaveBeenCalledWith('http://127.0.0.1:8080/docs#vault.itemsIdGet', '_blank', 'noopener')
    open.mockRestore()
  })
})
