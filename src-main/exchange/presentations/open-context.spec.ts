// Proves docs/contract/exchange.md, Registries.

import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { SignJWT } from 'jose'
import { expect, it, vi } from 'vitest'
import {
  aLicence,
  aStatusEntry,
  aStatusList,
  LICENCE_CONTEXT,
  privateKeyOf,
  signed,
  STATUS_LIST,
  THE_ISSUER,
} from '../../../tests/support/exchange/presentations.ts'
import { ISSUER, LICENCE_SCHEMA } from '../../../tests/support/exchange/definitions.ts'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { validateWithSchemas } from '../registries/credential-schemas.ts'
import { readStatus } from '../registries/credential-status.ts'
import type { ValidateCredentialOnWorker } from '../registries/schema-validator.ts'
import { gatherCredential } from './gather.ts'
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
  const validateOnWorker: ValidateCredentialOnWorker = (_credential, _schema, _plain, allowance) => {
    now += asked.length === 0 ? 60_000 : 0 // for the first thread
    allowance?.begun()
    now += Math.min(4000, allowance?.leftMs() ?? 4000)
    asked.push(allowance?.sender.key ?? '')
    return Promise.resolve({ result: 'fail', code: 'timeout', violations: [] })
  }
  const { registries } = changingRegistries()
  const options = { validateOnWorker }
  const context = contextOver({ ...registries, isForeignSchema: () => true }, () => now, options)(NOW, undefined, {
    key: 'somebody',
  })
  const asWritten = { readBy: () => Promise.resolve([{}]), isStated: false }
  const credentialSchema = [1, 2, 3, 4].map((id) => ({ ...SCHEMA, id: `https://schemas.example/${id}` }))

  for (let count = 0; count < 3; count += 1) {
    const outcomes = await validateWithSchemas({ credentialSchema }, asWritten, context)
    expect(outcomes.map((one) => 'code' in one && one.code)).toEqual(credentialSchema.map(() => 'timeout'))
  }

  expect(asked).toEqual(['somebody', 'somebody'])
  expect(now).toBe(65_000)
})

it.each<[string, (list: JsonObject) => Promise<unknown>]>([
  ['linked data', (list) => signed(list, THE_ISSUER)],
  ['a JWT', jwtListOf],
])('contextOver › 100 entries of one list, %s › open and unpack it once in each verification', async (_, written) => {
  const credential = await written(aStatusList())
  const { registries } = changingRegistries()
  const contextAt = contextOver(
    { ...registries, statusLists: { find: () => ({ credential, held_since: NOW }) } },
    () => 0,
  )
  const unpack = vi.spyOn(zlib, 'gunzipSync')
  syncBuiltinESMExports()
  const document = { credentialStatus: Array.from({ length: 100 }, (_value, index) => aStatusEntry(index)) }

  for (const times of [1, 2]) {
    const { findings } = await readStatus(document, ISSUER, contextAt(NOW, undefined))
    expect(findings).toMatchObject([{ code: 'credential_revoked', location: ['credentialStatus', 9] }])
    expect(unpack).toHaveBeenCalledTimes(times)
  }
  unpack.mockRestore()
  syncBuiltinESMExports()
})

async function jwtListOf(list: JsonObject): Promise<string> {
  const { issuer: _issuer, id: _id, issuanceDate: _date, ...vc } = list
  return new SignJWT({ iss: ISSUER, jti: STATUS_LIST, nbf: 1_767_225_600, vc })
    .setProtectedHeader({ alg: 'EdDSA', kid: `${ISSUER}#${ISSUER.slice('did:key:'.length)}` })
    .sign(privateKeyOf(THE_ISSUER.seed))
}

it('gatherCredential › a JWT in a verification that was stopped › its signature is not looked at', async () => {
  const { contextAt } = changingRegistries()
  const context = contextAt(NOW, undefined)
  const sent = { index: 0, location: [], value: await jwtListOf(aStatusList()) }
  const codeOf = async (stopped: typeof context.stopped) =>
    (await gatherCredential(sent, { ...context, stopped }, NO_NAMES, true)).proof?.fault?.code

  expect(await codeOf(() => undefined)).toBe(undefined)
  expect(await codeOf(() => 'timeout')).toBe('timeout')
})
