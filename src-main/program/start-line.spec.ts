// Proves docs/contract/workbench.md, Serving.

import { describe, expect, it } from 'vitest'
import { readStartLine } from './start-line.ts'

describe('readStartLine', () => {
  it('takes the addresses out of the line of the service', () => {
    const line = '{"url":"http://127.0.0.1:4000","vault":"…","ui":"http://127.0.0.1:4000/#token=t","pid":1}'

    expect(readStartLine(line)).toEqual({ url: 'http://127.0.0.1:4000', ui: 'http://127.0.0.1:4000/#token=t' })
  })

  it.each(['', 'port in use', 'null', '{}', '{"url":1,"ui":2}', '{"url":"http://127.0.0.1:1"}'])(
    'refuses %j, repeating it',
    (line) => {
      expect(() => readStartLine(line)).toThrow(`but: ${line}`)
    },
  )
})
