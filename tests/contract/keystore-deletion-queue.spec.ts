// Proves docs/contract/keystore.md, Deletion queue.

import { expect, it } from 'vitest'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { bodyOf, logIn, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import type { SessionBody } from '../support/service/keystore-accounts.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

type Headers = Readonly<Record<string, string>>

describeOverTransports('key-store deletion queue', (start) => {
  let running: TestService

  const join = (headers: Headers) => running.send({ operation: 'keystore.usersDeletionQueuePost', headers })
  const leave = (headers: Headers) => running.send({ operation: 'keystore.usersDeletionQueueDelete', headers })
  const queued = () =>
    running.connection.prepare('SELECT queued_for_deletion_after FROM keystore_users ORDER BY id').pluck().all()

  it('POST › queues for 14 days with 201; the next POST answers the same entry with 200', async () => {
    running = await start()
    const user = await registerUser(running)
    const first = await join(user.headers)
    const entry = {
      deletion_queue_item: { id: user.keystoreUserId, queued_for_deletion_after: '2026-01-15T00:00:00.000Z' },
    }
    expect(bodyOf(first, 201)).toEqual(entry)
    running.clock.advanceMs(60_000)
    expect(bodyOf(await join(user.headers), 200)).toEqual(entry)
  })

  it('DELETE › leaves the queue with 204, also when not queued; the next POST begins anew', async () => {
    running = await start()
    const user = await registerUser(running)
    expect(await leave(user.headers)).toMatchObject({ status: 204, body: undefined })
    bodyOf(await join(user.headers), 201)
    expect(await leave(user.headers)).toMatchObject({ status: 204 })
    expect(queued()).toEqual([null])
    running.clock.advanceMs(60_000)
    expect(bodyOf(await join(user.headers), 201)).toMatchObject({
      deletion_queue_item: { queued_for_deletion_after: '2026-01-15T00:01:00.000Z' },
    })
  })

  it('a user whose time ended › is gone with the next call, although nothing was purged', async () => {
    running = await start()
    const { username, password } = await registerUser(running)
    const session = await logIn(running, { username, password }, { valid_for: 30 * 24 * 60 * 60 })
    const { session_authentication_string: authorization } = bodyOf<SessionBody>(session, 201).session
    bodyOf(await join({ authorization }), 201)

    running.clock.advanceMs(14 * 24 * 60 * 60 * 1000 - 1)
    bodyOf(await join({ authorization }), 200)
    running.clock.advanceMs(1)
    believeClock(running)

    expect(refusalOf(await leave({ authorization }))).toEqual({ status: 401, code: 'unauthorized' })
    expect(refusalOf(await logIn(running, { username, password }))).toEqual({ status: 401, code: 'login_failed' })
    expect(queued()).toEqual([])
  })

  it('POST and DELETE › concern the caller only, and the key-store user only', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const other = aSignedInUser(running)
    bodyOf(await join(other.headers), 201)
    expect(await leave(user.headers)).toMatchObject({ status: 204 })
    expect(queued()).toEqual([null, '2026-01-15T00:00:00.000Z'])
    expect(running.connection.prepare('SELECT queued_for_deletion_after FROM users').pluck().all()).toEqual([
      null,
      null,
    ])
  })

  it('POST and DELETE › unauthorized without a token, refused for somebody else', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    bodyOf(await join(headers), 201)
    const delegated = { ...headers, 'service-delegation-id': UNKNOWN_ID }
    for (const call of [join, leave]) {
      expect(refusalOf(await call({}))).toEqual({ status: 401, code: 'unauthorized' })
      expect(refusalOf(await call(delegated))).toEqual({ status: 403, code: 'delegation_not_permitted' })
    }
    expect(queued()).toEqual(['2026-01-15T00:00:00.000Z'])
  })
})
