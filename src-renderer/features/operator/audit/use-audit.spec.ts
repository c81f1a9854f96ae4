// Proves docs/contract/window.md, Operator console.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope } from 'vue'
import { text } from '../../../i18n/i18n.ts'
import { answer, arrive, aStatus, aUser, push, resetBridge } from '../../../session/testing/fake-bridge.ts'
import type { OperatorEvent } from '../../../../shared/contract/operator-events.ts'
import { readPages } from '../../../rows/export/read-pages.ts'
import { recordsText } from '../../../rows/export/records-file.ts'
import { startWorkbench } from '../../../session/use-workbench.ts'
import { answerOperator, operatorCalls, startOperator } from '../testing/fake-operator.ts'
import type { Audit } from './use-audit.ts'
import { actSentence, AUDIT_SHAPE, useAudit } from './use-audit.ts'

let stored: readonly OperatorEvent[] = []

function anAct(number: number, changes: Partial<OperatorEvent> = {}): OperatorEvent {
  return {
    id: `act-${number}`,
    name: 'organization.rejected',
    subject_type: 'organization',
    subject_id: `o${number}`,
    subject_label: `Clinic ${number}`,
    user_id: 'vault-alice',
    note: null,
    event_time: '2026-11-22T09:00:00.000Z',
    ...changes,
  }
}

beforeEach(async () => {
  resetBridge()
  setActivePinia(createPinia())
  startOperator({ state: 'open', remembered: false })
  stored = Array.from({ length: 250 }, (_, index) => anAct(250 - index))
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answerOperator('systemEventsGet', ({ query }) => {
    const passing = stored.filter(({ name }) => query?.['name'] === undefined || query['name'] === name)
    const after = query?.['next_page_after']
    const start = after === undefined ? 0 : passing.findIndex(({ id }) => id === after) + 1
    const found = passing.slice(start, start + Number(query?.['per_page']))
    const next = start + found.length < passing.length ? (found.at(-1)?.id ?? null) : null
    return { operator_events: found, total_count: passing.length, next_page_after: next, meta: [] }
  })
  await startWorkbench()
})

async function startAudit(): Promise<Audit> {
  const scope = effectScope()
  onTestFinished(() => {
    scope.stop()
  })
  const audit = scope.run(useAudit)
  if (audit === undefined) throw new Error('the scope is over')
  await arrive()
  return audit
}

const idsOf = ({ rows }: Audit) => rows.rows.value.map(({ id }) => id)

describe('useAudit', () => {
  it('reads further pages when somebody gets there, and each act once', async () => {
    const audit = await startAudit()
    expect([idsOf(audit).length, audit.rows.count.value]).toEqual([50, 250])

    void audit.rows.show(0, 20)
    expect(audit.rows.busy.value).toBe(false)
    void audit.rows.show(0, 80)
    await arrive()

    expect(new Set(idsOf(audit)).size).toBe(250)
    expect(idsOf(audit).at(-1)).toBe('act-1')
  })

  it('puts what happens meanwhile on top, and keeps what was read', async () => {
    const audit = await startAudit()
    void audit.rows.show(0, 80)
    await arrive()
    stored = [anAct(251), ...stored]
    push({ type: 'operator', part: 'audit' })

    await vi.waitFor(() => expect(idsOf(audit)[0]).toBe('act-251'))
    expect(idsOf(audit)).toHaveLength(251)
  })

  it('has the service filter, by whole days where the person is', async () => {
    const audit = await startAudit()
    audit.chosen.value = { name: ['organization.validated'], subject: ['organization'] }
    audit.from.value = '2026-11-01'
    audit.to.value = '2026-11-02'
    await arrive()

    expect(audit.active.value).toBe(true)
    expect(operatorCalls('systemEventsGet').at(-1)?.query).toMatchObject({
      name: 'organization.validated',
      subject_type: 'organization',
      from: new Date('2026-11-01T00:00:00').toISOString(),
      to: new Date('2026-11-03T00:00:00').toISOString(),
    })
    expect(idsOf(audit)).toEqual([])
  })

  it('exports all pages of what passes the filter in use, and nothing else', async () => {
    stored = stored.map((act, index) => (index % 2 === 0 ? { ...act, name: 'service.validated' } : act))
    const audit = await startAudit()
    audit.chosen.value = { name: ['service.validated'] }
    await arrive()

    const acts = await readPages({ page: audit.pages(), onRead: () => undefined, isCancelled: () => false })

    expect(acts).toHaveLength(125)
    expect(new Set(acts?.map(({ name }) => name))).toEqual(new Set(['service.validated']))
  })
})

describe('an act', () => {
  it('is told with its reason, or by its name where that is not known', () => {
    expect(actSentence(anAct(1, { note: 'No such company' }), 'Alice')).toBe(
      text('operator.audit.withReason', {
        sentence: 'Alice rejected the organization Clinic 1',
        reason: 'No such company',
      }),
    )
    expect(actSentence(anAct(1, { name: 'crane.moved', subject_label: null }), 'Alice')).toBe(
      text('operator.audit.act.other', { who: 'Alice', name: 'crane.moved', label: 'o1' }),
    )
  })

  it('is written with its sentence, and no cell is a formula', () => {
    const event = anAct(1, { subject_label: '=1+1', note: 'No, "thanks"' })
    const told = { event, sentence: 'Alice rejected it', who: 'Alice' }

    expect(recordsText('csv', [told], AUDIT_SHAPE).split('\r\n')[1]).toBe(
      `2026-11-22T09:00:00.000Z,Alice rejected it,organization.rejected,organization,o1,'=1+1,"No, ""thanks""",vault-alice,Alice,act-1`,
    )
    expect(JSON.parse(recordsText('jsonl', [told], AUDIT_SHAPE))).toEqual({ ...event, sentence: 'Alice rejected it' })
  })
})
