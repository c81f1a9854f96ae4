// Proves docs/contract/vault.md, Lists, Time, Client tasks, Events: names.

import { beforeEach, expect, it } from 'vitest'
import type { ClientTask, ClientTaskType } from '../../shared/contract/client-tasks.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { eventsOf } from '../support/service/item-rows.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { connect, sharingCallsOf } from '../support/people/sharing.ts'
import type { SharingCalls } from '../support/people/sharing.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/* The queue of work that only clients can do (docs/contract/vault.md, Client tasks). */

const TEN_MINUTES = 10 * 60 * 1000
const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000

describeOverTransports('client tasks', (start) => {
  let running: TestService
  let ada: SharingCalls
  let user: SignedInUser
  let recipient: SignedInUser

  beforeEach(async () => {
    running = await start()
    user = aSignedInUser(running)
    recipient = aSignedInUser(running)
    connect(running, user, recipient)
    ada = sharingCallsOf(running, user)
  })

  /** An item of the user, shared and then changed. */
  async function changedItem(label: string): Promise<string> {
    const item = await ada.newItem(label)
    await ada.share(item, recipient)
    running.clock.advanceMs(1)
    await ada.updateItem(item.item.id, { label: `${label} changed` })
    return item.item.id
  }

  /** A task as another feature makes it. */
  function aTask(work_type: ClientTaskType, target_id = newTestId()): string {
    const id = newTestId()
    running.connection
      .prepare(
        `INSERT INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report, created_at)
         VALUES (?, ?, 'todo', ?, ?, '{}', '{}', '2026-01-01T00:00:00.000Z')`,
      )
      .run(id, user.userId, work_type, target_id)
    return id
  }

  const put = (client_tasks: readonly object[]) =>
    ada.ok<{ client_tasks: ClientTask[] }>(200, 'clientTaskQueuePut', { body: { client_tasks } })
  const states = async (query: object = {}) => (await ada.tasks(query)).map(({ state }) => state)

  it('a task that was done › goes after 30 days, and no other one', async () => {
    const ids = ['done', 'failed', 'in_progress', 'todo'].map((state) => ({ id: aTask('update_item_shares'), state }))
    await put(ids.filter(({ state }) => state !== 'todo'))
    const kept = () =>
      running.connection.prepare<[], string>('SELECT state FROM client_tasks ORDER BY state').pluck().all()
    const pass = (ms: number) => {
      running.clock.advanceMs(ms)
      believeClock(running)
      running.service.applyDueChanges(running.clock.nowMs())
    }

    pass(THIRTY_DAYS - 1)
    expect(kept()).toEqual(['done', 'failed', 'todo', 'todo'])
    pass(1)
    expect(kept()).toEqual(['failed', 'todo', 'todo'])
  })

  it('PUT /items/{id} › makes one task, also when the item changes again; none without shares', async () => {
    const id = await changedItem('Car')
    await ada.updateItem(id, { label: 'Again' })
    const unshared = await ada.newItem('Mine')
    await ada.updateItem(unshared.item.id, { label: 'Still mine' })

    expect(await ada.tasks()).toEqual([
      {
        id: expect.any(String) as string,
        state: 'todo',
        work_type: 'update_item_shares',
        target_id: id,
        additional_options: {},
        last_state_transition_at: null,
        report: {},
        created_at: '2026-01-01T00:00:00.001Z',
      },
    ])
  })

  it.each(['in_progress', 'failed', 'done'])(
    'PUT /items/{id} › makes another task beside one that is %s',
    async (state) => {
      const id = await changedItem('Car')
      await put([{ id: (await ada.tasks())[0]?.id, state }])

      await ada.updateItem(id, { label: 'Again' })

      expect((await states()).toSorted()).toEqual(['todo', state].toSorted())
    },
  )

  it('PUT /items/{id} › makes no task for rejected shares, and a gone item takes its tasks along', async () => {
    const item = await ada.newItem()
    const share = await ada.share(item, recipient, { acceptance_required: 'acceptance_required' })
    await sharingCallsOf(running, recipient).reject(share.id)
    await ada.updateItem(item.item.id, { label: 'Boat' })
    expect(await ada.tasks()).toEqual([])

    const id = await changedItem('Car')
    expect(await ada.tasks()).toHaveLength(1)
    await ada.deleteItem(id)
    expect(await ada.tasks()).toEqual([])
  })

  it('GET /client_task_queue › lists newest first, filtered, in pages', async () => {
    const [one, two, three] = [await changedItem('1'), await changedItem('2'), await changedItem('3')]
    const setup = aTask('setup_key_delegation')

    expect((await ada.tasks({ work_type: 'update_item_shares' })).map(({ target_id }) => target_id)).toEqual([
      three,
      two,
      one,
    ])
    expect((await ada.tasks({ target_id: two })).map(({ target_id }) => target_id)).toEqual([two])
    expect((await ada.tasks({ work_type: 'setup_key_delegation' })).map(({ id }) => id)).toEqual([setup])
    expect(await ada.tasks({ state: 'failed,done' })).toEqual([])
    expect(await ada.tasks({ state: ['failed', 'todo'] })).toHaveLength(4)
    const page = await ada.ok<{ next_page_after: string; client_tasks: ClientTask[] }>(200, 'clientTaskQueueGet', {
      query: { per_page: 3 },
    })
    expect(page.client_tasks.map(({ target_id }) => target_id)).toEqual([three, two, one])
    expect((await ada.tasks({ next_page_after: page.next_page_after })).map(({ id }) => id)).toEqual([setup])
  })

  it('GET /client_task_queue › reads a cursor of digits as per_page, as the published command line sends it', async () => {
    await changedItem('1')
    const newest = await changedItem('2')

    expect((await ada.tasks({ next_page_after: '1' })).map(({ target_id }) => target_id)).toEqual([newest])
    expect(await ada.tasks({ next_page_after: '9999', per_page: 1 })).toHaveLength(2)
    expect(await ada.refusal('clientTaskQueueGet', { query: { next_page_after: '0' } })).toMatchObject([
      { error: 'invalid_cursor' },
    ])
  })

  it('GET /client_task_queue › change_state sets the listed tasks to in_progress and answers them as they were', async () => {
    const [one, two] = [await changedItem('1'), await changedItem('2')]
    const [second, first] = await ada.tasks()
    await put([{ id: first?.id, state: 'done' }])
    running.clock.advanceMs(1000)

    expect(await states({ change_state: false })).toEqual(['todo', 'done'])
    expect(await ada.tasks({ change_state: true, target_id: two })).toEqual([second])

    const transition = '2026-01-01T00:00:01.002Z'
    expect(await ada.tasks({ target_id: two })).toMatchObject([
      { state: 'in_progress', last_state_transition_at: transition },
    ])
    expect(await states({ target_id: one })).toEqual(['done'])
    expect(await states({ change_state: 'true' })).toEqual(['in_progress', 'done'])
    expect(await states()).toEqual(['in_progress', 'in_progress'])
  })

  it('GET /client_task_queue › supress_changing_state of older clients is ignored, whatever it says', async () => {
    await changedItem('1')

    for (const supress_changing_state of ['true', 'false', '', 'maybe', true, false]) {
      expect(await states({ supress_changing_state })).toEqual(['todo'])
    }
    expect(await states()).toEqual(['todo'])
    expect(await states({ supress_changing_state: 'true', change_state: 'true' })).toEqual(['todo'])
    expect(await states()).toEqual(['in_progress'])
  })

  it('GET /client_task_queue › a task in progress for ten minutes waits again', async () => {
    await changedItem('1')
    await ada.tasks({ change_state: true })
    running.clock.advanceMs(TEN_MINUTES - 1)
    expect(await states()).toEqual(['in_progress'])

    running.clock.advanceMs(1)

    expect(await ada.tasks()).toMatchObject([{ state: 'todo', last_state_transition_at: '2026-01-01T00:10:00.001Z' }])
  })

  it('GET /client_task_queue › keeps unknown types from clients that name an old version', async () => {
    aTask('setup_key_delegation')
    aTask('reencrypt_account_owner_kek')
    const types = async (headers: object) => (await ada.tasks({}, headers)).map(({ work_type }) => work_type).toSorted()

    expect(await types({})).toEqual(['reencrypt_account_owner_kek', 'setup_key_delegation'])
    expect(await types({ x_meeco_api_version: '2.0.0' })).toEqual(['setup_key_delegation'])
    expect(await types({ x_meeco_api_version: '2.1.0' })).toHaveLength(2)
    await ada.tasks({ change_state: true }, { x_meeco_api_version: '2.0.0' })
    expect(await states({ work_type: 'reencrypt_account_owner_kek' })).toEqual(['todo'])
  })

  it('PUT /client_task_queue › sets any state from any state, stores the report and says so', async () => {
    const id = await changedItem('1')
    const [task] = await ada.tasks()
    running.clock.advanceMs(1000)

    for (const state of ['failed', 'in_progress', 'done', 'todo', 'done']) {
      expect((await put([{ id: task?.id, state }])).client_tasks).toMatchObject([
        { id: task?.id, state, last_state_transition_at: '2026-01-01T00:00:01.001Z' },
      ])
    }
    await put([{ id: task?.id, state: 'failed', report: { reason: ['no key'] } }])
    await put([{ id: task?.id, state: 'todo' }])

    expect(await ada.tasks()).toMatchObject([{ report: { reason: ['no key'] } }])
    const named = eventsOf(running, user.userId).filter(({ name }) => /^task\.(done|failed)$/.test(name))
    expect(named.map(({ name }) => name)).toEqual(['task.failed', 'task.done', 'task.done', 'task.failed'])
    expect(named[0]).toMatchObject({
      eventable_type: 'Item',
      eventable_id: id,
      event_type: 'stop',
      value: { client_task_id: task?.id, work_type: 'update_item_shares' },
    })
  })

  it('PUT /client_task_queue › key delegation that is done asks the delegate to take the key over, once', async () => {
    const sides = running.connection
      .prepare<[string], { id: string; other_id: string }>('SELECT id, other_id FROM connections WHERE user_id = ?')
      .get(user.userId)
    const id = aTask('setup_key_delegation', sides?.id)
    const delegate = sharingCallsOf(running, recipient)

    for (const state of ['done', 'todo', 'done']) await put([{ id, state }])

    expect(await delegate.tasks()).toMatchObject([
      { work_type: 'reencrypt_account_owner_kek', target_id: sides?.other_id, state: 'todo' },
    ])
    expect(eventsOf(running, recipient.userId)).toMatchObject([
      { name: 'task.created', eventable_type: 'Connection', eventable_id: sides?.other_id, event_type: 'start' },
    ])

    await ada.ok(204, 'connectionsIdDelete', { params: { id: sides?.id } })
    expect([...(await ada.tasks()), ...(await delegate.tasks())]).toEqual([])
  })

  it('refuses unknown states and types, and tasks of somebody else, and changes nothing', async () => {
    await changedItem('1')
    const [task] = await ada.tasks()
    const stranger = sharingCallsOf(running, recipient)
    const before = databaseContent(running.connection)

    for (const query of [{ state: 'waiting' }, { work_type: 'dance' }, { change_state: 'maybe' }, { per_page: 0 }]) {
      expect(await ada.refusal('clientTaskQueueGet', { query })).toMatchObject([{ error: 'invalid_params' }])
    }
    for (const [calls, client_tasks, error] of [
      [stranger, [{ id: task?.id, state: 'done' }], 'not_found'],
      [
        ada,
        [
          { id: task?.id, state: 'done' },
          { id: UNKNOWN_ID, state: 'done' },
        ],
        'not_found',
      ],
      [ada, [{ id: task?.id, state: 'waiting' }], 'invalid_params'],
      [ada, [{ id: task?.id, state: 'done', report: 'text' }], 'invalid_params'],
      [ada, undefined, 'param_missing'],
    ] as const) {
      expect(await calls.refusal('clientTaskQueuePut', { body: { client_tasks } })).toMatchObject([{ error }])
    }
    expect(await stranger.tasks()).toEqual([])
    expect(databaseContent(running.connection)).toBe(before)
  })
})
