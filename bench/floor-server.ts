/*
 * The least any program must do for the same answers: bare Hono, the same statements, no checks. One file on purpose.
 * Arguments: path of the database. Prints its port.
 */
import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { NewFloorItem } from './floor-statements.ts'
import { openFloorStatements } from './floor-statements.ts'

const path = process.argv[2]
if (path === undefined) throw new Error('the path of the database is missing')
const statements = openFloorStatements(path)
const app = new Hono()

app.get('/items/:id', (context) => {
  const token = createHash('sha256')
    .update(context.req.header('authorization') ?? '')
    .digest()
  const user = statements.userOf(token)
  const found = user === undefined ? undefined : statements.readItem(user, context.req.param('id'))
  return found === undefined ? context.json({}, 404) : context.json(found)
})

app.post('/items', async (context) => {
  const token = createHash('sha256')
    .update(context.req.header('authorization') ?? '')
    .digest()
  const user = statements.userOf(token)
  if (user === undefined) return context.json({}, 401)
  const body = await context.req.json<{ item: NewFloorItem }>()
  return context.json(statements.addItem(user, body.item), 201)
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
