// Proves docs/contract/exchange.md, Evaluation: steps, Checks: credential, Proofs: stated form, Registries: schemas.

/** What is signed is statements: no other way to write them turns a refused presentation into a valid one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { verifyOnce } from '../../src-main/exchange/presentations/verify-once.ts'
import { verifyPresentation } from '../../src-main/exchange/presentations/verify-presentation.ts'
import { contextOver } from '../../src-main/exchange/presentations/open-context.ts'
import { canonicalText } from '../../src-main/exchange/proofs/canonical-text.ts'
import { jsonLdOver } from '../../src-main/exchange/proofs/json-ld.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import { draws } from '../support/draws.ts'
import {
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  DATA_INTEGRITY_CONTEXT,
  IMPORTED_CONTEXTS,
  NOW,
  OTHER_NAMES,
  SWAPPED_NAMES,
  signed,
  signedAsWritten,
  STATUS_LIST,
  OTHER_LEVEL,
  STATUS_LIST_CONTEXT,
  SYNONYM,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { aRewriting, rewrite, rewriteWith, REWRITING_CONTEXT } from '../support/exchange/rewritings.ts'
import type { Rewriting } from '../support/exchange/rewritings.ts'
import { writtenAnew } from '../support/exchange/written-anew.ts'

const SCHEMA = 'https://schemas.example/rewritings'
const TERMS = 'https://terms.example/rewritings#'
const CONTEXTS = { find: (url: string) => IMPORTED_CONTEXTS.get(url) }
const ALL_CONTEXTS = contextRegistry(CONTEXTS)
const jsonLd = jsonLdOver(ALL_CONTEXTS)
const signedList = await signed(aStatusList(), THE_ISSUER)

const RUNS = draws(500, 20_000)
/** Most of what is drawn is passed over, which takes ten times as long. */
const SLOW_RUNS = draws(100, 20_000)

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
  /** Types for which the issuer is trusted; for all without them. */
  readonly trustedFor?: readonly string[]
  /** Besides its constraints. */
  readonly descriptor?: JsonObject
}

