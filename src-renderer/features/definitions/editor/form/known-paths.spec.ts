// Proves docs/contract/window.md, Definitions.

import { expect, it } from 'vitest'
import { DEMO_SCHEMAS } from '../../../../../shared/demo-credentials/demo-schemas.ts'
import { pathsIn } from './known-paths.ts'

const schema = (properties: Readonly<Record<string, object>>) => ({ title: 'Licence', type: 'object', properties })
const found = (document: Parameters<typeof pathsIn>[0]) =>
  pathsIn(document, 'https://x.example').map(({ path }) => path)

it('offers the paths of a schema, nested ones and names that need quotes too', () => {
  const address = schema({ 'postal-code': {} })
  expect(pathsIn(schema({ familyName: { title: 'Family name' }, address }), 'https://x.example')).toEqual([
    { path: '$.credentialSubject.familyName', label: 'Family name · Licence', schema: 'https://x.example' },
    { path: '$.credentialSubject.address', label: 'Licence · Licence', schema: 'https://x.example' },
    {
      path: '$.credentialSubject.address["postal-code"]',
      label: 'postal-code · Licence',
      schema: 'https://x.example',
    },
  ])
})

it('means the subject also where a schema describes the whole credential', () => {
  expect(found(schema({ issuer: {}, credentialSubject: schema({ birthYear: {} }) }))).toEqual([
    '$.credentialSubject.birthYear',
  ])
})

it('offers something of every schema a new workspace knows', () => {
  for (const one of DEMO_SCHEMAS) expect(found(one.schema).length).toBeGreaterThan(1)
})
