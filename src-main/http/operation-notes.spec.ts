// Proves docs/contract/vault.md, OpenAPI.

import { describe, expect, it } from 'vitest'
import { itemOperations } from '../../shared/contract/items.ts'
import { presentationOperations } from '../../shared/contract/presentations.ts'
import { notesOf } from './operation-notes.ts'

const { itemsIdGet } = itemOperations

describe('notesOf', () => {
  it('says who may call, and for whom', () => {
    expect(notesOf({ ...itemsIdGet, auth: 'key', delegation: 'admin' })).toBe(
      'Whoever holds a subscription key may call. Delegates with role admin or owner may call it for their user.',
    )
  })

  it('says what the paths and schemas of the document leave out: other addresses, and what was never published', () => {
    const aliases = ['/former', '/other'] as const
    const notes = notesOf({ ...itemsIdGet, auth: 'none', delegation: 'ignored', aliases, extension: true })

    expect(notes).toBe(
      'Anybody may call. It always concerns the caller. Also at `/former`. Also at `/other`. ' +
        'Extension: not in the published interface.',
    )
  })

  it('says that the exchange asks for a key, and speaks of nobody to act for there', () => {
    expect(notesOf(presentationOperations.verifyPresentation)).toBe('Whoever holds a subscription key may call.')
  })
})