async function verdict(
  presentation: JsonObject,
  { field, constraints, schema, challenge, domain, descriptor, trustedFor }: Case,
): Promise<Verdict> {
  const contextAt = contextOver(
    {
      contexts: CONTEXTS,
      dids: { find: () => undefined },
      schemas: { find: (url) => (url === SCHEMA ? schema : undefined) },
      statusLists: { find: (url) => (url === STATUS_LIST ? { credential: signedList, held_since: NOW } : undefined) },
      trustList: () => [{ did: ISSUER, name: 'Harbour Registry', ...(trustedFor && { types: trustedFor }) }],
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
        type: fc.constantFrom('Person', ['Person', 'Degree'], 'Student', 'Place'),
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
        title: fc.constantFrom<JsonObject>({ en: 'A', de: 'B' }, { en: ['A', 'B'], '@none': 'banned' }),
        said: fc.constantFrom('A', 'B').map((text) => ({ '@value': text, '@language': 'en' })),
        data: fc.constantFrom<unknown[]>({ role: 'B', none: null, list: [] }, [1, [null]], 'text'),
        claim: aDegree,
        claims: fc.constant({ 'urn:g:1': { label: 'A', grade: 4 }, 'urn:g:2': { label: 'banned' } }),
        byName: fc.constant({ 'urn:n:1': { label: 'A', grade: 4 }, 'urn:n:2': { label: 'banned' } }),
        byType: fc.constant({ Degree: [{ grade: 4 }, { grade: 20 }], Student: { grade: 3, label: 'B' } }),
        byKey: fc.constant({ one: { label: 'A', grade: 4 }, two: { id: 'urn:degree:1', label: 'banned' } }),
        pupil: fc.record({
          type: fc.constantFrom('Student', ['Student', 'Degree']),
          grade: fc.nat(30),
          mark: fc.nat(30),
        }),
        address: fc.record({ label: word, floor: fc.nat(30), level: fc.nat(30) }, { requiredKeys: ['label'] }),
        place: fc.oneof(word, fc.constant({ type: 'Place', place: 'B' })),
        manages: fc.constant({ id: 'urn:degree:1', label: 'B', grade: 3 }),
        weight: fc.constantFrom<unknown[]>(4, 4.5, '4.5E0', 1e22),
        group: fc.record({ town: word }),
        kind: fc.constantFrom('Person', 'Banned'),
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

const TERM_NAMES = ['level', 'label', 'tags', 'degree', 'title', 'steps', 'claim', 'byName', 'roles'] as const

const PATHS: readonly string[] = [
  ...['type', 'level', 'label', 'caption', 'note', 'count', 'since', 'employer', 'state', 'tags', 'roles', 'steps'],
  ...['title', 'said', 'data', 'claim', 'claims', 'byName', 'byType', 'byKey', 'pupil', 'address', 'place', 'manages'],
  ...['weight', 'group', 'kind', 'id', 'degree', 'degree.grade', 'degree.label', 'degree.id', 'degree.knows'],
  ...['degree[0].grade', 'degree[*].grade', 'degree[?@.grade > 3].label', 'degree[?@.label == "A"].grade'],
  ...[
    'tags[0]',
    'tags[*]',
    'tags[-1]',
    'tags[0:1]',
    'tags[?@ == "A"]',
    'roles[0]',
    'steps[0]',
    'steps[1:]',
    'steps[-1]',
  ],
  ...['title.en', 'title["@none"]', 'title[*]', 'title.en[0]', 'said["@value"]', 'said["@language"]', 'employer.id'],
  ...['data.role', 'data.list[0]', 'data[1][0]', 'data.none', 'claim.grade', 'claim..grade', 'claims["urn:g:1"].grade'],
  ...['claims[*].label', 'claims..label', 'byName["urn:n:1"].grade', 'byName[*].label', 'byName[?@.grade].label'],
  ...[
    'byType.Degree[0].grade',
    'byType.Student.grade',
    'byType..grade',
    'byType[*]',
    'byKey.one.grade',
    'byKey[*].label',
  ],
  ...['pupil.grade', 'pupil.mark', 'pupil.type', 'pupil["@type"]', 'address.label', 'address.floor', 'address.level'],
  ...[
    'place.place',
    'place.type',
    'place.Place',
    'manages.grade',
    'manages.label',
    'group.town',
    'state.id',
    'degree..*',
  ],
  ...['tags["@value"]', 'level["@value"]', 'type[0]', 'type[1]', 'type[*]', 'employer["@id"]', 'degree["@id"]'],
  ...TERM_NAMES.map((name) => `${name}[*]`),
]
const WHOLE_PATHS: readonly string[] = [
  ...[
    '',
    '..grade',
    '..label',
    '..level',
    '[*]',
    '[*].grade',
    '[?@.grade < 18]',
    '[?@.label == "banned"]',
    '["@type"]',
  ],
  ...TERM_NAMES.map((name) => `["https://terms.example/rewritings#${name}"]`),
]

/** A path to something that is there is refused for its value; one to something else could be anything. */
function pathInto(subject: JsonObject, draw: number): string {
  const fitting = PATHS.filter((path) => /^\w+/.exec(path)?.some((name) => Object.hasOwn(subject, name)))
  const all = [...fitting.map((path) => `.${path}`), ...WHOLE_PATHS]
  return all[draw % (draw % 4 === 0 ? all.length : fitting.length)] ?? ''
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
  { const: ['A', 'B'] },
  { const: { id: 'urn:banned' } },
  { const: { role: 'B', none: null, list: [] } },
  { enum: [['B'], 'A', 4] },
  { minItems: 2 },
  { uniqueItems: true },
  { propertyNames: { maxLength: 5 } },
  { required: ['id'] },
  { minProperties: 2 },
  { maxProperties: 2 },
  { additionalProperties: false, properties: { id: true, label: true, grade: true } },
  { type: 'object' },
  { type: 'array' },
  { type: ['string', 'null'] },
  { type: 'number' },
  { format: 'uri' },
  { format: 'date', formatMinimum: '2010-01-01' },
)
/** Keywords that hold schemas, around the others. */
const around: readonly ((one: JsonObject, other: JsonObject) => JsonObject)[] = [
  (one) => ({ not: one }),
  (one, other) => ({ anyOf: [one, other] }),
  (one, other) => ({ oneOf: [one, other] }),
  (one, other) => ({ allOf: [one, other] }),
  (one, other) => ({ if: one, then: other }),
  (one, other) => ({ if: one, else: other }),
  (one) => ({ contains: one }),
  (one) => ({ items: one }),
  (one, other) => ({ items: [one, other] }),
  (one, other) => ({ items: [one], additionalItems: other }),
  (one) => ({ additionalProperties: one }),
  (one) => ({ properties: { grade: one, label: one } }),
  (one) => ({ patternProperties: { '^(l|g)': one } }),
  (one, other) => ({ properties: { label: one }, additionalProperties: other }),
  (one) => ({ dependencies: { label: one } }),
]
const { filter: aFilter } = fc.letrec<{ filter: JsonObject }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    positive,
    fc
      .tuple(fc.constantFrom(...around), tie('filter'), tie('filter'))
      .map(([wrap, one, other]: [(typeof around)[number], JsonObject, JsonObject]) => wrap(one, other)),
  ),
}))

