import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER, ISSUER } from '../../support/exchange/definitions.ts'
import { ARABIC, FEATURES, GERMAN, IMPORTING, RECORDS } from './contexts.ts'
import { about, aCredential, family, WARNINGS } from './document.ts'
import type { Family, HonestDocument, Shape } from './document.ts'

/* What JSON-LD 1.1 lets an issuer write, each in the place where a credential says something about its subject. */

const OTHER = 'https://people.example/2'
const THIRD = 'https://people.example/3'
const PERSON = { id: OTHER, type: 'Person', name: 'Per' }

const FEATURE_SHAPES: readonly Shape[] = [
  // containers
  ['@set, one value in a list', about({ roles: ['mate'] })],
  ['@set, one value', about({ roles: 'mate' })],
  ['@set, several values', about({ roles: ['mate', 'cook'] })],
  ['@set of references', about({ friends: [OTHER, THIRD] })],
  ['@list', about({ steps: ['haul', 'tie', 'haul'] })],
  ['@list of one', about({ steps: ['haul'] })],
  ['@list of nothing', about({ steps: [], label: 'x' })],
  ['@list of nodes', about({ steps: [{ label: 'haul', count: 2 }, { label: 'tie' }] })],
  ['@list of nodes, alike', about({ steps: [{ label: 'haul' }, { label: 'haul' }] })],
  [
    '@list of lists',
    about({
      ring: [
        [
          [10, 54],
          [11, 54],
        ],
        [
          [10, 55],
          [11, 55],
        ],
      ],
    }),
    { proofs: ['JsonWebSignature2020'] },
  ],
  ['@list of numbers', about({ ring: [10.5, 54, 0] })],
  ['@list, written out', about({ shape: { '@list': [1, 2, 1] } })],
  ['@set, written out', about({ shape: { '@set': [1, 2] } })],
  ['@language', about({ title: { en: 'Mate', de: 'Maat' } })],
  ['@language, one', about({ title: { en: 'Mate' } })],
  ['@language, several texts of one', about({ title: { en: ['Mate', 'Officer'] } })],
  ['@language, none', about({ title: { '@none': 'Mate', de: 'Maat' } })],
  ['@language with a script and in capitals', about({ title: { 'zh-Hant-TW': 'A', EN: 'B', 'de-CH-1996': 'C' } })],
  ['@language with @set', about({ titles: { en: ['Mate'], de: ['Maat', 'Offizier'] } })],
  ['@index by a property', about({ byCode: { A: { label: 'a' }, B: { label: 'b' } } })],
  ['@id', about({ byId: { [OTHER]: { label: 'Per' }, [THIRD]: { label: 'Eva' } } })],
  ['@type', about({ byType: { Person: { id: OTHER, label: 'Per' }, Degree: { label: 'Knots' } } })],
  ['@graph', about({ graph: { id: OTHER, label: 'Per' } })],
  [
    '@graph, several',
    about({
      graphs: [
        { id: OTHER, label: 'Per' },
        { id: THIRD, label: 'Eva' },
      ],
    }),
  ],
  ['@graph with @id', about({ graphById: { 'https://graphs.example/1': { id: OTHER, label: 'Per' } } })],
  [
    '@graph, written out',
    about({
      knows: {
        '@graph': [
          { id: OTHER, label: 'Per' },
          { id: THIRD, label: 'Eva' },
        ],
      },
    }),
  ],
  // where members stand
  ['@nest', about({ labels: { label: 'a', note: 'b' } })],
  ['@nest of a term', about({ labels: { street: 'Kai 1' } })],
  ['@nest beside others', about({ label: 'z', labels: [{ note: 'b' }, { count: 1 }] })],
  ['@included', about({ label: 'a', included: [{ id: OTHER, label: 'Per' }] })],
  ['@reverse of a term', about({ parent: { id: OTHER, label: 'Per' } })],
  ['@reverse of a term that refers', about({ parent: { id: OTHER } })],
  ['@reverse, written out', about({ '@reverse': { knows: { id: OTHER, label: 'Per' } } })],
  // values
  ['@json, an object', about({ data: { a: [1, null, {}, []], b: { '@id': 'x', id: 7 }, '': 0 } })],
  ['@json, null', about({ data: null, label: 'x' })],
  ['@json, an empty list', about({ data: [] })],
  ['@json, a list', about({ data: [{ a: null }, [], 'x', true] })],
  ['@json, a number', about({ data: 1.5 })],
  ['@json, a text', about({ data: 'text' })],
  ['@json, members in an order of their own', about({ data: { z: 1, a: 2, ä: 3, '10': 4, '9': 5 } })],
  ['@json, written out', about({ note: { '@type': '@json', '@value': { a: [] } } })],
  ['xsd:decimal as text', about({ amount: '12.50' })],
  ['xsd:decimal as number', about({ amount: 12.5 })],
  ['xsd:double', about({ ratio: 0.25 })],
  ['xsd:double, whole', about({ ratio: 3 })],
  ['xsd:integer', about({ whole: 7 })],
  ['xsd:integer as text', about({ whole: '7' })],
  ['xsd:boolean', about({ open: true })],
  ['xsd:boolean as text', about({ open: 'true' })],
  ['xsd:string', about({ text: 'x' })],
  ['xsd:string of a number', about({ text: 5 })],
  ['xsd:date and xsd:dateTime', about({ since: '2025-02-03', at: '2025-02-03T04:05:06Z' })],
  ['xsd:gYear as text and xsd:duration', about({ year: '2024', lasting: 'P3M' })],
  ['xsd:gYear as number', about({ year: 2024 })],
  ['a type, written out', about({ note: { '@value': '2025-02-03', '@type': 'xsd:date' } })],
  ['a type, written out with the alias of @value', about({ note: { value: '2025-02-03', '@type': 'xsd:date' } })],
  ['@value where the context has an alias', about({ note: { '@value': 'a', '@language': 'en' } })],
  ['@type of a term that is @none', about({ plain: { '@value': 'a', '@type': 'xsd:token' } })],
  ['a reference of a term', about({ employer: OTHER })],
  ['a reference, written out', about({ knows: { '@id': OTHER } })],
  ['references, some of them described', about({ knows: [{ id: OTHER }, { id: THIRD, label: 'Eva' }] })],
  ['@vocab, a term', about({ state: 'Active' })],
  ['@vocab, an absolute IRI', about({ state: 'https://terms.example/Active' })],
  ['@vocab, another IRI', about({ state: 'https://other.example/Gone' })],
  ['@vocab, several', about({ state: ['Active', 'Ended'] })],
  ['language of a term', about({ motto: 'Navigare necesse est' })],
  ['language taken away from a term', about({ bare: 'x' })],
  // names
  ['a term with a colon', about({ 't:code': 'C1' })],
  ['a term with a colon and one without', about({ 't:code': 'C1', label: 'a' })],
  ['two terms of one IRI, one of them', about({ givenName: 'Ada' })],
  ['two terms of one IRI, the other', about({ first: 'Ada' })],
  ['two terms of one IRI, one at each place', about({ givenName: 'Ada', knows: { id: OTHER, first: 'Per' } })],
  ['an IRI written with a prefix that does not end like one', about({ 'dc-title': 'a', 'd:creator': 'b' })],
  ['an IRI written with a prefix', about({ 't:label': 'a' })],
  ['an IRI in full', about({ 'https://terms.example/label': 'a' })],
  ['an IRI in full that no context knows', about({ 'https://other.example/label': 'a' })],
  ['a blank node with a name', about({ knows: { id: '_:b0', label: 'Per' } })],
  [
    'a blank node that is referred to',
    about({ knows: { id: '_:b0', label: 'Per' }, degree: { member: { id: '_:b0' } } }),
  ],
  [
    'blank nodes that name each other',
    about({ knows: { id: '_:a', label: 'A', knows: { id: '_:b', label: 'B', knows: { id: '_:a' } } } }),
  ],
  ['an id with other letters', about({ knows: { id: 'https://people.example/größe?q=名前#ü', label: 'x' } })],
  [
    'ids of many schemes',
    about({
      friends: [
        'urn:isbn:9780143039433',
        'mailto:ada@example.org',
        'tel:+49-431-1',
        'tag:x.example,2026:1',
        'ipfs://bafy/1',
        'did:web:x.example#a',
      ],
    }),
  ],
  // contexts within contexts
  ['terms of a property', about({ ship: { name: 'Ada', captain: { name: 'Per' } } })],
  ['terms of a property for one node', about({ cargo: { name: 'Rope', knows: { name: 'Per' } } })],
  ['terms of a property that begin anew', about({ sealed: { '@id': OTHER, title: 'A', own: { title: 'B' } } })],
  ['id and type as properties', about({ form: { id: 'F-1', type: 'blue', knows: { id: 'F-2' } } })],
  ['terms of a class', about({ knows: { type: 'Harbour', name: 'Kiel', berth: 7 } })],
  ['terms of a class do not go down', about({ knows: { type: 'Harbour', name: 'Kiel', knows: { name: 'Per' } } })],
  [
    'terms of a class go down',
    about({ knows: { type: 'Fleet', name: 'North', vessel: { name: 'Ada', vessel: { name: 'Boat' } } } }),
  ],
  ['terms of two classes', about({ knows: { type: ['Ferry', 'Harbour'], name: 'Kiel' } })],
  ['terms of a class below terms of a property', about({ ship: { type: 'Ferry', name: 'Ada' } })],
  ['a context of a node', about({ label: 'x', knows: { '@context': GERMAN, titel: 'Maat' } })],
  ['a context of the subject', { credentialSubject: { '@context': GERMAN, id: HOLDER, titel: 'Maat', stadt: 'Kiel' } }],
  // nodes
  ['a node in two places', about({ knows: PERSON, degree: { member: PERSON } })],
  [
    'a node in two places, with a type in one',
    about({ knows: PERSON, degree: { member: { id: OTHER, name: 'Per' } } }),
  ],
  [
    'a node in two places, with other names',
    about({ knows: PERSON, degree: { member: { ...PERSON, name: 'Per N.' } } }),
  ],
  [
    'a node in two places, with a list',
    about({ knows: { id: OTHER, steps: ['a', 'b'] }, degree: { member: { id: OTHER, steps: ['a', 'b'] } } }),
  ],
  [
    'a node in two places, with two lists',
    about({ knows: { id: OTHER, steps: ['a'] }, degree: { member: { id: OTHER, steps: ['b'] } } }),
  ],
  ['a node below itself', about({ knows: { id: OTHER, label: 'Per', knows: { id: OTHER } } })],
  [
    'a node in three places, each with something of its own',
    about({
      knows: { id: OTHER, label: 'a' },
      degree: { member: { id: OTHER, note: 'b' }, shape: { id: OTHER, count: 3 } },
    }),
  ],
  ['a node without a name in two places', about({ knows: { label: 'Per' }, degree: { member: { label: 'Per' } } })],
  ['the subject below itself', about({ label: 'a', knows: { id: OTHER, knows: { id: HOLDER, label: 'a' } } })],
  [
    'the subject below itself, called otherwise',
    about({ label: 'a', knows: { id: OTHER, knows: { id: HOLDER, label: 'b' } } }),
  ],
  ['the credential names itself', { id: 'urn:x:self', ...about({ knows: { id: 'urn:x:self', label: 'this' } }) }],
  [
    'nodes that form a ring',
    about({ knows: { id: OTHER, label: 'a', knows: { id: THIRD, label: 'b', knows: { id: OTHER } } } }),
  ],
  ['an object with nothing in it', about({ knows: {}, label: 'x' })],
  ['a type alone', about({ degree: { type: 'Degree' } })],
]

