// Proves docs/contract/vault.md, Status.

import { beforeEach, expect, it } from 'vitest'
import { VAULT_API_VERSION } from '../../shared/contract/component.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

describeOverTransports('vault component', (start) => {
  let running: TestService
  beforeEach(async () => {
    running = await start({ requireSubscriptionKey: true })
  })

  it('GET /version › names the interface and its version to anybody', async () => {
    const reply = await running.send({ operation: 'vault.versionGet' })

    expect(reply).toEqual({
      ok: true,
      status: 200,
      body: { component: { api_version: VAULT_API_VERSION, name: 'vault' } },
    })
  })

  it('GET /monitor/status › says that everything works, and the time of the service', async () => {
    running.clock.advanceMs(5_000)

    const reply = await running.send({ operation: 'vault.monitorStatusGet' })

    expect(reply).toEqual({
      ok: true,
      status: 200,
      body: { status: 'ok', database: 'ok', storage: 'ok', time: '2026-01-01T00:00:05.000Z' },
    })
  })

  it('GET /system/status › says the same to the operator, who needs a subscription key too', async () => {
    const { headers } = aSubscriptionKey(running)

    const reply = await running.send({ operation: 'vault.systemStatusGet', headers: { ...OPERATOR, ...headers } })

    expect(reply).toEqual(await running.send({ operation: 'vault.monitorStatusGet' }))
    const wrongKey = { ...OPERATOR, 'service-subscription-key': 'unknown' }
    const refused = await running.send({ operation: 'vault.systemStatusGet', headers: wrongKey })
    expect(refused).toMatchObject({ status: 401, body: { errors: [{ error: 'subscription_key_invalid' }] } })
  })

  it('GET /version › is refused to a newer client and to a wrong subscription key only', async () => {
    const newer = await running.send({ operation: 'vault.versionGet', headers: { x_meeco_api_version: '3.0.0' } })
    const same = await running.send({ operation: 'vault.versionGet', headers: { x_meeco_api_version: '2.9' } })

    expect(newer).toMatchObject({ ok: false, status: 426, body: { errors: [{ error: 'upgrade_required' }] } })
    expect(same.status).toBe(200)
  })
})
