// Proves docs/contract/window.md, Inspector, Everywhere: exports.

import { expect, it } from 'vitest'
import { recordsText } from '../../rows/export/records-file.ts'
import { CALL_SHAPE } from './call-columns.ts'
import { aCall } from './testing/a-call.ts'

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
