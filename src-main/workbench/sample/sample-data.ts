import type { SlotDraft } from '../../../shared/contract/workbench-items.ts'
import type { PictureName } from './sample-pictures.ts'

/** The data of the sample workspace. People, numbers and addresses are fictitious. */

export interface SampleItem {
  readonly template_name: string
  readonly label: string
  readonly description?: string
  readonly daysAgo: number
  readonly slots: readonly SampleSlot[]
  readonly tags: readonly string[]
}

/** A share between two sample users, with people and items by name. */
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
  /** Its duration. */
  readonly days?: number
  readonly daysAgo: number
  /** When its sender ended it. */
  readonly revokedDaysAgo?: number
  /** The recipient's answer; absent if none is required. */
  readonly answer?: 'accepted' | 'rejected' | 'waiting'
}

/** A file of an item: a picture that is drawn, or a text. */
export type SampleFile = {
  readonly of: string
  readonly item: string
  /** The label of the slot. */
  readonly label: string
  readonly daysAgo: number
} & SampleContent

export interface SampleFolder {
  readonly of: string
  readonly name: string
  /** The item that links it. */
  readonly item?: string
  readonly daysAgo: number
  readonly files: readonly SampleContent[]
}

export type SampleContent =
  | { readonly picture: PictureName; readonly filename?: string }
  | { readonly filename: string; readonly text: string }

/** Days from when the workspace is made, before it where they are negative, or the next such day of a year. */
type SampleDay = ({ readonly inDays: number } | { readonly next: `${number}-${number}` }) & {
  /** A time of that day, in UTC; without it the value is a date. */
  readonly at?: `${number}:${number}`
}

/** A value that must not age is given relative to the day of creation. */
type SampleValue = string | SampleDay

/** A slot of the template by its name, or one of the user's own with label and type. */
type SampleSlot =
  | { readonly name: string; readonly value: SampleValue }
  | {
      readonly label: string
      readonly slot_type_name: NonNullable<SlotDraft['slot_type_name']>
      readonly value: SampleValue
    }

const DAY_MS = 24 * 60 * 60 * 1000

/** The slots of a sample item as they are written. @param nowMs when the workspace is made */
export function slotDraftsOf(slots: readonly SampleSlot[], nowMs: number): SlotDraft[] {
  return slots.map((slot) => ({
    ...slot,
    value: typeof slot.value === 'string' ? slot.value : dayText(slot.value, nowMs),
  }))
}

function dayText({ at, ...day }: SampleDay, nowMs: number): string {
  const date = 'inDays' in day ? isoDate(nowMs + day.inDays * DAY_MS) : nextDate(day.next, nowMs)
  return at === undefined ? date : `${date}T${at}:00.000Z`
}

