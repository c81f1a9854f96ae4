import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER, ISSUER } from '../../support/exchange/definitions.ts'
import { BADGES_2, PUBLISHED } from './contexts.ts'
import { family, WARNINGS } from './document.ts'
import type { Family, HonestDocument, Shape } from './document.ts'

/* Shapes of Open Badges 3.0 and its drafts, and of the Digital Credentials Consortium, with contents of our own. */

const EXTENSIONS = PUBLISHED['open-badges-extensions']
const SCHEMA = { id: 'https://schemas.example/badge', type: '1EdTechJsonSchemaValidator2019' }
const ENDORSER = 'did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z'
/** Of the endorsement with number 8, made by the key of 32 bytes 7 with the published library. */
const ENDORSER_PROOF = {
  type: 'DataIntegrityProof',
  created: '2026-01-01T00:00:00Z',
  verificationMethod: `${ENDORSER}#${ENDORSER.slice('did:key:'.length)}`,
  cryptosuite: 'eddsa-rdfc-2022',
  proofPurpose: 'assertionMethod',
  proofValue: 'z2VeB9H2bbVffo6KFn5wzpGQis281CszmkPsEoRKHpXwy9naDzuUD8e4S4zmbJVB4R7mepfTrfabYg3WDHqNGhD16',
}
const IMAGE = { id: 'https://badges.example/image.png', type: 'Image' }
const LEVEL = 'urn:uuid:00000000-0000-4000-a000-000000000001'
const GRADE = 'urn:uuid:00000000-0000-4000-a000-000000000002'

const ACHIEVEMENT: JsonObject = {
  id: 'https://badges.example/achievements/1',
  type: ['Achievement'],
  name: 'Splicing',
  description: 'Splices ropes',
  criteria: { narrative: 'A splice that holds' },
}
const BADGE: JsonObject = { type: ['AchievementSubject'], achievement: ACHIEVEMENT }
const ALIGNMENT = {
  type: ['Alignment'],
  targetName: 'Rope work',
  targetUrl: 'https://frameworks.example/rope',
  targetFramework: 'Crafts',
  targetType: 'ceasn:Competency',
}
const PROFILE: JsonObject = { id: ISSUER, type: ['Profile'], name: 'Rope School' }

const subject = (members: JsonObject): JsonObject => ({ credentialSubject: { id: HOLDER, ...BADGE, ...members } })
const achieved = (members: JsonObject): JsonObject => subject({ achievement: { ...ACHIEVEMENT, ...members } })
const issuer = (members: JsonObject): JsonObject => ({ issuer: { ...PROFILE, ...members }, ...subject({}) })

function endorsement(id: string, members: JsonObject = {}): JsonObject {
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', PUBLISHED['open-badges-3.0.3']],
    id: `urn:uuid:00000000-0000-4000-a100-${id.padStart(12, '0')}`,
    type: ['VerifiableCredential', 'EndorsementCredential'],
    issuer: { id: ENDORSER, type: ['Profile'], name: 'Guild' },
    validFrom: '2026-01-01T00:00:00Z',
    name: 'Endorsement',
    credentialSubject: { id: ISSUER, type: ['EndorsementSubject'], endorsementComment: 'A good school' },
    ...members,
  }
}

