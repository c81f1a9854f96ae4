// Proves docs/contract/exchange.md, Registries: schemas.

import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { WAITING_LIMITS } from '../../service/fair-queue.ts'
import type { Allowance } from '../registries/stop-code.ts'
import type { Registries } from '../presentations/open-context.ts'
import type { RegistryPort } from './registry-port.ts'
import { schemaThreads } from './schema-threads.ts'

const ID = 'https://schemas.example/one'
const PART = 'https://schemas.example/part'
const EMPTY = { find: () => undefined }
let documents: Readonly<Record<string, unknown>> = {}
let revision = 0
let thread = schemaThreads(registriesOf())

afterEach(async () => {
  await thread.close()
})

function registriesOf(): Registries {
  return {
    contexts: EMPTY,
    dids: EMPTY,
    schemas: { find: (id) => documents[id] },
    statusLists: EMPTY,
    trustList: () => [],
    revision: () => revision,
  }
}

function hold(next: typeof documents): void {
  documents = next
  revision += 1
}

const validate = (subject: object, allowance?: Allowance) =>
  thread.validate({ credentialSubject: subject }, { id: ID, type: 'JsonSchemaValidator2018' }, undefined, allowance)

const allowed = (key: string, leftMs = 20_000) => {
  const told = { begun: 0 }
  const allowance: Allowance = { sender: { key }, leftMs: () => leftMs, begun: () => (told.begun += 1) }
  return { allowance, told }
}

describe('schemaThreads', () => {
  it('says the same as the validator here, also with references and after a change', async () => {
    thread = schemaThreads(registriesOf())
    hold({ [ID]: { properties: { name: { $ref: PART } } }, [PART]: { $id: PART, type: 'string' } })
    expect(await validate({ name: 'x' })).toEqual({ result: 'pass' })
    expect(await validate({ name: 1 })).toMatchObject({
      result: 'fail',
      code: 'schema_violation',
      violations: [{ pointer: '/credentialSubject/name', keyword: 'type' }],
    })

    hold({})

    expect(await validate({ name: 'x' })).toMatchObject({ result: 'warn', code: 'schema_unavailable' })
  })

  it('more of one sender than may wait › are not checked, and one of another sender is', async () => {
    thread = schemaThreads(registriesOf())
    hold({ [ID]: { type: 'object' } })
    const { allowance } = allowed('stranger')
    const taken = WAITING_LIMITS.ofGroup + 2
    const flood = Array.from({ length: taken + 3 }, () => validate({}, allowance))
    const honest = validate({}, allowed('somebody').allowance)

    expect(await honest).toEqual({ result: 'pass' })
    const outcomes = await Promise.all(flood)
    expect(outcomes.slice(0, taken)).toEqual(Array.from({ length: taken }, () => ({ result: 'pass' })))
    expect(outcomes.slice(taken)).toMatchObject([1, 2, 3].map(() => ({ result: 'fail', code: 'schema_not_checked' })))
  })

  it('the end of the verification comes before that of the schema › fails with `timeout`, and was told', async () => {
    thread = schemaThreads(registriesOf(), { limitMs: 600_000 })
    hold({ [ID]: { properties: { name: { pattern: '^(?=a)(a+)+$' } } } })
    const { allowance, told } = allowed('somebody', 50)

    expect(await validate({ name: `${'a'.repeat(40)}!` }, allowance)).toMatchObject({ code: 'timeout' })
    expect(told.begun).toBe(1)
  })

  it('a schema without end › is unavailable there too, and the next one is validated', async () => {
    thread = schemaThreads(registriesOf())
    hold({ [ID]: { $schema: 'https://json-schema.org/draft/2020-12/schema', $dynamicAnchor: 'x', $dynamicRef: '#x' } })
    expect(await validate({})).toMatchObject({ result: 'fail', code: 'schema_unavailable' })

    hold({ [ID]: { required: ['constructor'] } })

    expect(await validate({})).toMatchObject({ result: 'fail', code: 'schema_violation' })
  })

  it.each<[string, object, object]>([
    ['a pattern that goes back', { properties: { name: { pattern: '^(?=a)(a+)+$' } } }, { name: `${'a'.repeat(40)}!` }],
    ['references that double the work at each level', doubling(40), { name: 'x' }],
  ])('%s › fails with `timeout`, and the next one is validated', { tags: ['full'] }, async (_, schema, subject) => {
    thread = schemaThreads(registriesOf(), { limitMs: 1500 })
    hold({ [ID]: schema })

    expect(await validate(subject)).toEqual({ result: 'fail', code: 'timeout', violations: [] })
    hold({ [ID]: { type: 'object' } })
    expect(await validate(subject)).toEqual({ result: 'pass' })
  })

  it('a schema that refers to itself for ever › fails, never passes', { tags: ['full'] }, async () => {
    thread = schemaThreads(registriesOf())
    hold({ [ID]: { $ref: '#' } })

    expect(await validate({})).toMatchObject({ result: 'fail' })
  })

  it('starts later than a schema may take › validates', { tags: ['full'] }, async () => {
    const limitMs = 1500
    const url = new URL('./schema-worker.ts', import.meta.url).href
    const source = `setTimeout(() => import(${JSON.stringify(url)}), ${limitMs + 100})`
    const startWorker = (registries: RegistryPort) =>
      new Worker(source, { eval: true, workerData: registries, transferList: [registries.port] })
    thread = schemaThreads(registriesOf(), { limitMs, startWorker })
    hold({ [ID]: { type: 'object' } })

    expect(await validate({})).toEqual({ result: 'pass' })
  })

  it('a thread that never starts › fails with `timeout`', { tags: ['full'] }, async () => {
    const startWorker = () => new Worker('for (;;);', { eval: true })
    thread = schemaThreads(registriesOf(), { startMs: 50, startWorker })

    expect(await validate({})).toEqual({ result: 'fail', code: 'timeout', violations: [] })
  })

  it('a thread that dies › fails', { tags: ['full'] }, async () => {
    thread = schemaThreads(registriesOf(), { startWorker: () => new Worker('process.exit(1)', { eval: true }) })

    expect(await validate({})).toEqual({ result: 'fail', code: 'internal', violations: [] })
  })
})

function doubling(levels: number): object {
  const definitions = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/definitions/l${level + 1}` }
      return [`l${level}`, { allOf: [next, next] }]
    }),
  )
  return { definitions: { ...definitions, [`l${levels}`]: { type: 'object' } }, $ref: '#/definitions/l0' }
}