function nextDate(monthAndDay: string, nowMs: number): string {
  const year = new Date(nowMs).getUTCFullYear()
  const thisYear = `${year}-${monthAndDay}`
  return thisYear > isoDate(nowMs) ? thisYear : `${year + 1}-${monthAndDay}`
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export interface SampleUser {
  readonly full_name: string
  readonly email: string
  readonly items: readonly SampleItem[]
}

const alice: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    daysAgo: 423.4,
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
    daysAgo: 402.2,
    slots: [
      { name: 'model_make', value: 'Volkswagen ID.4' },
      { name: 'licence_plate', value: 'HH AW 2041E' },
      { name: 'vin', value: 'WVGZZZE2ZMP010203' },
      { name: 'type', value: 'Estate, electric' },
      { name: 'purchase_date', value: '2023-03-18' },
      { label: 'Next inspection', slot_type_name: 'date', value: { inDays: 310 } },
      { label: 'Winter tyres stored', slot_type_name: 'bool', value: 'true' },
    ],
    tags: ['Car', 'Family'],
  },
  {
    template_name: 'password',
    label: 'Email',
    daysAgo: 420.6,
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
    daysAgo: 371.3,
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
    daysAgo: 398.7,
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
    daysAgo: 96.5,
    description: 'Long weekend with Bob and Carlos.',
    slots: [
      { name: 'destination', value: 'Lisbon, Portugal' },
      { name: 'departure_date', value: { next: '05-14' } },
      { name: 'return_date', value: { next: '05-18' } },
      { name: 'booking_reference', value: 'QX7L2M' },
      { name: 'carrier', value: 'TAP Air Portugal' },
      { label: 'Hotel check-in', slot_type_name: 'datetime', value: { next: '05-14', at: '15:00' } },
    ],
    tags: ['Travel'],
  },
  {
    template_name: 'pet',
    label: 'Mika',
    daysAgo: 310.4,
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
    daysAgo: 268.1,
    slots: [
      { name: 'provider', value: 'Nordwand Hamburg' },
      { name: 'member_number', value: 'NW-11873' },
      { name: 'start_date', value: '2024-01-01' },
      { name: 'expiry_date', value: { inDays: 120 } },
      { name: 'url', value: 'https://nordwand.example.com' },
    ],
    tags: ['Sport'],
  },
  {
    template_name: 'important_document',
    label: 'Driving licence',
    daysAgo: 356.9,
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
    daysAgo: 61.3,
    slots: [
      { label: 'Mother', slot_type_name: 'phone_number', value: '+49 89 5550 1177' },
      { label: 'Family doctor', slot_type_name: 'phone_number', value: '+49 40 5550 1930' },
      { label: 'Doctor by mail', slot_type_name: 'email', value: 'praxis@doctor.example.com' },
      { label: 'Note', slot_type_name: 'note_text', value: 'Allergic to penicillin.\nBlood group A+.' },
    ],
    tags: ['Family', 'Health'],
  },
  {
    template_name: 'services',
    label: 'Old energy contract',
    description: 'Ended when we moved to Harbour Energy. Keep until the final bill is settled.',
    daysAgo: 416.3,
    slots: [
      { name: 'provider', value: 'Elbe Power' },
      { name: 'customer_number', value: '4-77120-9' },
      { name: 'phone', value: '+49 40 5550 1200' },
      { label: 'Ended on', slot_type_name: 'date', value: { inDays: -140 } },
    ],
    tags: ['Home', 'Money'],
  },
  {
    template_name: 'device',
    label: 'Electric bicycle',
    daysAgo: 174.2,
    slots: [
      { name: 'manufacturer', value: 'Riese & Müller' },
      { name: 'model', value: 'Nevo4' },
      { name: 'serial_number', value: 'RM-NV4-220871' },
      { name: 'purchase_date', value: '2025-05-02' },
      { name: 'warranty_until', value: '2030-05-02' },
      { label: 'Colour', slot_type_name: 'color', value: '#8a1c2b' },
    ],
    tags: ['Sport', 'Family'],
  },
  {
    template_name: 'important_document',
    label: 'Will',
    description: 'The original lies with the notary.',
    daysAgo: 44.6,
    slots: [
      { name: 'document_type', value: 'Last will, handwritten' },
      { name: 'document_number', value: 'Notary Brandt, 2025/61' },
    ],
    tags: ['Family'],
  },
  {
    template_name: 'allotment',
    label: 'Allotment 14',
    daysAgo: 57.2,
    slots: [
      { name: 'plot', value: '14, behind the pear trees' },
      { name: 'gate_code', value: '2580' },
      { name: 'lease_until', value: { inDays: 240 } },
    ],
    tags: ['Home'],
  },
  {
    template_name: 'custom',
    label: 'Vaccinations',
    daysAgo: 7.4,
    slots: [
      { label: 'Tetanus', slot_type_name: 'date', value: '2019-04-08' },
      { label: 'Tick-borne encephalitis', slot_type_name: 'date', value: '2024-03-21' },
      { label: 'Note', slot_type_name: 'note_text', value: 'Yellow booklet is in the desk, second drawer.' },
    ],
    tags: ['Health', 'Travel'],
  },
]

