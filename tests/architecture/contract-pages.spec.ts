import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'

/** The page that describes each part of the interface. */
const PAGES = [
  ['vault', 'vault'],
  ['keystore', 'keystore'],
  ['exchange', 'exchange'],
  ['verifier', 'exchange'],
] as const

it.each(PAGES)('%s › has every operation named in docs/contract/%s.md', (api, name) => {
  const page = readFileSync(new URL(`../../docs/contract/${name}.md`, import.meta.url), 'utf8')
  const calls = serviceOperations
    .filter((operation) => operation.api === api)
    .map(({ method, path }) => `\`${method} ${path}\``)

  expect(calls.filter((call) => !page.includes(call))).toEqual([])
})
