import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/* Contexts that an operator imports before the documents of this folder can be verified. */

const OPEN_BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0'
const TRUSTVC = 'https://trustvc.io/context'

/** Published ones, by their file in tests/vectors/contexts, whose README says where each is from. */
export const PUBLISHED = {
  'open-badges-3.0-beta': 'https://imsglobal.github.io/openbadges-specification/ob_v3p0.html',
  'open-badges-3.0': `${OPEN_BADGES}/context.json`,
  'open-badges-3.0.1': `${OPEN_BADGES}/context-3.0.1.json`,
  'open-badges-3.0.3': `${OPEN_BADGES}/context-3.0.3.json`,
  'open-badges-extensions': `${OPEN_BADGES}/extensions.json`,
  'dcc-v1': 'https://w3id.org/dcc/v1',
  'undefined-terms-v2': 'https://www.w3.org/ns/credentials/undefined-terms/v2',
  'trustvc-attachments': `${TRUSTVC}/attachments-context.json`,
  'trustvc-bill-of-lading-carrier': `${TRUSTVC}/bill-of-lading-carrier.json`,
  'trustvc-coo': `${TRUSTVC}/coo.json`,
  'trustvc-invoice': `${TRUSTVC}/invoice.json`,
  'trustvc-qrcode': `${TRUSTVC}/qrcode-context.json`,
  'trustvc-render-method-v2': `${TRUSTVC}/render-method-context-v2.json`,
  'trustvc-transferable-records': `${TRUSTVC}/transferable-records-context.json`,
} as const

const own = <Name extends string>(name: Name) => `https://contexts.example/${name}` as const
export const EVIDENCE_TYPES = own('evidence')
export const SUPPLY = own('supply-chain')
export const COURSES = own('credential-transparency')
export const FEATURES = own('json-ld-features')
export const GERMAN = own('german')
export const ARABIC = own('arabic')
export const BADGES_2 = own('badges-2')
export const RECORDS = own('learner-record')
export const RESIDENCE = own('residence')
export const IMPORTING = own('importing')
const IMPORTED = own('imported')

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const TERMS = 'https://terms.example/'
const aliases = { '@version': 1.1, id: '@id', type: '@type' }

/** A class whose terms are known within it only. */
const aClass = (name: string, terms: JsonObject): JsonObject => ({ '@id': `${TERMS}${name}`, '@context': terms })
const typed = (name: string, type: string): JsonObject => ({ '@id': `${TERMS}${name}`, '@type': type })
const contained = (name: string, ...containers: readonly string[]): JsonObject => ({
  '@id': `${TERMS}${name}`,
  '@container': containers.length === 1 ? containers[0] : containers,
})
const each = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, TERMS + name]))

/**
 * Ours, in the forms that w3id.org/traceability/v1 has: a property and a class of one IRI, inside of a class and at the top,
 * and a vocabulary for whatever is not defined.
 */
const supplyChain: JsonObject = {
  ...aliases,
  '@vocab': `${TERMS}undefined#`,
  ...each('name', 'description', 'CommercialInvoiceCertificate', 'MillTestCertificate'),
  purchase: typed('Purchase', '@id'),
  Purchase: aClass('Purchase', {
    buyer: `${TERMS}Organization`,
    seller: `${TERMS}Organization`,
    ...each('orderNumber'),
  }),
  PostalAddress: aClass('PostalAddress', each('streetAddress', 'addressLocality', 'postalCode', 'addressCountry')),
  Place: aClass('Place', { address: `${TERMS}PostalAddress`, geo: `${TERMS}GeoCoordinates` }),
  GeoCoordinates: aClass('GeoCoordinates', each('latitude', 'longitude')),
  Organization: aClass('Organization', {
    address: `${TERMS}PostalAddress`,
    location: `${TERMS}Place`,
    ...each('legalName', 'url', 'phoneNumber'),
  }),
  Person: aClass('Person', { worksFor: `${TERMS}Organization`, ...each('firstName', 'lastName', 'jobTitle') }),
  QuantitativeValue: aClass('QuantitativeValue', { unitCode: `${TERMS}unitCode`, value: `${TERMS}value` }),
  Product: aClass('Product', {
    manufacturer: `${TERMS}Organization`,
    weight: `${TERMS}QuantitativeValue`,
    width: `${TERMS}QuantitativeValue`,
    ...each('sku', 'batchNumber'),
  }),
  SteelProduct: aClass('SteelProduct', {
    observation: `${TERMS}Observation`,
    originAddress: `${TERMS}PostalAddress`,
    ...each('heatNumber', 'grade', 'specification'),
  }),
  Observation: aClass('Observation', {
    property: `${TERMS}MeasuredProperty`,
    measurement: `${TERMS}MeasuredValue`,
    date: typed('date', `${XSD}dateTime`),
  }),
  MeasuredProperty: aClass('MeasuredProperty', each('identifier', 'formula')),
  MeasuredValue: aClass('MeasuredValue', { value: `${TERMS}value`, unitCode: `${TERMS}unitCode` }),
}

