import type { SlotDraft } from '../../../shared/contract/workbench-items.ts'

/** What the sample workspace is made of. The people, numbers and addresses are invented. */

export interface SampleItem {
  readonly template_name: string
  readonly label: string
  readonly description?: string
  readonly slots: readonly SampleSlot[]
  readonly tags: readonly string[]
}

/** A share between two sample users, made in the order of the list; people and items by their names. */
export interface SampleShare {
  readonly from: string
  readonly to: string
  readonly item: string
  /** Label of the one slot that is shared. */
  readonly slot?: string
  /** The item is one that was shared with the sender. */
  readonly onward?: boolean
  readonly onsharing_permitted?: true
  readonly terms?: string
  readonly days?: number
  /** What the recipient did; without it there is nothing to accept. */
  readonly answer?: 'accepted' | 'rejected' | 'waiting'
}

/** A slot of the template by its name, or one of the user's own with label and type. */
type SampleSlot =
  | { readonly name: string; readonly value: string }
  | {
      readonly label: string
      readonly slot_type_name: NonNullable<SlotDraft['slot_type_name']>
      readonly value: string
    }

export interface SampleUser {
  readonly full_name: string
  readonly email: string
  readonly items: readonly SampleItem[]
}

const alice: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    description: 'Renew in time for the summer trip.',
    slots: [
      { name: 'full_name', value: 'Alice Marie Weber' },
      { name: 'passport_number', value: 'C01X0006H' },
      { name: 'country', value: 'Germany' },
      { name: 'issue_date', value: '2019-06-12' },
      { name: 'expiry_date', value: '2029-06-11' },
    ],
    tags: ['Travel', 'Identity'],
  },
  {
    template_name: 'vehicle',
    label: 'Family car',
    slots: [
      { name: 'model_make', value: 'Volkswagen ID.4' },
      { name: 'licence_plate', value: 'HH AW 2041E' },
      { name: 'vin', value: 'WVGZZZE2ZMP010203' },
      { name: 'type', value: 'Estate, electric' },
      { name: 'purchase_date', value: '2023-03-18' },
      { label: 'Next inspection', slot_type_name: 'date', value: '2027-03-31' },
      { label: 'Winter tyres stored', slot_type_name: 'bool', value: 'true' },
    ],
    tags: ['Car', 'Family'],
  },
  {
    template_name: 'password',
    label: 'Email',
    slots: [
      { name: 'url', value: 'https://mail.example.com' },
      { name: 'account', value: 'alice.weber@example.com' },
      { name: 'password', value: 'tulip-Anchor-93-gravel' },
    ],
    tags: ['Online'],
  },
  {
    template_name: 'password',
    label: 'City library',
    slots: [
      { name: 'url', value: 'https://library.example.org/login' },
      { name: 'account', value: 'L-204418' },
      { name: 'password', value: 'paper:Lantern:58' },
    ],
    tags: ['Online', 'Family'],
  },
  {
    template_name: 'bank_item',
    label: 'Joint account',
    slots: [
      { name: 'bank_name', value: 'Hafenbank' },
      { name: 'account_holder', value: 'Alice Weber and Jonas Weber' },
      { name: 'iban', value: 'DE02 1203 0000 0000 2020 51' },
      { name: 'bic', value: 'BYLADEM1001' },
    ],
    tags: ['Money', 'Family'],
  },
  {
    template_name: 'travel',
    label: 'Lisbon in May',
    description: 'Long weekend with Bob and Carlos.',
    slots: [
      { name: 'destination', value: 'Lisbon, Portugal' },
      { name: 'departure_date', value: '2026-05-14' },
      { name: 'return_date', value: '2026-05-18' },
      { name: 'booking_reference', value: 'QX7L2M' },
      { name: 'carrier', value: 'TAP Air Portugal' },
      { label: 'Hotel check-in', slot_type_name: 'datetime', value: '2026-05-14T15:00:00.000Z' },
    ],
    tags: ['Travel'],
  },
  {
    template_name: 'pet',
    label: 'Mika',
    slots: [
      { name: 'pet_name', value: 'Mika' },
      { name: 'species', value: 'Cat, Norwegian Forest' },
      { name: 'birth_date', value: '2021-08-02' },
      { name: 'microchip_number', value: '276098106123457' },
      { name: 'vet_phone', value: '+49 40 5550 1420' },
    ],
    tags: ['Family'],
  },
  {
    template_name: 'membership_subscription',
    label: 'Climbing gym',
    slots: [
      { name: 'provider', value: 'Nordwand Hamburg' },
      { name: 'member_number', value: 'NW-11873' },
      { name: 'start_date', value: '2024-01-01' },
      { name: 'expiry_date', value: '2026-12-31' },
      { name: 'url', value: 'https://nordwand.example.com' },
    ],
    tags: ['Sport'],
  },
  {
    template_name: 'important_document',
    label: 'Driving licence',
    slots: [
      { name: 'document_type', value: 'Driving licence, class B' },
      { name: 'document_number', value: 'B072RRE2I55' },
      { name: 'expiry_date', value: '2033-01-18' },
    ],
    tags: ['Identity', 'Car'],
  },
  {
    template_name: 'custom',
    label: 'Emergency contacts',
    slots: [
      { label: 'Mother', slot_type_name: 'phone_number', value: '+49 89 5550 1177' },
      { label: 'Family doctor', slot_type_name: 'phone_number', value: '+49 40 5550 1930' },
      { label: 'Doctor by mail', slot_type_name: 'email', value: 'praxis@doctor.example.com' },
      { label: 'Note', slot_type_name: 'note_text', value: 'Allergic to penicillin.\nBlood group A+.' },
    ],
    tags: ['Family', 'Health'],
  },
]

