import type { SlotTypeName } from '../../../shared/contract/slots.ts'

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

/** A value as its type reads it. What does not look like its type is shown as it was typed: nobody checked it. */
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

export function isDate(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value))
}

export function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
}
