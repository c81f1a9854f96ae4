// Proves docs/contract/exchange.md, Evaluation: steps, Checks: credential, Proofs: stated form, Registries: schemas.

/** What is signed is statements: no other way to write them turns a refused presentation into a valid one. */
import fc from 'fast-check'
import jsonldLibrary from 'jsonld'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { verifyOnce } from '../../src-main/exchange/presentations/verify-once.ts'
import { verifyPresentation } from '../../src-main/exchange/presentations/verify-presentation.ts'
import { contextOver } from '../../src-main/exchange/presentations/open-context.ts'
import { canonicalText, jsonLdOver } from '../../src-main/exchange/proofs/json-ld.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import { draws } from '../support/draws.ts'
import {
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  IMPORTED_CONTEXTS,
  NOW,
  signed,
  STATUS_LIST,
  STATUS_LIST_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { aRewriting, rewrite, REWRITING_CONTEXT } from '../support/exchange/rewritings.ts'
import type { Rewriting } from '../support/exchange/rewritings.ts'

const SCHEMA = 'https://schemas.example/rewritings'
const CONTEXTS = { find: (url: string) => IMPORTED_CONTEXTS.get(url) }
const jsonLd = jsonLdOver(contextRegistry(CONTEXTS))
const signedList = await signed(aStatusList(), THE_ISSUER)

const RUNS = draws(500, 20_000)

async function statementsOf(document: JsonObject): Promise<string | undefined> {
  const { proof: _proof, ...body } = document
  try {
    return await canonicalText((await jsonLd.statementsOf(body)).quads)
  } catch {
    return undefined // no JSON-LD any more: nothing that a signature could hold for
  }
}

/** Of body and proof, each by itself, as they are signed. */
async function isSameStatement(one: JsonObject, other: JsonObject): Promise<boolean> {
  const optionsOf = ({ proof, '@context': context }: JsonObject) => {
    const { jws: _jws, ...options } = proof as JsonObject
    return { ...options, '@context': context }
  }
  const [before, after] = [await statementsOf(one), await statementsOf(other)]
  const [options, otherOptions] = [await statementsOf(optionsOf(one)), await statementsOf(optionsOf(other))]
  return before !== undefined && before === after && options !== undefined && options === otherOptions
}

interface Case {
  readonly credential: JsonObject
  readonly field: JsonObject
  readonly constraints: JsonObject
  readonly schema: JsonObject
  readonly challenge: string
  readonly domain?: string
  /** Besides its constraints. */
  readonly descriptor?: JsonObject
}

async function verdict(
  presentation: JsonObject,
  { field, constraints, schema, challenge, domain, descriptor }: Case,
): Promise<Verdict> {
  const contextAt = contextOver(
    {
      contexts: CONTEXTS,
      dids: { find: () => undefined },
      schemas: { find: (url) => (url === SCHEMA ? schema : undefined) },
      statusLists: { find: (url) => (url === STATUS_LIST ? { credential: signedList, held_since: NOW } : undefined) },
      trustList: () => [{ did: ISSUER, name: 'Harbour Registry' }],
      revision: () => 0,
    },
    () => 0,
  )
  const definition = {
    id: 'd',
    input_descriptors: [{ id: 'licence', constraints: { fields: [field], ...constraints }, ...descriptor }],
  }
  const body = { presentation, options: { challenge, ...(domain !== undefined && { domain }) } }
  try {
    return await verifyOnce({ body, definition, now: NOW }, (input, now) =>
      verifyPresentation(input, contextAt(now, undefined)),
    )
  } catch (fault) {
    if (fault instanceof ServiceError) return { valid: false, errors: [] } // not even read
    throw fault
  }
}

type Verdict = Pick<Verification, 'valid' | 'errors'> & Partial<Pick<Verification, 'credentials'>>

/** The holder presents it, whoever wrote it how. */
async function presented(credential: JsonObject): Promise<JsonObject> {
  return signed(aPresentation([credential], aSubmission('d')), THE_HOLDER, {
    proofPurpose: 'authentication',
    challenge: 'c',
  })
}

const word = fc.constantFrom('A', 'B', 'banned')
const aDegree = fc.record(
  {
    id: fc.constantFrom('urn:degree:1', 'urn:degree:2'),
    type: fc.constant('Degree'),
    grade: fc.nat(30),
    label: word,
    knows: fc.constant({ id: HOLDER }),
  },
  { requiredKeys: ['type'] },
)
const aSubject = fc
  .tuple(
    fc.nat(20),
    fc.record(
      {
        type: fc.constantFrom('Person', ['Person', 'Degree']),
        level: fc.oneof(fc.nat(30), word),
        label: word,
        note: fc.constantFrom('7', 'B'),
        count: fc.nat(30),
        since: fc.constantFrom('2000-01-01', '2020-01-01'),
        employer: fc.constantFrom('urn:good', 'urn:banned', 'https://terms.example/rewritings#Banned'),
        state: fc.constantFrom('Active', 'Banned'),
        degree: fc.oneof(aDegree, fc.uniqueArray(aDegree, { minLength: 2, maxLength: 2, selector: ({ id }) => id })),
        tags: fc.oneof(word, fc.uniqueArray(word, { minLength: 2, maxLength: 3 })),
        roles: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
        steps: fc.array(word, { minLength: 1, maxLength: 3 }),
        title: fc.constant({ en: 'A', de: 'B' }),
      },
      { requiredKeys: [] },
    ),
  )
  // Few members, so that a path and a rewriting often meet.
  .map(([first, members]): JsonObject => {
    const entries = Object.entries(members)
    return {
      id: HOLDER,
      ...Object.fromEntries([...entries, ...entries].slice(first % (entries.length + 1)).slice(0, 2)),
    }
  })

const PATHS: readonly string[] = [
  ...[
    'type',
    'level',
    'label',
    'caption',
    'note',
    'count',
    'since',
    'employer',
    'state',
    'tags',
    'roles',
    'steps',
    'title',
  ],
  ...['degree', 'degree.grade', 'degree.label', 'degree.id', 'degree.knows', 'degree[0].grade', 'degree[*].grade'],
  ...['tags[0]', 'tags[*]', 'roles[0]', 'steps[0]', 'title.en', 'employer.id', 'id'],
]

/** A path to something that is there is refused for its value; one to something else could be anything. */
function pathInto(subject: JsonObject, draw: number): string {
  const fitting = PATHS.filter((path) => /^\w+/.exec(path)?.some((name) => Object.hasOwn(subject, name)))
  return fitting[draw % fitting.length] ?? 'caption'
}

const positive: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject[]>(
  { const: 'A' },
  { enum: ['A', 'B', 12] },
  { pattern: '^[A-Z]$' },
  { pattern: 'good' },
  { minimum: 18 },
  { minLength: 2 },
  { type: 'string', const: 'A' },
  { type: 'string', pattern: '^20[2-9]' },
  { type: 'integer', minimum: 18 },
  { type: 'array', contains: { const: 'A' } },
  { contains: { const: 'A' } },
  { items: { enum: ['A', 'B'] } },
  { maxItems: 1 },
  { properties: { grade: { minimum: 18 } } },
  { required: ['grade'] },
  { type: 'object', properties: { label: { const: 'A' } } },
  { const: 'Active' },
)
const aFilter = fc.oneof(
  positive,
  positive.map((filter): JsonObject => ({ not: filter })),
  fc.tuple(positive, positive).map(([one, other]): JsonObject => ({ anyOf: [one, other] })),
)

/** A single cause of a refusal says more than many. */
function rarely<Value>(rare: Value, ...usual: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 1, arbitrary: fc.constant(rare) }, { weight: 6, arbitrary: fc.constantFrom(...usual) })
}