/** Of 3.0.3, whose data model is the second. */
const SHAPES: readonly Shape[] = [
  ['a badge', subject({})],
  ['a name', { name: 'Splicing', ...subject({}) }],
  [
    'types as texts',
    {
      credentialSubject: {
        id: HOLDER,
        type: 'AchievementSubject',
        achievement: { ...ACHIEVEMENT, type: 'Achievement' },
      },
    },
  ],
  ['the older name of its class', { type: ['VerifiableCredential', 'AchievementCredential'], ...subject({}) }],
  [
    'both names of its class',
    { type: ['VerifiableCredential', 'AchievementCredential', 'OpenBadgeCredential'], ...subject({}) },
  ],
  ['an image of the issuer', issuer({ image: IMAGE })],
  ['an image with a caption', issuer({ image: { ...IMAGE, caption: 'A rope' } })],
  ['an image in the document', issuer({ image: { id: 'data:image/png;base64,iVBORw0KGgo=', type: 'Image' } })],
  ['an image that is its address alone', issuer({ image: 'https://badges.example/image.png' })],
  [
    'issuer with URL, telephone and mail',
    issuer({ url: 'https://ropes.example', phone: '+49 431 1', email: 'office@ropes.example' }),
  ],
  [
    'issuer with an address',
    issuer({ address: { type: ['Address'], addressCountry: 'DE', addressLocality: 'Kiel', streetAddress: 'Kai 1' } }),
  ],
  [
    'issuer with an address on the map',
    issuer({ address: { type: ['Address'], geo: { type: 'GeoCoordinates', latitude: 54.32, longitude: 10.1 } } }),
  ],
  [
    'issuer with other identifiers',
    issuer({
      otherIdentifier: [{ type: 'IdentifierEntry', identifier: 'R-1', identifierType: 'nationalIdentityNumber' }],
    }),
  ],
  ['issuer with a parent', issuer({ parentOrg: { id: 'did:example:guild', type: ['Profile'], name: 'Guild' } })],
  ['issuer is the creator', { issuer: PROFILE, ...achieved({ creator: PROFILE }) }],
  [
    'issuer is the creator under another name',
    { issuer: PROFILE, ...achieved({ creator: { ...PROFILE, name: 'Rope School, Kiel' } }) },
  ],
  ['issuer is the creator, who is described there only', { issuer: ISSUER, ...achieved({ creator: PROFILE }) }],
  [
    'issuer is the creator, who is described once',
    { issuer: PROFILE, ...achieved({ creator: { id: ISSUER, type: ['Profile'] } }) },
  ],
  ['issuer is referred to as the creator', { issuer: PROFILE, ...achieved({ creator: { id: ISSUER } }) }],
  ['an endorsement of the issuer', issuer({ endorsement: [endorsement('1')] })],
  ['endorsements of the issuer', issuer({ endorsement: [endorsement('2'), endorsement('3')] })],
  [
    'an endorsement of the issuer that calls it otherwise',
    issuer({
      endorsement: [
        endorsement('4', {
          credentialSubject: {
            id: ISSUER,
            type: ['EndorsementSubject'],
            name: 'The School',
            endorsementComment: 'Good',
          },
        }),
      ],
    }),
  ],
  ['an endorsement of the badge', { endorsement: [endorsement('5')], ...subject({}) }],
  [
    'an endorsement of the achievement',
    achieved({
      endorsement: [
        endorsement('6', {
          credentialSubject: { id: ACHIEVEMENT['id'], type: ['EndorsementSubject'], endorsementComment: 'Hard' },
        }),
      ],
    }),
  ],
  ['an endorsement by the issuer itself', achieved({ endorsement: [endorsement('7', { issuer: PROFILE })] })],
  ['an endorsement with a proof that holds', achieved({ endorsement: [endorsement('8', { proof: ENDORSER_PROOF })] })],
  ['criteria with an address', achieved({ criteria: { id: 'https://badges.example/criteria/1', narrative: 'Hold' } })],
  ['criteria with a type', achieved({ criteria: { type: 'Criteria', narrative: 'Hold' } })],
  ['criteria as an address alone', achieved({ criteria: 'https://badges.example/criteria/1' })],
  ['an alignment', achieved({ alignment: [ALIGNMENT] })],
  ['alignments', achieved({ alignment: [ALIGNMENT, { ...ALIGNMENT, targetCode: 'R2' }] })],
  ['an alignment without a list', achieved({ alignment: ALIGNMENT })],
  ['tags', achieved({ tag: ['rope', 'splice'] })],
  ['one tag in a list', achieved({ tag: ['rope'] })],
  ['one tag', achieved({ tag: 'rope' })],
  ['credits', subject({ creditsEarned: 12, achievement: { ...ACHIEVEMENT, creditsAvailable: 36.5 } })],
  [
    'kind, field and version of the achievement',
    achieved({
      achievementType: 'Certificate',
      fieldOfStudy: 'Ropes',
      version: '1.0',
      humanCode: 'R1',
      inLanguage: 'de',
    }),
  ],
  [
    'related achievements',
    achieved({
      related: [{ id: 'https://badges.example/achievements/2', type: ['Related'], inLanguage: 'sv', version: '2' }],
    }),
  ],
  ['an image of the achievement', achieved({ image: { ...IMAGE, caption: 'A splice' } })],
  [
    'other identifiers of the achievement',
    achieved({
      otherIdentifier: [
        { type: 'IdentifierEntry', identifier: 'A-1', identifierType: 'identifier' },
        { type: 'IdentifierEntry', identifier: 'A-2', identifierType: 'ext:old' },
      ],
    }),
  ],
  [
    'dates of the activity',
    subject({
      activityStartDate: '2025-03-01',
      activityEndDate: '2025-06-30',
      term: 'Spring',
      role: 'Apprentice',
      licenseNumber: 'L-1',
    }),
  ],
  ['when it was awarded', { awardedDate: '2026-01-01T00:00:00Z', ...subject({}) }],
  ['an image of the badge', { image: IMAGE, ...subject({}) }],
  ['narrative of the subject', subject({ narrative: '# Splices\n\n* three *strands*' })],
  ['source of the assertion', subject({ source: { id: 'did:example:master', type: ['Profile'], name: 'Master' } })],
  [
    'identifier of the subject',
    subject({
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: 'ada@example.org', identityType: 'emailAddress' },
      ],
    }),
  ],
  [
    'a hashed identifier instead of an id',
    {
      credentialSubject: {
        ...BADGE,
        identifier: [
          {
            type: 'IdentityObject',
            hashed: true,
            identityHash: 'sha256$b0c0',
            identityType: 'emailAddress',
            salt: 'sea',
          },
        ],
      },
    },
    { warnings: [WARNINGS.unbound] },
  ],
  [
    'a result',
    achieved({
      resultDescription: [{ id: GRADE, type: ['ResultDescription'], name: 'Grade', resultType: 'LetterGrade' }],
    }),
  ],
  [
    'a result with its description',
    subject({
      result: [{ type: ['Result'], resultDescription: GRADE, value: 'A' }],
      achievement: {
        ...ACHIEVEMENT,
        resultDescription: [
          {
            id: GRADE,
            type: ['ResultDescription'],
            name: 'Grade',
            resultType: 'LetterGrade',
            allowedValue: ['D', 'C', 'B', 'A'],
            requiredValue: 'C',
          },
        ],
      },
    }),
  ],
  [
    'allowed values, one',
    achieved({
      resultDescription: [
        { id: GRADE, type: ['ResultDescription'], name: 'Passed', resultType: 'Status', allowedValue: ['Completed'] },
      ],
    }),
  ],
  [
    'allowed values, one twice',
    achieved({
      resultDescription: [
        {
          id: GRADE,
          type: ['ResultDescription'],
          name: 'Turns',
          resultType: 'Result',
          allowedValue: ['left', 'right', 'left'],
        },
      ],
    }),
  ],
  [
    'levels of a rubric',
    subject({
      result: [{ type: ['Result'], resultDescription: GRADE, achievedLevel: LEVEL }],
      achievement: {
        ...ACHIEVEMENT,
        resultDescription: [
          {
            id: GRADE,
            type: ['ResultDescription'],
            name: 'Level',
            resultType: 'RubricCriterionLevel',
            requiredLevel: LEVEL,
            rubricCriterionLevel: [
              {
                id: LEVEL,
                type: ['RubricCriterionLevel'],
                name: 'Master',
                level: 'III',
                points: '3',
                alignment: [ALIGNMENT],
              },
            ],
          },
        ],
      },
    }),
  ],
  [
    'bounds of a result',
    subject({
      result: [{ type: ['Result'], resultDescription: GRADE, value: '88' }],
      achievement: {
        ...ACHIEVEMENT,
        resultDescription: [
          {
            id: GRADE,
            type: ['ResultDescription'],
            name: 'Points',
            resultType: 'RawScore',
            valueMin: '0',
            valueMax: '100',
          },
        ],
      },
    }),
  ],
  [
    'results, alike',
    subject({
      result: [
        { type: ['Result'], value: 'A' },
        { type: ['Result'], value: 'A' },
        { type: ['Result'], value: 'B' },
      ],
    }),
  ],
  ['status of a result', subject({ result: [{ type: ['Result'], status: 'Completed' }] })],
  ['alignment of a result', subject({ result: [{ type: ['Result'], value: 'A', alignment: [ALIGNMENT] }] })],
  [
    'evidence',
    {
      evidence: [
        {
          id: 'https://evidence.example/1',
          type: ['Evidence'],
          name: 'Photograph',
          narrative: 'Of a splice',
          genre: 'Photograph',
          audience: 'Department',
        },
      ],
      ...subject({}),
    },
  ],
  [
    'evidence, several',
    {
      evidence: [
        { type: ['Evidence'], name: 'One' },
        { type: ['Evidence'], name: 'Two', description: 'Later' },
      ],
      ...subject({}),
    },
  ],
  [
    'a schema of its publisher',
    {
      '@context': ['https://www.w3.org/ns/credentials/v2', PUBLISHED['open-badges-3.0.3'], EXTENSIONS],
      credentialSchema: [SCHEMA],
      ...subject({}),
    },
    { warnings: [WARNINGS.schemaType] },
  ],
  [
    'a refresh service of its publisher',
    {
      '@context': ['https://www.w3.org/ns/credentials/v2', PUBLISHED['open-badges-3.0.3'], EXTENSIONS],
      refreshService: { id: 'https://refresh.example/1', type: '1EdTechCredentialRefresh' },
      ...subject({}),
    },
  ],
  [
    'names in several languages',
    achieved({
      name: [
        { '@value': 'Splicing', '@language': 'en' },
        { '@value': 'Spleißen', '@language': 'de' },
      ],
    }),
  ],
  [
    'terms of no context but one for all',
    {
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        PUBLISHED['open-badges-3.0.3'],
        PUBLISHED['undefined-terms-v2'],
      ],
      ...subject({ knots: ['bowline', 'hitch'], workshop: { name: 'South' } }),
    },
  ],
]

