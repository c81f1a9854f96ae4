import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V2 } from '../../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../../support/exchange/definitions.ts'
import { COURSES, PUBLISHED, RESIDENCE, SUPPLY } from './contexts.ts'
import { about, family, WARNINGS } from './document.ts'
import type { Family, HonestDocument, Shape } from './document.ts'

/* Shapes of trade documents (TrustVC, traceability), of CTDL and of identity cards, with contents of our own. */

const EXAMPLES_PREFIX = 'https://www.w3.org/2018/credentials/examples/v1'
const MILL = 'did:example:mill'

const ADDRESS = { type: 'PostalAddress', streetAddress: 'Hafen 1', addressLocality: 'Kiel', addressCountry: 'DE' }
const COMPANY: JsonObject = { type: 'Organization', legalName: 'Nord Stahl', address: ADDRESS }
const PRODUCT: JsonObject = { type: 'Product', sku: 'P-1', manufacturer: COMPANY }
const OBSERVATION = {
  type: 'Observation',
  property: { type: 'MeasuredProperty', identifier: 'carbon', formula: 'C' },
  measurement: { type: 'MeasuredValue', value: '0.18', unitCode: 'P1' },
  date: '2026-01-01T08:00:00Z',
}
const kilograms = (value: unknown) => ({ type: 'QuantitativeValue', unitCode: 'KGM', value })

/** In each of them a property and a class share an IRI, as in w3id.org/traceability/v1. */
const SUPPLY_SHAPES: readonly Shape[] = [
  ['a product with its manufacturer', about(PRODUCT)],
  ['a product whose manufacturer has an id', about({ ...PRODUCT, manufacturer: { id: MILL, ...COMPANY } })],
  ['a product whose manufacturer is referred to', about({ ...PRODUCT, manufacturer: { id: MILL } })],
  [
    'a product with measures',
    about({
      ...PRODUCT,
      weight: kilograms('1200'),
      width: { type: 'QuantitativeValue', unitCode: 'CMT', value: '120' },
    }),
  ],
  ['measures that are numbers', about({ ...PRODUCT, weight: kilograms(1200.5) })],
  [
    'types in lists',
    about({
      type: ['Product'],
      sku: 'P-2',
      manufacturer: { type: ['Organization'], legalName: 'Nord', address: { ...ADDRESS, type: ['PostalAddress'] } },
    }),
  ],
  ['nodes without a type', about({ type: 'Product', sku: 'P-3', manufacturer: { legalName: 'Nord' } })],
  ['issuer is an organization with an address', { issuer: { id: ISSUER, ...COMPANY }, ...about(PRODUCT) }],
  [
    'issuer is the manufacturer',
    { issuer: { id: ISSUER, ...COMPANY }, ...about({ ...PRODUCT, manufacturer: { id: ISSUER, ...COMPANY } }) },
  ],
  [
    'issuer is the manufacturer with another address',
    {
      issuer: { id: ISSUER, ...COMPANY },
      ...about({
        ...PRODUCT,
        manufacturer: { id: ISSUER, ...COMPANY, address: { ...ADDRESS, streetAddress: 'Werk 2' } },
      }),
    },
  ],
  [
    'a test of steel',
    {
      type: ['VerifiableCredential', 'MillTestCertificate'],
      ...about({
        type: ['SteelProduct'],
        heatNumber: 'H7',
        grade: 'S235',
        observation: [OBSERVATION],
        originAddress: ADDRESS,
      }),
    },
  ],
  [
    'observations',
    about({
      type: 'SteelProduct',
      heatNumber: 'H8',
      observation: [
        OBSERVATION,
        { ...OBSERVATION, measurement: { type: 'MeasuredValue', value: '1.2', unitCode: 'P1' } },
      ],
    }),
  ],
  [
    'an invoice',
    {
      type: ['VerifiableCredential', 'CommercialInvoiceCertificate'],
      ...about({ type: 'Purchase', orderNumber: '7', buyer: COMPANY, seller: { ...COMPANY, legalName: 'Sund' } }),
    },
  ],
  ['a purchase below a term of its name', about({ purchase: { type: 'Purchase', orderNumber: '8' } })],
  ['a purchase that is referred to', about({ purchase: 'https://orders.example/8' })],
  [
    'a place within an organization',
    about({
      type: 'Organization',
      legalName: 'Nord',
      location: {
        type: 'Place',
        geo: { type: 'GeoCoordinates', latitude: '54.3', longitude: '10.1' },
        address: ADDRESS,
      },
    }),
  ],
  [
    'a person at work',
    about({ type: 'Person', firstName: 'Ada', lastName: 'Nord', jobTitle: 'Welder', worksFor: COMPANY }),
  ],
  ['terms that nothing defines', about({ ...PRODUCT, colour: 'grey', packing: { type: 'Crate', boards: 12 } })],
  ['name and description of the document', { name: 'Test', description: 'Of steel', ...about(PRODUCT) }],
  [
    'two subjects',
    {
      credentialSubject: [
        { id: HOLDER, ...PRODUCT },
        { ...PRODUCT, sku: 'P-4' },
      ],
    },
  ],
]

