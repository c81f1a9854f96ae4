// Proves docs/contract/vault.md, Mounts.

import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { Id } from './values.ts'

const base = { api: 'vault', auth: 'user', delegation: 'reader', summary: 'A note' } as const

it('a definition › gets its name, the parts of its endpoint, and what it leaves out', () => {
  const { notesGet, notesIdDelete } = defineOperations({
    notesGet: { ...base, endpoint: 'GET /notes', success: { status: 201 }, errors: ['not_found'] },
    notesIdDelete: { ...base, endpoint: 'DELETE /notes/{id}' },
  })

  expect(notesGet).toMatchObject({ id: 'vault.notesGet', method: 'GET', path: '/notes' })
  expect(notesGet).toMatchObject({ success: { status: 201 }, errors: ['not_found'] })
  expect(notesIdDelete).toMatchObject({ name: 'notesIdDelete', method: 'DELETE', path: '/notes/{id}' })
  expect(notesIdDelete).toMatchObject({ success: { status: 204 }, errors: [] })
  expect(notesIdDelete).toHaveProperty('params.shape.id', Id)
  expect(notesGet).not.toHaveProperty('params')
})

it('a definition › cannot have what its other parts exclude', () => {
  const body = z.object({})
  defineOperations({
    // @ts-expect-error -- nobody would read the body of a GET
    read: { ...base, endpoint: 'GET /notes', body },
    // @ts-expect-error -- there is no success
    refused: { ...base, endpoint: 'POST /notes', alwaysRefused: true, success: { status: 201 } },
    kept: { ...base, endpoint: 'POST /notes', body, success: { status: 201 } },
  })
})
