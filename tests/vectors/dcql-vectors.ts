/*
 * Queries and answers of OpenID for Verifiable Presentations 1.0: the example of 7.4 and those of the appendix with
 * more of them, the trusted authorities of 6.1.1, the example credential of 7.3 with its claims path pointers, what is
 * printed of VP Tokens in 8.1 and B.1, and the requests of B.1.
 *
 * Source: https://openid.net/specs/openid-4-verifiable-presentations-1_0.html, compared with the repository
 * openid/OpenID4VP. In its folder 1.0: the text at commit 03139988d845df1b56f6744886848bca7d23bc8b, and of the examples
 * simple_mdoc at 23587e7005f4244c171d0a66a6271e21cf965d0c, claims_alternatives and credentials_alternatives at
 * 144417beb18402b2bb38062bf522172aa2a0a425, complex_mdoc at b77bc27cff5a7bb9b361ffe57f0ca04df011b065, dcql_jwt_vc at
 * 9029f30b7252c3683a06564483d7cb3c9262a9e2. In its folder 1.1, where they are the same: simple at
 * 23587e7005f4244c171d0a66a6271e21cf965d0c, multi_credentials at 7c72471d8937bca33d30fac40e9659dcd832c1d7,
 * value_matching_simple at 6cb5e82d6ee0d3031f040cfd44b0b4fda7464d26. dcql_ldp_vc was compared with an earlier form,
 * examples/request/dcql_ldp_vc.json at 4a9edac75ad70c17d3c69ebae4e221ad5b15ca9d, whose format was still ldp_vp.
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
  ldp_vc: {
    credentials: [
      {
        id: 'example_ldp_vc',
        format: 'ldp_vc',
        meta: { type_values: [['IDCredential']] },
        claims: [
          { path: ['credentialSubject', 'family_name'] },
          { path: ['credentialSubject', 'given_name'] },
          { path: ['credentialSubject', 'birthdate'] },
          { path: ['credentialSubject', 'address', 'street_address'] },
          { path: ['credentialSubject', 'address', 'locality'] },
          { path: ['credentialSubject', 'address', 'postal_code'] },
          { path: ['credentialSubject', 'address', 'country'] },
        ],
      },
    ],
  },
} as const

/** OpenID4VP 1.0, 6.1.1: one entry of each type. */
export const AUTHORITIES = [
  { type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] },
  { type: 'etsi_tl', values: ['https://lotl.example.com'] },
  { type: 'openid_federation', values: ['https://trustanchor.example.com'] },
] as const

/** OpenID4VP 1.0, 8.1.1 and B.1.3.1: VP Tokens, whose presentations are shortened there, by the queries they answer. */
export const TOKENS = {
  simple: { my_credential: ['eyJhbGci...QMA'] },
  simple_multiple: { my_credential: ['eyJhbGci...QMA', 'eyJhbGci...QMA'] },
  jwt_vc: { example_jwt_vc: ['eY...QMA'] },
} as const

/** OpenID4VP 1.0, B.1.1: a value of `type_values`, and the types of three credentials that match it. */
export const TYPES = {
  type_values: [
    [
      'https://www.w3.org/2018/credentials#VerifiableCredential',
      'https://example.org/examples#AlumniCredential',
      'https://example.org/examples#BachelorDegree',
    ],
    [
      'https://www.w3.org/2018/credentials#VerifiableCredential',
      'https://example.org/examples#UniversityDegreeCredential',
    ],
    ['IdentityCredential'],
  ],
  matching: [
    ['VerifiableCredential', 'UniversityDegreeCredential'],
    ['VerifiableCredential', 'BachelorDegree', 'AlumniCredential'],
    ['VerifiableCredential', 'IdentityCredential'],
  ],
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
