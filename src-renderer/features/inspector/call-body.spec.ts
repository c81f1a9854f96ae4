// Proves docs/contract/window.md, Inspector.

import { describe, expect, it } from 'vitest'
import { errorIn, readBody, sdJwtsIn } from './call-body.ts'

describe('readBody', () => {
  it('tells a missing body from one that was dropped', () => {
    expect(readBody(null, false)).toEqual({ kind: 'none' })
    expect(readBody(null, true)).toEqual({ kind: 'dropped' })
  })

  it('reads JSON, and keeps as text what was cut', () => {
    expect(readBody('{"a":[1]}', true)).toEqual({ kind: 'json', value: { a: [1] } })
    expect(readBody('{"a":[1', true)).toEqual({ kind: 'text', text: '{"a":[1', cut: true })
    expect(readBody('not json', false)).toEqual({ kind: 'text', text: 'not json', cut: false })
  })
})

describe('sdJwtsIn', () => {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const sdJwt = `${part({ alg: 'ES256' })}.${part({ iss: 'a' })}.[hidden]~${part(['salt', 'name', 'Ada'])}~`
  const found = (body: unknown) => sdJwtsIn({ kind: 'json', value: body }).map(({ pointer }) => pointer)

  it.each<[string, unknown, readonly string[]]>([
    ['the whole body', sdJwt, ['']],
    ['a field of a form', { vp_token: sdJwt, state: 'x' }, ['/vp_token']],
    ['JSON in a field of a form', { vp_token: JSON.stringify({ 'a/b': [sdJwt] }) }, ['/vp_token/a~1b/0']],
    ['members of JSON, those outside first', { all: [{ raw: sdJwt }], raw: sdJwt }, ['/raw', '/all/0/raw']],
    ['none', { text: 'a~b', jwt: sdJwt.split('~')[0], number: 5, nothing: null, quoted: '"x"' }, []],
  ])('finds %s', (_what, body, pointers) => {
    expect(found(body)).toEqual(pointers)
  })

  it('stops at twenty, and finds none in what was cut', () => {
    expect(found(Array.from({ length: 30 }, () => sdJwt))).toHaveLength(20)
    expect(sdJwtsIn({ kind: 'text', text: sdJwt, cut: true })).toEqual([])
  })
})

describe('errorIn', () => {
  it('answers the first error of a refusal', () => {
    const body = {
      errors: [
        { error: 'not_found', message: 'no such item' },
        { error: 'other', message: 'x' },
      ],
    }
    expect(errorIn({ kind: 'json', value: body })).toEqual({ code: 'not_found', message: 'no such item' })
  })

  it.each([{}, null, 'text', { errors: [] }, { errors: 'no' }, { errors: [{ error: 7 }] }])(
    'finds none in %j',
    (value) => {
      expect(errorIn({ kind: 'json', value })).toBeUndefined()
    },
  )

  it('finds none in a body that was cut', () => {
    expect(errorIn({ kind: 'text', text: '{"errors":[', cut: true })).toBeUndefined()
  })
})
