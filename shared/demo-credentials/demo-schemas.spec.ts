// Proves docs/contract/exchange.md, Demo issuers.

import { describe, expect, it } from 'vitest'
import { jsonLdOver } from '../../src-main/exchange/proofs/json-ld.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { schemaValidatorOver } from '../../src-main/exchange/registries/schema-validator.ts'
import { isObject } from '../presentation-exchange/json.ts'
import { DEMO_CONTEXT, DEMO_CONTEXT_URL, DEMO_SCHEMAS, findDemoSchema } from './demo-schemas.ts'
import type { DemoSchema } from './demo-schemas.ts'

const validate = schemaValidatorOver({ find: (id) => findDemoSchema(id)?.schema })
const jsonLd = jsonLdOver(contextRegistry())
const HOLDER = 'did:example:holder'

const outcomeOf = ({ id }: DemoSchema, values: Readonly<Record<string, unknown>>) =>
  validate({ credentialSubject: { id: HOLDER, type: 'Person', ...values } }, { id, type: 'JsonSchemaValidator2018' })

const objectAt = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
const propertiesOf = ({ schema }: DemoSchema) => Object.entries(objectAt(schema['properties']))
const allTextsOf = (demo: DemoSchema) => Object.fromEntries(propertiesOf(demo).map(([name]) => [name, 'x']))
const requiredOf = ({ schema }: DemoSchema) => schema['required'] as readonly string[]

it('there are the seven schemas of the contract', () => {
  expect(DEMO_SCHEMAS.map(({ name }) => name)).toEqual([
    'identity',
    'proof-of-age',
    'driving-licence',
    'employment',
    'diploma',
    'bank-account',
    'membership',
  ])
})

describe.each(DEMO_SCHEMAS)('$name', (demo) => {
  it('is of draft 7, named by its URL and found by it', () => {
    expect(demo.schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', $id: demo.id })
    expect(findDemoSchema(demo.id)).toBe(demo)
  })

  it('its example conforms', () => {
    expect(outcomeOf(demo, demo.example)).toEqual({ result: 'pass' })
  })

  it.each(requiredOf(demo))('without %s › does not conform', (name) => {
    const { [name]: _left, ...others } = demo.example
    expect(outcomeOf(demo, others)).toMatchObject({ result: 'fail', violations: [{ keyword: 'required' }] })
  })

  it.each(propertiesOf(demo).map(([name]) => name))('%s of another type › does not conform', (name) => {
    expect(outcomeOf(demo, { ...demo.example, [name]: ['x'] })).toMatchObject({
      result: 'fail',
      code: 'schema_violation',
    })
  })

  it.each(propertiesOf(demo))('%s › has a title and a description', (_name, property) => {
    const { title, description } = objectAt(property)

    expect(title).toMatch(/^[A-Z]/)
    expect(description).toMatch(/^[A-Z]/)
  })

  it('the context defines each of its terms, and its type', async () => {
    const { events } = await jsonLd.expansionOf({
      '@context': [CREDENTIALS_V1, DEMO_CONTEXT_URL],
      type: ['VerifiableCredential', demo.type],
      issuer: { id: 'did:example:issuer', name: 'Harbour Registry' },
      credentialSubject: { id: HOLDER, type: 'Person', ...allTextsOf(demo), ...demo.example },
    })
    const terms = objectAt(DEMO_CONTEXT['@context'])

    expect(events).toEqual([])
    expect(Object.keys(terms)).toEqual(expect.arrayContaining([demo.type, ...propertiesOf(demo).map(([name]) => name)]))
  })
})

describe('the context', () => {
  it('defines nothing that no schema uses', () => {
    const used = DEMO_SCHEMAS.flatMap((demo) => [demo.type, ...propertiesOf(demo).map(([name]) => name)])
    const terms = Object.keys(objectAt(DEMO_CONTEXT['@context'])).filter((name) => !name.startsWith('@'))

    expect(new Set(terms)).toEqual(new Set([...used, 'name', 'Person']))
  })

  it('is protected: another context cannot change a term', async () => {
    const redefined = { category: 'https://terms.example/other' }
    const credential = { '@context': [CREDENTIALS_V1, DEMO_CONTEXT_URL, redefined], type: ['VerifiableCredential'] }

    await expect(jsonLd.expansionOf(credential)).rejects.toMatchObject({ code: 'context_conflict' })
  })
})
