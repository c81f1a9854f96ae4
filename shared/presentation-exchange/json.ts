/** An object of a JSON document. Read its members with {@link memberOf}, because `toString` may be the name of one. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The place of a value in a document: names and indices from the root. */
export type Location = readonly (string | number)[]

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own member; undefined if there is none, or the value is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The value if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** An array as it is, undefined as an empty array, and any other value as an array of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return value === undefined ? [] : [value]
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((entry) => typeof entry === 'string')
}

/** The value at a place; undefined if there is none. */
export function valueAt(root: unknown, location: Location): unknown {
  return location.reduce<unknown>(
    (value, step) => (Array.isArray(value) ? (value[Number(step)] as unknown) : memberOf(value, String(step))),
    root,
  )
}

/** The JSON Pointer of a place (RFC 6901). */
export function jsonPointer(location: Location): string {
  return location.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The steps of a JSON Pointer (RFC 6901), of which array indices are strings too. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Whether arrays and objects are nested deeper than `limit`. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  if (Array.isArray(value)) return value.some((part) => isNestedDeeper(part, limit - 1))
  // `Object.values` would make an array of what may be hundreds of thousands of values.
  for (const name in value) if (isNestedDeeper((value as JsonObject)[name], limit - 1)) return true
  return false
}

/** Counts Unicode characters, not UTF-16 units. */
export function lengthInCharacters(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length += 1
  return length
}
