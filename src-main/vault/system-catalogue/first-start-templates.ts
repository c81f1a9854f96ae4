import type { SlotTypeName } from '../../../shared/contract/slots.ts'

interface FirstSlot {
  readonly name: string
  readonly label: string
  readonly type: SlotTypeName
}

interface FirstTemplate {
  readonly name: string
  readonly label: string
  /** Scheme and node it is classified with. */
  readonly node?: readonly [scheme: string, node: string]
  /** Slots in the order in which they are shown. */
  readonly slots: readonly FirstSlot[]
}

function slot(name: string, label: string, type: SlotTypeName = 'key_value'): FirstSlot {
  return { name, label, type }
}

/** System templates of a new vault. Types only hint at what a value is. */
export const FIRST_TEMPLATES: readonly FirstTemplate[] = [
  {
    name: 'vehicle',
    label: 'Vehicle',
    node: ['wallet', 'vehicle'],
    slots: [
      slot('model_make', 'Make or model'),
      slot('licence_plate', 'Vehicle registration number'),
      slot('vin', 'VIN'),
      slot('type', 'Type'),
      slot('purchase_date', 'Date purchased', 'date'),
    ],
  },
  {
    name: 'password',
    label: 'Password',
    slots: [slot('url', 'URL', 'url'), slot('account', 'Account'), slot('password', 'Password', 'password')],
  },
  {
    name: 'travel',
    label: 'Travel',
    slots: [
      slot('destination', 'Destination'),
      slot('departure_date', 'Departure date', 'date'),
      slot('return_date', 'Return date', 'date'),
      slot('booking_reference', 'Booking reference'),
      slot('carrier', 'Carrier'),
    ],
  },
  {
    name: 'passport_details',
    label: 'Passport details',
    slots: [
      slot('full_name', 'Full name'),
      slot('passport_number', 'Passport number'),
      slot('country', 'Country'),
      slot('issue_date', 'Issue date', 'date'),
      slot('expiry_date', 'Expiry date', 'date'),
    ],
  },
  {
    name: 'important_document',
    label: 'Important document',
    slots: [
      slot('document_type', 'Document type'),
      slot('document_number', 'Document number'),
      slot('expiry_date', 'Expiry date', 'date'),
      slot('document', 'Document', 'attachment'),
    ],
  },
  {
    name: 'bank_item',
    label: 'Bank account',
    slots: [
      slot('bank_name', 'Bank name'),
      slot('account_holder', 'Account holder'),
      slot('iban', 'IBAN'),
      slot('bic', 'BIC'),
    ],
  },
  {
    name: 'membership_subscription',
    label: 'Membership or subscription',
    slots: [
      slot('provider', 'Provider'),
      slot('member_number', 'Member number'),
      slot('start_date', 'Start date', 'date'),
      slot('expiry_date', 'Expiry date', 'date'),
      slot('url', 'URL', 'url'),
    ],
  },
  {
    name: 'pet',
    label: 'Pet',
    slots: [
      slot('pet_name', 'Pet name'),
      slot('species', 'Species'),
      slot('birth_date', 'Birth date', 'date'),
      slot('microchip_number', 'Microchip number'),
      slot('vet_phone', 'Vet phone', 'phone_number'),
    ],
  },
  {
    name: 'device',
    label: 'Device',
    slots: [
      slot('manufacturer', 'Manufacturer'),
      slot('model', 'Model'),
      slot('serial_number', 'Serial number'),
      slot('purchase_date', 'Purchase date', 'date'),
      slot('warranty_until', 'Warranty until', 'date'),
    ],
  },
  {
    name: 'services',
    label: 'Services',
    slots: [
      slot('provider', 'Provider'),
      slot('customer_number', 'Customer number'),
      slot('phone', 'Phone', 'phone_number'),
      slot('email', 'Email', 'email'),
      slot('url', 'URL', 'url'),
    ],
  },
  { name: 'custom', label: 'Custom', slots: [] },
]

/** The German labels of the templates and their slots (docs/contract/vault.md, Seeding). */
export const IN_GERMAN: Readonly<Record<string, string>> = {
  Vehicle: 'Fahrzeug',
  'Make or model': 'Marke oder Modell',
  'Vehicle registration number': 'Kennzeichen',
  VIN: 'Fahrgestellnummer',
  Type: 'Art',
  'Date purchased': 'Kaufdatum',
  Password: 'Passwort',
  Account: 'Konto',
  Travel: 'Reise',
  Destination: 'Reiseziel',
  'Departure date': 'Hinreise',
  'Return date': 'Rückreise',
  'Booking reference': 'Buchungsnummer',
  Carrier: 'Verkehrsunternehmen',
  'Passport details': 'Reisepass',
  'Full name': 'Vollständiger Name',
  'Passport number': 'Passnummer',
  Country: 'Land',
  'Issue date': 'Ausgestellt am',
  'Expiry date': 'Gültig bis',
  'Important document': 'Wichtiges Dokument',
  'Document type': 'Art des Dokuments',
  'Document number': 'Nummer des Dokuments',
  Document: 'Dokument',
  'Bank account': 'Bankkonto',
  'Bank name': 'Bank',
  'Account holder': 'Kontoinhaber',
  'Membership or subscription': 'Mitgliedschaft oder Abonnement',
  Provider: 'Anbieter',
  'Member number': 'Mitgliedsnummer',
  'Start date': 'Beginn',
  Pet: 'Haustier',
  'Pet name': 'Name des Tieres',
  Species: 'Tierart',
  'Birth date': 'Geburtsdatum',
  'Microchip number': 'Chipnummer',
  'Vet phone': 'Telefon der Tierarztpraxis',
  Device: 'Gerät',
  Manufacturer: 'Hersteller',
  Model: 'Modell',
  'Serial number': 'Seriennummer',
  'Purchase date': 'Kaufdatum',
  'Warranty until': 'Garantie bis',
  Services: 'Dienstleistung',
  'Customer number': 'Kundennummer',
  Phone: 'Telefon',
  Email: 'E-Mail',
  Custom: 'Eigenes',
}