/** A single cause of a refusal says more than many. */
function rarely<Value>(rare: Value, ...usual: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 1, arbitrary: fc.constant(rare) }, { weight: 6, arbitrary: fc.constantFrom(...usual) })
}

const RELATIONS: readonly JsonObject[] = [
  {},
  {},
  { is_holder: [{ field_id: ['f'], directive: 'required' }] },
  { same_subject: [{ field_id: ['f'], directive: 'required' }] },
  { subject_is_issuer: 'required' },
  { limit_disclosure: 'required' },
]
const URIS: readonly string[] = [SCHEMA, REWRITING_CONTEXT, 'https://terms.example/rewritings#TestCredential', 'Banned']

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
    relation: fc.constantFrom(...RELATIONS),
    uri: fc.option(fc.constantFrom(...URIS), { nil: undefined, freq: 3 }),
    schemaPath: fc.constantFrom(
      'level',
      'degree',
      'count',
      'state',
      'tags',
      'title',
      'steps',
      'claim',
      'pupil',
      'byName',
    ),
    schemaFilter: fc.option(aFilter, { nil: undefined, freq: 1 }),
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
      path: [`$.credentialSubject${pathInto(drawn.subject, drawn.path)}`],
      optional: drawn.optional,
      ...(drawn.filter && { filter: drawn.filter }),
    },
    constraints: drawn.relation,
    ...(drawn.uri !== undefined && { descriptor: { schema: [{ uri: drawn.uri }] } }),
    schema: drawn.schemaFilter ? { properties: { [drawn.schemaPath]: drawn.schemaFilter } } : {},
    challenge: drawn.challenge,
  }))

const someRewritings = fc.array(aRewriting, { minLength: 1, maxLength: 4 })

async function rewritten(document: JsonObject, rewritings: readonly Rewriting[]): Promise<JsonObject> {
  let written = document
  for (const rewriting of rewritings) written = await rewrite(written, rewriting, ALL_CONTEXTS)
  return written
}

/** What a rewriting adds beside the statements is refused for that. */
function isSaidUnsigned({ errors }: Verdict): boolean {
  return errors.some(({ code }) => code === 'undefined_member')
}

/** Whether it is valid, and which rows fail. */
function outcomeOf({ valid, errors }: Verdict): object {
  return { valid, failed: [...new Set(errors.map(({ check }) => check))].sort() }
}

