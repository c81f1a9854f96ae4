import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER, ISSUER } from '../../support/exchange/definitions.ts'
import { aStatusEntry, STATUS_LIST_CONTEXT } from '../../support/exchange/presentations.ts'
import { about, aCredential, family, WARNINGS } from './document.ts'
import type { Family, HonestDocument, Shape } from './document.ts'
import { EVIDENCE_TYPES, PUBLISHED } from './contexts.ts'

/* What the examples of the Verifiable Credentials Data Model 1.1 and 2.0 are written like, with contents of our own. */

const EXAMPLES = 'https://www.w3.org/2018/credentials/examples/v1'
const ODRL = 'https://www.w3.org/ns/odrl.jsonld'
const SCHEMA = 'https://schemas.example/any'
const OTHER_SCHEMA = 'https://schemas.example/other'
const OTHER = 'did:example:somebody'
const DEGREE = { type: 'BachelorDegree', name: 'Bachelor of Boat Building' }
const MULTIHASH = 'zQmPuZ6pPk1xDnjAqRr2vHf6QWmBLPP1nXTDNBqQnCDWvWY'
const LOGO = 'https://harbour.example/logo.png'
const SRI = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC'

const EVIDENCE = {
  id: 'https://evidence.example/1',
  type: ['DocumentVerification'],
  verifier: 'https://example.edu/registrar',
  evidenceDocument: 'DriversLicense',
  subjectPresence: 'Physical',
  documentPresence: 'Physical',
}
const POLICY = {
  id: 'https://policies.example/1',
  type: 'IssuerPolicy',
  profile: 'https://policies.example/profile',
}
const PROHIBITION = {
  assigner: ISSUER,
  assignee: 'https://example.org/examples#AllVerifiers',
  target: 'urn:x:this',
  action: ['Archival'],
}

const FIRST: Family = { model: 1, contexts: [EXAMPLES, EVIDENCE_TYPES], type: 'AlumniCredential' }