const bob: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    slots: [
      { name: 'full_name', value: 'Bob Chidi Okafor' },
      { name: 'passport_number', value: 'A09244317' },
      { name: 'country', value: 'Nigeria' },
      { name: 'issue_date', value: '2022-02-01' },
      { name: 'expiry_date', value: '2032-01-31' },
    ],
    tags: ['Travel', 'Identity'],
  },
  {
    template_name: 'password',
    label: 'Code hosting',
    slots: [
      { name: 'url', value: 'https://code.example.com' },
      { name: 'account', value: 'bokafor' },
      { name: 'password', value: 'merge/Falcon/2044/quiet' },
    ],
    tags: ['Online', 'Work'],
  },
  {
    template_name: 'device',
    label: 'Work laptop',
    slots: [
      { name: 'manufacturer', value: 'Framework' },
      { name: 'model', value: 'Laptop 13' },
      { name: 'serial_number', value: 'FRANBMCPA0214300K7' },
      { name: 'purchase_date', value: '2024-09-03' },
      { name: 'warranty_until', value: '2027-09-03' },
    ],
    tags: ['Work'],
  },
  {
    template_name: 'bank_item',
    label: 'Current account',
    slots: [
      { name: 'bank_name', value: 'Pier Bank' },
      { name: 'account_holder', value: 'Bob Okafor' },
      { name: 'iban', value: 'GB29 NWBK 6016 1331 9268 19' },
      { name: 'bic', value: 'NWBKGB2L' },
    ],
    tags: ['Money'],
  },
  {
    template_name: 'services',
    label: 'Electricity',
    slots: [
      { name: 'provider', value: 'Harbour Energy' },
      { name: 'customer_number', value: '70012-88' },
      { name: 'phone', value: '+44 20 7946 0321' },
      { name: 'email', value: 'service@energy.example.com' },
      { name: 'url', value: 'https://energy.example.com/account' },
    ],
    tags: ['Home'],
  },
  {
    template_name: 'membership_subscription',
    label: 'Music streaming',
    slots: [
      { name: 'provider', value: 'Tonwelle' },
      { name: 'member_number', value: 'TW-5521-0098' },
      { name: 'start_date', value: '2023-11-05' },
      { name: 'url', value: 'https://tonwelle.example.com' },
    ],
    tags: ['Online'],
  },
  {
    template_name: 'travel',
    label: 'Conference in Oslo',
    slots: [
      { name: 'destination', value: 'Oslo, Norway' },
      { name: 'departure_date', value: '2026-09-21' },
      { name: 'return_date', value: '2026-09-24' },
      { name: 'booking_reference', value: '8KZP3D' },
      { name: 'carrier', value: 'Norwegian' },
    ],
    tags: ['Travel', 'Work'],
  },
  {
    template_name: 'custom',
    label: 'Wi-Fi at home',
    slots: [
      { label: 'Network', slot_type_name: 'key_value', value: 'okafor-5g' },
      { label: 'Password', slot_type_name: 'password', value: 'lighthouse.kettle.71' },
      { label: 'Router', slot_type_name: 'url', value: 'http://192.168.1.1' },
    ],
    tags: ['Home'],
  },
  {
    template_name: 'custom',
    label: 'Health insurance',
    slots: [
      { label: 'Insurer', slot_type_name: 'key_value', value: 'Lighthouse Mutual' },
      { label: 'Member number', slot_type_name: 'key_value', value: 'LM 4408 215 K' },
      { label: 'Blood group', slot_type_name: 'key_value', value: 'O+' },
      { label: 'Allergies', slot_type_name: 'note_text', value: 'Hazelnuts. No medicines known.' },
    ],
    tags: ['Health'],
  },
]

