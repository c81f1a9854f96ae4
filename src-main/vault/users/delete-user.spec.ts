// Proves docs/contract/vault.md, Time, Users: deleting.

import { describe, expect, it } from 'vitest'
import { connect, sharingCallsOf } from '../../../tests/support/people/sharing.ts'
import { aSignedInUser } from '../../../tests/support/service/builders.ts'
import { databaseContent } from '../../../tests/support/service/database-content.ts'
import type { TestService } from '../../../tests/support/service/test-service.ts'
import type { ServiceRequest } from '../../service/reply.ts'
import type { Connection } from '../../sqlite/database.ts'
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

/** Items with their slots, events, and shares of every item: more than several portions. */
const MUCH = 700

async function aUserWithMuch(running: ReturnType<typeof startService>) {
  const inProcess: TestService = {
    ...running,
    send: (request) => running.service.dispatch(request),
    close: () => running.service.close(),
  }
  const [ada, bob] = [aSignedInUser(running), aSignedInUser(running)]
  connect(running, ada, bob)
  const { connection } = running
  const calls = sharingCallsOf(inProcess, ada)
  const shared = [await calls.newItem(), await calls.newItem()]
  for (const item of shared) await calls.share(item, bob)
  const copy = (columns: string) => /* sql */ `
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
      created_at, updated_at)
    SELECT ${columns}, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
      created_at, updated_at FROM items WHERE id = @id`
  for (let number = 0; number < MUCH; number += 1) {
    connection.prepare(copy(`'much-${number}'`)).run({ id: shared[0]?.item.id })
  }
  return { ada, bob, send: (request: ServiceRequest) => running.service.dispatch(request) }
}

describe('deleting a user with much', () => {
  const rowsOf = ({ connection }: Pick<TestService, 'connection'>, userId: string) =>
    connection.prepare('SELECT count(*) FROM items WHERE user_id = ?').pluck().get(userId)

  it('ends the account with the call, and the rows in further portions; nothing is left, and others are told', async () => {
    const running = startService()
    const { service, connection, clock } = running
    const { ada, bob, send } = await aUserWithMuch(running)

    expect(await send({ operation: 'vault.meDelete', headers: ada.headers })).toMatchObject({ status: 204 })

    const [left] = [rowsOf(running, ada.userId)]
    expect(left).toBeGreaterThan(MUCH / 2)
    expect(await send({ operation: 'vault.meGet', headers: ada.headers })).toMatchObject({ status: 401 })
    expect(
      connection.prepare('SELECT full_name, email, login_public_key FROM users WHERE id = ?').get(ada.userId),
    ).toEqual({ full_name: null, email: '', login_public_key: null })
    let portions = 0
    while (userStore(connection).firstLeaving() !== undefined && portions < MUCH) {
      const before = Number(rowsOf(running, ada.userId))
      service.applyDueChanges(clock.nowMs())
      expect(before - Number(rowsOf(running, ada.userId))).toBeLessThanOrEqual(60)
      portions += 1
    }
    expect(portions).toBeGreaterThan(5)
    expect(databaseContent(connection).split(ada.userId)).toHaveLength(1 + mentions(connection, ada.userId))
    expect(connection.pragma('foreign_key_check')).toEqual([])
    const told = connection.prepare<[string], string>('SELECT name FROM events WHERE user_id = ? ORDER BY id').pluck()
    expect(told.all(bob.userId)).toEqual(
      expect.arrayContaining(['share.deleted', 'share.deleted', 'connection.deleted']),
    )
    expect(rowsOf(running, bob.userId)).toBe(0)
  })

  it('goes on after a next start where it was', async () => {
    const running = startService()
    const { connection, clock } = running
    const { ada, send } = await aUserWithMuch(running)
    await send({ operation: 'vault.meDelete', headers: ada.headers })
    await running.service.close()

    const next = startService({}, { connection, clock })
    const before = Number(rowsOf(next, ada.userId))
    expect(before).toBeGreaterThan(0)
    for (let portion = 0; portion < MUCH && userStore(connection).firstLeaving(); portion += 1) {
      next.service.applyDueChanges(clock.nowMs())
    }

    expect(rowsOf(next, ada.userId)).toBe(0)
    expect(connection.prepare('SELECT 1 FROM users WHERE id = ?').get(ada.userId)).toBeUndefined()
  })

  it('goes on by itself while nobody calls', async () => {
    const running = startService()
    const { ada, send } = await aUserWithMuch(running)

    await send({ operation: 'vault.meDelete', headers: ada.headers })

    await expect.poll(() => userStore(running.connection).firstLeaving()).toBeUndefined()
    expect(rowsOf(running, ada.userId)).toBe(0)
  })
})

/** Events of others name who caused them. */
const mentions = (connection: Connection, userId: string): number =>
  JSON.stringify(connection.prepare('SELECT * FROM events').all()).split(userId).length - 1