/** Shapes of the first model. */
const FIRST_SHAPES: readonly Shape[] = [
  ['a degree below the subject', about({ degree: DEGREE })],
  ['text that is HTML', about({ alumniOf: '<span lang="fr">École &amp; Chantier</span>', name: 'Ada' })],
  ['no id', { id: undefined, ...about({ degree: DEGREE }) }],
  ['id is a URL', { id: 'https://university.example/credentials/58473', ...about({ degree: DEGREE }) }],
  ['type of the subject', about({ type: 'Child', givenName: 'Ada' })],
  ['types of the subject', about({ type: ['Child', 'Mother'], givenName: 'Ada' })],
  ['issuer is an object with an id alone', { issuer: { id: ISSUER }, ...about({ degree: DEGREE }) }],
  ['issuer has a name', { issuer: { id: ISSUER, name: 'Example University' }, ...about({ degree: DEGREE }) }],
  ['issuer has a type', { issuer: { id: ISSUER, type: 'Mother', familyName: 'X' }, ...about({ degree: DEGREE }) }],
  ['it ends', { expirationDate: '2036-01-01T00:00:00Z', ...about({ degree: DEGREE }) }],
  ['it ends on the last day there is', { expirationDate: '9999-12-31T23:59:59Z', ...about({ degree: DEGREE }) }],
  ['a type twice', { type: ['VerifiableCredential', 'AlumniCredential', 'AlumniCredential'] }, { isAsked: false }],
  ['evidence, the same twice', { evidence: [EVIDENCE, EVIDENCE] }, { isAsked: false }],
  ['dates with an offset', { issuanceDate: '2026-01-01T09:30:00+01:00', expirationDate: '2036-01-01T00:00:00-05:00' }],
  ['dates with fractions of a second', { issuanceDate: '2026-01-01T00:00:00.123Z', ...about({ degree: DEGREE }) }],
  ['dates of both models', { validFrom: '2026-01-01T00:00:00Z', issued: '2026-01-01T00:00:00Z' }],
  [
    'several subjects',
    {
      credentialSubject: [
        { id: HOLDER, spouse: OTHER },
        { id: OTHER, spouse: HOLDER },
      ],
    },
  ],
  [
    'subjects that name each other',
    {
      credentialSubject: [
        { id: HOLDER, child: OTHER },
        { id: OTHER, parent: HOLDER },
      ],
    },
  ],
  [
    'one subject in two objects',
    {
      credentialSubject: [
        { id: HOLDER, degree: DEGREE },
        { id: HOLDER, college: 'North' },
      ],
    },
  ],
  [
    'one subject in two objects that differ',
    {
      credentialSubject: [
        { id: HOLDER, college: 'North' },
        { id: HOLDER, college: 'South' },
      ],
    },
  ],
  ['a single subject in a list', { credentialSubject: [{ id: HOLDER, degree: DEGREE }] }],
  ['a subject without a name', { credentialSubject: { degree: DEGREE } }, { warnings: [WARNINGS.unbound] }],
  ['evidence in a list', { evidence: [EVIDENCE], ...about({ degree: DEGREE }) }],
  [
    'two kinds of evidence',
    { evidence: [EVIDENCE, { ...EVIDENCE, id: 'https://evidence.example/2', type: ['SupportingActivity'] }] },
  ],
  ['evidence alone', { evidence: EVIDENCE, ...about({ degree: DEGREE }) }],
  ['evidence without an id', { evidence: [{ type: ['DocumentVerification'], subjectPresence: 'Digital' }] }],
  ['terms of use', { termsOfUse: [{ ...POLICY, prohibition: [PROHIBITION] }], ...about({ degree: DEGREE }) }],
  ['terms of use alone', { termsOfUse: { type: 'HolderPolicy', id: 'https://policies.example/2' } }],
  ['a refresh service', { refreshService: { id: 'https://refresh.example/1', type: 'ManualRefreshService2018' } }],
  ['a schema', { credentialSchema: { id: SCHEMA, type: 'JsonSchemaValidator2018' }, ...about({ degree: DEGREE }) }],
  [
    'schemas in a list',
    { credentialSchema: [{ id: SCHEMA, type: 'JsonSchemaValidator2018' }], ...about({ degree: DEGREE }) },
  ],
  [
    'a node that is referred to before it is described',
    about({ child: OTHER, spouse: { id: OTHER, familyName: 'Nord' } }),
  ],
  [
    'a node that is described in two places alike',
    about({ child: { id: OTHER, familyName: 'Nord' }, parent: { id: OTHER, familyName: 'Nord' } }),
  ],
  [
    'a node that is described in two places by halves',
    about({ child: { id: OTHER, familyName: 'Nord' }, parent: { id: OTHER, givenName: 'Per' } }),
  ],
  [
    'a node that is described in two places and differs',
    about({ child: { id: OTHER, familyName: 'Nord' }, parent: { id: OTHER, familyName: 'Nord-Sund' } }),
  ],
  [
    'a node that has a type in one place of two',
    about({ child: { id: OTHER, type: 'Child' }, parent: { id: OTHER, givenName: 'Per' } }),
  ],
  [
    'a chain that returns to its begin',
    about({ child: { id: OTHER, child: { id: 'did:example:third', child: HOLDER } } }),
  ],
  [
    'the issuer is its own subject',
    {
      issuer: { id: ISSUER, name: 'School' },
      credentialSubject: [
        { id: ISSUER, name: 'School of Boats' },
        { id: HOLDER, parent: ISSUER },
      ],
    },
  ],
  [
    'the issuer is its own subject, alike',
    {
      issuer: { id: ISSUER, name: 'School' },
      credentialSubject: [
        { id: ISSUER, name: 'School' },
        { id: HOLDER, parent: ISSUER },
      ],
    },
  ],
  [
    'the issuer is named below the subject',
    { issuer: { id: ISSUER, name: 'School' }, ...about({ parent: { id: ISSUER, familyName: 'S' } }) },
  ],
  [
    'the issuer is referred to below the subject',
    { issuer: { id: ISSUER, name: 'School' }, ...about({ parent: ISSUER }) },
  ],
  ['the issuer is described below the subject only', about({ parent: { id: ISSUER, name: 'School' } })],
  ['types in another order', { type: ['AlumniCredential', 'VerifiableCredential'], ...about({ degree: DEGREE }) }],
  ['a context twice', { '@context': ['https://www.w3.org/2018/credentials/v1', EXAMPLES, EVIDENCE_TYPES, EXAMPLES] }],
  [
    'a type that is an absolute IRI',
    { type: ['VerifiableCredential', 'https://example.org/examples#BridgeCredential'] },
  ],
  [
    'a type that is an absolute IRI of a term',
    { type: ['VerifiableCredential', 'https://example.org/examples#AlumniCredential'] },
  ],
  [
    'a type that is a compact IRI',
    { type: ['VerifiableCredential', 'ex:BridgeCredential'], ...about({ degree: DEGREE }) },
  ],
  ['a type of the subject that is an IRI', about({ type: 'https://example.org/examples#Pilot', givenName: 'Ada' })],
  ['a property that is an absolute IRI', about({ 'https://example.org/examples#rank': 'Captain' })],
  ['a property that is a compact IRI', about({ 'ex:rank': 'Captain', 'schema:jobTitle': 'Pilot' })],
  ['a property with a term that is a compact IRI', about({ 'schema:familyName': 'Nord' })],
  ['@id and @type beside their short names', about({ degree: { '@type': 'BachelorDegree', degreeSchool: 'Boats' } })],
  ['a value object', about({ familyName: { '@value': 'Nord' }, givenName: { '@value': 'Åsa', '@language': 'sv' } })],
  [
    'texts in several languages',
    about({
      degreeSchool: [
        { '@value': 'Boats', '@language': 'en' },
        { '@value': 'Boote', '@language': 'de-CH' },
      ],
    }),
  ],
  ['texts as they occur', about({ givenName: '', familyName: 'O\'Neil "Tom" \\ \n\t😀', degreeSchool: 'مدرسة السفن' })],
  ['numbers', about({ attributes: 12, referenceId: 0.5, degreeType: -3, statusReason: 1e21, primaryProof: 0 })],
  ['booleans', about({ attributes: true, referenceId: false })],
  [
    'numbers, very large and very small',
    about({ attributes: 123456789012345680000, referenceId: 1.5e-7, degreeType: 1e300 }),
  ],
  [
    'texts with unusual characters',
    about({ givenName: 'e\u0301', familyName: 'a\u2028b\u200bc\u0085', degreeSchool: '\u{1f6a2}\ufeff' }),
  ],
  ['a value twice', about({ college: ['North', 'South', 'North'] }), { isAsked: false }],
  ['a number and the same as text', about({ college: [12, '12'] })],
  [
    'a context below the subject',
    about({ degree: { '@context': PUBLISHED['dcc-v1'], type: 'Course', courseCode: 'B1' } }),
  ],
]

