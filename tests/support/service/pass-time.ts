import type { TestService } from './test-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The program is used for some days that the wall clock does not see: what is due now may be deleted for good. */
export function believeClock({ service, clock }: Pick<TestService, 'service' | 'clock'>): void {
  for (let days = 0; days < 2; days += 1) {
    service.erasure.until(clock.nowMs())
    clock.passUnseenMs(DAY_MS)
  }
  service.erasure.until(clock.nowMs())
}
