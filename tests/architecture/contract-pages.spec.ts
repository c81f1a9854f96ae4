import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'

const pageOf = (api: string): string => readFileSync(new URL(`../../docs/contract/${api}.md`, import.meta.url), 'utf8')

it.each(['vault', 'keystore', 'exchange', 'verifier'])('docs/contract/%s.md › names every operation', (api) => {
  const page = pageOf(api)
  const calls = serviceOperations
    .filter((operation) => operation.api === api)
    .map(({ method, path }) => `\`${method} ${path}\``)

  expect(calls.filter((call) => !page.includes(call))).toEqual([])
})

it.each(['vault', 'keystore'])('docs/contract/%s.md › calls nothing unbuilt that is there', (api) => {
  const [, unbuilt = ''] = pageOf(api).split('## Not built yet')
  const named = [...unbuilt.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, call = '']) => call)
  const built = serviceOperations.map(({ method, path }) => `${method} ${path}`)

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((call) => built.includes(call))).toEqual([])
})