const SUBJECT_V2 = about({ type: 'Pilot', rank: 'Captain' })
const languages = (en: string, ar: string) => [
  { '@value': en, '@language': 'en' },
  { '@value': ar, '@language': 'ar' },
]
const SECOND: Family = { model: 2, contexts: [PUBLISHED['undefined-terms-v2']], type: 'PilotCredential' }

/** Shapes of the second model, with the context for terms that are not defined, as its examples have it. */
const SECOND_SHAPES: readonly Shape[] = [
  ['a subject', SUBJECT_V2],
  ['name and description', { name: 'Pilot', description: 'May steer large ships', ...SUBJECT_V2 }],
  [
    'name and description with a language',
    { name: { '@value': 'Pilot', '@language': 'en' }, description: { '@value': 'Steers', '@language': 'en' } },
  ],
  [
    'name and description in languages',
    { name: languages('Pilot', 'ربان'), description: languages('Steers', 'يقود'), ...SUBJECT_V2 },
  ],
  [
    'issuer has name and description',
    { issuer: { id: ISSUER, name: 'Harbour', description: 'Of the north' }, ...SUBJECT_V2 },
  ],
  ['issuer has names in languages', { issuer: { id: ISSUER, name: languages('Harbour', 'ميناء') }, ...SUBJECT_V2 }],
  [
    'issuer has image and URL',
    {
      issuer: { id: ISSUER, image: 'https://harbour.example/logo.png', url: 'https://harbour.example' },
      ...SUBJECT_V2,
    },
  ],
  ['it ends', { validUntil: '2036-01-01T00:00:00Z', ...SUBJECT_V2 }],
  ['no date', { validFrom: undefined, ...SUBJECT_V2 }],
  [
    'several subjects',
    {
      credentialSubject: [
        { id: HOLDER, rank: 'Captain' },
        { id: OTHER, rank: 'Mate' },
      ],
    },
  ],
  [
    'subjects that name each other',
    {
      credentialSubject: [
        { id: HOLDER, spouse: { id: OTHER } },
        { id: OTHER, spouse: { id: HOLDER } },
      ],
    },
  ],
  ['a schema', { credentialSchema: { id: SCHEMA, type: 'JsonSchema' }, ...SUBJECT_V2 }],
  [
    'schemas, one of them with a digest',
    {
      credentialSchema: [
        { id: SCHEMA, type: 'JsonSchema' },
        { id: OTHER_SCHEMA, type: 'JsonSchema', digestSRI: SRI },
      ],
    },
  ],
  ['a status', { credentialStatus: bitstringEntry(3), ...SUBJECT_V2 }],
  ['statuses', { credentialStatus: [bitstringEntry(3), bitstringEntry(4)], ...SUBJECT_V2 }],
  ['a status without an id', { credentialStatus: bitstringEntry(5, { id: undefined }), ...SUBJECT_V2 }],
  [
    'a related resource',
    { relatedResource: { id: 'https://resources.example/1', digestSRI: SRI, mediaType: 'text/plain' }, ...SUBJECT_V2 },
  ],
  [
    'related resources',
    {
      relatedResource: [
        { id: 'https://resources.example/1', digestSRI: SRI },
        { id: 'https://resources.example/2', digestMultibase: `u${MULTIHASH}` },
      ],
    },
  ],
  [
    'a related resource that is the schema',
    { credentialSchema: { id: SCHEMA, type: 'JsonSchema' }, relatedResource: { id: SCHEMA, digestSRI: SRI } },
  ],
  [
    'a related resource that is the image of the issuer',
    { issuer: { id: ISSUER, image: { id: LOGO, type: 'Image' } }, relatedResource: [{ id: LOGO, digestSRI: SRI }] },
  ],
  [
    'a related resource that is an address of an image',
    { relatedResource: [{ id: LOGO, digestSRI: SRI }], ...about({ image: { id: LOGO } }) },
  ],
  [
    'a related resource that is a context',
    { relatedResource: [{ id: 'https://www.w3.org/ns/credentials/v2', digestSRI: SRI }], ...SUBJECT_V2 },
  ],
  [
    'evidence that is a related resource',
    {
      evidence: { id: 'https://evidence.example/1', type: 'Voyage' },
      relatedResource: { id: 'https://evidence.example/1', mediaType: 'video/mp4' },
    },
  ],
  [
    'a render method',
    {
      renderMethod: {
        id: 'https://render.example/1',
        type: 'SvgRenderingTemplate2023',
        name: 'Portrait',
        digestMultibase: MULTIHASH,
      },
    },
  ],
  [
    'render methods without ids',
    {
      renderMethod: [
        { type: 'TemplateRenderMethod', renderSuite: 'svg-mustache', template: { mediaType: 'image/svg+xml' } },
        { type: 'OtherMethod', css3MediaQuery: '@media (min-aspect-ratio: 3/1)' },
      ],
    },
  ],
  ['a confidence method', { confidenceMethod: { id: `${HOLDER}#key`, type: 'Multikey' }, ...SUBJECT_V2 }],
  [
    'terms of use',
    {
      termsOfUse: {
        type: 'TrustFrameworkPolicy',
        trustFramework: 'Pilots',
        policyId: 'https://policies.example/125',
        legalBasis: 'Harbour act',
      },
    },
  ],
  [
    'terms of use in a list',
    {
      termsOfUse: [
        { type: 'PolicyA', id: 'https://policies.example/1' },
        { type: 'PolicyB', obligation: { action: 'delete', within: 'P3M' } },
      ],
    },
  ],
  [
    'evidence in a list',
    {
      evidence: [
        { type: ['Evidence', 'Voyage'], name: 'Voyage', description: 'Forty knots', skills: ['steering', 'anchoring'] },
      ],
    },
  ],
  [
    'evidence with an address and digests',
    {
      evidence: [
        { id: 'https://videos.example/1.mp4', type: ['Evidence'], digestMultibase: MULTIHASH, mediaType: 'video/mp4' },
      ],
    },
  ],
  [
    'a refresh service',
    {
      refreshService: {
        type: 'VerifiableCredentialRefreshService2021',
        url: 'https://refresh.example/1',
        validFrom: '2026-05-01T00:00:00Z',
      },
    },
  ],
  [
    'a type that is an absolute IRI',
    { type: ['VerifiableCredential', 'https://terms.example/PilotCredential'], ...SUBJECT_V2 },
  ],
  ['a type that is a URN', { type: ['VerifiableCredential', 'urn:example:pilot'], ...SUBJECT_V2 }],
  ['a property that is an absolute IRI', about({ 'https://terms.example/rank': 'Captain' })],
  [
    'a subject that is described elsewhere as well',
    { ...SUBJECT_V2, evidence: { type: 'Interview', person: { id: HOLDER, rank: 'Captain', height: 181 } } },
  ],
  [
    'nodes within nodes',
    about({
      ship: { type: 'Ship', owner: { type: 'Company', address: { type: 'Address', place: { name: 'Kiel' } } } },
    }),
  ],
  ['nodes within nodes, 20 deep', about(nested(20))],
  [
    'names of the envelope below the subject',
    about({ issuer: 'Somebody', holder: 'Ada', proof: 'seen', credentialStatus: 'old', validUntil: 'spring' }),
  ],
  ['names of a proof below the subject', about({ challenge: 'c', domain: 'ropes', nonce: 'n', proofPurpose: 'p' })],
  ['names of a status below the subject', about({ statusPurpose: 'p', statusListIndex: 3, statusListCredential: 'l' })],
  [
    'a status that is a message',
    {
      credentialStatus: bitstringEntry(3, {
        id: 'https://status.example/3#3',
        statusListCredential: 'https://status.example/3',
        statusPurpose: 'message',
        statusSize: 2,
        statusMessage: ['valid', 'late', 'lost', 'found'].map((message, index) => ({ status: `0x${index}`, message })),
        statusReference: 'https://status.example/messages',
      }),
    },
  ],
  ['nodes without a type', about({ ship: { length: 120.5, owner: { name: 'Line' } } })],
  ['nodes without a type, alike', about({ visits: [{ port: 'Kiel' }, { port: 'Kiel' }, { port: 'Oslo' }] })],
  ['lists of simple values', about({ ports: ['Kiel', 'Oslo'], depths: [4, 4.5], open: [true, false] })],
  ['names of JavaScript', about({ constructor: 'Nord Yard', toString: 'x', valueOf: 3, hasOwnProperty: true })],
  [
    'names like words of a context',
    about({
      context: 'a',
      graph: 'b',
      value: 'c',
      list: ['d'],
      set: 'e',
      language: 'en',
      index: 1,
      nest: 'f',
      reverse: 'g',
    }),
  ],
  [
    'names with spaces left out, digits and other letters',
    about({ größe: 3, '2nd': 'b', a_b: 'c', 'a-b': 'd', 名前: 'e' }),
  ],
  ['an embedded image', about({ image: `data:image/png;base64,${'iVBORw0KGgo'.repeat(600)}` })],
  ['a large embedded image', about({ image: `data:image/png;base64,${'iVBORw0KGgo'.repeat(30_000)}` })],
  ['many members', about(Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`member${index}`, index])))],
]