const bob: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    daysAgo: 418.5,
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
    daysAgo: 415.1,
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
    daysAgo: 281.4,
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
    daysAgo: 391.8,
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
    daysAgo: 344.2,
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
    daysAgo: 236.6,
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
    daysAgo: 18.3,
    slots: [
      { name: 'destination', value: 'Oslo, Norway' },
      { name: 'departure_date', value: { inDays: 48 } },
      { name: 'return_date', value: { inDays: 51 } },
      { name: 'booking_reference', value: '8KZP3D' },
      { name: 'carrier', value: 'Norwegian' },
    ],
    tags: ['Travel', 'Work'],
  },
  {
    template_name: 'custom',
    label: 'Wi-Fi at home',
    daysAgo: 203.7,
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
    daysAgo: 330.5,
    slots: [
      { label: 'Insurer', slot_type_name: 'key_value', value: 'Lighthouse Mutual' },
      { label: 'Member number', slot_type_name: 'key_value', value: 'LM 4408 215 K' },
      { label: 'Blood group', slot_type_name: 'key_value', value: 'O+' },
      { label: 'Allergies', slot_type_name: 'note_text', value: 'Hazelnuts. No medicines known.' },
    ],
    tags: ['Health'],
  },
  {
    template_name: 'vehicle',
    label: 'Van, shared',
    daysAgo: 252.9,
    slots: [
      { name: 'model_make', value: 'Ford Transit Custom' },
      { name: 'licence_plate', value: 'LO71 KXR' },
      { name: 'type', value: 'Van' },
      { name: 'purchase_date', value: '2022-01-20' },
    ],
    tags: ['Work'],
  },
  {
    template_name: 'important_document',
    label: 'Residence permit',
    description: 'Expired. The new one is on its way.',
    daysAgo: 388.4,
    slots: [
      { name: 'document_type', value: 'Residence permit' },
      { name: 'document_number', value: 'ZU 889 412 06' },
      { name: 'expiry_date', value: { inDays: -85 } },
    ],
    tags: ['Identity'],
  },
  {
    template_name: 'pet',
    label: 'Biscuit',
    daysAgo: 127.7,
    slots: [
      { name: 'pet_name', value: 'Biscuit' },
      { name: 'species', value: 'Dog, beagle' },
      { name: 'birth_date', value: '2022-10-11' },
      { name: 'microchip_number', value: '985112003417720' },
    ],
    tags: ['Home'],
  },
  {
    template_name: 'password',
    label: 'Pension portal',
    daysAgo: 33.2,
    slots: [
      { name: 'url', value: 'https://pension.example.org' },
      { name: 'account', value: 'B-OKAFOR-85' },
      { name: 'password', value: 'Quartz~ripple~2209' },
    ],
    tags: ['Money', 'Online'],
  },
]

const carlos: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    daysAgo: 410.2,
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
    daysAgo: 386.4,
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
    daysAgo: 226.3,
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
    daysAgo: 184.7,
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
    daysAgo: 158.8,
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
    daysAgo: 72.4,
    slots: [
      { label: 'Code', slot_type_name: 'password', value: '7 1 4 9' },
      { label: 'Frame number', slot_type_name: 'key_value', value: 'WTU 221 K 0412' },
      { label: 'Frame colour', slot_type_name: 'color', value: '#1f6f5c' },
    ],
    tags: ['Sport'],
  },
  {
    template_name: 'bank_item',
    label: 'Savings',
    daysAgo: 299.3,
    slots: [
      { name: 'bank_name', value: 'Banco del Puerto' },
      { name: 'account_holder', value: 'Carlos Ruiz Ortega' },
      { name: 'iban', value: 'ES91 2100 0418 4502 0005 1332' },
      { name: 'bic', value: 'CAIXESBBXXX' },
    ],
    tags: ['Money'],
  },
  {
    template_name: 'membership_subscription',
    label: 'Photo club',
    daysAgo: 119.6,
    slots: [
      { name: 'provider', value: 'Foto Club Norte' },
      { name: 'member_number', value: '0318' },
      { name: 'start_date', value: '2021-10-01' },
      { name: 'expiry_date', value: { inDays: -55 } },
    ],
    tags: ['Sport'],
  },
  {
    template_name: 'custom',
    label: 'Flat, spare key',
    daysAgo: 28.9,
    slots: [
      { label: 'Who has it', slot_type_name: 'key_value', value: 'Marta, third floor' },
      { label: 'Phone', slot_type_name: 'phone_number', value: '+34 600 555 0142' },
    ],
    tags: ['Home'],
  },
]