const aCase: fc.Arbitrary<Case> = fc
  .record({
    subject: aSubject,
    subjectForm: rarely('listed', 'plain'),
    path: fc.nat(1000),
    filter: fc.option(aFilter, { nil: undefined }),
    optional: fc.boolean(),
    ended: rarely(true, false),
    revoked: rarely(9, undefined, 1),
    issuer: fc.constantFrom<unknown[]>(ISSUER, { id: ISSUER }),
    subjectId: rarely('did:example:somebody', HOLDER),
    isHolder: rarely(true, false),
    schemaPath: fc.constantFrom('level', 'degree', 'count', 'state', 'tags'),
    schemaFilter: fc.option(positive, { nil: undefined, freq: 1 }),
    challenge: rarely('other', 'c'),
  })
  .map((drawn) => ({
    credential: {
      '@context': [CREDENTIALS_V1, STATUS_LIST_CONTEXT, REWRITING_CONTEXT],
      id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      type: ['VerifiableCredential', 'TestCredential'],
      issuer: drawn.issuer,
      issuanceDate: '2026-01-01T00:00:00Z',
      expirationDate: drawn.ended ? '2026-01-15T00:00:00Z' : '2036-01-01T00:00:00Z',
      credentialSubject:
        drawn.subjectForm === 'plain'
          ? { ...drawn.subject, id: drawn.subjectId }
          : [{ ...drawn.subject, id: drawn.subjectId }],
      credentialSchema: { id: SCHEMA, type: 'JsonSchemaValidator2018' },
      ...(drawn.revoked !== undefined && { credentialStatus: aStatusEntry(drawn.revoked) }),
    },
    field: {
      id: 'f',
      path: [`$.credentialSubject.${pathInto(drawn.subject, drawn.path)}`],
      optional: drawn.optional,
      ...(drawn.filter && { filter: drawn.filter }),
    },
    constraints: drawn.isHolder ? { is_holder: [{ field_id: ['f'], directive: 'required' }] } : {},
    schema: drawn.schemaFilter ? { properties: { [drawn.schemaPath]: drawn.schemaFilter } } : {},
    challenge: drawn.challenge,
  }))

