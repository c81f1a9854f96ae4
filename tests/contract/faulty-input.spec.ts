// Proves docs/contract/vault.md, Errors.

import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { en } from 'zod/locales'
import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { ruleText } from '../../shared/rule-text.ts'
import { failureReply } from '../../src-main/service/reply.ts'
import { parseInput } from '../../src-main/service/validate.ts'
import { COERCED, inputsWith, samples, spotsOf, withFault } from '../support/calls/faulty-inputs.ts'

const operations: readonly Operation[] = [...serviceOperations, ...Object.values(workbenchOperations)]

/** A place in backticks, the name of a list entry, and a rule; nothing else is a message about a field. */
const SENTENCE = /^(?:`(?<path>[^`]+)`(?: \(".{1,60}"\))?|The request) (?:must|is|was|has|cannot|needs) [^]*[^.]\.$/

const { localeError } = en()

/** What the schema library would have said of an input. */
function libraryWords(schema: z.ZodType, input: unknown): readonly string[] {
  const said: string[] = []
  schema.safeParse(input, {
    error(issue) {
      const words = localeError(issue)
      if (words !== undefined && words !== null) said.push(typeof words === 'string' ? words : words.message)
      return ruleText(issue)
    },
  })
  return said
}

/** Said where nothing better is known: a schema that needs it needs words of its own. */
const LAST_RESORTS = /a value that is not allowed|of another type|of the form that is described/

const FAULTS: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'no id, date or number',
  'x'.repeat(300_000),
  -1,
  0,
  1.5,
  1e300,
  true,
  {},
  { surprise: 1 },
  [],
  [null],
  ['', {}],
  Array(3_000).fill('x'),
  ...COERCED,
]

/** Bodies or queries with one thing wrong. An unknown member is put beside the known ones too. */
function faultyInputs(schema: z.core.$ZodType): readonly unknown[] {
  return [...inputsWith(FAULTS, schema), ...samples(schema).flatMap(withUnknownMembers)]
}

function withUnknownMembers(right: unknown): readonly unknown[] {
  return spotsOf(right).flatMap((path) => {
    const there = path.reduce<unknown>(
      (value, key) => (value as Readonly<Record<string | number, unknown>>)[key],
      right,
    )
    const isObject = typeof there === 'object' && there !== null && !Array.isArray(there)
    return isObject ? [withFault(right, path, { ...there, surprise: 1 })] : []
  })
}

function errorsOf({ params: _params, query, body, ...operation }: Operation, part: 'query' | 'body', input: unknown) {
  const tested: Operation =
    part === 'query' ? { ...operation, ...(query && { query }) } : { ...operation, ...(body && { body }) }
  try {
    parseInput(tested, { [part]: input })
    return []
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.code === 'bad_request' ? [] : failureReply(error, {}).body.errors
  }
}

const parts = operations.flatMap((operation) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = operation[part]
    return schema === undefined ? [] : [{ id: operation.id, part, operation, schema }]
  }),
)

describe.each(parts)('$id, faulty $part', ({ operation, part, schema }) => {
  const inputs = faultyInputs(schema)
  const errors = inputs.flatMap((input) => errorsOf(operation, part, input))
  const byMessage = new Map(errors.map((error) => [error.message, error]))

  it('is answered in whole sentences, in words of our own', () => {
    const messages = [...byMessage.keys()]

    expect(messages.filter((message) => !SENTENCE.test(message))).toEqual([])
    const said = [...new Set(inputs.flatMap((input) => libraryWords(schema, input)))]
    expect(messages.filter((message) => said.some((words) => message.includes(words)))).toEqual([])
    expect(messages.filter((message) => LAST_RESORTS.test(message))).toEqual([])
  })

  it('has the same path in the message as in extra_info', () => {
    for (const [message, { extra_info }] of byMessage) {
      const path = SENTENCE.exec(message)?.groups?.['path'] ?? ''
      const fields = extra_info['fields'] as readonly { readonly path: string }[]
      expect(extra_info['parameter']).toBe(path)
      expect(fields.map((field) => field.path)).toContain(path)
    }
  })
})