const dana: readonly SampleItem[] = [
  {
    template_name: 'passport_details',
    label: 'Passport',
    daysAgo: 405.9,
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
    daysAgo: 317.2,
    description: 'Opens the archive too.',
    slots: [
      { name: 'document_type', value: 'Staff pass, Harbour Clinic' },
      { name: 'document_number', value: 'HC-0036' },
      { name: 'expiry_date', value: { inDays: 400 } },
    ],
    tags: ['Work'],
  },
  {
    template_name: 'password',
    label: 'Rota of the clinic',
    daysAgo: 316.8,
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
    daysAgo: 141.5,
    slots: [
      { name: 'model_make', value: 'Bavaria 32' },
      { name: 'licence_plate', value: 'CZ 10482' },
      { name: 'purchase_date', value: '2018-04-30' },
    ],
    tags: ['Sport'],
  },
  {
    template_name: 'travel',
    label: 'Regatta in Split',
    daysAgo: 88.2,
    slots: [
      { name: 'destination', value: 'Split, Croatia' },
      { name: 'departure_date', value: { inDays: 34 } },
      { name: 'return_date', value: { inDays: 41 } },
      { name: 'carrier', value: 'Croatia Airlines' },
    ],
    tags: ['Travel', 'Sport'],
  },
  {
    template_name: 'services',
    label: 'Marina',
    daysAgo: 52.8,
    slots: [
      { name: 'provider', value: 'Marina Modrá' },
      { name: 'customer_number', value: 'B-32-118' },
      { name: 'phone', value: '+420 555 0190' },
    ],
    tags: ['Sport', 'Home'],
  },
]

const [ALICE, BOB, CARLOS, DANA] = ['Alice Weber', 'Bob Okafor', 'Carlos Ruiz', 'Dana Novak'] as const

/** The users who are connected, and who invited whom. */
export const SAMPLE_CONNECTIONS: readonly {
  readonly from: string
  readonly to: string
  readonly daysAgo: number
}[] = [
  { from: ALICE, to: BOB, daysAgo: 409.6 },
  { from: BOB, to: CARLOS, daysAgo: 361.2 },
  { from: ALICE, to: CARLOS, daysAgo: 199.4 },
]

/** A template that a user made. */
export const SAMPLE_TEMPLATE = {
  of: ALICE,
  daysAgo: 57.3,
  template: {
    label: 'Allotment',
    name: 'allotment',
    slots_attributes: [
      { name: 'plot', label: 'Plot' },
      { name: 'gate_code', label: 'Code of the gate', slot_type_name: 'password' },
      { name: 'lease_until', label: 'Lease until', slot_type_name: 'date' },
    ],
  },
} as const

/** Unused invitations. Those older than their days have expired. */
export const SAMPLE_INVITATIONS: readonly {
  readonly from: string
  readonly name: string
  readonly days: number
  readonly daysAgo: number
  /** The item that its recipient gets. */
  readonly item?: string
}[] = [
  { from: ALICE, name: 'Jonas Weber', days: 7, daysAgo: 83.1 },
  { from: ALICE, name: 'Erik Lindqvist', days: 30, daysAgo: 2.2, item: 'Vaccinations' },
]

/** Somebody asks another user to act for them, and waits for an answer. */
export const SAMPLE_OFFER = { from: CARLOS, to: BOB, role: 'reader', daysAgo: 0.7 } as const

/** Another program signs in with it. */
export const SAMPLE_LOGIN_KEY = { of: ALICE, label: 'Backup script at home', days: 365, daysAgo: 46.4 } as const

/** An issuer of tokens to try, and people who came with one. */
export const SAMPLE_TOKEN_ISSUER = {
  name: 'Ferry tickets',
  daysAgo: 26.1,
  subjects: [
    { subject: 'passenger-2041', full_name: 'Mina Farouk', daysAgo: 25.3 },
    { subject: 'passenger-2096', full_name: 'Theo Brandt', daysAgo: 12.8 },
  ],
} as const

