/** Credentials the sample users hold, definitions and requests of the sample workspace. All of it is invented. */

export interface SampleCredential {
  /** Full name of the sample user. */
  readonly to: string
  readonly issuer_id: 'harbour-registry' | 'pop-up-issuer'
  /** Name of a demo schema. */
  readonly schema: string
  /** Undefined for linked data. */
  readonly jwt?: 'EdDSA' | 'ES256'
  /** An SD-JWT VC, of which every claim can be withheld. */
  readonly format?: 'dc+sd-jwt'
  readonly issuedDaysAgo: number
  /** Undefined if it expires one year after issuing. */
  readonly endedDaysAgo?: number
  /** A later change of its status. */
  readonly changed?: { readonly status: 'revoked' | 'suspended'; readonly daysAgo: number }
  readonly values: Readonly<Record<string, unknown>>
}

/** A request of the sample workspace, which is open for a week. */
export interface SampleRequest {
  /** Key of a ready definition. */
  readonly definition: string
  readonly name: string
  readonly daysAgo: number
  readonly answeredBy?: string
  readonly isCancelled?: true
}

const [ALICE, BOB] = ['Alice Weber', 'Bob Okafor'] as const
const [HARBOUR, POP_UP] = ['harbour-registry', 'pop-up-issuer'] as const

export const SAMPLE_CREDENTIALS: readonly SampleCredential[] = [
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'identity',
    issuedDaysAgo: 120,
    values: {
      givenName: 'Alice Marie',
      familyName: 'Weber',
      birthDate: '1988-03-14',
      birthPlace: 'Hamburg',
      nationality: 'DE',
      documentNumber: 'C01X0006H',
      streetAddress: 'Elbchaussee 41',
      postalCode: '22765',
      addressLocality: 'Hamburg',
      addressCountry: 'DE',
    },
  },
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'driving-licence',
    issuedDaysAgo: 90,
    values: {
      licenceNumber: 'B072RRE2I55',
      givenName: 'Alice Marie',
      familyName: 'Weber',
      birthDate: '1988-03-14',
      category: 'B',
      firstIssued: '2006-05-02',
      issuingCountry: 'DE',
    },
  },
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'proof-of-age',
    jwt: 'ES256',
    issuedDaysAgo: 90,
    values: { ageOver18: true, ageOver21: true, birthYear: 1988, verifiedOn: '2026-01-15', verifiedWith: 'passport' },
  },
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'proof-of-age',
    format: 'dc+sd-jwt',
    issuedDaysAgo: 25,
    values: { ageOver18: true, ageOver21: true, birthYear: 1988, verifiedOn: '2026-01-15', verifiedWith: 'passport' },
  },
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'bank-account',
    issuedDaysAgo: 30,
    values: {
      accountHolder: 'Alice Weber and Jonas Weber',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      bankName: 'Hafenbank',
      accountCurrency: 'EUR',
      openedOn: '2014-09-01',
    },
  },
  {
    to: ALICE,
    issuer_id: HARBOUR,
    schema: 'diploma',
    issuedDaysAgo: 200,
    values: {
      degree: 'Master of Science',
      fieldOfStudy: 'Marine biology',
      institution: 'University of the Coast',
      institutionUrl: 'https://university-of-the-coast.example',
      awardedOn: '2013-07-12',
      qualificationLevel: 7,
      finalGrade: 8.5,
    },
  },
  {
    to: ALICE,
    issuer_id: POP_UP,
    schema: 'membership',
    issuedDaysAgo: 10,
    values: {
      organization: 'Nordwand Hamburg',
      membershipNumber: 'NW-11873',
      membershipLevel: 'silver',
      memberSince: '2024-01-01',
      memberEmail: 'alice.weber@example.com',
    },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'identity',
    issuedDaysAgo: 300,
    values: {
      givenName: 'Bob Chidi',
      familyName: 'Okafor',
      birthDate: '1985-11-02',
      birthPlace: 'Lagos',
      nationality: 'NG',
      documentNumber: 'A09244317',
      addressLocality: 'London',
      addressCountry: 'GB',
    },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'driving-licence',
    issuedDaysAgo: 377,
    endedDaysAgo: 12,
    values: {
      licenceNumber: 'OKAFO-851102',
      givenName: 'Bob Chidi',
      familyName: 'Okafor',
      birthDate: '1985-11-02',
      category: 'B',
      issuingCountry: 'GB',
      restrictions: 'Corrective lenses',
    },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'bank-account',
    issuedDaysAgo: 233,
    changed: { status: 'revoked', daysAgo: 75 },
    values: {
      accountHolder: 'Bob Okafor',
      iban: 'GB94BARC10201530093459',
      bic: 'NWBKGB2L',
      bankName: 'Old Pier Bank',
      accountCurrency: 'GBP',
      openedOn: '2009-05-11',
    },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'diploma',
    issuedDaysAgo: 150,
    changed: { status: 'suspended', daysAgo: 8 },
    values: {
      degree: 'Bachelor of Science',
      fieldOfStudy: 'Computer science',
      institution: 'University of the Coast',
      institutionUrl: 'https://university-of-the-coast.example',
      awardedOn: '2007-07-06',
      qualificationLevel: 6,
      finalGrade: 7,
    },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'proof-of-age',
    issuedDaysAgo: 60,
    values: { ageOver18: true, ageOver21: true, verifiedOn: '2026-02-03', verifiedWith: 'identity card' },
  },
  {
    to: BOB,
    issuer_id: HARBOUR,
    schema: 'employment',
    jwt: 'EdDSA',
    issuedDaysAgo: 45,
    values: {
      employer: 'Harbour Energy',
      jobTitle: 'Software engineer',
      employmentType: 'full time',
      startDate: '2021-02-01',
      annualSalary: 61000,
      salaryCurrency: 'GBP',
      workEmail: 'bob.okafor@energy.example.com',
    },
  },
  {
    to: BOB,
    issuer_id: POP_UP,
    schema: 'membership',
    issuedDaysAgo: 20,
    values: {
      organization: 'Tonwelle',
      membershipNumber: 'TW-5521-0098',
      membershipLevel: 'standard',
      memberSince: '2023-11-05',
    },
  },
]

/** Ready definitions that are stored, by their keys. */
export const SAMPLE_DEFINITIONS: readonly { readonly key: string; readonly daysAgo: number }[] = [
  { key: 'age-only', daysAgo: 379.1 },
  { key: 'car-hire', daysAgo: 205.3 },
  { key: 'two-of-three', daysAgo: 64.2 },
  { key: 'over-18', daysAgo: 20.2 },
]

export const SAMPLE_REQUESTS: readonly SampleRequest[] = [
  { definition: 'two-of-three', name: 'Opening an account', daysAgo: 41.2 },
  { definition: 'age-only', name: 'Cinema, late show', daysAgo: 16.4, isCancelled: true },
  { definition: 'car-hire', name: 'Car hire, desk 1', daysAgo: 9.1, answeredBy: ALICE },
  { definition: 'car-hire', name: 'Car hire, desk 2', daysAgo: 6.3, answeredBy: BOB },
  { definition: 'over-18', name: 'Bar at the pier', daysAgo: 3.2, answeredBy: ALICE },
  { definition: 'age-only', name: 'Wine shop', daysAgo: 0.1 },
]

/** Scenarios that were run, and are an earlier run of the wallet. */
export const SAMPLE_RUN = {
  of: ALICE,
  scenarios: ['tampered-claim', 'expired', 'wrong-challenge'],
  daysAgo: 8.6,
} as const
