// Proves docs/contract/workbench.md, Journal.

import { expect, it } from 'vitest'
import { jsonLinesLog } from './json-lines-log.ts'

const TOKEN = `v_${'A'.repeat(43)}`

function written(cause?: unknown): unknown {
  const lines: string[] = []
  const clock = { nowMs: () => Date.parse('2026-11-22T09:00:00.000Z'), elapsedMs: () => 0 }
  jsonLinesLog((line) => lines.push(line), clock).error('A call failed.', cause)
  expect(lines.map((line) => line.match(/\n/g)?.length)).toEqual([1])
  return JSON.parse(lines[0] ?? '')
}

it('an error › is one line with time, level and message', () => {
  expect(written()).toEqual({ at: '2026-11-22T09:00:00.000Z', level: 'error', message: 'A call failed.' })
})

it('a cause › is told with what caused it, its code, and no secret of any of them', () => {
  const inner = Object.assign(new Error(`read ${TOKEN}`), { code: 'ENOENT' })
  const line = written(new TypeError(`two\nlines and ${TOKEN}`, { cause: inner }))

  expect(line).toMatchObject({
    cause: {
      name: 'TypeError',
      message: 'two\nlines and [hidden]',
      cause: { name: 'Error', code: 'ENOENT', message: 'read [hidden]' },
    },
  })
  expect(JSON.stringify(line)).not.toContain(TOKEN)
})

it('what is no error › is masked as a text', () => {
  expect(written(`token ${TOKEN}`)).toMatchObject({ cause: 'token [hidden]' })
})
