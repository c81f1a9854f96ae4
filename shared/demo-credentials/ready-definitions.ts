import type { JsonObject } from '../presentation-exchange/json.ts'

/** A ready-made definition, without an `id`, which the exchange assigns. */
export interface ReadyDefinition {
  /** Its name in links and tests. */
  readonly key: string
  readonly name: string
  readonly definition: JsonObject
}

const schema = (name: string) => [{ uri: `https://schemas.vaultbench.example/${name}/1.0.0` }]

const AGE: JsonObject = {
  id: 'age',
  name: 'Proof of age',
  purpose: 'To know that you are old enough',
  schema: schema('proof-of-age'),
  constraints: {
    fields: [
      {
        path: ['$.credentialSubject.ageOver18'],
        name: 'Over 18',
        purpose: 'Only adults may enter',
        filter: { type: 'boolean', const: true },
      },
    ],
  },
}

const LICENCE: JsonObject = {
  id: 'licence',
  name: 'Driving licence',
  purpose: 'To know that you may drive a car',
  schema: schema('driving-licence'),
  constraints: {
    fields: [
      { path: ['$.credentialSubject.category'], name: 'Category', filter: { type: 'string', enum: ['B', 'C', 'D'] } },
      { path: ['$.credentialSubject.licenceNumber'], name: 'Licence number', intent_to_retain: true },
    ],
  },
}

const IDENTITY: JsonObject = {
  id: 'identity',
  name: 'Identity',
  purpose: 'To know who you are',
  schema: schema('identity'),
  constraints: {
    fields: [
      { path: ['$.credentialSubject.givenName'], name: 'Given names' },
      { path: ['$.credentialSubject.familyName'], name: 'Family name' },
    ],
  },
}

const EMPLOYMENT: JsonObject = {
  id: 'employment',
  name: 'Employment',
  purpose: 'To know that you have an income',
  schema: schema('employment'),
  constraints: { fields: [{ path: ['$.credentialSubject.employer'], name: 'Employer' }] },
}

const BANK_ACCOUNT: JsonObject = {
  id: 'bank-account',
  name: 'Bank account',
  purpose: 'To know where the deposit can be paid back',
  schema: schema('bank-account'),
  constraints: { fields: [{ path: ['$.credentialSubject.iban'], name: 'IBAN', intent_to_retain: true }] },
}

const DIPLOMA: JsonObject = {
  id: 'diploma',
  name: 'Diploma',
  purpose: 'To know what you learned',
  schema: schema('diploma'),
  constraints: {
    fields: [
      {
        path: ['$.credentialSubject.qualificationLevel'],
        name: 'Level',
        filter: { type: 'integer', minimum: 5 },
      },
    ],
  },
}

const MEMBERSHIP: JsonObject = {
  id: 'membership',
  name: 'Membership',
  purpose: 'To give you the price for members',
  schema: schema('membership'),
  constraints: { fields: [{ path: ['$.credentialSubject.membershipNumber'], name: 'Membership number' }] },
}

const inGroup = (descriptor: JsonObject, ...group: string[]): JsonObject => ({ ...descriptor, group })

const AGE_ONLY: JsonObject = {
  name: 'Age only',
  purpose: 'To check a buyer’s age',
  input_descriptors: [AGE],
}

const CAR_HIRE: JsonObject = {
  name: 'Car hire',
  purpose: 'To hand over a car',
  submission_requirements: [{ name: 'Licence and age', rule: 'all', from: 'A' }],
  input_descriptors: [inGroup(LICENCE, 'A'), inGroup(AGE, 'A')],
}

const TWO_OF_THREE: JsonObject = {
  name: 'Two of three',
  purpose: 'To let a flat',
  submission_requirements: [
    { name: 'Any two of employment, bank account and diploma', rule: 'pick', count: 2, from: 'A' },
  ],
  input_descriptors: [EMPLOYMENT, BANK_ACCOUNT, DIPLOMA].map((descriptor) => inGroup(descriptor, 'A')),
}

const EITHER_OR: JsonObject = {
  name: 'Either or',
  purpose: 'To give a visitor card',
  submission_requirements: [
    {
      name: 'Identity, or licence and membership',
      rule: 'pick',
      count: 1,
      from_nested: [
        { name: 'Identity', rule: 'all', from: 'A' },
        { name: 'Licence and membership', rule: 'all', from: 'B' },
      ],
    },
  ],
  input_descriptors: [inGroup(IDENTITY, 'A'), inGroup(LICENCE, 'B'), inGroup(MEMBERSHIP, 'B')],
}