/** Ours, in the forms that the context of CTDL has: terms whose names hold a prefix, with types and languages. */
const credentialTransparency: JsonObject = {
  '@version': 1.1,
  ceterms: 'https://terms.example/ceterms/',
  ceasn: 'https://terms.example/ceasn/',
  xsd: XSD,
  'ceterms:name': { '@id': 'ceterms:name', '@container': '@language' },
  'ceterms:description': { '@id': 'ceterms:description', '@container': '@language' },
  'ceterms:keyword': { '@id': 'ceterms:keyword', '@container': '@language' },
  'ceterms:ctid': { '@id': 'ceterms:ctid' },
  'ceterms:subjectWebpage': { '@id': 'ceterms:subjectWebpage', '@type': '@id' },
  'ceterms:ownedBy': { '@id': 'ceterms:ownedBy', '@type': '@id' },
  'ceterms:credentialStatusType': { '@id': 'ceterms:credentialStatusType' },
  'ceterms:dateEffective': { '@id': 'ceterms:dateEffective', '@type': 'xsd:date' },
  'ceterms:weight': { '@id': 'ceterms:weight', '@type': 'xsd:decimal' },
  'ceterms:isPartOf': { '@id': 'ceterms:isPartOf', '@type': '@id' },
  'ceterms:requires': { '@id': 'ceterms:requires' },
  'ceterms:targetNode': { '@id': 'ceterms:targetNode', '@type': '@id' },
  'ceterms:hasPart': { '@id': 'ceterms:hasPart', '@type': '@id', '@container': '@list' },
  'ceasn:competencyText': { '@id': 'ceasn:competencyText', '@container': '@language' },
  'ceasn:weight': { '@id': 'ceasn:weight', '@type': 'xsd:float' },
}

/** Ours: each kind of term that JSON-LD 1.1 knows. */
const features: JsonObject = {
  ...aliases,
  t: TERMS,
  xsd: XSD,
  ...each('TestCredential', 'Person', 'Degree', 'Active', 'Ended'),
  ...each('label', 'note', 'count', 'knows', 'degree', 'grade', 'tags', 'points', 'shape', 'member', 'level'),
  d: { '@id': `${TERMS}dc-`, '@prefix': true },
  'dc-title': `${TERMS}dc-title`,
  first: `${TERMS}given`,
  givenName: `${TERMS}given`,
  't:code': { '@id': 't:code' },
  amount: typed('amount', 'xsd:decimal'),
  ratio: typed('ratio', 'xsd:double'),
  whole: typed('whole', 'xsd:integer'),
  open: typed('open', 'xsd:boolean'),
  text: typed('text', 'xsd:string'),
  year: typed('year', 'xsd:gYear'),
  lasting: typed('lasting', 'xsd:duration'),
  since: typed('since', 'xsd:date'),
  at: typed('at', 'xsd:dateTime'),
  state: typed('state', '@vocab'),
  employer: typed('employer', '@id'),
  plain: typed('plain', '@none'),
  data: typed('data', '@json'),
  roles: contained('roles', '@set'),
  friends: { ...contained('friends', '@set'), '@type': '@id' },
  steps: contained('steps', '@list'),
  ring: contained('ring', '@list'),
  title: contained('title', '@language'),
  titles: contained('titles', '@language', '@set'),
  byIndex: contained('byIndex', '@index'),
  byIndexes: contained('byIndexes', '@index', '@set'),
  byCode: { ...contained('byCode', '@index'), '@index': 't:indexCode' },
  byId: contained('byId', '@id'),
  byType: contained('byType', '@type'),
  graph: contained('graph', '@graph'),
  graphs: contained('graphs', '@graph', '@set'),
  graphById: contained('graphById', '@graph', '@id'),
  graphByIndex: contained('graphByIndex', '@graph', '@index'),
  motto: { '@id': `${TERMS}motto`, '@language': 'la' },
  bare: { '@id': `${TERMS}bare`, '@language': null },
  sinistral: { '@id': `${TERMS}sinistral`, '@language': 'ar', '@direction': 'rtl' },
  parent: { '@reverse': `${TERMS}child` },
  labels: '@nest',
  street: { '@id': `${TERMS}street`, '@nest': 'labels' },
  value: '@value',
  language: '@language',
  list: '@list',
  set: '@set',
  included: '@included',
  /** Its terms mean something else below it, and on all levels. */
  ship: { '@id': `${TERMS}ship`, '@context': { name: `${TERMS}shipName`, captain: `${TERMS}captain` } },
  /** Nothing from around it is known below it. */
  sealed: { '@id': `${TERMS}sealed`, '@context': [null, { title: `${TERMS}sealTitle`, own: `${TERMS}own` }] },
  /** Below it a name of an identifier and one of a type are properties. */
  form: { '@id': `${TERMS}form`, '@context': { id: `${TERMS}formNumber`, type: `${TERMS}formKind` } },
  /** The same for the node alone that stands there. */
  cargo: { '@id': `${TERMS}cargo`, '@context': { '@propagate': false, name: `${TERMS}cargoName` } },
  name: `${TERMS}name`,
  Harbour: aClass('Harbour', { name: `${TERMS}harbourName`, berth: `${TERMS}berth` }),
  Fleet: aClass('Fleet', { '@propagate': true, name: `${TERMS}fleetName`, vessel: `${TERMS}vessel` }),
  Ferry: aClass('Ferry', { name: `${TERMS}ferryName` }),
}