/** The names of an index are no statements: only a proof over JSON covers them, and only then does anybody ask by them. */
const INDEX_SHAPES: readonly Shape[] = [
  ['@index', about({ byIndex: { first: { label: 'a' }, second: { label: 'b' } } })],
  ['@index of texts', about({ byIndex: { first: 'a', second: 'b' } })],
  ['@index with @set', about({ byIndexes: { first: [{ label: 'a' }], second: [{ label: 'b' }, { label: 'c' }] } })],
  ['@graph with @index', about({ graphByIndex: { first: { id: OTHER, label: 'Per' } } })],
]
const WRITTEN_INDEX: Shape = ['@index, written out', about({ knows: { '@index': 'first', label: 'a' } })]

const LANGUAGE_SHAPES: readonly Shape[] = [
  ['texts', about({ titel: 'Maat', stadt: ['Kiel', 'Lübeck'] })],
  ['a text of another language', about({ titel: { '@value': 'Mate', '@language': 'en' } })],
  ['a number', about({ zahl: 12 })],
  ['a text of no language', about({ titel: { '@value': 'X' } })],
]

const course = (index: number, level: string) => ({ type: 'Course', title: `Course ${index}`, result: { level } })
const courses = (count: number, levels: readonly string[]) =>
  Array.from({ length: count }, (_, index) => course(index, levels[index % levels.length] ?? ''))