/** Drafts and the first releases, whose properties and classes share IRIs, in the first data model. */
const DRAFT_SHAPES: readonly Shape[] = [
  ['a badge', subject({})],
  ['an image of the issuer', issuer({ image: IMAGE, url: 'https://ropes.example' })],
  ['a creator', achieved({ creator: { id: 'did:example:creator', type: ['Profile'], name: 'Creator' } })],
  ['issuer is the creator', { issuer: PROFILE, ...achieved({ creator: PROFILE }) }],
  ['an alignment', achieved({ alignment: [ALIGNMENT] })],
  ['a result with its description', subject({ result: [{ type: ['Result'], value: 'A' }] })],
  [
    'an address on the map',
    issuer({
      address: {
        type: ['Address'],
        addressCountry: 'DE',
        geo: { type: ['GeoCoordinates'], latitude: 54.32, longitude: 10.1 },
      },
    }),
  ],
  ['an image of the achievement', achieved({ image: IMAGE, achievementType: 'Badge' })],
  [
    'evidence',
    { evidence: [{ id: 'https://evidence.example/1', type: ['Evidence'], name: 'Photograph' }], ...subject({}) },
  ],
]

const BADGE_CLASS: JsonObject = {
  id: 'https://badges.example/classes/1',
  type: 'BadgeClass',
  name: 'Splicing',
  criteria: { narrative: 'A splice that holds' },
  maker: { id: ISSUER, type: 'Profile', name: 'Rope School' },
}
const assertion = (members: JsonObject): JsonObject => ({
  credentialSubject: {
    id: HOLDER,
    type: 'Assertion',
    badge: BADGE_CLASS,
    issuedOn: '2026-01-01T00:00:00Z',
    ...members,
  },
})
const SECOND_SHAPES: readonly Shape[] = [
  ['an assertion', assertion({})],
  ['a badge that is referred to', assertion({ badge: 'https://badges.example/classes/1' })],
  [
    'a recipient whose type is a property',
    assertion({ recipient: { type: 'email', identity: 'sha256$b0c0', hashed: true, salt: 'sea' } }),
  ],
  ['verification', assertion({ verification: { type: 'HostedBadge' } })],
  ['verification under its older name', assertion({ verify: { type: 'SignedBadge' } })],
  [
    'a class that has three names',
    assertion({ badge: { ...BADGE_CLASS, maker: { id: 'did:example:maker', type: 'Issuer', name: 'Maker' } } }),
  ],
  [
    'the class under another of them',
    assertion({
      badge: { ...BADGE_CLASS, maker: { id: 'did:example:maker', type: 'BadgeIssuer', email: 'a@example.org' } },
    }),
  ],
  [
    'alignments, tags and evidence',
    assertion({
      evidenceOf: [{ id: 'https://evidence.example/1', narrative: 'Seen', genre: 'Photograph' }],
      badge: {
        ...BADGE_CLASS,
        tags: ['rope'],
        alignment: [{ targetName: 'Rope', targetUrl: 'https://frameworks.example/rope', targetCode: 'rope-1' }],
      },
    }),
  ],
]

