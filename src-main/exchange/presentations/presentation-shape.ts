import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'

/** What keeps a body from being read as a presentation. */
export interface ShapeFault {
  readonly location: Location
  readonly code: 'required' | 'type'
  readonly message: string
}

type ShapeRule = (value: unknown) => string | undefined

const isListOf = (value: unknown, fits: (entry: unknown) => boolean) => Array.isArray(value) && value.every(fits)
const isText = (value: unknown) => typeof value === 'string'
const unless = (fits: boolean, message: string) => (fits ? undefined : message)

/** Each member in its turn. */
const RULES: readonly (readonly [string, ShapeRule])[] = [
  [
    'type',
    (value) =>
      unless(
        (isText(value) || isListOf(value, isText)) && listOf(value).includes('VerifiablePresentation'),
        'must be VerifiablePresentation or a list of texts with it',
      ),
  ],
  ['@context', (value) => unless(isText(value) || Array.isArray(value), 'must be a text or a list')],
  [
    'verifiableCredential',
    (value) =>
      unless(
        value === undefined || listOf(value).every((entry) => isText(entry) || isObject(entry)),
        'must be an object, a text, or a list of them',
      ),
  ],
  [
    'proof',
    (value) =>
      unless(
        value === undefined || isObject(value) || (isListOf(value, isObject) && listOf(value).length > 0),
        'must be an object or a list of objects that is not empty',
      ),
  ],
  ['presentation_submission', submissionFault],
  [
    'holder',
    (value) =>
      unless(
        value === undefined || isText(value) || isText(memberOf(value, 'id')),
        'must be a text, or an object with id',
      ),
  ],
]

/** Every fault of the object form. Everything else that is wrong is a result, not an error. */
export function presentationShapeFaults(presentation: JsonObject): readonly ShapeFault[] {
  return RULES.flatMap(([name, rule]) => {
    const value = memberOf(presentation, name)
    const message = rule(value)
    if (message === undefined) return []
    return { location: [name], code: value === undefined ? ('required' as const) : ('type' as const), message }
  })
}

/** Of `presentation_submission`, in the presentation or beside it. */
export function submissionFault(value: unknown): string | undefined {
  const map = memberOf(value, 'descriptor_map')
  const fits = value === undefined || (isObject(value) && (map === undefined || isListOf(map, isObject)))
  return unless(fits, 'must be an object, and its descriptor_map a list of objects')
}
