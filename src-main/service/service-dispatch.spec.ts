// Proves docs/contract/vault.md, Transports.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ServiceError } from '../../shared/contract/errors.ts'
import { defineOperations } from '../../shared/contract/operation.ts'
import { createServiceDispatcher } from './service-dispatch.ts'
import type { AnyHandler, ServiceDispatchDependencies as Dependencies } from './service-dispatch.ts'
import type { PublicCall } from './call.ts'
import { allAtOnce } from '../../shared/steps.ts'

const { notesPost: operation } = defineOperations({
  notesPost: {
    api: 'vault',
    endpoint: 'POST /notes',
    auth: 'none',
    delegation: 'ignored',
    summary: 'A note of this test',
    success: { status: 201, body: z.object({ text: z.string() }) },
  },
})

/** A dispatcher over a list of notes that is put back when a transaction fails. */
function dispatcherOver(handler: (notes: string[]) => AnyHandler, changes: Partial<Dependencies> = {}) {
  const notes: string[] = []
  const faults: unknown[] = []
  const inTransaction: Dependencies['inTransaction'] = (work) => {
    const before = [...notes]
    try {
      return work()
    } catch (fault) {
      notes.splice(0, notes.length, ...before)
      throw fault
    }
  }
  const dispatcher = createServiceDispatcher({
    confirmDelegation: () => undefined,
    noteUse: () => undefined,
    operations: [operation],
    handlers: { [operation.id]: handler(notes) },
    authenticate: () => undefined,
    applyDueChanges: () => undefined,
    asIfApplied: (_, read) => read(),
    clock: { nowMs: () => 0, elapsedMs: () => 0 },
    newId: () => 'id',
    inReadTransaction: (work) => work(),
    inTransaction,
    inLongTransaction: (work) => allAtOnce(work()),
    inVolatileTransaction: inTransaction,
    events: { add: () => undefined },
    onEvent: () => undefined,
    translateFault: () => undefined,
    log: { error: (_, cause) => faults.push(cause) },
    ...changes,
  })
  return { dispatcher, notes, faults, send: () => dispatcher.dispatch({ operation: operation.id }) }
}

describe('createServiceDispatcher', () => {
  it.each([
    ['GET', 'one reading'],
    ['POST', 'one transaction'],
  ] as const)('handles %s in %s', async (method, way) => {
    const ways: string[] = []
    const noting =
      (name: string): Dependencies['inTransaction'] =>
      (work) => {
        ways.push(name)
        return work()
      }
    const { send } = dispatcherOver(() => () => ({ text: ways.join() }), {
      operations: [{ ...operation, method }],
      inReadTransaction: noting('one reading'),
      inTransaction: noting('one transaction'),
    })

    expect(await send()).toMatchObject({ ok: true, body: { text: way } })
  })

  it('asks again who calls, when a call had to wait for one that takes long', async () => {
    let isSignedOut = false
    const handled: string[] = []
    const long = Promise.withResolvers<undefined>()
    const { dispatcher } = dispatcherOver(() => () => ({ text: String(handled.push('ordinary')) }), {
      operations: [operation, { ...operation, id: 'long' }],
      handlers: {
        [operation.id]: () => ({ text: String(handled.push('ordinary')) }),
        long: {
          *steps() {
            handled.push('long')
            yield
            return { text: 'long' }
          },
        },
      },
      authenticate() {
        if (isSignedOut) throw new ServiceError('unauthorized', 'The session has ended.')
        return undefined
      },
      inLongTransaction: (work) => long.promise.then(() => allAtOnce(work())),
    })

    const first = dispatcher.dispatch({ operation: 'long' })
    const waiting = dispatcher.dispatch({ operation: operation.id })
    isSignedOut = true
    long.resolve(undefined)

    expect(await first).toMatchObject({ ok: true })
    expect(await waiting).toMatchObject({ ok: false, status: 401 })
    expect(handled).toEqual(['long'])
  })

  it('leaves no change behind, a reply that its schema refuses', async () => {
    const { notes, faults, send } = dispatcherOver((list) => () => {
      list.push('written')
      return { text: 5 }
    })

    expect(await send()).toMatchObject({ ok: false, status: 500, body: { errors: [{ error: 'internal_error' }] } })
    expect(notes).toEqual([])
    expect(faults).toHaveLength(1)
  })

  it('answers the durable change and logs the fault, a subscriber that fails on its event', async () => {
    const event = { user_id: 'u', eventable_type: 'Item', eventable_id: 'i', event_type: 'create', name: 'n' } as const
    const heard: string[] = []
    const { notes, faults, send } = dispatcherOver(
      (list) => (call: PublicCall) => {
        list.push('written')
        call.emit({ ...event, label: 'first' })
        call.emit({ ...event, label: 'second' })
        return { text: 'done' }
      },
      {
        onEvent({ label }) {
          heard.push(String(label))
          throw new Error('a subscriber is broken')
        },
      },
    )

    expect(await send()).toEqual({ ok: true, status: 201, body: { text: 'done' } })
    expect(notes).toEqual(['written'])
    expect(heard).toEqual(['first', 'second'])
    expect(faults).toHaveLength(2)
  })

  it.each([
    ['an operation whose tasks may wait', { waitingGroup: true } as const, 'g'.repeat(255)],
    ['another one', {}, null],
  ])('%s › gets the waiting group as it says in its description, cut at 255 characters', async (_, said, expected) => {
    const groups: (string | null)[] = []
    const described = { ...operation, ...said }
    const handle = (call: PublicCall) => {
      groups.push(call.waitingGroup)
      return { text: '' }
    }
    const { dispatcher } = dispatcherOver(() => handle, { operations: [described] })

    await dispatcher.dispatch({ operation: described.id, headers: { 'service-waiting-group': 'g'.repeat(300) } })

    expect(groups).toEqual([expected])
  })

  it('makes due changes before it asks who is calling', async () => {
    const order: string[] = []
    const { send } = dispatcherOver(() => () => ({ text: '' }), {
      applyDueChanges: (nowMs) => order.push(`due at ${String(nowMs)}`),
      authenticate: () => {
        order.push('authenticate')
        return undefined
      },
    })

    await send()

    expect(order).toEqual(['due at 0', 'authenticate'])
  })

  it('waits for a prepared handler before its transaction, and runs what it gives inside of one', async () => {
    const order: string[] = []
    const { send } = dispatcherOver(() => () => undefined, {
      handlers: {
        [operation.id]: {
          async prepare() {
            await Promise.resolve()
            order.push('prepared')
            return () => {
              order.push('handled')
              return { text: 'done' }
            }
          },
        },
      },
      inTransaction(work) {
        order.push('begin')
        const result = work()
        order.push('commit')
        return result
      },
    })

    expect(await send()).toEqual({ ok: true, status: 201, body: { text: 'done' } })
    expect(order).toEqual(['prepared', 'begin', 'handled', 'commit'])
  })

  it.each([
    ['refused', new ServiceError('not_found', 'nothing is there'), 404, 0],
    ['broken', new Error('a fault'), 500, 1],
  ])('answers and begins no transaction, a preparation that is %s', async (_name, fault, status, logged) => {
    const { faults, send } = dispatcherOver(() => () => undefined, {
      handlers: { [operation.id]: { prepare: () => Promise.reject(fault) } },
      inTransaction: () => expect.unreachable('a transaction began'),
    })

    expect(await send()).toMatchObject({ ok: false, status })
    expect(faults).toHaveLength(logged)
  })
})
