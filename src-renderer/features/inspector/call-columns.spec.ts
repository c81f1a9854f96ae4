// Proves docs/contract/window.md, Inspector, Languages, Everywhere: exports.

import { afterEach, expect, it } from 'vitest'
import { recordsText } from '../../rows/export/records-file.ts'
import { i18n } from '../../i18n/i18n.ts'
import { CALL_SHAPE, milliseconds } from './call-columns.ts'
import { aCall } from './testing/a-call.ts'

afterEach(() => {
  i18n.global.locale.value = 'en'
})

it('times of calls have as many digits as matter, in the way of the language', () => {
  expect([1.239, 12.94, 129.4].map(milliseconds)).toEqual(['1.24', '12.9', '129'])
  i18n.global.locale.value = 'de'
  expect([1.239, 12.94, 129.4].map(milliseconds)).toEqual(['1,24', '12,9', '129'])
})

it('calls are written with what the list knows of them, line by line', () => {
  const call = aCall(7, { method: 'GET', path: '/vault/items', status: 401, duration_ms: 1.5, error: 'x' })

  const [head, line] = recordsText('csv', [call], CALL_SHAPE).split('\r\n')

  expect(head).toBe(
    'number,at,source,api,operation,method,path,status,duration_ms,user_id,acting_for,made_by_user_id,error',
  )
  expect(line?.startsWith(`7,${call.at},${call.source},${call.api},`)).toBe(true)
  expect(line).toContain(',GET,/vault/items,401,1.5,')
  expect(JSON.parse(recordsText('json', [call], CALL_SHAPE))).toEqual([call])
})
