import { beforeEach, describe, expect, it } from 'vitest'
import { answer, asked, refusal, resetBridge } from '../session/testing/fake-bridge.ts'
import { vaultOperations } from '../../shared/contract/index.ts'
import type { ForwardedAs } from '../../shared/contract/workbench-forward.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { call, callService } from './call.ts'

const { itemsIdGet } = vaultOperations
const request = { params: { id: '3f0e1c9a-5a51-4f0e-9b0f-1d2c3b4a5f60' } }

beforeEach(() => resetBridge())

describe('call', () => {
  it('throws the refusal of the workbench', async () => {
    answer('statusGet', () => {
      throw refusal('workspace_locked', 423)
    })

    await expect(call(workbenchOperations.statusGet, {})).rejects.toMatchObject({ code: 'workspace_locked' })
  })
})

describe('callService', () => {
  it.each<ForwardedAs>([{ as: 'user', user_id: 'alice' }, { as: 'subscription' }, { as: 'operator', user_id: null }])(
    '%j › has the call forwarded, and answers what the service answered',
    async (as) => {
      answer(`forward as ${as.as}`, () => ({ ok: true, status: 200, body: { item: { id: 'i' } } }))

      expect(await callService(as, itemsIdGet, request)).toEqual({ item: { id: 'i' } })

      expect(asked).toEqual([
        {
          operation: 'workbench.forward',
          body: { ...as, operation: 'vault.itemsIdGet', params: request.params, language: 'en' },
        },
      ])
    },
  )

  it.each([
    ['of the service', () => ({ ok: false, status: 404, body: { errors: refusal('not_found', 404).errors } }), 404],
    ['of the workbench', () => Promise.reject(refusal('user_locked', 423)), 423],
  ])('throws a refusal %s', async (_whose, give, status) => {
    answer('forward as user', give)

    await expect(callService({ as: 'user', user_id: 'alice' }, itemsIdGet, request)).rejects.toMatchObject({ status })
  })
})
