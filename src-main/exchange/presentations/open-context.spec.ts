// Proves docs/contract/exchange.md, Registries.

import { expect, it } from 'vitest'
import { aLicence, LICENCE_CONTEXT } from '../../../tests/support/exchange/presentations.ts'
import { LICENCE_SCHEMA } from '../../../tests/support/exchange/definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { validateWithSchemas } from '../registries/credential-schemas.ts'
import type { ValidateCredentialApart } from '../registries/schema-validator.ts'
import { contextOver } from './open-context.ts'

const NOW = '2026-02-01T00:00:00.000Z'
const terms = (type: string): JsonObject => ({ '@context': { DrivingLicenceCredential: type } })

/** Registries that a user changes while the program runs. */
function changingRegistries() {
  const contexts = new Map<string, JsonObject>([[LICENCE_CONTEXT, terms('urn:one')]])
  const schemas = new Map<string, unknown>([[LICENCE_SCHEMA, { required: ['number'] }]])
  const state = { revision: 1 }
  const empty = { find: () => undefined }
  const registries = {
    contexts: { find: (url: string) => contexts.get(url) },
    schemas: { find: (id: string) => schemas.get(id) },
    dids: empty,
    statusLists: empty,
    trustList: () => [],
    revision: () => state.revision,
  }
  return { contexts, schemas, state, registries, contextAt: contextOver(registries, () => 0) }
}

const CREDENTIAL = aLicence()
const SCHEMA = { id: LICENCE_SCHEMA, type: 'JsonSchema' }

it('contextOver › reads contexts and schemas anew when the registries have another revision', async () => {
  const { contexts, schemas, state, contextAt } = changingRegistries()
  const said = async () => {
    const { jsonLd, validate } = contextAt(NOW, undefined)
    return [(await jsonLd.typeIrisOf(CREDENTIAL)).at(-1), (await validate(CREDENTIAL, SCHEMA)).result]
  }
  expect(await said()).toEqual(['urn:one', 'fail'])

  contexts.set(LICENCE_CONTEXT, terms('urn:two'))
  schemas.set(LICENCE_SCHEMA, { required: ['category'] })
  state.revision = 2

  expect(await said()).toEqual(['urn:two', 'pass'])
})

it('contextOver › a verification goes on with what it began with', async () => {
  const { contexts, state, contextAt } = changingRegistries()
  const begun = contextAt(NOW, undefined)
  await begun.jsonLd.typeIrisOf(CREDENTIAL)
  contexts.set(LICENCE_CONTEXT, terms('urn:two'))
  state.revision = 2

  await contextAt(NOW, undefined).jsonLd.typeIrisOf(CREDENTIAL)

  expect((await begun.jsonLd.typeIrisOf(CREDENTIAL)).at(-1)).toBe('urn:one')
})

it('contextOver › three credentials with four schemas of 4 s each › all of them end within 5 s, in the turn of the sender', async () => {
  let now = 0
  const asked: string[] = []
  const validateApart: ValidateCredentialApart = (_credential, _schema, _plain, allowance) => {
    now += asked.length === 0 ? 60_000 : 0 // for the first thread
    allowance?.begun()
    now += Math.min(4000, allowance?.leftMs() ?? 4000)
    asked.push(allowance?.sender.key ?? '')
    return Promise.resolve({ result: 'fail', code: 'timeout', violations: [] })
  }
  const { registries } = changingRegistries()
  const options = { validateApart }
  const context = contextOver({ ...registries, isForeignSchema: () => true }, () => now, options)(NOW, undefined, {
    key: 'somebody',
  })
  const credentialSchema = [1, 2, 3, 4].map((id) => ({ ...SCHEMA, id: `https://schemas.example/${id}` }))

  for (let count = 0; count < 3; count += 1) {
    const outcomes = await validateWithSchemas({ credentialSchema }, undefined, context)
    expect(outcomes.map((one) => 'code' in one && one.code)).toEqual(credentialSchema.map(() => 'timeout'))
  }

  expect(asked).toEqual(['somebody', 'somebody'])
  expect(now).toBe(65_000)
})