describe('a presentation whose members are written in another way', () => {
  it('the credential › has the verdict of what the issuer signed', { tags: ['full'], timeout: 3_600_000 }, async () => {
    const tried = { valid: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(aCase, someRewritings, async (one, rewritings) => {
        const other = await rewritten(one.credential, rewritings)
        fc.pre(JSON.stringify(other) !== JSON.stringify(one.credential))
        const before = await statementsOf(one.credential)
        fc.pre(before !== undefined && before === (await statementsOf(other)))
        const credential = await signed(one.credential, THE_ISSUER)

        const asIssued = await verdict(await presented(credential), one)
        const asRewritten = await verdict(await presented({ ...other, proof: credential['proof'] }), one)
        fc.pre(![asIssued, asRewritten].some(isSaidUnsigned))
        tried[asIssued.valid ? 'valid' : 'refused'] += 1
        expect(outcomeOf(asRewritten), JSON.stringify({ was: asIssued.errors, other })).toEqual(outcomeOf(asIssued))
      }),
      { numRuns: RUNS, maxSkipsPerRun: 1000 },
    )
    expect(Math.min(tried.valid, tried.refused)).toBeGreaterThan(RUNS / 10)
  })

  it(
    'the credential, written anew from its statements › has the verdict of what the issuer signed',
    { tags: ['full'], timeout: 3_600_000 },
    async () => {
      const tried = { valid: 0, refused: 0 }
      const choices = fc.array(fc.nat(1000), { minLength: 7, maxLength: 31 })
      await fc.assert(
        fc.asyncProperty(aCase, choices, fc.boolean(), async (one, picks, isCompacted) => {
          const { '@context': context, id } = one.credential
          const before = await statementsOf(one.credential)
          fc.pre(before !== undefined)
          const { quads } = await jsonLd.statementsOf(one.credential)
          const anew = writtenAnew(quads, { context, root: String(id), prefixes: { ex: TERMS }, picks })
          expect(await statementsOf(anew), JSON.stringify(anew)).toBe(before)
          const other = isCompacted ? await rewriteWith(context as string[], anew, ALL_CONTEXTS) : anew
          fc.pre(!isCompacted || before === (await statementsOf(other)))
          const { proof } = await signed(one.credential, THE_ISSUER)

          const asIssued = await verdict(await presented({ ...one.credential, proof }), one)
          const asWritten = await verdict(await presented({ ...other, proof }), one)
          tried[asIssued.valid ? 'valid' : 'refused'] += 1
          expect(outcomeOf(asWritten), JSON.stringify({ was: asIssued.errors, other })).toEqual(outcomeOf(asIssued))
        }),
        { numRuns: RUNS, maxSkipsPerRun: 1000 },
      )
      expect(Math.min(tried.valid, tried.refused)).toBeGreaterThan(RUNS / 10)
    },
  )

  it(
    'the credential, under contexts that its holder added › has no value that was refused',
    { tags: ['full'], timeout: 7_200_000 },
    async () => {
      const added = fc.shuffledSubarray([OTHER_LEVEL, OTHER_NAMES, SWAPPED_NAMES])
      let tried = 0
      await fc.assert(
        fc.asyncProperty(aCase, added, someRewritings, async (one, others, rewritings) => {
          // What is said of the spelling of names is said of other names there.
          fc.pre(!/Names|roperties|pattern|format|Length/.test(JSON.stringify([one.field, one.schema])))
          const contexts = [CREDENTIALS_V1, STATUS_LIST_CONTEXT, REWRITING_CONTEXT, ...others]
          const renamed = await rewriteWith(contexts, one.credential, ALL_CONTEXTS)
          const other = await rewritten(renamed, rewritings)
          fc.pre((await statementsOf(one.credential)) === (await statementsOf(other)))
          const { proof } = await signed(one.credential, THE_ISSUER)
          const asIssued = await verdict(await presented({ ...one.credential, proof }), one)
          fc.pre(
            !asIssued.valid &&
              asIssued.errors.every(({ code }) => code === 'filter_failed' || code === 'schema_violation'),
          )
          const asRewritten = await verdict(await presented({ ...other, proof }), one)

          tried += 1
          expect(asRewritten.valid, JSON.stringify({ was: asIssued.errors, other })).toBe(false)
        }),
        { numRuns: SLOW_RUNS, maxSkipsPerRun: 1000 },
      )
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
        const { '@context': _context, ...otherProof } = await rewritten(
          { '@context': context, ...(proof as JsonObject) },
          rewritings,
        )
        const otherBody = await rewritten(body, rewritings)
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

const SECURITY = 'https://w3id.org/security#'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const JSON_TYPE = `${RDF}JSON`

/** Two nodes that name each other, one with a list. */
const inACircle = (steps: JsonObject) => ({
  [`${TERMS}claim`]: {
    '@graph': [
      { id: 'urn:one', knows: { id: 'urn:other' }, [`${TERMS}steps`]: steps },
      { id: 'urn:other', knows: { id: 'urn:one' } },
    ],
  },
})

/** What attacks found: path and filter, the subject as it was issued, and the members as somebody writes them. */
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
  [
    'a type as the property it stands for',
    'type',
    { not: { const: 'Banned' } },
    { type: 'Banned' },
    { [`${RDF}type`]: { '@id': `${TERMS}Banned` } },
  ],
  [
    'a list as the nodes it stands for',
    'steps[1]',
    { const: 'B' },
    { steps: ['B', 'A'] },
    {
      [`${TERMS}steps`]: {
        '@id': '_:1',
        [`${RDF}first`]: 'B',
        [`${RDF}rest`]: { [`${RDF}first`]: 'A', [`${RDF}rest`]: { '@id': `${RDF}nil` } },
      },
    },
  ],
  [
    'the end of a list as its rest',
    'steps[1]',
    { const: 'B' },
    { steps: ['B', 'A'] },
    { [`${TERMS}steps`]: { [`${RDF}first`]: 'B', [`${RDF}rest`]: { '@list': ['A'] } } },
  ],
  ['an empty list as its name', 'steps', { minItems: 1 }, { steps: [] }, { [`${TERMS}steps`]: { '@id': `${RDF}nil` } }],
  [
    'the label of a graph',
    'claim.grade',
    { minimum: 18 },
    { claim: { grade: 4 } },
    { [`${TERMS}claim`]: { '@id': '_:g', '@graph': [{ grade: 4 }] } },
  ],
  [
    'a graph beside its mention',
    'claim.grade',
    { minimum: 18 },
    { claim: { grade: 4 } },
    { [`${TERMS}claim`]: { '@id': '_:g' }, '@included': [{ '@id': '_:g', '@graph': [{ grade: 4 }] }] },
  ],
  [
    'a graph in two parts',
    'claim.grade',
    { minimum: 18 },
    { claim: { id: 'urn:n', grade: 4, label: 'A' } },
    {
      [`${TERMS}claim`]: [
        { '@id': '_:g', '@graph': [{ id: 'urn:n', grade: 4 }] },
        { '@id': '_:g', '@graph': [{ id: 'urn:n', label: 'A' }] },
      ],
    },
  ],
  [
    'a node in a graph that nothing is said of',
    'claim.grade',
    { minimum: 18 },
    { claim: { grade: 4 } },
    { [`${TERMS}claim`]: { '@graph': [{ grade: 4 }, { '@id': 'urn:idle', '@index': 'k' }] } },
  ],
  [
    'the nodes of a list in a graph whose nodes name each other',
    'claim["@graph"]',
    { minItems: 3 },
    inACircle({ '@list': ['A'] }),
    inACircle({ [`${RDF}first`]: 'A', [`${RDF}rest`]: { '@list': [] } }),
  ],
  [
    'the end of a list in a graph',
    'claim["@graph"]',
    { maxItems: 1 },
    { [`${TERMS}claim`]: { '@graph': [{ [`${TERMS}steps`]: { '@list': ['A'] } }, { id: `${RDF}nil`, label: 'B' }] } },
    {
      [`${TERMS}claim`]: {
        '@graph': [
          { [`${TERMS}steps`]: { [`${RDF}first`]: 'A', [`${RDF}rest`]: { '@id': `${RDF}nil` } } },
          { id: `${RDF}nil`, label: 'B' },
        ],
      },
    },
  ],
  [
    'the order of two lists',
    'steps',
    { contains: { const: 'B' } },
    { steps: { '@list': ['A', 'A'] }, 'ex:steps': { '@list': ['B'] } },
    { 'ex:steps': [{ '@list': ['B'] }, { '@list': ['A', 'A'] }] },
  ],
  [
    'a graph in which nothing is said',
    'employer',
    { not: { const: 'urn:bad' } },
    { employer: 'urn:bad' },
    { employer: { '@id': 'urn:bad', '@graph': [{ '@id': 'urn:idle', '@index': 'k' }] } },
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

  it('a list in one of two credentials that stand beside each other › is read as what it states', async () => {
    const { credential, ...one } = aCaseWith('level', { minimum: 18 }, { id: HOLDER, level: [12] })
    const { '@context': _context, ...other } = credential
    const both = { ...credential, '@included': [{ ...other, id: 'urn:uuid:2' }] }

    expect((await verdict(await presented(await signed(both, THE_ISSUER)), { credential, ...one })).valid).toBe(false)
  })

  it('a member that no statement is about › meets no field', async () => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const issued = await signed(credential, THE_ISSUER)
    const asking = { ...one, credential, field: { id: 'f', path: ["$['@index']"] } }

    expect((await verdict(await presented({ ...issued, '@index': 'x' }), asking)).errors).toMatchObject([
      { code: 'field_missing' },
    ])
  })

  it('the type of a proof as a keyword › is the type of the proof', async () => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const issued = await signed(credential, THE_ISSUER)
    const { type, ...proof } = issued['proof'] as JsonObject
    const descriptor = { format: { ldp_vc: { proof_type: ['Ed25519Signature2018'] } } }
    const other = { ...issued, proof: { ...proof, '@type': type } }

    expect((await verdict(await presented(other), { ...one, credential, descriptor })).errors).toEqual([])
  })

  it('a proof that stands below its key › is the same proof', async () => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const issued = await signed(credential, THE_ISSUER)
    const { jws, ...options } = issued['proof'] as JsonObject
    const named = {
      id: options['verificationMethod'],
      '@reverse': { [`${SECURITY}verificationMethod`]: { id: '_:p' } },
    }
    const other = { ...issued, proof: { jws, '@graph': [named, { ...options, id: '_:p' }] } }

    expect((await verdict(await presented(other), { ...one, credential })).errors).toEqual([])
  })

  it.each(['@index', '@direction'])('an end of a proof beside %s › holds under any name', async (layout) => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const expires = '2026-01-15T00:00:00Z'
    const hidden = ({ proof, ...document }: JsonObject) => {
      const { expires: _expires, ...options } = proof as JsonObject
      const end = { '@value': expires, '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' }
      return { ...document, proof: { ...options, [`${SECURITY}expiration`]: end, [layout]: 'ltr' } }
    }
    const issued = await signed(credential, THE_ISSUER)
    const made = await signed(aPresentation([issued], aSubmission('d')), THE_HOLDER, {
      proofPurpose: 'authentication',
      challenge: 'c',
      expires,
    })
    const ended = await presented(hidden(await signed(credential, THE_ISSUER, { expires })))

    expect((await verdict(hidden(made), { ...one, credential })).errors).toMatchObject([{ code: 'proof_expired' }])
    expect((await verdict(ended, { ...one, credential })).errors).toMatchObject([{ code: 'proof_expired' }])
  })

  it('a proof that ended behind another one › is looked at', async () => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const [lasting, ended] = await Promise.all(
      [{}, { expires: '2026-01-15T00:00:00Z' }].map(async (options) => signed(credential, THE_ISSUER, options)),
    )
    const issued = { ...lasting, proof: [lasting?.['proof'], ended?.['proof']] }

    expect((await verdict(await presented(issued), { ...one, credential })).errors).toMatchObject([
      { code: 'proof_expired' },
    ])
  })

  it.each([
    ['a type', { type: 'Banned' }, { type: `${TERMS}Banned` }, 'type'],
    ['a value', { state: 'Banned' }, { state: `${TERMS}Banned` }, 'state'],
  ])('a context that gives the name of %s to another one › hides none', async (_what, issued, written, path) => {
    const { credential, ...one } = aCaseWith(path, { not: { const: 'Banned' } }, { id: HOLDER, ...issued })
    const { proof } = await signed(credential, THE_ISSUER)
    const contexts = [CREDENTIALS_V1, STATUS_LIST_CONTEXT, REWRITING_CONTEXT, OTHER_LEVEL]
    const other = { ...credential, '@context': contexts, credentialSubject: { id: HOLDER, ...written }, proof }
    expect(await statementsOf(other)).toBe(await statementsOf(credential))

    expect((await verdict(await presented(other), { ...one, credential })).errors).toMatchObject([
      { code: 'filter_failed' },
    ])
  })

  it('a credential whose members are signed as they are written › is read so, whatever stands beside the proof', async () => {
    const { credential, ...one } = aCaseWith('level', { type: 'integer' }, { id: HOLDER, level: [20] })
    const contexts = [CREDENTIALS_V1, DATA_INTEGRITY_CONTEXT, STATUS_LIST_CONTEXT, REWRITING_CONTEXT]
    const issued = signedAsWritten({ ...credential, '@context': contexts }, THE_ISSUER)
    const { type, ...options } = issued['proof'] as JsonObject
    const unsupported = { ...options, type, cryptosuite: 'bbs-2023', proofValue: 'u' }
    const failing = async (proof: unknown) =>
      (await verdict(await presented({ ...issued, proof }), { ...one, credential })).errors

    expect(await failing(issued['proof'])).toMatchObject([{ code: 'filter_failed' }])
    expect(await failing([issued['proof'], unsupported])).toMatchObject([{ code: 'filter_failed' }])
    expect(await failing({ ...options, '@type': type })).toMatchObject([{ code: 'signature_invalid' }])
  })

  it.each(['before', 'behind'])(
    'a proof by somebody else %s that of the issuer › covers nothing for the issuer',
    async (where) => {
      const { credential, ...one } = aCaseWith('level', { minimum: 18 }, { id: HOLDER, [`${TERMS}level`]: 12 })
      const context = [CREDENTIALS_V1, DATA_INTEGRITY_CONTEXT, STATUS_LIST_CONTEXT]
      const types = ['VerifiableCredential', `${TERMS}TestCredential`]
      const { proof, ...issued } = await signed({ ...credential, '@context': context, type: types }, THE_ISSUER)
      const forged = { ...issued, credentialSubject: { id: HOLDER, [`${TERMS}level`]: 12, level: 20 } }
      const { proof: added } = signedAsWritten(forged, THE_HOLDER)
      const presentation = await presented({ ...forged, proof: where === 'before' ? [added, proof] : [proof, added] })

      expect((await verdict(presentation, { ...one, credential })).errors.map(({ code }) => code)).toEqual([
        'undefined_member',
        'filter_failed',
      ])
    },
  )

  it.each(['of the document', 'of its subject'])(
    'a context %s that gives a name to another member › hides none',
    async (place) => {
      const [issued, contexts] = [
        { id: HOLDER, level: 12, [`${TERMS}points`]: 20 },
        [CREDENTIALS_V1, REWRITING_CONTEXT],
      ]
      const { credential, ...one } = aCaseWith('level', { minimum: 18 }, issued)
      const { proof } = await signed(credential, THE_ISSUER)
      const [added, within] = place === 'of the document' ? [[OTHER_LEVEL], {}] : [[], { '@context': OTHER_LEVEL }]
      const other = {
        ...credential,
        '@context': [...contexts, STATUS_LIST_CONTEXT, ...added],
        credentialSubject: { ...within, id: HOLDER, level: 20, [`${TERMS}level`]: 12 },
      }
      expect(await statementsOf(other)).toBe(await statementsOf(credential))

      expect((await verdict(await presented({ ...other, proof }), { ...one, credential })).errors).toMatchObject([
        { code: 'filter_failed' },
      ])
    },
  )

  it.each([
    ['a type that it has not', REWRITING_CONTEXT, 'Trusted', 'issuer_not_trusted_for_schema'],
    ['its own type', REWRITING_CONTEXT, 'TestCredential', undefined],
    ['a synonym of its own context', SYNONYM, 'Trusted', undefined],
  ])('an issuer trusted for %s › no context that is added changes it', async (_what, own, type, code) => {
    const { credential, ...one } = aCaseWith('id', { const: HOLDER })
    const { proof } = await signed(credential, THE_ISSUER)
    const contexts = [...new Set([CREDENTIALS_V1, own, STATUS_LIST_CONTEXT, REWRITING_CONTEXT, SYNONYM])]
    const other = { ...credential, '@context': contexts, proof }

    const asking = { ...one, credential, descriptor: { constraints: {} }, trustedFor: [type] } // which names nothing
    const { errors } = await verdict(await presented(other), asking)
    expect(errors.map((error) => error.code)).toEqual(code === undefined ? [] : [code])
  })

  it('a context that exchanges names before the one that gives them › gives none, whatever is asked by its IRI', async () => {
    const { credential, ...one } = aCaseWith('level', { const: 'A' }, { id: HOLDER, level: 'banned', label: 'A' })
    const { proof } = await signed(credential, THE_ISSUER)
    const other = { ...credential, '@context': [CREDENTIALS_V1, SWAPPED_NAMES, REWRITING_CONTEXT], proof }
    const descriptor = { schema: [{ uri: `${TERMS}TestCredential` }] }

    expect((await verdict(await presented(other), { ...one, credential, descriptor })).errors).toMatchObject([
      { code: 'filter_failed' },
    ])
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
