// Proves docs/contract/workbench.md, Workspaces: locking.

import { expect, it } from 'vitest'
import { presentationOperations } from '../../shared/contract/presentations.ts'
import { aPresentation, signed, THE_HOLDER } from '../support/exchange/presentations.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { startService } from '../support/service/test-service.ts'

it('a call that is being prepared while its database is closed › is told that the workspace is locked', async () => {
  const running = startService()
  const { service, connection, faults } = running
  const { headers } = aSubscriptionKey(running)

  const presentation = await signed(aPresentation([], {}), THE_HOLDER)

  const late = service.dispatch({
    operation: presentationOperations.verifyPresentation.id,
    headers,
    body: { presentation, options: { evaluate: 'none' } },
  })
  connection.close()

  expect(await late).toMatchObject({ ok: false, status: 423, body: { errors: [{ error: 'workspace_locked' }] } })
  expect(faults).toEqual([])
  await service.close()
})
