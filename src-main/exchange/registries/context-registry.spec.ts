// Proves docs/contract/exchange.md, Registries: contexts.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { jsonLdOver } from '../proofs/json-ld.ts'
import { BUNDLED_ENTRIES } from './bundled-entries.ts'
import { BUNDLED_CONTEXTS, contextRegistry } from './context-registry.ts'

const BUNDLED = [...BUNDLED_ENTRIES.contexts.values()].map(({ row }) => row)

const NOTICES = readFileSync(new URL('../../../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8')

/** Contexts of this project, which nobody else publishes. */
const OWN = /^https:\/\/[a-z]+\.vaultbench\.example\//

/** Taken from the files their publishers give out, as JSON without white space between its signs. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'https://www.w3.org/2018/credentials/v1': '778eb3a2ffad5df9773231da61b42c098e9849844873a6b5bf9be95c70d73df7',
  'https://www.w3.org/ns/credentials/v2': 'bf6fd611e6773d58f649459a45dbbb81f94e8cfd058a756644cd5a4a882c4050',
  'https://www.w3.org/ns/did/v1': '922d86fef06acc0754ef45a4d662c51b57dcd1c9dab3bbdc8d71da81285a5270',
  'https://w3id.org/security/v1': '911ee5b98b166cc7acd5910a934885a1e466e81a167fc66941722ee3a69703e3',
  'https://w3id.org/security/v2': '272c56f1a8ed52b63a4f76ffbeaa105b23e3862703df36dfb33292ad6cdb81a8',
  'https://w3id.org/security/suites/ed25519-2018/v1':
    'c3d1eea8c0bbf29676e3141d2f29cca3717259800f0e75caee7dbab3e782f25b',
  'https://w3id.org/security/suites/ed25519-2020/v1':
    '9ccf2b2a579a86c1fd167f4d1dfbdebc72dae44c7b4d592715cd621e1b5c6ba8',
  'https://w3id.org/security/suites/jws-2020/v1': '870cb2d3fb5b0e77fb7c2fe9a22d7e982c79016c76596293a67976d47d91190c',
  'https://w3id.org/security/data-integrity/v1': '3d76dae0cd98b289312e02c08d6a7b746cb1c66da17d605067f10f697ea0a76c',
  'https://w3id.org/security/data-integrity/v2': 'be223c58c54657e930970f0d11f03caf7287bddc7be7e6f010855190c6b39c21',
  'https://w3id.org/security/multikey/v1': '91f130b30b6705ee65dfa8f86e74922a74aaa0d5fc8bb35427ec2d607d3ad3eb',
  'https://w3id.org/vc/status-list/2021/v1': '2420f53a4af31944aade1e7b98dc2b2e94fd243438d20864e39b1bbf74dc3c28',
  'https://www.w3.org/2018/credentials/examples/v1': '0390611d5cd819fc6378c68c9abf77cc72f5e09cbc9f4b5d856f18bf8c727729',
  'https://www.w3.org/ns/odrl.jsonld': '7973dfedb8a0f68aea7a8b55b8cd853c7d66f130bcac48ea030f0641151f5b84',
  'https://identity.foundation/presentation-exchange/submission/v1':
    'cf2021197dc4a49a929b6db0e4d67701bd4dffba80e1d92798fde06ca8d0df51',
}

it('are, member by member, what their publishers give out', () => {
  const foreign = BUNDLED.filter(({ key }) => !OWN.test(key)).map(({ key, sha256 }) => [key, sha256])

  expect(Object.fromEntries(foreign)).toEqual(PUBLISHED)
})

it.each(Object.keys(PUBLISHED))('the notices say where %s is from', (url) => {
  expect(NOTICES.split('\n').map((line) => line.split(' ')[1])).toContain(`\`${url}\``)
})

it.each([...BUNDLED_CONTEXTS.keys()])('%s › refers to nothing that is not here, and can be read', async (url) => {
  const probe = { '@context': url, '@id': 'urn:probe', '@type': 'urn:type' }

  await expect(jsonLdOver(contextRegistry()).expansionOf(probe)).resolves.toMatchObject({ events: [] })
})
