// Proves docs/contract/vault.md, Time, Users: deleting.

import { describe, expect, it } from 'vitest'
import { aSignedInUser } from '../../../tests/support/service/builders.ts'
import { isoTime } from '../../service/ports.ts'
import { userStore } from './user-store.ts'
import { believeClock } from '../../../tests/support/service/pass-time.ts'
import { startService } from '../../../tests/support/service/test-service.ts'

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
    expect(connection.prepare('SELECT count(*) FROM users').pluck().get()).toBe(3)
    believeClock(running)
    service.applyDueChanges(clock.nowMs())
    service.applyDueChanges(clock.nowMs())
    expect(connection.prepare('SELECT id FROM users ORDER BY id').pluck().all()).toEqual([
      cancelled.userId,
      stranger.userId,
    ])
    expect(connection.prepare('SELECT count(*) FROM events WHERE user_id = ?').pluck().get(queued.userId)).toBe(0)
    expect(connection.prepare('SELECT count(*) FROM sessions WHERE id = ?').pluck().get(queued.sessionId)).toBe(0)
  })
  it('leaves the last owner of an organization until there is another one, and never deletes both', async () => {
    const running = startService()
    const { service, connection, clock } = running
    const longSession = { validForSeconds: (3 * WEEK_MS) / 1000 }
    const [ada, bob, carol] = [aSignedInUser(running), aSignedInUser(running), aSignedInUser(running, longSession)]
    const addOwner = connection.prepare(/* sql */ `
      INSERT INTO organization_members (id, organization_id, user_id, role, created_at)
      VALUES ('m' || @userId, 'o', @userId, 'owner', '2026-01-01T00:00:00.000Z')`)
    connection.exec(/* sql */ `
      INSERT INTO organizations (id, name, public_key, status, created_at)
      VALUES ('o', 'Clinic', 'key', 'validated', '2026-01-01T00:00:00.000Z')`)
    addOwner.run(ada)
    const users = userStore(connection)
    const left = () => connection.prepare('SELECT id FROM users ORDER BY id').pluck().all()
    const queue = ({ headers }: typeof ada) => service.dispatch({ operation: 'vault.meDeletionQueuePost', headers })

    await queue(ada)
    await queue(bob)
    clock.advanceMs(WEEK_MS)
    believeClock(running)
    service.applyDueChanges(clock.nowMs())
    expect(left()).toEqual([ada.userId, carol.userId])
    // Nobody is due, so nothing is tried again and again.
    expect(users.earliestDeletion()).toBeNull()

    await queue(carol)
    clock.advanceMs(WEEK_MS)
    addOwner.run(carol)
    expect(users.idsDueForDeletion(isoTime(clock.nowMs()))).toEqual([ada.userId, carol.userId])
    believeClock(running)
    service.applyDueChanges(clock.nowMs())
    expect(left()).toEqual([carol.userId])
    expect(connection.prepare('SELECT owners_count FROM organizations').pluck().get()).toBe(1)
  })
})
