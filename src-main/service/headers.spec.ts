// Proves docs/contract/vault.md, Credentials.

import { describe, expect, it } from 'vitest'
import { readHeader } from './headers.ts'
import type { RequestHeaders } from './headers.ts'

describe('readHeader', () => {
  it('passes over what stands for nothing, also to the alias', () => {
    for (const nothing of ['', '  ', 'undefined', 'null', undefined]) {
      const headers = { 'service-delegation-id': nothing, 'meeco-delegation-id': ' b ' }
      expect(readHeader(headers, 'delegationId')).toBe('b')
      expect(readHeader({ 'service-delegation-id': nothing }, 'delegationId')).toBeUndefined()
    }
    expect(readHeader({ 'service-delegation-id': 'a', 'meeco-delegation-id': 'b' }, 'delegationId')).toBe('a')
  })

  it('counts as absent, a value that is no text', () => {
    for (const value of [5, ['v_token'], {}, null]) {
      const headers = { authorization: value } as unknown as RequestHeaders
      expect(readHeader(headers, 'userToken')).toBeUndefined()
    }
  })
})
