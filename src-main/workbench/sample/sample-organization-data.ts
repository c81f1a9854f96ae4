import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { SampleItem } from './sample-data.ts'

/** Organizations of the sample workspace. Names and addresses are invented. */

export interface SampleOrganization {
  /** Full name of the sample user who asks for it, and becomes its owner. */
  readonly requestedBy: string
  readonly name: string
  readonly description: string
  readonly url: string
  readonly email: string
  /** Undefined: the request waits. */
  readonly approved?: {
    readonly members: readonly { readonly full_name: string; readonly role: MemberRole }[]
    readonly services: readonly SampleService[]
  }
}

export interface SampleService {
  readonly name: string
  readonly description: string
  readonly contract: string
  /** Who uses it; undefined: the request waits. */
  readonly approved?: {
    readonly user: string
    /** Of the user, for the service. */
    readonly receives: { readonly item: string; readonly terms: string }
    /** Of the service, for the user. */
    readonly gives: SampleItem
  }
}

const [ALICE, BOB, DANA] = ['Alice Weber', 'Bob Okafor', 'Dana Novak'] as const

/** In whose session the operator reviews: not in that of who asked. */
export const SAMPLE_REVIEWER = 'Carlos Ruiz'

export const SAMPLE_ORGANIZATIONS: readonly SampleOrganization[] = [
  {
    requestedBy: DANA,
    name: 'Harbour Clinic',
    description: 'General practice, laboratory and travel medicine at the old ferry terminal.',
    url: 'https://harbour-clinic.example',
    email: 'office@harbour-clinic.example',
    approved: {
      members: [{ full_name: ALICE, role: 'admin' }],
      services: [
        {
          name: 'Appointments',
          description: 'Books, moves and confirms appointments.',
          contract: 'We read what you share for your appointments only, and delete it 30 days after the last one.',
          approved: {
            user: BOB,
            receives: { item: 'Health insurance', terms: 'For my appointments at the clinic.' },
            gives: {
              template_name: 'custom',
              label: 'Check-up with Dr. Lindqvist',
              slots: [
                { label: 'Time', slot_type_name: 'datetime', value: '2026-06-03T09:40:00.000Z' },
                { label: 'Place', slot_type_name: 'key_value', value: 'Second floor, room 2.14' },
                { label: 'Phone', slot_type_name: 'phone_number', value: '+44 20 7946 0755' },
                { label: 'Note', slot_type_name: 'note_text', value: 'Please come without breakfast.' },
              ],
              tags: ['Appointments'],
            },
          },
        },
        {
          name: 'Lab results',
          description: 'Sends findings of the laboratory to patients.',
          contract: 'Findings can be opened for one year.',
        },
      ],
    },
  },
  {
    requestedBy: DANA,
    name: 'Pier Car Hire',
    description: 'Cars, vans and boats by the hour.',
    url: 'https://pier-car-hire.example',
    email: 'desk@pier-car-hire.example',
  },
]
