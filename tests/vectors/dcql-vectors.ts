/*
 * Queries of OpenID for Verifiable Presentations 1.0: the example of 7.4 and those of the appendix with more of
 * them, the example
 * credential of 7.3 with its claims path pointers, and the request of appendix B.1.3.1.
 *
 * Source: https://openid.net/specs/openid-4-verifiable-presentations-1_0.html
 * Copyright (c) 2025 The OpenID Foundation, whose notice lets implementers reproduce the text with this attribution.
 */

const IDENTITY = { vct_values: ['https://credentials.example.com/identity_credential'] }
const NAMES_AND_STREET = [{ path: ['given_name'] }, { path: ['family_name'] }, { path: ['address', 'street_address'] }]
const ISO = 'org.iso.18013.5.1'
const mdoc = (id: string, doctype_value: string, names: readonly string[]) => ({
  id,
  format: 'mso_mdoc',
  meta: { doctype_value },
  claims: names.map((name) => ({ id: name, path: [ISO, name] })),
})

/** By the names of the files that hold them in the sources of the specification. */
export const QUERIES = {
  simple: {
    credentials: [
      {
        id: 'my_credential',
        format: 'dc+sd-jwt',
        meta: IDENTITY,
        claims: [{ path: ['family_name'] }, { path: ['given_name'] }, { path: ['address', 'street_address'] }],
      },
    ],
  },
  simple_mdoc: {
    credentials: [
      {
        id: 'my_credential',
        format: 'mso_mdoc',
        meta: { doctype_value: 'org.iso.7367.1.mVRC' },
        claims: [{ path: ['org.iso.7367.1', 'vehicle_holder'] }, { path: [ISO, 'given_name'] }],
      },
    ],
  },
  multi_credentials: {
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: IDENTITY, claims: NAMES_AND_STREET },
      {
        id: 'mdl',
        format: 'mso_mdoc',
        meta: { doctype_value: 'org.iso.7367.1.mVRC' },
        claims: [{ path: ['org.iso.7367.1', 'vehicle_holder'] }, { path: [ISO, 'given_name'] }],
      },
    ],
  },
  credentials_alternatives: {
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: IDENTITY, claims: NAMES_AND_STREET },
      {
        id: 'other_pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://othercredentials.example/pid'] },
        claims: NAMES_AND_STREET,
      },
      {
        id: 'pid_reduced_cred_1',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://credentials.example.com/reduced_identity_credential'] },
        claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
      },
      {
        id: 'pid_reduced_cred_2',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://cred.example/residence_credential'] },
        claims: [{ path: ['postal_code'] }, { path: ['locality'] }, { path: ['region'] }],
      },
      {
        id: 'nice_to_have',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://company.example/company_rewards'] },
        claims: [{ path: ['rewards_number'] }],
      },
    ],
    credential_sets: [
      { options: [['pid'], ['other_pid'], ['pid_reduced_cred_1', 'pid_reduced_cred_2']] },
      { required: false, options: [['nice_to_have']] },
    ],
  },
  complex_mdoc: {
    credentials: [
      mdoc('mdl-id', `${ISO}.mDL`, ['given_name', 'family_name', 'portrait']),
      mdoc('mdl-address', `${ISO}.mDL`, ['resident_address', 'resident_country']),
      mdoc('photo_card-id', 'org.iso.23220.photoid.1', ['given_name', 'family_name', 'portrait']),
      mdoc('photo_card-address', 'org.iso.23220.photoid.1', ['resident_address', 'resident_country']),
    ],
    credential_sets: [
      { options: [['mdl-id'], ['photo_card-id']] },
      { required: false, options: [['mdl-address'], ['photo_card-address']] },
    ],
  },
  claims_alternatives: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: IDENTITY,
        claims: [
          { id: 'a', path: ['last_name'] },
          { id: 'b', path: ['postal_code'] },
          { id: 'c', path: ['locality'] },
          { id: 'd', path: ['region'] },
          { id: 'e', path: ['date_of_birth'] },
        ],
        claim_sets: [
          ['a', 'c', 'd', 'e'],
          ['a', 'b', 'e'],
        ],
      },
    ],
  },
  value_matching_simple: {
    credentials: [
      {
        id: 'my_credential',
        format: 'dc+sd-jwt',
        meta: IDENTITY,
        claims: [
          { path: ['family_name'], values: ['Doe'] },
          { path: ['given_name'] },
          { path: ['address', 'street_address'] },
          { path: ['postal_code'], values: ['90210', '90211'] },
        ],
      },
    ],
  },
  jwt_vc: {
    credentials: [
      {
        id: 'example_jwt_vc',
        format: 'jwt_vc_json',
        meta: { type_values: [['IDCredential']] },
        claims: [{ path: ['credentialSubject', 'family_name'] }, { path: ['credentialSubject', 'given_name'] }],
      },
    ],
  },
} as const

/** OpenID4VP 1.0, 7.3: the credential of the example. */
export const ARTHUR = {
  name: 'Arthur Dent',
  address: { street_address: '42 Market Street', locality: 'Milliways', postal_code: '12345' },
  degrees: [
    { type: 'Bachelor of Science', university: 'University of Betelgeuse' },
    { type: 'Master of Science', university: 'University of Betelgeuse' },
  ],
  nationalities: ['British', 'Betelgeusian'],
} as const

/** OpenID4VP 1.0, 7.3: claims path pointers with what they select. */
export const POINTERS = [
  [['name'], ['Arthur Dent']],
  [['address'], [ARTHUR.address]],
  [['address', 'street_address'], ['42 Market Street']],
  [
    ['degrees', null, 'type'],
    ['Bachelor of Science', 'Master of Science'],
  ],
  [['nationalities', 1], ['Betelgeusian']],
] as const
