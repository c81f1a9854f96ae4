import { describe, expect, it } from 'vitest'
import { CallError } from '../../shared/contract/caller.ts'
import { faultyFieldsError, messageFields } from '../../shared/contract/errors.ts'
import type { FaultyField, ServiceError } from '../../shared/contract/errors.ts'
import { refusalAt, refusalOf } from './refusal.ts'

function refusing(error: ServiceError): CallError {
  const entries = [error, ...error.others].map((one) => ({
    error: one.code,
    http_code: one.status,
    ...messageFields(one),
    requested_language: 'en',
    message_in_requested_language: true,
    extra_info: one.extraInfo,
  }))
  return new CallError('fake', error.status, entries)
}

const fault = (path: string, rule: string, name?: string): FaultyField => ({ path, code: 'invalid_params', rule, name })

describe('refusalOf', () => {
  it('a fault at a field › goes on behind the label, without the path', () => {
    const error = faultyFieldsError([
      fault('item.label', 'must not be empty'),
      fault('item.slots_attributes[2].label', 'is the name of another slot', 'My "old" (red) car'),
    ])

    expect(refusalOf(refusing(error))).toEqual({
      fields: [
        { path: 'item.label', text: 'Must not be empty.' },
        { path: 'item.slots_attributes[2].label', text: 'Is the name of another slot.' },
      ],
    })
  })

  it('a fault the form has no field for › stands above it as it was told', () => {
    const error = faultyFieldsError([fault('item.label', 'must not be empty')])

    expect(refusalOf(refusing(error), () => undefined)).toEqual({
      failure: { message: '`item.label` must not be empty.', status: 400, code: 'invalid_params' },
    })
  })
})

describe('refusalAt', () => {
  it('a code with a place › is said at that field, in the words given or those of the service', () => {
    const taken = new CallError('fake', 409, [
      {
        error: 'name_taken',
        http_code: 409,
        message: 'another workspace has this name',
        requested_language: 'en',
        message_in_requested_language: true,
        extra_info: {},
      },
    ])

    const text = 'Another workspace has this name.'
    expect(refusalAt({ name_taken: { path: 'name' } })(taken)).toEqual({ fields: [{ path: 'name', text }] })
    expect(refusalAt({ name_taken: { path: 'name', says: () => 'Taken.' } })(taken)).toEqual({
      fields: [{ path: 'name', text: 'Taken.' }],
    })
    expect(refusalAt({ not_found: { path: 'name' } })(taken).failure?.message).toBe(text)
  })
})
