// Proves docs/contract/vault.md, Seeding.

import { expect, it } from 'vitest'
import type { OperatorEvent } from '../../shared/contract/operator-events.ts'
import { operatorEventStore } from '../../src-main/vault/operator-events/operator-event-store.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { bodyOf, refusalOf } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

interface EventsBody {
  readonly operator_events: readonly OperatorEvent[]
  readonly total_count: number
  readonly next_page_after: string | null
  readonly meta: readonly { readonly next_page_exists: boolean; readonly order: string; readonly order_by: string }[]
}

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

function anEvent(number: number, fields: Partial<OperatorEvent> = {}): OperatorEvent {
  return {
    id: id(number),
    name: 'organization.validated',
    subject_type: 'organization',
    subject_id: id(900 + number),
    subject_label: `Organization ${number}`,
    user_id: null,
    note: null,
    event_time: `2026-01-0${number}T12:00:00.000Z`,
    ...fields,
  }
}

describeOverTransports('operator events', (start) => {
  let running: TestService

  const read = (query: object = {}, headers: Readonly<Record<string, string>> = OPERATOR) =>
    running.send({ operation: 'vault.systemEventsGet', query, headers })
  const list = async (query: object = {}) => bodyOf<EventsBody>(await read(query))
  const idsOf = async (query: object) => (await list(query)).operator_events.map((event) => event.id)
  const store = (...events: readonly OperatorEvent[]) => {
    for (const event of events) operatorEventStore(running.connection).add(event)
  }

  it('GET /system/events › tells what the operator did and when, and no secret', async () => {
    running = await start()
    const made = bodyOf<{ admission_token: { id: string; token_value: string } }>(
      await running.send({ operation: 'vault.admissionTokensPost', body: {}, headers: OPERATOR }),
      201,
    )

    const reply = await list()
    expect(reply).toEqual({
      operator_events: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          name: 'admission_token.created',
          subject_type: 'admission_token',
          subject_id: made.admission_token.id,
          subject_label: null,
          user_id: null,
          note: null,
          event_time: '2026-01-01T00:00:00.000Z',
        },
      ],
      total_count: 1,
      next_page_after: null,
      meta: [{ next_page_exists: false, per_page: 100, order: 'desc', order_by: 'event_time' }],
    })
    expect(JSON.stringify(reply)).not.toContain(made.admission_token.token_value)
  })

  it('GET /system/events › newest first, in pages that neither repeat nor leave out any', async () => {
    running = await start()
    const sameMoment = { event_time: anEvent(2).event_time }
    store(anEvent(1), anEvent(2), anEvent(3, sameMoment), anEvent(4, sameMoment), anEvent(5))

    const seen: string[] = []
    let next: string | null | undefined
    do {
      const page = await list({ per_page: 2, ...(next && { next_page_after: next }) })
      expect(page.total_count).toBe(5)
      expect(page.meta[0]?.next_page_exists).toBe(page.next_page_after !== null)
      seen.push(...page.operator_events.map((event) => event.id))
      next = page.next_page_after
    } while (next !== null)

    expect(seen).toEqual([5, 4, 3, 2, 1].map(id))
  })

  it('GET /system/events › by name, kind of subject, part of label or note, and time', async () => {
    running = await start()
    store(
      anEvent(1),
      anEvent(2, { name: 'organization.rejected', note: 'Not in the register of ÄRZTE' }),
      anEvent(3, { name: 'service.validated', subject_type: 'service', subject_label: 'Ärztehaus' }),
    )

    expect(await idsOf({ name: 'organization.rejected' })).toEqual([id(2)])
    expect(await idsOf({ name: 'organization' })).toEqual([])
    expect(await idsOf({ subject_type: 'organization' })).toEqual([id(2), id(1)])
    expect(await idsOf({ like: 'ärzte' })).toEqual([id(3), id(2)])
    expect(await idsOf({ like: '%' })).toEqual([])
    expect(await idsOf({ from: '2026-01-02T12:00:00.000Z' })).toEqual([id(3), id(2)])
    expect(await idsOf({ to: '2026-01-02T12:00:00.000Z' })).toEqual([id(1)])
    expect(await idsOf({ from: '2026-01-02', to: '2026-01-03' })).toEqual([id(2)])
    expect(await list({ like: 'ÄRZTE', subject_type: 'service', per_page: 1 })).toMatchObject({
      operator_events: [{ id: id(3) }],
      total_count: 1,
    })
  })

  it('GET /system/events › refuses what is no filter and no cursor', async () => {
    running = await start()
    const invalid = { status: 400, code: 'invalid_params' }
    expect(refusalOf(await read({ subject_type: 'item' }))).toEqual(invalid)
    expect(refusalOf(await read({ from: 'yesterday' }))).toEqual(invalid)
    expect(refusalOf(await read({ per_page: 0 }))).toEqual(invalid)
    expect(refusalOf(await read({ next_page_after: 'none' }))).toEqual({ status: 400, code: 'invalid_cursor' })
  })

  it('GET /system/events › is for the operator only, whoever else asks', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    for (const wrong of [{}, headers, { admin_password: 'wrong' }]) {
      expect(refusalOf(await read({}, wrong))).toEqual({ status: 401, code: 'admin_password_invalid' })
    }
  })
})