const someRewritings = fc.array(aRewriting, { minLength: 1, maxLength: 4 })

const rewritten = (document: JsonObject, rewritings: readonly Rewriting[]) => rewritings.reduce(rewrite, document)

/** The library's own ways to write a document anew. */
const library = jsonldLibrary as unknown as Readonly<
  Record<'compact' | 'flatten' | 'frame', (document: unknown, order: unknown, options: object) => Promise<JsonObject>> &
    Record<'toRDF' | 'fromRDF', (document: unknown, options: object) => Promise<unknown>>
>
const { find } = contextRegistry(CONTEXTS)
const OPTIONS = {
  documentLoader: (url: string) => Promise.resolve({ documentUrl: url, document: find(url) }),
}
const LIBRARY_WAYS = {
  compact: (body, context) => library.compact(body, context, OPTIONS),
  'compact, with lists': (body, context) => library.compact(body, context, { ...OPTIONS, compactArrays: false }),
  flatten: (body, context) => library.flatten(body, context, OPTIONS),
  frame: (body, context) => library.frame(body, { '@context': context, type: 'VerifiableCredential' }, OPTIONS),
  'frame, each node once': (body, context) =>
    library.frame(body, { '@context': context, type: 'VerifiableCredential', '@embed': '@once' }, OPTIONS),
  fromRDF: async (body, context) => {
    const quads = await library.toRDF(body, OPTIONS)
    return library.compact(await library.fromRDF(quads, { useNativeTypes: true }), context, OPTIONS)
  },
  'fromRDF, as texts': async (body, context) =>
    library.compact(await library.fromRDF(await library.toRDF(body, OPTIONS), {}), context, OPTIONS),
} as const satisfies Record<string, (body: JsonObject, context: unknown) => Promise<JsonObject>>
const LIBRARY_NAMES = Object.keys(LIBRARY_WAYS) as (keyof typeof LIBRARY_WAYS)[] // of this very table