/** One document with most of what others have one by one. */
const RICH: JsonObject = {
  name: 'Pilot',
  description: languages('Steers', 'يقود'),
  issuer: {
    id: ISSUER,
    type: ['Organization', 'Harbour'],
    name: 'Harbour',
    address: { type: 'Address', place: 'Kiel' },
  },
  validUntil: '2036-01-01T00:00:00Z',
  credentialSubject: [
    {
      id: HOLDER,
      type: ['Person', 'Pilot'],
      rank: 'Captain',
      ships: [
        { name: 'Ada', tons: 1200 },
        { name: 'Eva', tons: 3.5 },
      ],
    },
    { id: OTHER, rank: 'Mate', captain: { id: HOLDER } },
  ],
  credentialSchema: [{ id: SCHEMA, type: 'JsonSchema' }],
  credentialStatus: [bitstringEntry(7)],
  evidence: [
    { type: ['Voyage'], skills: ['steering'] },
    { type: ['Interview'], passed: true },
  ],
  termsOfUse: [{ type: 'PolicyA', id: 'https://policies.example/1' }],
  relatedResource: [{ id: 'https://resources.example/1', digestSRI: SRI }],
  renderMethod: [{ type: 'TemplateRenderMethod', renderSuite: 'svg-mustache' }],
}

