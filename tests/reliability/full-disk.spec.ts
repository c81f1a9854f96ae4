// Proves docs/contract/vault.md, Status; docs/contract/workbench.md, Data directory.

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ItemReply } from '../../shared/contract/items.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import type { SmallFileSystem } from '../support/service/small-file-system.ts'
import { canMountFileSystems, mountSmallFileSystem } from '../support/service/small-file-system.ts'
import { startService, testClock } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const CANNOT_MOUNT = canMountFileSystems() ? false : 'no file system can be mounted here'
const AFTER_THE_END_MS = 400 * 24 * 60 * 60 * 1000

describe.skipIf(CANNOT_MOUNT)(
  `with a full disk and a change that is due${CANNOT_MOUNT ? `: ${CANNOT_MOUNT}` : ''}`,
  () => {
    let disk: SmallFileSystem
    let running: Omit<TestService, 'send' | 'close'>
    let service: TestService
    let ada: SharingCalls
    let bob: SharingCalls
    let car: ItemReply

    beforeEach(async () => {
      const mounted = mountSmallFileSystem(16)
      if (mounted === undefined) throw new Error('it could be mounted before')
      disk = mounted
      const connection = openDatabase({ path: join(disk.path, 'vault.db') })
      running = startService({}, { connection, clock: testClock() })
      service = {
        ...running,
        send: (request) => running.service.dispatch(request),
        close: () => Promise.resolve(),
      }
      const people = [aSignedInUser(service), aSignedInUser(service)] as const
      connect(service, ...people)
      connection.prepare(`UPDATE sessions SET valid_till = '2099-01-01T00:00:00.000Z'`).run()
      ada = sharingCallsOf(service, people[0])
      bob = sharingCallsOf(service, people[1])
      car = await ada.newItem()
      const expires_at = '2026-06-01T00:00:00.000Z'
      const { id } = await ada.share(car, bob.user, { sharing_mode: 'anyone', expires_at })
      await bob.opened(id)
      disk.fill()
      running.clock.advanceMs(AFTER_THE_END_MS)
    })
    afterEach(async () => {
      await running.service.close()
      running.connection.close()
      disk.unmount()
    })

    const incoming = async () => (await bob.incomingList()).shares
    const status = async (operation: string) => (await service.send({ operation })).status

    it('reading calls answer, what has ended is not shown, and the program says so', async () => {
      expect(await status('vault.versionGet')).toBe(200)
      expect(await status('keystore.monitorStatusGet')).toBe(200)
      expect((await ada.getItem(car.item.id)).item.label).toBe('Car')
      expect(await incoming()).toEqual([])

      expect(running.connection.prepare('SELECT count(*) FROM shares').pluck().get()).toBe(1)
      expect(running.faults.map(String)).toContain('SqliteError: database or disk is full')
    })

    it('a writing call answers 507 by its own write, and works when there is room again', async () => {
      const create = { item: { label: 'Boat' }, template_name: 'custom' }
      const refused = await service.send({ operation: 'vault.itemsPost', headers: ada.user.headers, body: create })

      expect(refused).toMatchObject({ status: 507, body: { errors: [{ error: 'storage_full' }] } })
      disk.makeRoom()
      running.clock.advanceMs(2_000)
      expect((await ada.newItem('Boat')).item.label).toBe('Boat')
      expect(running.connection.prepare('SELECT count(*) FROM shares').pluck().get()).toBe(0)
      expect(running.connection.pragma('integrity_check', { simple: true })).toBe('ok')
    })
  },
)
