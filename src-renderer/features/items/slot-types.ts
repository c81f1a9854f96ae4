import type { SlotTypeName } from '../../../shared/contract/slots.ts'
import { mailAddress, webAddress } from '../../parts/linked-text.ts'

/** Types a person can type a value for; the others hold files or classifications. */
export const TYPED_SLOT_TYPES = [
  'key_value',
  'password',
  'note_text',
  'date',
  'datetime',
  'bool',
  'email',
  'phone_number',
  'url',
  'color',
  'select',
  'select_multiple',
] as const satisfies readonly SlotTypeName[]

export function isTyped(slotTypeName: string): boolean {
  return TYPED_SLOT_TYPES.some((name) => name === slotTypeName)
}

/** Types of slots that have a file or a folder instead of a value. */
export const FILE_SLOT_TYPES = ['attachment', 'image', 'attachments_folder'] as const satisfies readonly SlotTypeName[]

export function holdsFile(slotTypeName: string): boolean {
  return FILE_SLOT_TYPES.some((name) => name === slotTypeName)
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/
const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
}

/** A value, parsed by its type. The service accepts any text: a value of another form is shown unchanged. */
export type ReadValue =
  | { readonly as: 'text' | 'colour'; readonly text: string }
  | { readonly as: 'date' | 'datetime'; readonly at: Date }
  | { readonly as: 'bool'; readonly is: boolean }

export function readValue(slotTypeName: string, value: string): ReadValue {
  return (
    readBool(slotTypeName, value) ??
    readTime(slotTypeName, value) ??
    (slotTypeName === 'color' && COLOUR.test(value) ? { as: 'colour', text: value } : { as: 'text', text: value })
  )
}

function readBool(type: string, value: string): ReadValue | undefined {
  const is = BOOLEANS[value.toLowerCase()]
  return type === 'bool' && is !== undefined ? { as: 'bool', is } : undefined
}

function readTime(type: string, value: string): ReadValue | undefined {
  if (type === 'date' && isDate(value)) return { as: 'date', at: new Date(`${value}T00:00`) }
  if (type === 'datetime' && isDateTime(value)) return { as: 'datetime', at: new Date(value) }
  return undefined
}

const PHONE = /^\+?(?:[\s()./-]*\d){3,}[\s()./-]*(?:(?:x|ext\.?|#)\s*\d+)?$/i

/** Types whose values can look wrong; the key of each warning is `items.warning.` and the name. */
const LOOKS = {
  email: (value: string) => mailAddress(value) !== undefined,
  url: (value: string) => webAddress(value) !== undefined,
  phone_number: (value: string) => PHONE.test(value.trim()),
  color: (value: string) => COLOUR.test(value),
} as const

/** The type of a slot whose value does not look like it. Only a warning: the service accepts any text. */
export function unlikely(slotTypeName: string, value: string): keyof typeof LOOKS | undefined {
  const type = WARNED.find((name) => name === slotTypeName)
  return type === undefined || value.trim() === '' || LOOKS[type](value) ? undefined : type
}
const WARNED = Object.keys(LOOKS) as (keyof typeof LOOKS)[] // the keys of the object above

/** A colour in six digits, as the browser's colour field requires. */
export function sixDigits(colour: string): string | undefined {
  if (!COLOUR.test(colour)) return undefined
  const digits = colour.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

export function isDate(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value))
}

export function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
}