/** What only a proof over JSON covers, beside what any does. */
const JSON_SHAPES: readonly Shape[] = [
  ['rich', RICH],
  ['null', about({ rank: null, ship: { name: null } }), { isAsked: false }],
  ['empty lists', { evidence: [], ...about({ ships: [], rank: 'Captain' }) }],
  ['an empty object', about({ ship: {}, rank: 'Captain' })],
  [
    'members that no context defines',
    {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiableCredential'],
      favourite: 'blue',
      ...about({ rank: 'Captain' }),
    },
    { warnings: [WARNINGS.untyped] },
  ],
  [
    'a type that no context defines',
    { '@context': ['https://www.w3.org/ns/credentials/v2'], type: ['VerifiableCredential', 'Pilot'] },
  ],
  [
    'name with language and direction',
    { name: { '@value': 'ربان', '@language': 'ar', '@direction': 'rtl' }, ...SUBJECT_V2 },
  ],
  [
    'names with language and direction',
    {
      name: [
        { '@value': 'ربان', '@language': 'ar', '@direction': 'rtl' },
        { '@value': 'Pilot', '@language': 'en' },
      ],
    },
  ],
  ['direction without a language', { description: { '@value': 'يقود', '@direction': 'rtl' }, ...SUBJECT_V2 }],
  ['an index', about({ ship: { '@index': 'first', name: 'Ada' } })],
  ['numbers as JSON writes them', about({ a: 1e-7, b: 12345678901234567000, c: -0, d: 1.5 })],
]