const STRICT_FORMATS: JsonObject = {
  name: 'Strict formats',
  purpose: 'To accept only what our other systems can read',
  format: { ldp_vc: { proof_type: ['Ed25519Signature2018'] }, jwt_vc: { alg: ['ES256'] } },
  input_descriptors: [IDENTITY, { ...MEMBERSHIP, format: { jwt_vc: { alg: ['ES256'] } } }],
}

/** Every kind of constraint, each in a form that a wallet can satisfy. */
const EVERYTHING: JsonObject = {
  name: 'Everything',
  purpose: 'To try every constraint at once',
  format: { ldp_vc: { proof_type: ['Ed25519Signature2018'] }, jwt_vc: { alg: ['EdDSA', 'ES256', 'RS256'] } },
  submission_requirements: [
    { name: 'Identity and licence', rule: 'all', from: 'person' },
    {
      name: 'What you live on',
      purpose: 'To know that you can pay',
      rule: 'all',
      from_nested: [
        { name: 'Work or study', rule: 'pick', min: 1, max: 2, from: 'living' },
        { name: 'Bank account', rule: 'pick', count: 1, from: 'account' },
      ],
    },
  ],
  input_descriptors: [
    {
      ...inGroup(IDENTITY, 'person'),
      constraints: {
        limit_disclosure: 'preferred',
        subject_is_issuer: 'preferred',
        is_holder: [{ field_id: ['born'], directive: 'required' }],
        same_subject: [{ field_id: ['born', 'driver'], directive: 'required' }],
        statuses: {
          active: { directive: 'required' },
          suspended: { directive: 'disallowed' },
          revoked: { directive: 'disallowed' },
        },
        fields: [
          {
            id: 'born',
            name: 'Date of birth',
            purpose: 'Drivers must be at least 18 years old',
            path: ['$.credentialSubject.birthDate', '$.vc.credentialSubject.birthDate'],
            filter: { type: 'string', format: 'date', formatMaximum: '2008-01-01' },
            intent_to_retain: false,
          },
          {
            id: 'from',
            name: 'Nationality',
            path: ['$.credentialSubject.nationality'],
            filter: { type: 'string', pattern: '^[A-Z]{2}$' },
            predicate: 'preferred',
          },
          { id: 'town', name: 'Town', path: ['$.credentialSubject.addressLocality'], optional: true },
        ],
      },
    },
    {
      ...inGroup(LICENCE, 'person'),
      schema: [
        { uri: 'https://schemas.vaultbench.example/driving-licence/1.0.0', required: true },
        { uri: 'https://contexts.vaultbench.example/credentials/v1' },
      ],
      constraints: {
        fields: [
          {
            id: 'driver',
            name: 'Category',
            path: ['$.credentialSubject.category'],
            filter: { enum: ['B', 'C', 'D'] },
            intent_to_retain: true,
          },
        ],
      },
    },
    inGroup(EMPLOYMENT, 'living'),
    inGroup(DIPLOMA, 'living'),
    {
      ...inGroup(BANK_ACCOUNT, 'account'),
      format: { ldp_vc: { proof_type: ['Ed25519Signature2018'] }, jwt_vc: { alg: ['EdDSA'] } },
    },
  ],
}

/** A query of DCQL: a wallet tells this one claim, and no other of the credential. */
const OVER_18: JsonObject = {
  name: 'Over 18',
  purpose: 'To know that you are old enough',
  dcql_query: {
    credentials: [
      {
        id: 'age',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://credentials.vaultbench.example/proof-of-age'] },
        claims: [{ path: ['ageOver18'], values: [true] }],
      },
    ],
  },
}

/** The definitions are in the order in which they are shown: from one question to all of them. */
export const READY_DEFINITIONS: readonly ReadyDefinition[] = [
  { key: 'age-only', name: 'Age only', definition: AGE_ONLY },
  { key: 'over-18', name: 'Over 18', definition: OVER_18 },
  { key: 'car-hire', name: 'Car hire', definition: CAR_HIRE },
  { key: 'two-of-three', name: 'Two of three', definition: TWO_OF_THREE },
  { key: 'either-or', name: 'Either or', definition: EITHER_OR },
  { key: 'strict-formats', name: 'Strict formats', definition: STRICT_FORMATS },
  { key: 'everything', name: 'Everything', definition: EVERYTHING },
]