/** Whether it is valid, and which rows fail. */
function outcomeOf({ valid, errors }: Verdict): object {
  return { valid, failed: [...new Set(errors.map(({ check }) => check))].sort() }
}

describe('a presentation whose members are written in another way', () => {
  it('the credential › has the verdict of what the issuer signed', { tags: ['full'], timeout: 3_600_000 }, async () => {
    const tried = { valid: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(aCase, someRewritings, async (one, rewritings) => {
        const other = rewritten(one.credential, rewritings)
        fc.pre(JSON.stringify(other) !== JSON.stringify(one.credential))
        const before = await statementsOf(one.credential)
        fc.pre(before !== undefined && before === (await statementsOf(other)))
        const credential = await signed(one.credential, THE_ISSUER)

        const asIssued = await verdict(await presented(credential), one)
        const asRewritten = await verdict(await presented({ ...other, proof: credential['proof'] }), one)
        // Something was added that nothing states, as a name that is no IRI.
        fc.pre(!asRewritten.errors.some(({ code }) => code === 'undefined_member'))

        tried[asIssued.valid ? 'valid' : 'refused'] += 1
        expect(outcomeOf(asRewritten), JSON.stringify({ was: asIssued.errors, other })).toEqual(outcomeOf(asIssued))
      }),
      { numRuns: RUNS, maxSkipsPerRun: 1000 },
    )
    expect(Math.min(tried.valid, tried.refused)).toBeGreaterThan(RUNS / 10)
  })

  it(
    'the credential, by the library › has the verdict of what the issuer signed',
    { tags: ['full'], timeout: 3_600_000 },
    async () => {
      const tried = { valid: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(aCase, fc.constantFrom(...LIBRARY_NAMES), someRewritings, async (one, way, rewritings) => {
          const { '@context': context } = one.credential
          const before = await statementsOf(one.credential)
          const first = rewritten(one.credential, rewritings)
          const start = before === (await statementsOf(first)) ? first : one.credential
          const other = { ...(await LIBRARY_WAYS[way](start, context)), '@context': context }
          fc.pre(before !== undefined && before === (await statementsOf(other)))
          const credential = await signed(one.credential, THE_ISSUER)

          const asIssued = await verdict(await presented(credential), one)
          const asRewritten = await verdict(await presented({ ...other, proof: credential['proof'] }), one)
          // Something was added that nothing states, as a name that is no IRI.
          fc.pre(!asRewritten.errors.some(({ code }) => code === 'undefined_member'))

          tried[asIssued.valid ? 'valid' : 'refused'] += 1
          expect(outcomeOf(asRewritten), JSON.stringify({ was: asIssued.errors, other })).toEqual(outcomeOf(asIssued))
        }),
        { numRuns: RUNS, maxSkipsPerRun: 1000 },
      )
      expect(Math.min(tried.valid, tried.refused)).toBeGreaterThan(RUNS / 10)
    },
  )

  it('the presentation, by somebody who did not make it › is never valid when it was refused before', async () => {
    const one = aCaseWith('level', { minimum: 10 })
    const credential = await signed(one.credential, THE_ISSUER)
    const anEnvelope = fc.record({
      ended: fc.boolean(),
      created: rarely('2026-03-01T00:00:00Z', NOW),
      bound: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(anEnvelope, someRewritings, async ({ ended, created, bound }, rewritings) => {
        const challenge = ended ? 'c' : 'of another request'
        const document = aPresentation([credential], aSubmission('d'), { id: 'urn:uuid:2' })
        const { proof, ...body } = await signed(document, THE_HOLDER, {
          proofPurpose: 'authentication',
          created,
          challenge,
          ...(bound && { domain: 'https://elsewhere.example' }),
          ...(ended && { expires: '2026-01-15T00:00:00Z' }),
        })
        const context = body['@context']
        const { '@context': _context, ...otherProof } = rewritten(
          { '@context': context, ...(proof as JsonObject) },
          rewritings,
        )
        const otherBody = rewritten(body, rewritings)
        for (const other of [
          { ...body, proof: otherProof },
          { ...otherBody, proof },
        ]) {
          if (!(await isSameStatement({ ...body, proof }, other))) continue
          const asMade = await verdict({ ...body, proof }, { ...one, domain: 'https://verifier.example' })
          if (asMade.valid) continue
          expect((await verdict(other, { ...one, domain: 'https://verifier.example' })).valid).toBe(false)
        }
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  }, 600_000)
})

const SUBJECT = { id: HOLDER, level: 12, label: 'B', tags: ['B'], degree: { type: 'Degree', grade: 4 }, count: 3 }

function aCaseWith(path: string, filter: JsonObject, subject: JsonObject = SUBJECT): Case {
  return {
    credential: {
      '@context': [CREDENTIALS_V1, STATUS_LIST_CONTEXT, REWRITING_CONTEXT],
      id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      type: ['VerifiableCredential', 'TestCredential'],
      issuer: ISSUER,
      issuanceDate: '2026-01-01T00:00:00Z',
      expirationDate: '2036-01-01T00:00:00Z',
      credentialSubject: subject,
    },
    field: { id: 'f', path: [`$.credentialSubject.${path}`], optional: true, filter },
    constraints: {},
    schema: {},
    challenge: 'c',
  }
}

/** Filters that a value slips past when it is written as somebody likes it. */
const SLIPS: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['level', { minimum: 18 }, { level: [12] }],
  ['label', { pattern: '^A' }, { label: ['B'] }],
  ['label', { not: { type: 'string', const: 'B' } }, { label: ['B'] }],
  ['degree', { properties: { grade: { minimum: 18 } } }, { degree: [{ type: 'Degree', grade: 4 }] }],
  ['degree.grade', { minimum: 18 }, { degree: [{ type: 'Degree', grade: 4 }] }],
  ['degree.type', { const: 'Doctor' }, { degree: { '@type': 'Degree', grade: 4 } }],
  ['tags', { contains: { const: 'A' } }, { tags: 'B' }],
  ['tags[0]', { const: 'A' }, { tags: 'B' }],
  ['tags[*]', { const: 'A' }, { tags: 'B' }],
  ['count', { minimum: 18 }, { count: '3' }],
  ['label', { not: { items: { enum: ['A', 'C'] } } }, { label: ['B', 'B'] }],
]

describe('a value in a form that a filter does not speak of', () => {
  it.each(SLIPS)('%s, %j › is refused as before in %j', async (path, filter, changed) => {
    const one = aCaseWith(path, filter)
    const credential = await signed(one.credential, THE_ISSUER)
    const other = { ...credential, credentialSubject: { ...SUBJECT, ...changed } }
    expect(await statementsOf(other)).toBe(await statementsOf(credential))

    expect((await verdict(await presented(credential), one)).errors).toMatchObject([{ check: 'descriptor.field' }])
    expect((await verdict(await presented(other), one)).errors).toMatchObject([{ check: 'descriptor.field' }])
  })
})

/** Schemas that a value slips past in the same way, and what is not about its form. */
const SCHEMA_SLIPS: readonly (readonly [JsonObject, JsonObject, readonly string[]])[] = [
  [{ level: { minimum: 18 } }, { level: [12] }, ['minimum']],
  [{ level: { type: ['integer', 'array'], minimum: 18 } }, { level: [12] }, ['minimum']],
  [{ degree: { properties: { grade: { minimum: 18 } } } }, { degree: [SUBJECT.degree] }, ['minimum']],
  [{ degree: { properties: { type: { const: 'Doctor' } } } }, { degree: { '@type': 'Degree', grade: 4 } }, ['const']],
  [{ level: { type: 'array' } }, { level: [12] }, []],
  [{ level: { oneOf: [{ type: 'array', items: { type: 'integer' } }, { const: 3 }] } }, { level: [12] }, []],
  [{ degree: { type: 'array', items: { required: ['grade'] } } }, { degree: [SUBJECT.degree] }, []],
]

describe('a credential in a form that its schema does not speak of', () => {
  it.each(SCHEMA_SLIPS)('%j › holds for %j in either form: %j', async (properties, changed, keywords) => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const withSchema = { ...credential, credentialSchema: { id: SCHEMA, type: 'JsonSchemaValidator2018' } }
    const issued = await signed({ ...withSchema, credentialSubject: { ...SUBJECT, ...changed } }, THE_ISSUER)

    const { credentials } = await verdict(await presented(issued), { credential, ...one, schema: { properties } })

    const found = credentials?.flatMap(({ checks }) => checks.filter(({ check }) => check === 'credential.schema'))
    expect(found?.flatMap(({ extra }) => extra?.map((violation) => violation['keyword']) ?? [])).toEqual(keywords)
  })
})

const TERMS = 'https://terms.example/rewritings#'
const JSON_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON'

/** What a first attack found: path and filter, the subject as it was issued, and the members as somebody writes them. */
const ATTACKS: readonly (readonly [string, string, JsonObject, JsonObject, JsonObject])[] = [
  [
    'a context left out, its names and types written in full',
    'level',
    { minimum: 18 },
    { level: 12 },
    {
      '@context': [CREDENTIALS_V1],
      type: ['VerifiableCredential', `${TERMS}TestCredential`],
      credentialSubject: { id: HOLDER, [`${TERMS}level`]: 12 },
    },
  ],
  [
    'a reference as text',
    'employer.id',
    { const: 'urn:good' },
    { employer: { id: 'urn:bad' } },
    { employer: 'urn:bad' },
  ],
  [
    'a reference in a filter',
    'employer',
    { required: ['name'] },
    { employer: { id: 'urn:bad' } },
    { employer: 'urn:bad' },
  ],
  ['a list below a descent', '.degree[0].grade', { minimum: 18 }, { degree: [{ grade: 4 }] }, { degree: { grade: 4 } }],
  [
    "a list in a path's own filter",
    'degree[?@.tags[0]].grade',
    { minimum: 18 },
    { degree: [{ tags: ['A'], grade: 4 }] },
    { degree: { tags: 'A', grade: 4 } },
  ],
  ['one of two', 'label', { oneOf: [{ const: 'banned' }, {}] }, { label: 'banned' }, { label: ['banned'] }],
  ['a number of another type', 'years', { minimum: 18 }, { years: 12 }, { years: '12' }],
  [
    'JSON as its text',
    'data.role',
    { const: 'A' },
    { data: { role: 'B' } },
    { [`${TERMS}data`]: { '@value': '{"role":"B"}', '@type': JSON_TYPE } },
  ],
]

describe('what an attack found', () => {
  it.each(ATTACKS)('%s › is refused as it was: %s, %j', async (_name, path, filter, subject, changed) => {
    const one = aCaseWith(path, filter, { id: HOLDER, ...subject })
    const credential = await signed(one.credential, THE_ISSUER)
    const isWhole = Object.hasOwn(changed, 'credentialSubject')
    const other = { ...credential, ...(isWhole ? changed : { credentialSubject: { id: HOLDER, ...changed } }) }
    expect(await statementsOf(other)).toBe(await statementsOf(credential))

    expect((await verdict(await presented(credential), one)).valid).toBe(false)
    expect((await verdict(await presented(other), one)).valid).toBe(false)
  })

  it('a context that the statements do not need › is not what a descriptor asks for', async () => {
    const idle = 'https://contexts.example/licence'
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const demanding = (uri: string) => ({ ...one, credential, descriptor: { schema: [{ uri }] } })
    const context = [CREDENTIALS_V1, STATUS_LIST_CONTEXT, REWRITING_CONTEXT, idle]
    const presentation = await presented(await signed({ ...credential, '@context': context }, THE_ISSUER))

    expect((await verdict(presentation, demanding(REWRITING_CONTEXT))).valid).toBe(true)
    expect((await verdict(presentation, demanding(idle))).errors).toMatchObject([{ code: 'schema_mismatch' }])
  })
})