const STATUS: Family = { model: 1, contexts: [EXAMPLES, STATUS_LIST_CONTEXT] }
const STATUS_SHAPES: readonly Shape[] = [
  ['a status', { type: ['VerifiableCredential', 'AlumniCredential'], credentialStatus: aStatusEntry(3) }],
  [
    'statuses',
    { type: ['VerifiableCredential', 'AlumniCredential'], credentialStatus: [aStatusEntry(3), aStatusEntry(4)] },
  ],
  ['a status in a list', { type: ['VerifiableCredential', 'AlumniCredential'], credentialStatus: [aStatusEntry(3)] }],
]

/** A credential that each kind of signature covers whole. */
const COMMON: Family = { model: 1, contexts: [EXAMPLES, EVIDENCE_TYPES], type: 'AlumniCredential' }
const COMMON_MEMBERS: JsonObject = {
  issuer: { id: ISSUER, name: 'School' },
  expirationDate: '2036-01-01T00:00:00Z',
  evidence: [EVIDENCE],
  termsOfUse: [POLICY],
  credentialSubject: { id: HOLDER, type: 'Child', degree: DEGREE, college: ['North', 'South'], attributes: 12 },
}
const EVERY_SIGNING = [
  'Ed25519Signature2018',
  'Ed25519Signature2020',
  'JsonWebSignature2020',
  'eddsa-rdfc-2022',
  'eddsa-jcs-2022',
  'JWT',
] as const

/** What a proof may say besides, of a suite whose signer can be told to. */
const PROOF_SHAPES: readonly Shape[] = (
  [
    ['an id', { id: 'urn:uuid:00000000-0000-4000-9200-000000000001' }],
    ['an end', { expires: '2036-01-01T00:00:00Z' }],
    ['a time with fractions', { created: '2026-01-02T03:04:05.678Z' }],
    ['a time with an offset', { created: '2026-01-02T03:04:05+01:00' }],
    ['a nonce', { nonce: 'n1' }],
    ['a domain', { domain: 'https://verifier.example' }],
    ['a challenge and a domain', { challenge: 'c1', domain: 'school.example' }],
    ['a method that is an object', { verificationMethod: { id: `${ISSUER}#${ISSUER.slice('did:key:'.length)}` } }],
  ] as const
).map(([name, proofMembers]) => [name, COMMON_MEMBERS, { proofMembers }])

