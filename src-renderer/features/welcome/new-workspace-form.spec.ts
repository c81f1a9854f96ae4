// Proves docs/contract/window.md, Welcome.

import { describe, expect, it } from 'vitest'
import { newWorkspaceSchema } from './new-workspace-form.ts'

const schema = newWorkspaceSchema('differs')
const typed = {
  name: ' Tests ',
  protection: 'passphrase' as const,
  passphrase: 'correct horse',
  repeated: 'correct horse',
}
const wrongPaths = (value: typeof typed): unknown[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('newWorkspaceSchema', () => {
  it('gives name and passphrase, as they are sent', () => {
    expect(schema.parse(typed)).toEqual({ name: 'Tests', passphrase: 'correct horse' })
  })

  it('gives no passphrase where none is wanted, whatever was typed before', () => {
    expect(schema.parse({ ...typed, protection: 'none', passphrase: 'x', repeated: 'y' })).toEqual({
      name: 'Tests',
      passphrase: null,
    })
  })

  it('refuses a short passphrase and one that was repeated differently, each at its field', () => {
    expect(wrongPaths({ ...typed, passphrase: 'short', repeated: 'short' })).toEqual(['passphrase'])
    expect(wrongPaths({ ...typed, repeated: 'correct house' })).toEqual(['repeated'])
  })

  it('refuses a name of spaces', () => {
    expect(wrongPaths({ ...typed, name: '  ' })).toContain('name')
  })
})