const like = (count: number, node: JsonObject) => Array.from({ length: count }, () => node)

/** Nodes without names that look alike, as transcripts have them. */
const RECORD_SHAPES: readonly Shape[] = [
  ['33 courses with one level', about({ course: courses(33, ['A']) })],
  ['40 courses with one level', about({ course: courses(40, ['A']) })],
  ['200 courses with one level', about({ course: courses(200, ['A']) })],
  ['20 courses with two levels', about({ course: courses(20, ['A', 'B']) })],
  ['40 courses with one level, signed as JSON', about({ course: courses(40, ['A']) }), { proofs: ['eddsa-jcs-2022'] }],
  ['40 courses with one level as JWT', about({ course: courses(40, ['A']) }), { proofs: ['JWT'] }],
  ['40 results that are alike but for nothing', about({ result: like(40, { level: 'A' }) })],
  [
    'terms with courses that are alike',
    about({ term: ['Spring', 'Autumn'].map((name) => ({ type: 'Term', name, course: courses(12, ['A']) })) }),
  ],
  [
    'courses with teachers that are alike',
    about({
      course: Array.from({ length: 16 }, (_, index) => ({
        title: `C${index}`,
        teacher: { name: 'Ada' },
        result: { level: 'A', score: 1 },
      })),
    }),
  ],
  [
    'courses, credits and honours of each kind',
    about({
      course: [
        { title: 'A', credits: 6, score: 1.3, honours: false },
        { title: 'B', credits: 7.5, score: 2, honours: true, code: '' },
      ],
    }),
  ],
  ['a chain of 7 nodes without names', about(chain(7)), { proofs: ['JsonWebSignature2020'] }],
  [
    '20 coordinates',
    about({
      type: 'Route',
      coordinates: Array.from({ length: 20 }, (_, index) => ({ position: [10 + (index % 2), 54] })),
    }),
    { proofs: ['JsonWebSignature2020'] },
  ],
  [
    'coordinates of one list',
    about({ type: 'Route', coordinates: Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 10.25 : 54.5)) }),
    { proofs: ['JsonWebSignature2020'] },
  ],
  [
    'coordinates as lists in a list',
    about({
      type: 'Polygon',
      coordinates: [
        [10, 54],
        [11, 54],
        [11, 55],
        [10, 54],
      ],
    }),
    { proofs: ['JsonWebSignature2020'] },
  ],
  ['records that are credentials', about({ records: [record('1'), record('2')] })],
  [
    'records of an issuer that is called otherwise there',
    {
      issuer: { id: ISSUER, name: 'School' },
      ...about({ records: [record('3', { issuer: { id: ISSUER, name: 'The School' } })] }),
    },
  ],
]

