import { describe, expect, it } from 'vitest'
import { aSignedInUser } from '../../../tests/support/builders.ts'
import { startService } from '../../../tests/support/test-service.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

describe('deleteDueUsers', () => {
  it('deletes queued users from the moment they are due, and nobody else', async () => {
    const running = startService()
    const { service, connection, clock } = running
    const [queued, cancelled, stranger] = [aSignedInUser(running), aSignedInUser(running), aSignedInUser(running)]
    await service.dispatch({ operation: 'vault.meDeletionQueuePost', headers: queued.headers })
    await service.dispatch({ operation: 'vault.meDeletionQueuePost', headers: cancelled.headers })
    await service.dispatch({ operation: 'vault.meDeletionQueueDelete', headers: cancelled.headers })

    clock.advanceMs(WEEK_MS - 1)
    service.applyDueChanges(clock.nowMs())
    expect(connection.prepare('SELECT count(*) FROM users').pluck().get()).toBe(3)
    clock.advanceMs(1)
    service.applyDueChanges(clock.nowMs())
    service.applyDueChanges(clock.nowMs())
    expect(connection.prepare('SELECT id FROM users ORDER BY id').pluck().all()).toEqual([
      cancelled.userId,
      stranger.userId,
    ])
    expect(connection.prepare('SELECT count(*) FROM events WHERE user_id = ?').pluck().get(queued.userId)).toBe(0)
    expect(connection.prepare('SELECT count(*) FROM sessions WHERE id = ?').pluck().get(queued.sessionId)).toBe(0)
  })
})