const TRADE = [PUBLISHED['trustvc-attachments'], PUBLISHED['trustvc-render-method-v2'], PUBLISHED['trustvc-qrcode']]
const trade = (name: keyof typeof PUBLISHED, type?: string): Family => ({
  model: 2,
  contexts: [PUBLISHED[name], ...TRADE],
  ...(type !== undefined && { type }),
})
const RENDERED = {
  qrCode: { type: 'TrustVCQRCode', uri: 'https://renderer.example/q' },
  renderMethod: [{ id: 'https://renderer.example', type: 'EMBEDDED_RENDERER', templateName: 'INVOICE' }],
}
const ATTACHMENT = { data: 'JVBERi0xLjQ=', filename: 'a.pdf', mimeType: 'application/pdf' }
const LADING: JsonObject = {
  type: ['BillOfLadingCarrier'],
  blNumber: 'B1',
  scac: 'SGPU',
  carrierName: 'Line',
  vessel: 'Ada',
}
const PACKAGE = { packagesDescription: 'Crates', packagesWeight: '12', packagesMeasurement: '3 m3' }

const TRADE_SHAPES: readonly Shape[] = [
  ['a bill of lading', about(LADING)],
  ['packages', about({ ...LADING, packages: [PACKAGE, { ...PACKAGE, packagesWeight: '13' }] })],
  ['packages, alike', about({ ...LADING, packages: [PACKAGE, PACKAGE] })],
  ['one package in a list', about({ ...LADING, packages: [PACKAGE] })],
  ['attachments', about({ ...LADING, attachments: [ATTACHMENT] })],
  ['a code that leads to it', { qrCode: RENDERED.qrCode, ...about(LADING) }],
  ['a method of rendering', { renderMethod: RENDERED.renderMethod, ...about(LADING) }],
  [
    'a record that can be transferred',
    {
      '@context': [
        CREDENTIALS_V2,
        PUBLISHED['trustvc-bill-of-lading-carrier'],
        PUBLISHED['trustvc-transferable-records'],
      ],
      evidence: {
        type: 'TransferableRecords',
        tokenRegistry: '0x71D2',
        tokenNetwork: { chain: 'FREE', chainId: '101010' },
      },
      ...about(LADING),
    },
  ],
]
const INVOICE_SHAPES: readonly Shape[] = [
  ['amounts as texts', about({ type: ['Invoice'], invoiceId: '1', subtotal: '100.00', tax: '7', total: '107.00' })],
  ['amounts as numbers', about({ type: ['Invoice'], invoiceId: '1', subtotal: 100, tax: 7.5, total: 107.5 })],
  [
    'the class as a text',
    about({ type: 'Invoice', invoiceName: 'One', billToEmail: 'a@example.org', billFromCity: 'Kiel' }),
  ],
]

