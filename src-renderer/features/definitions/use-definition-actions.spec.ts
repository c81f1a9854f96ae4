// Proves docs/contract/window.md, Definitions.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { CallError } from '../../../shared/contract/caller.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { mountUi } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import { useDefinitionActions } from './use-definition-actions.ts'

const { callService } = vi.hoisted(() => ({ callService: vi.fn() }))
vi.mock('../../api/call.ts', () => ({ callService, call: vi.fn(), bridge: { listen: vi.fn() } }))

beforeEach(() => {
  callService.mockReset()
  callService.mockResolvedValue({ request: { id: 'r 7f2', deep_link: 'vaultbench-wallet://x?a=1&b=2' } })
})

function mountActions({ users = [] as readonly Partial<WorkbenchUser>[] } = {}) {
  let actions: ReturnType<typeof useDefinitionActions> | undefined
  const { router } = mountUi(
    () => h('div'),
    () => {
      useWorkbenchStore().setUsers(users as readonly WorkbenchUser[])
      actions = useDefinitionActions()
    },
  )
  if (actions === undefined) throw new Error('no actions')
  return { ...actions, router }
}

describe('createRequest', () => {
  it('asks with the definition and opens the request', async () => {
    const { createRequest, router } = mountActions()

    await createRequest('d1')

    expect(callService.mock.calls[0]?.[2]).toEqual({ body: { definition_id: 'd1' } })
    expect(router.currentRoute.value.path).toBe('/requests/r%207f2')
  })

  it('says why there is no request, and stays', async () => {
    callService.mockRejectedValue(new CallError('createVerifierRequest', 502, []))
    const { createRequest, router } = mountActions()
    const before = router.currentRoute.value.path

    await createRequest('d1')

    expect(useToasts().toasts.map(({ text }) => text)).toEqual([
      expect.stringContaining('The request could not be made: '),
    ])
    expect(router.currentRoute.value.path).toBe(before)
  })
})

describe('tryInWallet', () => {
  it('opens the link in the wallet of whoever the window acts as', async () => {
    const { tryInWallet, router } = mountActions({ users: [{ id: 'alice', state: 'signed_in' }] })

    await tryInWallet('d1')

    expect(router.currentRoute.value.path).toBe('/u/alice/wallet')
    expect(router.currentRoute.value.query).toEqual({ link: 'vaultbench-wallet://x?a=1&b=2' })
  })

  it('asks for nothing, while there is nobody', async () => {
    const { tryInWallet, mayTry } = mountActions()

    await tryInWallet('d1')

    expect(mayTry.value).toBe(false)
    expect(callService).not.toHaveBeenCalled()
  })
})
