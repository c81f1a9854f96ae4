import { expect, it } from 'vitest'
import { servedOperations } from '../../shared/contract/index.ts'
import { apiReference } from './api-reference.ts'

const page = String(new Map(apiReference(servedOperations)).get('/docs')?.().body)

const articleOf = (id: string) => page.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? ''

it('/docs › says before the first call what has to be sent, and where programs find the same', () => {
  const [introduction = ''] = page.split('<article')

  for (const text of ['Authorization', 'Service-Subscription-Key', 'admin_password', '/openapi/vault.json'])
    expect(introduction).toContain(text)
})

it('/docs › shows each operation with its part in front, so that the path can be called', () => {
  for (const { id, api, method } of servedOperations)
    expect(articleOf(id)).toContain(`<h3><b>${method}</b> <code><span>/${api}</span>/`)
})

it('/docs › lists parameters with what is said of them, and errors of an operation apart from those of many', () => {
  const article = articleOf('vault.clientTaskQueueGet')

  expect(article).toContain(
    '<td><code>supress_changing_state</code></td><td>query</td><td>Ignored: not changing states',
  )
  expect(article).toMatch(
    /Errors of its own<\/dt><dd><a href="#error-invalid_params">.*invalid_cursor<\/code><\/a><\/dd>/,
  )
})

it('/docs › names what is not built yet', () => {
  const named = servedOperations.filter(({ id }) => articleOf(id).includes('Not built yet: answers 501.'))

  expect(named).toEqual(servedOperations.filter(({ notBuiltYet }) => notBuiltYet))
  expect(named.length).toBeGreaterThan(0)
})

it('/docs › says what a parameter may be in words, and leads to its schema where it has one', () => {
  const article = articleOf('vault.itemsGet')

  expect(article).toContain('<code>list of string, separated by commas</code>')
  expect(article).toMatch(/<code>order<\/code><\/td><td>query<\/td><td><code><a href="#vault.schema.OrderQuery">/)
})
