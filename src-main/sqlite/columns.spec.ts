import { describe, expect, it } from 'vitest'
import { assigned, columnsOf, idList, inserted, replaced } from './columns.ts'

const COLUMNS = `id, full_name,
  user_id2`

describe('columns', () => {
  it('inserted › names every column, and a parameter of the same name in the same order', () => {
    expect(inserted(COLUMNS)).toBe('(id, full_name,\n  user_id2) VALUES (@id, @full_name,\n  @user_id2)')
  })

  it('assigned › sets every column to its parameter', () => {
    expect(assigned(COLUMNS)).toBe('id = @id, full_name = @full_name,\n  user_id2 = @user_id2')
  })

  it('replaced › sets every column to what the new row would have', () => {
    expect(replaced(COLUMNS)).toBe('id = excluded.id, full_name = excluded.full_name,\n  user_id2 = excluded.user_id2')
  })

  it('columnsOf › puts the table before every column', () => {
    expect(columnsOf('u', COLUMNS)).toBe('u.id, u.full_name,\n  u.user_id2')
  })

  it('idList › is a JSON list in lower case; none is an empty one', () => {
    expect(idList(['A1', 'b2'])).toBe('["a1","b2"]')
    expect(idList(undefined)).toBe('[]')
  })
})
