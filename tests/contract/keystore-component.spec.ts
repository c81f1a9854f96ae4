// Proves docs/contract/keystore.md, Status.

import { expect, it } from 'vitest'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

describeOverTransports('key-store component', (start) => {
  let running: TestService

  const get = (name: string) => running.send({ operation: `keystore.${name}` })

  it('GET /version › names the interface of the key-store', async () => {
    running = await start()
    expect(bodyOf(await get('versionGet'))).toEqual({ component: { api_version: '5.8.1', name: 'keystore' } })
  })

  it('GET /monitor/status › counts the seconds since the start', async () => {
    running = await start()
    running.clock.advanceMs(90_999)
    expect(bodyOf(await get('monitorStatusGet'))).toEqual({ status: 'ok', uptime_seconds: 90, database: 'ok' })
  })

  it('GET /.well-known/recaptcha › answers no site key: there is no captcha', async () => {
    running = await start()
    expect(bodyOf(await get('wellKnownRecaptchaGet'))).toEqual({ site_key: '' })
  })
})