const NAMED = { 'ceterms:name': { en: 'Rope Work', 'de-DE': 'Seilerei' } }
const COURSE: JsonObject = {
  '@type': 'ceterms:Course',
  '@id': 'https://registry.example/resources/ce-1',
  'ceterms:ctid': 'ce-1',
  ...NAMED,
}
const COURSE_SHAPES: readonly Shape[] = [
  ['names with languages', about(NAMED)],
  [
    'names with one language',
    about({ 'ceterms:name': { en: 'Rope Work' }, 'ceterms:description': { en: 'All knots' } }),
  ],
  ['keywords, several of one language', about({ ...NAMED, 'ceterms:keyword': { en: ['rope', 'knot'], de: ['Seil'] } })],
  ['a language that is written with a region', about({ 'ceterms:name': { 'en-US': 'Rope Work' } })],
  ['a type that is a compact IRI', about({ '@type': 'ceterms:Course', 'ceterms:ctid': 'ce-2' })],
  [
    'types that are compact IRIs',
    about({ '@type': ['ceterms:Course', 'ceterms:LearningProgram'], 'ceterms:ctid': 'ce-2' }),
  ],
  [
    'an address, a date and a weight',
    about({
      'ceterms:subjectWebpage': 'https://ropes.example',
      'ceterms:dateEffective': '2026-01-01',
      'ceterms:weight': '0.5',
    }),
  ],
  ['a node with an id', about({ 'ceterms:requires': COURSE })],
  [
    'nodes that are parts, in their order',
    about({ ...NAMED, 'ceterms:hasPart': ['https://registry.example/1', 'https://registry.example/2'] }),
  ],
  ['an owner that is the issuer', about({ 'ceterms:ownedBy': ISSUER })],
  ['owners in a list', about({ 'ceterms:ownedBy': [ISSUER, 'did:example:owner'] })],
  [
    'conditions',
    about({
      'ceterms:requires': [
        {
          '@type': 'ceterms:ConditionProfile',
          'ceterms:description': { en: 'Tie ten' },
          'ceterms:targetNode': 'https://registry.example/3',
        },
        {
          '@type': 'ceterms:ConditionProfile',
          'ceterms:targetNode': ['https://registry.example/4', 'https://registry.example/5'],
        },
      ],
    }),
  ],
  [
    'competencies of another vocabulary',
    about({
      'ceterms:requires': {
        '@type': 'ceasn:Competency',
        'ceasn:competencyText': { en: 'Ties a bowline' },
        'ceasn:weight': 1.5,
      },
    }),
  ],
  ['properties of the prefix that nothing defines', about({ 'ceterms:version': '2', 'ceasn:comment': 'New' })],
  ['the same with the other data model', { ...about({ ...NAMED, 'ceterms:requires': COURSE }) }],
]

const EXAMPLE_TERMS: Family = { model: 1, contexts: [EXAMPLES_PREFIX, COURSES], type: 'AlumniCredential' }
const RESIDENT: JsonObject = { type: ['Resident'], givenName: 'Ada', familyName: 'Nord', birthDate: '1990-07-17' }
const RESIDENCE_SHAPES: readonly Shape[] = [
  ['a resident', about(RESIDENT)],
  [
    'a resident with a portrait',
    about({
      ...RESIDENT,
      image: 'data:image/png;base64,iVBORw0KGgo=',
      gender: 'F',
      birthCountry: 'SE',
      lprNumber: '999-1',
    }),
  ],
  [
    'terms of the class of the credential',
    {
      type: ['VerifiableCredential', 'ResidentCard'],
      identifier: '83627465',
      name: 'Card',
      description: 'Of a resident',
      ...about(RESIDENT),
    },
  ],
  ['the subject has two classes', about({ ...RESIDENT, type: ['Resident', 'ResidentCard'], identifier: 'R1' })],
]

export const TRADE_DOCUMENTS: readonly HonestDocument[] = [
  ...family(
    'supply chain',
    { model: 1, contexts: [SUPPLY], proofs: ['Ed25519Signature2018'] },
    SUPPLY_SHAPES.map(withClass),
  ),
  ...family(
    'supply chain, JsonWebSignature2020',
    { model: 1, contexts: [SUPPLY], proofs: ['JsonWebSignature2020'] },
    SUPPLY_SHAPES.slice(0, 1).map(withClass),
  ),
  ...family(
    'supply chain as JWT',
    { model: 1, contexts: [SUPPLY], proofs: ['JWT'] },
    SUPPLY_SHAPES.slice(0, 1).map(withClass),
  ),
  ...family('trade', trade('trustvc-bill-of-lading-carrier'), TRADE_SHAPES.map(withTradeClass)),
  ...family('trade, invoice', trade('trustvc-invoice'), INVOICE_SHAPES.map(withTradeClass)),
  ...family('credential transparency', EXAMPLE_TERMS, COURSE_SHAPES.slice(0, -1)),
  ...family(
    'credential transparency',
    { model: 2, contexts: [PUBLISHED['undefined-terms-v2'], COURSES], type: 'CourseCredential' },
    COURSE_SHAPES.slice(-1),
  ),
  ...family('credential transparency as JWT', { ...EXAMPLE_TERMS, proofs: ['JWT'] }, COURSE_SHAPES.slice(0, 3)),
  ...family('residence', { model: 1, contexts: [RESIDENCE], type: 'ResidentCard' }, RESIDENCE_SHAPES),
]

/** Each says what it is; most are of this class. */
function withClass([name, members, options]: Shape): Shape {
  return [name, { type: ['VerifiableCredential', 'CommercialInvoiceCertificate'], ...members }, options ?? {}]
}

/** Of trade documents the subject says what they are; the credential alone has no class of its own. */
function withTradeClass([name, members, options]: Shape): Shape {
  return [name, members, { warnings: [WARNINGS.untyped], ...options }]
}
