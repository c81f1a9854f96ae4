import type { z } from 'zod'

/*
 * Inputs of any operation with one thing wrong, made from its schemas.
 */

/** Where in a value something is put. */
type Spot = readonly (string | number)[]

type Def = z.core.$ZodTypes['_zod']['def']

/** As JSON brings them: what a check would read of a value, or call to make a text, a number or JSON of it. */
export const COERCED: readonly unknown[] = [
  '{"length":{"toString":1}}',
  '{"length":1}',
  '{"length":{"valueOf":1},"size":{"toString":1}}',
  '{"toString":1,"valueOf":1}',
  '{"then":1,"toJSON":1}',
  '{"trim":1,"split":1,"toLowerCase":1,"map":1,"every":1,"0":1}',
  '{"__proto__":{"length":{"toString":1}}}',
  '{"constructor":{"prototype":1}}',
  '[{"length":{"toString":1}}]',
  '[{"toString":1,"valueOf":1,"then":1,"toJSON":1}]',
].map((text): unknown => JSON.parse(text))

/**
 * A value of the right type throughout, so that every member can be made wrong alone.
 *
 * @param text stands for every text
 * @param option which option of a union, where it has as many; else its last
 */
export function sample(schema: z.core.$ZodType, text = 'a', option = 0): unknown {
  const inside = (inner: z.core.$ZodType) => sample(inner, text, option)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, inside(inner)]))
    case 'array':
      return [inside(def.element)]
    case 'record':
      return { a: inside(def.valueType) }
    default: {
      const inner = innerOf(def, option)
      return inner === undefined ? plain(def, text) : inside(inner)
    }
  }
}

/** The schema that says what a value is like, of one that is made of schemas. */
function innerOf(def: Def, option: number): z.core.$ZodType | undefined {
  if (def.type === 'union') return def.options[option] ?? def.options.at(-1)
  if (def.type === 'pipe') return isTransform(def) ? def.out : def.in
  return 'innerType' in def ? def.innerType : undefined
}

function isTransform(def: Extract<Def, { type: 'pipe' }>): boolean {
  return (def.in as z.core.$ZodTypes)._zod.def.type === 'transform'
}

function plain(def: Def, text: string): unknown {
  if (def.type === 'enum') return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values[0]
  return { string: text, number: 1, boolean: true }[def.type as string]
}

const MOST_OPTIONS = 3

/** Samples that have each option of every union. */
export function samples(schema: z.core.$ZodType): readonly unknown[] {
  return unlike(Array.from({ length: MOST_OPTIONS }, (_, option) => sample(schema, 'a', option)))
}

function unlike(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Every place of a value, the value itself first. */
export function spotsOf(value: unknown, path: Spot = []): readonly Spot[] {
  const inner = Array.isArray(value)
    ? value.flatMap((entry, index) => spotsOf(entry, [...path, index]))
    : typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
      ? Object.entries(value).flatMap(([key, entry]) => spotsOf(entry, [...path, key]))
      : []
  return [path, ...inner]
}

/** The value with something else at one spot. */
export function withFault(value: unknown, [key, ...rest]: Spot, fault: unknown): unknown {
  if (key === undefined) return fault
  if (Array.isArray(value))
    return value.map((entry: unknown, index) => (index === key ? withFault(entry, rest, fault) : entry))
  const members = { ...(value as Readonly<Record<string, unknown>>) }
  return { ...members, [key]: withFault(members[key], rest, fault) }
}

/** Bodies, queries or paths with one of the faults at each spot: of the samples, and of inputs that are accepted. */
export function inputsWith(
  faults: readonly unknown[],
  schema: z.core.$ZodType,
  accepted: readonly unknown[] = [],
): readonly unknown[] {
  return unlike([...accepted, ...samples(schema)]).flatMap((right) =>
    spotsOf(right).flatMap((path) => faults.map((fault) => withFault(right, path, fault))),
  )
}
