import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallError } from '../../shared/contract/caller.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { defineOperations } from '../../shared/contract/operation.ts'
import { ownOperation as own } from '../../shared/contract/workbench-window.ts'
import { CryptoError } from '../crypto/crypto-error.ts'
import { IN_PROCESS } from '../service/call.ts'
import { createWindowDispatcher } from './window-dispatch.ts'

const reply = { status: 200, body: z.object({ text: z.string() }) } as const
const { noteAdd, windowEnter } = defineOperations({
  noteAdd: {
    ...own,
    endpoint: 'POST /notes/{note_id}',
    summary: 'A note of this test',
    params: z.object({ note_id: z.string() }),
    body: z.object({ text: z.string() }),
    success: reply,
  },
  windowEnter: { ...own, auth: 'none', endpoint: 'POST /enter', summary: 'In', success: reply },
})
const OVER_NETWORK = { overNetwork: true, remote: null, address: '' }
const REQUEST = { params: { note_id: 'n' }, body: { text: 'x' } }

/** A dispatcher for windows with the token `good`. */
function dispatcherOver(noteAddHandler: (input: { body: { text: string } }) => unknown) {
  const error = vi.fn()
  const dispatcher = createWindowDispatcher({
    operations: [noteAdd, windowEnter],
    handlers: { noteAdd: noteAddHandler, windowEnter: () => ({ text: 'in' }) },
    windowSessions: { isWindowToken: (token) => token === 'good', isCommandToken: () => false },
    clock: { nowMs: () => 0, elapsedMs: () => 0 },
    translateFault: () => undefined,
    log: { error },
  })
  return { dispatcher, error, send: () => dispatcher.dispatch({ operation: noteAdd.id, ...REQUEST }) }
}

const refused = (status: number, error: string) => ({ ok: false, status, body: { errors: [{ error }] } })

describe('createWindowDispatcher', () => {
  it('waits for the handler, and answers nothing the operation does not name', async () => {
    const { send } = dispatcherOver(({ body }) => Promise.resolve({ text: body.text, token: 'secret' }))

    expect(await send()).toEqual({ ok: true, status: 200, body: { text: 'x' } })
  })

  it.each([[undefined], ['Bearer bad'], ['good']])('over the network with %j › lets nobody in', (authorization) => {
    const { dispatcher } = dispatcherOver(() => expect.unreachable('it was handled'))

    expect(dispatcher.admit(noteAdd.id, { authorization }, OVER_NETWORK)).toMatchObject(refused(401, 'unauthorized'))
    expect(dispatcher.admit(windowEnter.id, { authorization }, OVER_NETWORK)).toMatchObject({ ok: true })
  })

  it('lets the window in: by its token over the network, and in process', () => {
    const { dispatcher } = dispatcherOver(() => undefined)

    expect(dispatcher.admit(noteAdd.id, { authorization: 'Bearer good' }, OVER_NETWORK)).toMatchObject({ ok: true })
    expect(dispatcher.admit(noteAdd.id, {}, IN_PROCESS)).toMatchObject({ ok: true })
  })

  it('refuses what is no operation, and input that its schema refuses', async () => {
    const { dispatcher } = dispatcherOver(() => expect.unreachable('it was handled'))

    expect(await dispatcher.dispatch({ operation: 'workbench.nothing' })).toMatchObject(refused(404, 'not_found'))
    expect(await dispatcher.dispatch({ operation: noteAdd.id, params: REQUEST.params })).toMatchObject(
      refused(400, 'param_missing'),
    )
  })

  it('tells what the service refused as the service told it', async () => {
    const entry = { error: 'wrong_status', http_code: 409, message: 'Gone.', extra_info: {}, requested_language: 'de' }
    const errors = [{ ...entry, message_in_requested_language: false }]
    const { send, error } = dispatcherOver(() => Promise.reject(new CallError('x', 409, errors)))

    expect(await send()).toEqual({ ok: false, status: 409, body: { errors } })
    expect(error).not.toHaveBeenCalled()
  })

  it.each([
    ['a refusal', new ServiceError('user_locked', 'Sign in first.'), 423, 'user_locked', 0],
    [
      'a value that does not open',
      new CryptoError('cannot_open', 'sealed for another'),
      409,
      'value_cannot_be_opened',
      0,
    ],
    ['a bug', new Error('a bug'), 500, 'internal_error', 1],
  ])('names %s', async (_what, fault, status, code, logged) => {
    const { send, error } = dispatcherOver(() => Promise.reject(fault))

    expect(await send()).toMatchObject(refused(status, code))
    expect(error).toHaveBeenCalledTimes(logged)
  })

  it('says of a not found no more than the handler did', async () => {
    const { send } = dispatcherOver(() => Promise.reject(new ServiceError('not_found', 'It is gone.')))

    expect(await send()).toMatchObject({ body: { errors: [{ extra_info: {} }] } })
    expect(JSON.stringify(await send())).not.toContain('note_id')
  })
})
