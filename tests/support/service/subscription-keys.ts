import { hashToken } from '../../../src-main/crypto/token.ts'
import { isoTime } from '../../../src-main/service/ports.ts'
import { newTestId } from './builders.ts'
import type { TestService } from './test-service.ts'

export interface SubscriptionKey {
  readonly id: string
  /** Ready for `send({ operation, headers })`. */
  readonly headers: { readonly 'service-subscription-key': string }
}

/** A named key of an integrator, put into the database without any call. */
export function aSubscriptionKey(
  { connection, clock }: Pick<TestService, 'connection' | 'clock'>,
  name = 'test',
): SubscriptionKey {
  const id = newTestId()
  const key = `key of ${name}`
  connection
    .prepare('INSERT INTO subscription_keys (key_hash, id, name, created_at) VALUES (?, ?, ?, ?)')
    .run(hashToken(key), id, name, isoTime(clock.nowMs()))
  return { id, headers: { 'service-subscription-key': key } }
}