const FEATURE: Family = { model: 1, contexts: [FEATURES], type: 'TestCredential' }

export const JSON_LD_DOCUMENTS: readonly HonestDocument[] = [
  ...family('JSON-LD 1.1', FEATURE, FEATURE_SHAPES),
  ...family('JSON-LD 1.1, an index', { ...FEATURE, isAsked: false }, INDEX_SHAPES),
  ...family('JSON-LD 1.1, an index', { ...FEATURE, isAsked: false, warnings: [WARNINGS.layout] }, [WRITTEN_INDEX]),
  ...family('JSON-LD 1.1, an index, signed as JSON', { ...FEATURE, proofs: ['eddsa-jcs-2022'] }, [
    ...INDEX_SHAPES,
    WRITTEN_INDEX,
  ]),
  ...family('JSON-LD 1.1 as JWT', { ...FEATURE, proofs: ['JWT'] }, [
    ...FEATURE_SHAPES.filter(isEighth),
    ...INDEX_SHAPES,
  ]),
  ...family('JSON-LD 1.1, signed as JSON', { ...FEATURE, proofs: ['eddsa-jcs-2022'] }, FEATURE_SHAPES.filter(isEighth)),
  ...family(
    'JSON-LD 1.1, a context with a language',
    { model: 1, contexts: [FEATURES, GERMAN], type: 'TestCredential' },
    LANGUAGE_SHAPES,
  ),
  ...family(
    'JSON-LD 1.1, a context with a direction',
    { model: 1, contexts: [FEATURES, ARABIC], type: 'TestCredential', proofs: ['eddsa-jcs-2022'] },
    [
      ['a text', about({ headline: 'ربان' })],
      [
        'texts of other directions',
        about({ headline: [{ '@value': 'Captain', '@language': 'en', '@direction': 'ltr' }, 'ربان'] }),
      ],
      ['a term with a direction', about({ sinistral: 'ربان' })],
    ],
  ),
  ...family(
    'JSON-LD 1.1, a context that imports one',
    { model: 1, contexts: [FEATURES, IMPORTING], type: 'TestCredential' },
    [['terms of both', about({ city: 'Kiel', country: 'https://countries.example/de' })]],
  ),
  ...family('learner record', { model: 1, contexts: [RECORDS], type: 'LearnerRecordCredential' }, RECORD_SHAPES),
]

/** Signatures that cover bytes do not depend on what these mean, so a few shapes say enough. */
function isEighth(_shape: Shape, index: number): boolean {
  return index % 8 === 0
}

function chain(length: number): JsonObject {
  return length === 0 ? { title: 'end' } : { next: chain(length - 1) }
}

function record(id: string, members: JsonObject = {}): JsonObject {
  const { '@context': _contexts, ...credential } = aCredential({ model: 1, type: 'Transcript' }, members)
  return { ...credential, id: `urn:x:record:${id}`, credentialSubject: { id: HOLDER, course: [course(1, 'A')] } }
}
