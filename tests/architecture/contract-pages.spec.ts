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