/** Two proofs side by side, each of which holds. */
const SETS = [
  ['eddsa-rdfc-2022', 'Ed25519Signature2020'],
  ['Ed25519Signature2020', 'eddsa-rdfc-2022'],
  ['eddsa-jcs-2022', 'eddsa-rdfc-2022'],
  ['Ed25519Signature2018', 'Ed25519Signature2020'],
  ['Ed25519Signature2018', 'JsonWebSignature2020'],
] as const

const JWT_SHAPES: readonly Shape[] = [
  ['a subject', about({ degree: DEGREE })],
  ['a subject in a list', { credentialSubject: [{ id: HOLDER, degree: DEGREE }] }],
  ['a subject in a list that only a claim names', { credentialSubject: [{ degree: DEGREE }] }],
  ['a subject that only a claim names', { credentialSubject: { degree: DEGREE } }],
  [
    'several subjects',
    {
      credentialSubject: [
        { id: HOLDER, spouse: OTHER },
        { id: OTHER, spouse: HOLDER },
      ],
    },
  ],
  ['issuer is an object', { issuer: { id: ISSUER, name: 'School' }, ...about({ degree: DEGREE }) }],
  [
    'null, empty lists and members that no context defines',
    { evidence: [], ...about({ rank: null, favourite: 'blue' }) },
  ],
  [
    'a node in two places',
    about({ child: { id: OTHER, familyName: 'Nord' }, parent: { id: OTHER, familyName: 'Sund' } }),
  ],
  [
    'a type that is an absolute IRI',
    { type: ['VerifiableCredential', 'https://example.org/examples#BridgeCredential'] },
  ],
  [
    'a status',
    {
      '@context': ['https://www.w3.org/2018/credentials/v1', EXAMPLES, STATUS_LIST_CONTEXT],
      credentialStatus: aStatusEntry(3),
    },
  ],
  ['it ends', { expirationDate: '2036-01-01T00:00:00Z', ...about({ degree: DEGREE }) }],
]

const other = (members: JsonObject) => aCredential(FIRST, members)
const PRESENTATIONS: readonly Shape[] = [
  ['an id', about({ degree: DEGREE }), { presentation: { id: 'urn:uuid:00000000-0000-4000-9100-000000000001' } }],
  ['holder is an object', about({ degree: DEGREE }), { presentation: { holder: { id: HOLDER } } }],
  ['two credentials', about({ degree: DEGREE }), { beside: [other(about({ college: 'North' }))] }],
  [
    'two credentials with one subject that differs',
    about({ familyName: 'Nord' }),
    { beside: [other(about({ familyName: 'Nord-Sund' }))] },
  ],
  [
    'two credentials with one issuer that differs',
    { issuer: { id: ISSUER, name: 'School' } },
    { beside: [other({ issuer: { id: ISSUER, name: 'The School' } })] },
  ],
  [
    'two credentials with one issuer, a text and an object',
    {},
    { beside: [other({ issuer: { id: ISSUER, name: 'The School' } })] },
  ],
  [
    'the same credential as two documents',
    { id: 'urn:x:one', ...about({ degree: DEGREE }) },
    { beside: [other({ id: 'urn:x:one', ...about({ college: 'North' }) })] },
  ],
  [
    '33 credentials with a nameless node each',
    about({ degree: DEGREE }),
    { beside: Array.from({ length: 32 }, () => other(about({ degree: DEGREE }))) },
  ],
  [
    '50 credentials',
    about({ college: '0' }),
    { beside: Array.from({ length: 49 }, (_, index) => other(about({ college: `${index + 1}` }))) },
  ],
  [
    'terms of its own',
    about({ degree: DEGREE }),
    {
      presentation: {
        '@context': ['https://www.w3.org/2018/credentials/v1', EXAMPLES],
        name: 'For the harbour',
        referenceId: 7,
      },
    },
  ],
  [
    'a type that is an absolute IRI',
    about({ degree: DEGREE }),
    { presentation: { type: ['VerifiablePresentation', 'https://terms.example/Application'] } },
  ],
]
/** The submission stands in the presentation, so that the proof covers it. */
const SUBMISSIONS: readonly Shape[] = [
  ['mapped', about({ degree: DEGREE }), { submission: 'inside' }],
  [
    'two of them mapped',
    about({ degree: DEGREE }),
    { submission: 'inside', beside: [other(about({ college: 'North' }))] },
  ],
  [
    'nothing mapped, because nothing is demanded',
    about({ degree: DEGREE }),
    { submission: 'empty', warnings: [WARNINGS.unused] },
  ],
]
const SECOND_PRESENTATIONS: readonly Shape[] = [
  ['a credential of each model', SUBJECT_V2, { beside: [aCredential(FIRST, about({ degree: DEGREE }))] }],
  ['two credentials', SUBJECT_V2, { beside: [aCredential(SECOND, about({ rank: 'Mate' }))] }],
  [
    'terms of use of its own',
    SUBJECT_V2,
    {
      presentation: {
        '@context': ['https://www.w3.org/ns/credentials/v2', PUBLISHED['undefined-terms-v2']],
        termsOfUse: { type: 'HolderPolicy', retention: 'P1D' },
      },
    },
  ],
]