/** Ours, in the forms that the context of Open Badges 2.0 has: two names of one property, and a property as a class. */
const badges2: JsonObject = {
  ...aliases,
  ob: TERMS,
  xsd: XSD,
  ...each('Assertion', 'BadgeClass', 'Criteria', 'Evidence', 'HostedBadge', 'SignedBadge', 'IdentityObject'),
  ...each(
    'name',
    'description',
    'narrative',
    'email',
    'salt',
    'tags',
    'targetName',
    'targetCode',
    'genre',
    'recipient',
  ),
  BadgeIssuer: 'ob:Profile',
  Issuer: 'ob:Profile',
  Profile: 'ob:Profile',
  badge: typed('badge', '@id'),
  criteria: typed('criteria', '@id'),
  evidenceOf: typed('evidence', '@id'),
  hashed: typed('hashed', 'xsd:boolean'),
  identity: `${TERMS}identityHash`,
  image: typed('image', '@id'),
  issuedOn: typed('issueDate', 'xsd:dateTime'),
  maker: typed('issuer', '@id'),
  alignment: typed('alignment', '@id'),
  targetUrl: typed('targetUrl', '@id'),
  url: typed('url', '@id'),
  verification: typed('verify', '@id'),
  verify: typed('verify', '@id'),
}

const learnerRecord: JsonObject = {
  ...aliases,
  ...each('LearnerRecordCredential', 'LearnerRecord', 'Transcript', 'Course', 'Result', 'Term', 'Polygon', 'Route'),
  ...each(
    'course',
    'result',
    'title',
    'code',
    'credits',
    'level',
    'score',
    'next',
    'teacher',
    'name',
    'term',
    'honours',
  ),
  records: contained('records', '@graph', '@set'),
  coordinates: contained('coordinates', '@list'),
  position: contained('position', '@list'),
}

/** A class with protected terms, one of which is another term than the same name outside. */
const residence: JsonObject = {
  '@protected': true,
  ...aliases,
  name: `${TERMS}name`,
  ResidentCard: aClass('ResidentCard', {
    '@protected': true,
    ...aliases,
    identifier: `${TERMS}identifier`,
    description: `${TERMS}cardDescription`,
  }),
  Resident: aClass('Resident', {
    '@protected': true,
    ...aliases,
    birthDate: typed('birthDate', `${XSD}date`),
    image: typed('image', '@id'),
    ...each('birthCountry', 'givenName', 'familyName', 'gender', 'lprNumber'),
  }),
}

const inContext = (context: unknown): JsonObject => ({ '@context': context })
const OWN: ReadonlyMap<string, JsonObject> = new Map([
  [EVIDENCE_TYPES, inContext(each('DocumentVerification', 'SupportingActivity', 'EvidenceDocument'))],
  [SUPPLY, inContext(supplyChain)],
  [COURSES, inContext(credentialTransparency)],
  [FEATURES, inContext(features)],
  [GERMAN, inContext({ '@version': 1.1, '@language': 'de', ...each('titel', 'stadt'), zahl: TERMS + 'zahl' })],
  [ARABIC, inContext({ '@version': 1.1, '@language': 'ar', '@direction': 'rtl', ...each('headline') })],
  [BADGES_2, inContext(badges2)],
  [RECORDS, inContext(learnerRecord)],
  [RESIDENCE, inContext(residence)],
  [IMPORTED, inContext({ '@version': 1.1, ...each('city'), country: TERMS + 'country' })],
  [IMPORTING, inContext({ '@version': 1.1, '@import': IMPORTED, country: { '@id': `${TERMS}land`, '@type': '@id' } })],
])

function read(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`../contexts/${name}.json`, import.meta.url), 'utf8')) as JsonObject
}

/** By URL; one that is imported by another stands before it. */
export const CONTEXTS_TO_IMPORT: ReadonlyMap<string, JsonObject> = new Map([
  ...Object.entries(PUBLISHED).map(([name, url]): [string, JsonObject] => [url, read(name)]),
  ...OWN,
])
