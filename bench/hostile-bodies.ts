/** Bodies up to their limit that are made to keep a service busy: a mebibyte of presentation, a quarter of definition. */
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../tests/support/exchange/definitions.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../tests/support/exchange/presentations.ts'

export interface HostileBody {
  readonly name: string
  readonly body: JsonObject
}

const SMALL_BYTES = 15_000
const LARGE_BYTES = 1_000_000
const DEFINITION_BYTES = 250_000
/** An object or list may have 10,000 entries. */
const MAX_ENTRIES = 9_900

/** As many as fit, each made from its index. */
function filled(bytes: number, make: (index: number) => unknown): readonly unknown[] {
  const each = JSON.stringify(make(MAX_ENTRIES)).length + 1
  return Array.from({ length: Math.min(MAX_ENTRIES, Math.floor(bytes / each)) }, (_, index) => make(index))
}

const named = (bytes: number, value: unknown): JsonObject =>
  Object.fromEntries(
    filled(bytes, (index) => `member ${index}`).map((name): [string, unknown] => [String(name), value]),
  )

function nested(levels: number, value: unknown): unknown {
  return levels === 0 ? value : { evidence: nested(levels - 1, value) }
}

async function presentationWith(credential: JsonObject, members: JsonObject = {}): Promise<JsonObject> {
  const issued = await signed(
    {
      '@context': [CREDENTIALS_V1],
      type: ['VerifiableCredential'],
      issuer: ISSUER,
      issuanceDate: '2026-01-01T00:00:00Z',
      credentialSubject: { id: HOLDER },
      ...credential,
    },
    THE_ISSUER,
  )
  return { ...(await signed(aPresentation([issued], aSubmission('d1')), THE_HOLDER)), ...members }
}

const mapOf = (bytes: number, path: string) => ({
  presentation_submission: aSubmission('d1', {
    descriptor_map: filled(bytes, () => ({ id: 'any', path, format: 'ldp_vc' })),
  }),
})

/** The worst that were found, small enough for the service thread to be tempted, and as large as a body may be. */
export async function hostilePresentations(): Promise<readonly HostileBody[]> {
  const stories = [SMALL_BYTES, LARGE_BYTES].flatMap((bytes): readonly [string, Promise<JsonObject>][] => [
    [`identifiers that are none, ${bytes}`, presentationWith({ evidence: filled(bytes, (index) => `x${index}`) })],
    [
      `types, ${bytes}`,
      presentationWith({
        evidence: filled(bytes, (index) => ({ id: `urn:${index}`, type: 'JsonSchemaValidator2018' })),
      }),
    ],
    [
      `nodes in each other, ${bytes}`,
      presentationWith({ evidence: filled(bytes, (index) => nested(40, `x${index}`)) }),
    ],
    [`members nobody defines, ${bytes}`, presentationWith(named(bytes, 1))],
    [`a map of entries, ${bytes}`, presentationWith({}, mapOf(bytes, `$${"['a']".repeat(50)}`))],
    [`lists of digits, ${bytes}`, presentationWith({}, { filler: filled(bytes / 100, () => filled(100, () => 1)) })],
    [
      `small objects, ${bytes}`,
      presentationWith({}, { filler: filled(bytes / 100, () => filled(100, () => ({ a: 1 }))) }),
    ],
  ])
  return Promise.all(stories.map(async ([name, made]) => ({ name, body: { presentation: await made } })))
}

const ODRL = 'https://www.w3.org/ns/odrl.jsonld'

/** Small documents whose nodes name each other: written out anew wherever they are named, they would have no end. */
export async function referringPresentations(): Promise<readonly HostileBody[]> {
  const node = (number: number) => `urn:node:${number}`
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const all = numbers(6).map((one) => ({
    id: node(one),
    relation: numbers(6)
      .filter((other) => other !== one)
      .map(node),
  }))
  const levels = numbers(12).map((level) => ({ id: node(level), target: node(level + 1), source: node(level + 1) }))
  const credential = (relation: unknown) => ({
    '@context': [CREDENTIALS_V1, ODRL],
    credentialSubject: { id: HOLDER, relation },
  })
  const signatures = [
    'Ed25519Signature2018',
    'RsaSignature2018',
    'EcdsaSecp256k1Signature2019',
    'EcdsaSecp256r1Signature2019',
  ]
  const typed = numbers(21).map((one) => ({
    id: node(one),
    'rdf:type': signatures
      .filter((_, bit) => (one >> bit) % 2 === 1)
      .map((type) => ({ uid: `https://w3id.org/security#${type}` })),
    relation: numbers(7).map((other) => node(one - (one % 7) + 7 + other)),
  }))
  const three = await Promise.all(numbers(3).map(() => presentationWith(credential(levels))))
  const together = three.flatMap(({ verifiableCredential }) => verifiableCredential)
  return [
    { name: 'six nodes that name each other', body: { presentation: await presentationWith(credential(all)) } },
    { name: 'types that change names', body: { presentation: await presentationWith(credential(typed)) } },
    { name: 'twelve levels', body: { presentation: await presentationWith(credential(levels)) } },
    {
      name: 'three credentials of twelve levels',
      body: { presentation: await signed(aPresentation(together, aSubmission('d1')), THE_HOLDER) },
    },
  ]
}

/** Definitions that take long to be checked, and some that cannot be used. */
export function hostileDefinitions(): readonly HostileBody[] {
  const withFields = (fields: readonly unknown[]) => ({ input_descriptors: [{ id: 'one', constraints: { fields } }] })
  const inDescriptors = (bytes: number, make: (index: number) => unknown) => ({
    input_descriptors: Array.from({ length: 25 }, (_, index) => ({
      id: `${index}`,
      constraints: { fields: filled(bytes / 25, make).slice(0, 100) },
    })),
  })
  const bytes = DEFINITION_BYTES
  return [
    { name: 'patterns', body: inDescriptors(bytes, (index) => ({ path: ['$.a'], filter: { pattern: `^a${index}` } })) },
    {
      name: 'patterns that go back',
      body: inDescriptors(bytes, () => ({ path: ['$.a'], filter: { pattern: '(?=a)' } })),
    },
    {
      name: 'a pattern of repetitions',
      body: withFields([{ path: ['$.a'], filter: { pattern: 'a{1000}'.repeat(100) } }]),
    },
    { name: 'paths that look', body: inDescriptors(bytes, () => ({ path: [`$${'[?@.a]'.repeat(80)}`] })) },
    {
      name: 'paths that are none',
      body: inDescriptors(bytes, () => ({ path: Array.from({ length: 20 }, () => 'x') })),
    },
    { name: 'members without effect', body: { ...withFields([{ path: ['$.a'] }]), ...named(bytes, 1) } },
    { name: 'formats nobody knows', body: { ...withFields([{ path: ['$.a'] }]), format: named(bytes, 1) } },
  ]
}
