/** An object of a JSON document. Members are read with {@link memberOf} only: names may be those of `Object`. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The place of a value in a document: names and indices from the root. */
export type Location = readonly (string | number)[]

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of that name; undefined when the value has none of its own. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The value as a list: itself, in a list of one, or empty when there is none. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return value === undefined ? [] : [value]
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((entry) => typeof entry === 'string')
}

/** The value at a place; undefined when there is nothing. */
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

/** The steps of a JSON Pointer (RFC 6901); one of digits is an index where the document has a list. */
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
  // The loop makes no list of the values: a body may have some hundred thousand of them.
  for (const name in value) if (isNestedDeeper((value as JsonObject)[name], limit - 1)) return true
  return false
}

/** Counts Unicode characters, not UTF-16 units. */
export function lengthInCharacters(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length += 1
  return length
}