const DCC: Family = { model: 1, contexts: [PUBLISHED['dcc-v1']], type: 'LearningCredential' }
const DCC_SHAPES: readonly Shape[] = [
  [
    'a course',
    {
      type: ['VerifiableCredential', 'CourseCompletionCredential'],
      credentialSubject: {
        id: HOLDER,
        type: 'Person',
        name: 'Ada',
        hasCredential: {
          type: ['EducationalOccupationalCredential'],
          name: 'Knots',
          awardedOnCompletionOf: { type: ['Course'], identifier: 'K1', courseCode: 'K.1', numberOfCredits: 3 },
        },
      },
    },
  ],
  [
    'a programme',
    {
      type: ['VerifiableCredential', 'ProgramCompletionCredential'],
      issuer: { id: ISSUER, name: 'School', url: 'https://school.example', image: 'https://school.example/logo.png' },
      credentialSubject: {
        id: HOLDER,
        type: 'Person',
        name: 'Ada',
        hasCredential: {
          type: ['EducationalOccupationalCredential'],
          name: 'Bachelor',
          description: 'Of ropes',
          awardedOnCompletionOf: {
            type: ['EducationalOccupationalProgram'],
            identifier: 'ropes',
            startDate: '2022-10-01',
            endDate: '2025-09-30',
          },
        },
      },
    },
  ],
  [
    'a programme with an id, from which it hangs',
    {
      credentialSubject: {
        id: HOLDER,
        type: 'Person',
        hasCredential: {
          type: ['EducationalOccupationalCredential'],
          awardedOnCompletionOf: {
            id: 'https://school.example/programs/1',
            type: ['EducationalOccupationalProgram'],
            name: 'Ropes',
          },
        },
      },
    },
  ],
  [
    'courses with their instances',
    {
      credentialSubject: {
        id: HOLDER,
        hasCredential: {
          type: ['EducationalOccupationalCredential'],
          competencyRequired: 'Knots',
          credentialCategory: 'degree',
          awardedOnCompletionOf: [
            { type: 'Course', name: 'A', hasCourseInstance: { type: 'CourseInstance', startDate: '2024-01-01' } },
            { type: 'Course', name: 'B' },
          ],
        },
      },
    },
  ],
  [
    'assertions',
    {
      type: ['VerifiableCredential', 'Assertion'],
      issuer: { id: ISSUER, type: 'Issuer', name: 'School' },
      credentialSubject: {
        id: HOLDER,
        assertion: [
          { type: 'Assertion', value: 4.5 },
          { type: 'Assertion', value: '4.5' },
        ],
      },
    },
  ],
  [
    'issuer with an endorsement inside',
    {
      issuer: {
        id: ISSUER,
        type: ['Issuer'],
        name: 'School',
        hasCredential: {
          id: 'urn:uuid:00000000-0000-4000-a200-000000000001',
          type: ['VerifiableCredential', 'Assertion'],
          issuer: { id: ENDORSER, name: 'Guild' },
          issuanceDate: '2026-01-01T00:00:00Z',
          credentialSubject: { id: ISSUER, name: 'School of Ropes' },
        },
      },
    },
  ],
  [
    'issuer with an endorsement inside, alike',
    {
      issuer: {
        id: ISSUER,
        type: ['Issuer'],
        name: 'School',
        hasCredential: {
          id: 'urn:uuid:00000000-0000-4000-a200-000000000002',
          type: ['VerifiableCredential', 'Assertion'],
          issuer: { id: ENDORSER, name: 'Guild' },
          issuanceDate: '2026-01-01T00:00:00Z',
          credentialSubject: { id: ISSUER, name: 'School' },
        },
      },
    },
  ],
]

