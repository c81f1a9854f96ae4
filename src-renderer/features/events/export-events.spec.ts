import { describe, expect, it } from 'vitest'
import { anEvent } from '../../feed/testing/an-event.ts'
import { exportText } from './export-events.ts'

const event = anEvent({
  id: 'e1',
  name: 'share.created',
  label: '=HYPERLINK("x")',
  value: { item_id: 'i1', share_id: 's1', user_id: 'u1' },
})
const told = { event, sentence: 'Alice shared "Passport", again', who: 'Alice' }

describe('exportText', () => {
  it('writes CSV with a header, quotes where needed, and no formulas', () => {
    const [header, row, end] = exportText('csv', [told]).split('\r\n')

    expect(header).toMatch(/^event_time,sentence,name,event_type,creator,/)
    expect(row).toContain(',"Alice shared ""Passport"", again",share.created,')
    expect(row).toContain(`,"'=HYPERLINK(""x"")",i1,s1,u1,e1,,`)
    expect(end).toBe('')
  })

  it('writes one JSON object a line, with the event as it is', () => {
    const lines = exportText('jsonl', [told, told]).trimEnd().split('\n')

    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ...event, sentence: told.sentence })
  })
})