export const DATA_MODEL_DOCUMENTS: readonly HonestDocument[] = [
  ...family('data model 1.1', FIRST, FIRST_SHAPES),
  ...family('data model 1.1 with status', STATUS, STATUS_SHAPES),
  ...family('data model 1.1 with ODRL', { model: 1, contexts: [ODRL, EXAMPLES], type: 'AlumniCredential' }, [
    [
      'a policy',
      { termsOfUse: [{ type: 'Policy', uid: 'urn:x:policy', permission: [{ target: 'urn:x:this', action: 'use' }] }] },
    ],
  ]),
  ...family('data model 2.0', SECOND, SECOND_SHAPES),
  ...family('data model 2.0, signed as JSON', { ...SECOND, proofs: ['eddsa-jcs-2022'] }, JSON_SHAPES),
  ...EVERY_SIGNING.flatMap((proof) =>
    family('one credential', { ...COMMON, proofs: [proof] }, [[proof, COMMON_MEMBERS]]),
  ),
  ...(['Ed25519Signature2020', 'JsonWebSignature2020', 'eddsa-rdfc-2022'] as const).flatMap((proof) =>
    family('one credential of data model 2.0', { ...SECOND, proofs: [proof] }, [[proof, RICH]]),
  ),
  ...SETS.flatMap((proofs) => family('proof set', { ...COMMON, proofs }, [[proofs.join(' and '), COMMON_MEMBERS]])),
  ...family('proof set', { ...COMMON, proofs: ['eddsa-rdfc-2022', 'Ed25519Signature2020'], isCosigned: true }, [
    ['of the issuer and the holder', COMMON_MEMBERS],
  ]),
  ...family('proof set of data model 2.0', { ...SECOND, proofs: ['eddsa-rdfc-2022', 'eddsa-jcs-2022'] }, [
    ['rich', RICH],
  ]),
  ...family('proof with', { ...COMMON, proofs: ['JsonWebSignature2020'] }, PROOF_SHAPES),
  ...family('proof in a list', COMMON, [['one', COMMON_MEMBERS, { isProofListed: true }]]),
  ...family('JWT', { ...FIRST, proofs: ['JWT'] }, JWT_SHAPES),
  ...family('presentation', FIRST, PRESENTATIONS),
  ...family('submission inside', FIRST, SUBMISSIONS),
  ...family('submission inside, signed as JSON', { ...FIRST, proofs: ['eddsa-jcs-2022'] }, SUBMISSIONS),
  ...family('submission inside a JWT', { ...FIRST, proofs: ['JWT'] }, SUBMISSIONS),
  ...family('submission inside data model 2.0', SECOND, [['mapped', SUBJECT_V2, { submission: 'inside' }]]),
  ...family('presentation of data model 2.0', SECOND, SECOND_PRESENTATIONS),
]

function bitstringEntry(index: number, members: JsonObject = {}): JsonObject {
  const entry = { type: 'BitstringStatusListEntry', statusListCredential: 'https://status.example/2' }
  return { ...aStatusEntry(index, entry), ...members }
}

/** Each node has an id, so that they can be told apart. */
function nested(levels: number): JsonObject {
  return levels === 0 ? { name: 'innermost' } : { inside: { id: `urn:x:level:${levels}`, ...nested(levels - 1) } }
}