const V3: Family = { model: 2, contexts: [PUBLISHED['open-badges-3.0.3']], type: 'OpenBadgeCredential' }
const draft = (context: string): Family => ({ model: 1, contexts: [context], type: 'OpenBadgeCredential' })
/** What issuers of badges sign with in both data models. */
const SIGNED_OTHERWISE: Shape = [
  'a badge with most of it',
  {
    ...issuer({ image: IMAGE }),
    ...achieved({
      alignment: [ALIGNMENT],
      tag: ['rope', 'splice'],
      resultDescription: [
        { id: GRADE, type: ['ResultDescription'], name: 'Grade', resultType: 'LetterGrade', allowedValue: ['B', 'A'] },
      ],
    }),
  },
]

export const BADGE_DOCUMENTS: readonly HonestDocument[] = [
  ...family('open badges 3.0.3', V3, SHAPES),
  ...(['Ed25519Signature2020', 'eddsa-jcs-2022', 'JsonWebSignature2020'] as const).flatMap((proof) =>
    family(`open badges 3.0.3, ${proof}`, { ...V3, proofs: [proof] }, [SIGNED_OTHERWISE]),
  ),
  ...family('open badges 3.0.3, proof set', { ...V3, proofs: ['eddsa-rdfc-2022', 'Ed25519Signature2020'] }, [
    SIGNED_OTHERWISE,
  ]),
  ...family('open badges 3.0.1', draft(PUBLISHED['open-badges-3.0.1']), DRAFT_SHAPES),
  ...family('open badges 3.0.0', draft(PUBLISHED['open-badges-3.0']), DRAFT_SHAPES),
  ...family(
    'open badges 3.0 beta',
    { ...draft(PUBLISHED['open-badges-3.0-beta']), proofs: ['Ed25519Signature2018'] },
    DRAFT_SHAPES,
  ),
  ...family('open badges 3.0 beta as JWT', { ...draft(PUBLISHED['open-badges-3.0-beta']), proofs: ['JWT'] }, [
    DRAFT_SHAPES[0] ?? SIGNED_OTHERWISE,
  ]),
  ...family('open badges 2.0 in a credential', { model: 1, contexts: [BADGES_2], type: 'Assertion' }, SECOND_SHAPES),
  ...family('digital credentials consortium', DCC, DCC_SHAPES),
  ...family(
    'digital credentials consortium, proof set',
    { ...DCC, proofs: ['eddsa-rdfc-2022', 'Ed25519Signature2020'] },
    DCC_SHAPES.slice(0, 2),
  ),
]
