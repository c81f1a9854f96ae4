// The library's checks of a length also run on what is neither a text nor a list; shared/contract/bounds.ts says why that
// must not be, and what to write instead. Nor is anything coerced: what is wrong would be answered as if it were right.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { atLeast, atMost } from '../../shared/contract/bounds.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'

const operations: readonly Operation[] = [...serviceOperations, ...Object.values(workbenchOperations)]
const root = fileURLToPath(new URL('../..', import.meta.url))

/** None of them can be compared, made a text or a number. */
const NEITHER: readonly unknown[] = ['{"length":{"toString":1}}', '{"length":1}', '{"size":1}'].map((text): unknown =>
  JSON.parse(text),
)

const LENGTHS = new Set(['max_length', 'min_length', 'length_equals', 'max_size', 'min_size', 'size_equals'])

/** Every schema of a tree, each once, and where it was found. */
function* schemasIn(value: unknown, seen = new Set<unknown>(), path = ''): Generator<[string, z.core.$ZodType]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const isSchema = value instanceof z.core.$ZodType
  if (isSchema) yield [path, value]
  const inside: object = isSchema ? value._zod.def : value
  for (const [name, inner] of Object.entries(inside)) yield* schemasIn(inner, seen, `${path}/${name}`)
  if (isSchema && value._zod.def.type === 'lazy') yield* schemasIn((value as z.ZodLazy).unwrap(), seen, path)
}

function looseBounds(schema: unknown, path?: string): readonly string[] {
  return [...schemasIn(schema, new Set(), path)].flatMap(([place, { _zod }]) => {
    const checks = _zod.def.checks ?? []
    const loose = checks.some(
      ({ _zod: { def } }) => LENGTHS.has(def.check) && NEITHER.some((value) => runsOn(def, value)),
    )
    return loose ? [place] : []
  })
}

/** Schemas that make a text, a number or a boolean of whatever comes, instead of refusing it. */
function coercions(schema: unknown, path?: string): readonly string[] {
  return [...schemasIn(schema, new Set(), path)].flatMap(([place, { _zod }]) =>
    'coerce' in _zod.def && _zod.def.coerce === true ? [place] : [],
  )
}

function runsOn({ when }: z.core.$ZodCheckDef, value: unknown): boolean {
  return when?.({ value, issues: [] }) !== false
}

describe('a length', () => {
  it.each([
    ['a text', z.string().check(atLeast(1), atMost(3))],
    ['a list', z.array(z.string()).check(atLeast(1), atMost(3))],
  ])('of %s ends at the type', (_name, schema) => {
    for (const value of NEITHER) {
      expect(schema.safeParse(value).error?.issues.map(({ code }) => code)).toEqual(['invalid_type'])
    }
    expect(looseBounds(schema)).toEqual([])
  })

  it('is told of what is too short or too long, in the words given', () => {
    const text = z.string().check(atLeast(1, 'too short'), atMost(3, 'too long'))

    expect(['', 'abcd'].map((value) => text.safeParse(value).error?.issues[0]?.message)).toEqual([
      'too short',
      'too long',
    ])
    expect(text.safeParse('abc').success).toBe(true)
    expect(z.toJSONSchema(text)).toMatchObject({ minLength: 1, maxLength: 3 })
  })

  it.each([z.string().max(3), z.string().min(1), z.array(z.string()).max(3), z.string().length(2)])(
    "of the library's own is found",
    (schema) => {
      expect(looseBounds(z.object({ a: z.array(schema).optional() }))).toHaveLength(1)
    },
  )

  it('of every member of every request ends at the type', () => {
    const loose = operations.flatMap(({ id, params, query, body }) => looseBounds({ params, query, body }, id))

    expect(loose).toEqual([])
  })

  it('is written in no other way where the service reads input', () => {
    // Numbers have bounds of their own, which do end at the type.
    const library = /(?:\b(?:z\s*\.\s*(?:string|array)\(|[A-Z]\w*)(?:[^;\n]|\n\s*\.)*?)\.(?:max|min|length|nonempty)\(/g
    const files = globSync(['shared/**/*.ts', 'src-main/**/*.ts'], { cwd: root }).filter(
      (file) => !file.endsWith('.spec.ts'),
    )
    const found = files.flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      if (!text.includes("from 'zod'")) return []
      return [...text.matchAll(library)]
        .map(([match]) => match)
        .filter((match) => !/\.?\b(?:int|number|Math)\b/.test(match))
        .map((match) => `${file}: ${match}`)
    })

    expect(found).toEqual([])
  })
})

describe('a value of another type', () => {
  it.each([z.coerce.number(), z.coerce.string(), z.coerce.boolean()])('that is coerced is found', (schema) => {
    expect(coercions(z.object({ a: schema.optional() }))).toHaveLength(1)
  })

  it('is coerced in no member of any request', () => {
    const found = operations.flatMap(({ id, params, query, body }) => coercions({ params, query, body }, id))

    expect(found).toEqual([])
  })
})