export const SAMPLE_SHARES: readonly SampleShare[] = [
  {
    from: ALICE,
    to: BOB,
    item: 'Passport',
    onsharing_permitted: true,
    terms: 'For booking our trip. You may pass it on to Carlos.',
    daysAgo: 351.2,
    answer: 'accepted',
  },
  { from: ALICE, to: BOB, item: 'City library', days: 30, daysAgo: 340.1, answer: 'accepted' },
  { from: BOB, to: CARLOS, item: 'Passport', onward: true, daysAgo: 320.8 },
  { from: ALICE, to: BOB, item: 'Joint account', daysAgo: 246.5, revokedDaysAgo: 212.1 },
  {
    from: BOB,
    to: CARLOS,
    item: 'Music streaming',
    terms: 'Please do not change the password.',
    daysAgo: 214.9,
    answer: 'rejected',
  },
  { from: CARLOS, to: ALICE, item: 'Camera', slot: 'Serial number', daysAgo: 133.7, answer: 'accepted' },
  { from: ALICE, to: BOB, item: 'Lisbon in May', onsharing_permitted: true, daysAgo: 92.3 },
  {
    from: ALICE,
    to: CARLOS,
    item: 'Emergency contacts',
    terms: 'In case anything happens.',
    daysAgo: 58.5,
    answer: 'accepted',
  },
  { from: CARLOS, to: BOB, item: 'Rental contract', daysAgo: 11.6, answer: 'waiting' },
  {
    from: ALICE,
    to: BOB,
    item: 'Driving licence',
    terms: 'For the car hire only.',
    days: 30,
    daysAgo: 3.8,
    answer: 'waiting',
  },
  { from: BOB, to: ALICE, item: 'Wi-Fi at home', days: 14, daysAgo: 1.4 },
  {
    from: CARLOS,
    to: ALICE,
    item: 'Flat, spare key',
    terms: 'While I am in Lisbon. The plants need water on Thursday.',
    days: 30,
    daysAgo: 0.5,
    answer: 'waiting',
  },
]

/** Later edits of shared items by their owners, which wait to be sent to the sharees. */
export const SAMPLE_EDITS: readonly {
  readonly of: string
  readonly item: string
  readonly slot: string
  readonly value: string
  readonly daysAgo: number
}[] = [
  { of: ALICE, item: 'Lisbon in May', slot: 'Booking reference', value: 'QX7L4R', daysAgo: 5.3 },
  { of: ALICE, item: 'Emergency contacts', slot: 'Family doctor', value: '+49 40 5550 1931', daysAgo: 0.9 },
]

/** Files and pictures of items. */
export const SAMPLE_FILES: readonly SampleFile[] = [
  { of: ALICE, item: 'Mika', label: 'Photo', picture: 'cat', daysAgo: 309.8 },
  { of: ALICE, item: 'Family car', label: 'Photo', picture: 'car', daysAgo: 401.7 },
  { of: BOB, item: 'Biscuit', label: 'Photo', picture: 'dog', daysAgo: 127.1 },
  { of: DANA, item: 'Sailing boat', label: 'Photo', picture: 'boat', daysAgo: 141.1 },
  {
    of: CARLOS,
    item: 'Rental contract',
    label: 'Contract',
    filename: 'Rental contract 2024-118.txt',
    text: 'Rental contract 2024/118\n\nCalle del Faro 7, third floor, left.\nRent: 780 EUR, due on the 3rd of each month.\n',
    daysAgo: 184.2,
  },
]

/** Folders of files. One that no item links goes after a week. */
export const SAMPLE_FOLDERS: readonly SampleFolder[] = [
  {
    of: ALICE,
    name: 'Car papers',
    item: 'Family car',
    daysAgo: 150.6,
    files: [
      {
        filename: 'Insurance.txt',
        text: 'Harbour Mutual, policy 77-204-118\nLiability and partial cover\nFrom 1 January to 31 December\n',
      },
      {
        filename: 'Inspection report.txt',
        text: 'Inspection passed. Rear brake discs to be replaced within a year.\n',
      },
      { filename: 'Scratch on the left door.png', picture: 'car' },
    ],
  },
  {
    of: ALICE,
    name: 'To be sorted',
    daysAgo: 2.6,
    files: [
      {
        filename: 'Receipt, bicycle shop.txt',
        text: 'Riese & Müller Nevo4, first service\nBrake pads, chain\n148.00 EUR\n',
      },
    ],
  },
]

export const SAMPLE_USERS: readonly SampleUser[] = [
  { full_name: ALICE, email: 'alice.weber@example.com', items: alice },
  { full_name: BOB, email: 'bob.okafor@example.com', items: bob },
  { full_name: CARLOS, email: 'carlos.ruiz@example.com', items: carlos },
  { full_name: DANA, email: 'dana.novak@harbour-clinic.example', items: dana },
]

/** The child that a sample user acts for as a parent. */
export const SAMPLE_CHILD = { name: 'Kim Weber', parent: ALICE, daysAgo: 263.5 } as const
