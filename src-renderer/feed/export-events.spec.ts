// Proves docs/contract/window.md, Everywhere: exports.

import { describe, expect, it } from 'vitest'
import { anEvent } from './testing/an-event.ts'
import { recordsText } from '../rows/export/records-file.ts'
import { EVENT_SHAPE } from './export-events.ts'

const event = anEvent({
  id: 'e1',
  name: 'share.created',
  label: '=HYPERLINK("x")',
  value: { item_id: 'i1', share_id: 's1', user_id: 'u1' },
})
const told = { event, sentence: 'Alice shared "Passport", again', who: 'Alice' }

describe('EVENT_SHAPE', () => {
  it('writes CSV with a header, quotes where needed, and no formulas', () => {
    const [header, row, end] = recordsText('csv', [told], EVENT_SHAPE).split('\r\n')

    expect(header).toMatch(/^event_time,sentence,name,event_type,creator,/)
    expect(row).toContain(',"Alice shared ""Passport"", again",share.created,')
    expect(row).toContain(`,"'=HYPERLINK(""x"")",i1,s1,u1,e1,,`)
    expect(end).toBe('')
  })

  it('writes one JSON object a line, with the event as it is', () => {
    const lines = recordsText('jsonl', [told, told], EVENT_SHAPE).trimEnd().split('\n')

    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ...event, sentence: told.sentence })
  })
})
