// Proves docs/contract/vault.md, Mounts.

import { describe, expect, it } from 'vitest'
import { defineOperations } from '../../shared/contract/operation.ts'
import { createRouteTable } from './route-table.ts'

const open = {
  api: 'vault',
  auth: 'none',
  delegation: 'ignored',
  success: { status: 200 },
  summary: '',
} as const

const operations = Object.values(
  defineOperations({
    list: { ...open, endpoint: 'GET /items' },
    create: { ...open, endpoint: 'POST /items' },
    shares: { ...open, endpoint: 'POST /items/shares' },
    read: { ...open, endpoint: 'GET /items/{id}', aliases: ['/things/{id}'] },
    slot: { ...open, endpoint: 'GET /items/{item_id}/slots/{id}' },
    queue: { ...open, endpoint: 'GET /client_task_queue', aliases: ['/client-task-queue'] },
  }),
)
const table = createRouteTable(operations, [
  { api: 'vault', methods: ['PUT'], path: '/items/{id}', replacement: 'PUT /other' },
  { api: 'vault', methods: ['GET'], path: '/gone/*', replacement: null },
])

const found = (method: 'GET' | 'POST', path: string) => {
  const match = table.find(path)
  return match?.routesOf(method).map(({ operation, paramNames }) => ({
    name: operation.name,
    params: Object.fromEntries(paramNames.map((name, index) => [name, match.values[index]])),
  }))[0]
}

describe('createRouteTable', () => {
  it.each([
    ['GET', '/items', 'list', {}],
    ['GET', '/items/', 'list', {}],
    ['GET', '/items.json', 'list', {}],
    ['GET', '/items.json/', 'list', {}],
    ['GET', '/items/7', 'read', { id: '7' }],
    ['GET', '/items/7.json', 'read', { id: '7' }],
    ['GET', '/items/a%2Fb', 'read', { id: 'a/b' }],
    ['GET', '/items/shares', 'read', undefined],
    ['POST', '/items/shares', 'shares', {}],
    ['GET', '/items/7/slots/9', 'slot', { item_id: '7', id: '9' }],
    ['GET', '/items/shares/slots/9', 'slot', { item_id: 'shares', id: '9' }],
    ['GET', '/things/7', 'read', { id: '7' }],
    ['GET', '/client-task-queue', 'queue', {}],
  ] as const)('%s %s', (method, path, name, params) => {
    // A literal segment wins even where it does not have the method.
    expect(found(method, path)).toEqual(params && { name, params })
  })

  it.each(['', '/', '/item', '/items/7/slots', '/items//slots/9', '/items/%zz', '/items/7/slots/9/8', '/%69tems'])(
    'finds nothing at "%s"',
    (path) => {
      expect(table.find(path)).toBeUndefined()
    },
  )

  it('lists the methods of a path', () => {
    expect(table.find('/items')?.methods).toEqual(['GET', 'POST'])
    expect(table.find('/items/7')?.methods).toEqual(['GET'])
  })

  it('knows removed endpoints, by method and with everything below', () => {
    expect(table.find('/items/7')?.removedOf('PUT')?.replacement).toBe('PUT /other')
    expect(table.find('/items/7')?.removedOf('GET')).toBeUndefined()
    expect(table.find('/gone/1/2/3')?.removedOf('GET')).toBeDefined()
    expect(table.find('/gone')).toBeUndefined()
  })
})