const carlos: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    slots: [
      { name: 'full_name', value: 'Carlos Ruiz Ortega' },
      { name: 'passport_number', value: 'PAB394871' },
      { name: 'country', value: 'Spain' },
      { name: 'issue_date', value: '2020-10-20' },
      { name: 'expiry_date', value: '2030-10-20' },
    ],
    tags: ['Travel', 'Identity'],
  },
  {
    template_name: 'vehicle',
    label: 'Motorcycle',
    slots: [
      { name: 'model_make', value: 'Honda CB500X' },
      { name: 'licence_plate', value: '4471 LRT' },
      { name: 'vin', value: 'MLHPC64E2L5000911' },
      { name: 'type', value: 'Motorcycle' },
      { name: 'purchase_date', value: '2020-05-29' },
    ],
    tags: ['Car'],
  },
  {
    template_name: 'password',
    label: 'Tax office',
    slots: [
      { name: 'url', value: 'https://tax.example.org' },
      { name: 'account', value: '53198822K' },
      { name: 'password', value: 'verano+Brujula+640' },
    ],
    tags: ['Online', 'Money'],
  },
  {
    template_name: 'important_document',
    label: 'Rental contract',
    slots: [
      { name: 'document_type', value: 'Rental contract' },
      { name: 'document_number', value: '2024/118' },
      { name: 'expiry_date', value: '2028-02-29' },
    ],
    tags: ['Home'],
  },
  {
    template_name: 'device',
    label: 'Camera',
    slots: [
      { name: 'manufacturer', value: 'Fujifilm' },
      { name: 'model', value: 'X-T5' },
      { name: 'serial_number', value: '3BQ04417' },
      { name: 'purchase_date', value: '2025-04-11' },
      { name: 'warranty_until', value: '2028-04-11' },
    ],
    tags: ['Travel'],
  },
  {
    template_name: 'custom',
    label: 'Bicycle lock',
    slots: [
      { label: 'Code', slot_type_name: 'password', value: '7 1 4 9' },
      { label: 'Frame number', slot_type_name: 'key_value', value: 'WTU 221 K 0412' },
      { label: 'Frame colour', slot_type_name: 'color', value: '#1f6f5c' },
    ],
    tags: ['Sport'],
  },
]

const dana: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    slots: [
      { name: 'full_name', value: 'Dana Nováková' },
      { name: 'passport_number', value: '41208837' },
      { name: 'country', value: 'Czechia' },
      { name: 'issue_date', value: '2021-09-06' },
      { name: 'expiry_date', value: '2031-09-06' },
    ],
    tags: ['Travel', 'Identity'],
  },
  {
    template_name: 'important_document',
    label: 'Staff pass',
    description: 'Opens the archive too.',
    slots: [
      { name: 'document_type', value: 'Staff pass, Harbour Clinic' },
      { name: 'document_number', value: 'HC-0036' },
      { name: 'expiry_date', value: '2027-12-31' },
    ],
    tags: ['Work'],
  },
  {
    template_name: 'password',
    label: 'Rota of the clinic',
    slots: [
      { name: 'url', value: 'https://rota.harbour-clinic.example' },
      { name: 'account', value: 'd.novak' },
      { name: 'password', value: 'saddle_Comet_17_fern' },
    ],
    tags: ['Work', 'Online'],
  },
  {
    template_name: 'vehicle',
    label: 'Sailing boat',
    slots: [
      { name: 'model_make', value: 'Bavaria 32' },
      { name: 'licence_plate', value: 'CZ 10482' },
      { name: 'purchase_date', value: '2018-04-30' },
    ],
    tags: ['Sport'],
  },
]

const [ALICE, BOB, CARLOS, DANA] = ['Alice Weber', 'Bob Okafor', 'Carlos Ruiz', 'Dana Novak'] as const

/** Who invited whom. */
export const SAMPLE_CONNECTIONS: readonly (readonly [string, string])[] = [
  [ALICE, BOB],
  [BOB, CARLOS],
  [ALICE, CARLOS],
]

export const SAMPLE_SHARES: readonly SampleShare[] = [
  {
    from: ALICE,
    to: BOB,
    item: 'Passport',
    onsharing_permitted: true,
    terms: 'For booking our trip. You may pass it on to Carlos.',
    answer: 'accepted',
  },
  { from: ALICE, to: BOB, item: 'Lisbon in May', onsharing_permitted: true },
  { from: ALICE, to: BOB, item: 'Driving licence', terms: 'For the car hire only.', days: 30, answer: 'waiting' },
  { from: BOB, to: CARLOS, item: 'Passport', onward: true },
  { from: BOB, to: ALICE, item: 'Wi-Fi at home', days: 14 },
  { from: BOB, to: CARLOS, item: 'Music streaming', terms: 'Please do not change the password.', answer: 'rejected' },
  { from: CARLOS, to: ALICE, item: 'Camera', slot: 'Serial number', answer: 'accepted' },
  { from: CARLOS, to: BOB, item: 'Rental contract', answer: 'waiting' },
  { from: ALICE, to: CARLOS, item: 'Emergency contacts', terms: 'In case anything happens.', answer: 'accepted' },
]

export const SAMPLE_USERS: readonly SampleUser[] = [
  { full_name: ALICE, email: 'alice.weber@example.com', items: alice },
  { full_name: BOB, email: 'bob.okafor@example.com', items: bob },
  { full_name: CARLOS, email: 'carlos.ruiz@example.com', items: carlos },
  { full_name: DANA, email: 'dana.novak@harbour-clinic.example', items: dana },
]
