import type { DemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import { isObject, jsonPointer, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type * as Schema from '../../../shared/json-schema/json-schema-keyword.ts'
import { messageFields } from '../../../shared/phrase.ts'
import type { MessageFields } from '../../../shared/phrase.ts'
import { violationText } from '../../../shared/json-schema/json-schema-words.ts'
import { prepareSchema } from '../../../shared/json-schema/json-schema.ts'
import type { PreparedSchema } from '../../../shared/json-schema/json-schema.ts'

export interface Violation extends MessageFields {
  /** A JSON Pointer into the values, also for a missing value. */
  readonly pointer: string
  readonly keyword: string
}

const cache = new Map<string, PreparedSchema>()

/** Reasons not to issue these values: all schema violations, and names that the schema does not define. */
export function valueViolations(schema: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const prepared = cache.get(schema.id) ?? prepare(schema)
  return [...prepared.violations(values, newBudget()).map(violationOf), ...undefinedNames(schema, values)]
}

function prepare({ id, schema }: DemoSchema): PreparedSchema {
  const prepared = prepareSchema(schema, newBudget(), { uri: id, find: () => undefined })
  cache.set(id, prepared)
  return prepared
}

function violationOf(violation: Schema.Violation): Violation {
  const { location, keyword, missing } = violation
  if (missing === undefined)
    return { pointer: jsonPointer(location), keyword, ...messageFields(violationText(violation)) }
  return { pointer: jsonPointer([...location, missing]), keyword, message: 'is required' }
}

/** Reports names that the schema does not define. No context defines them either, so no signature would cover them. */
function undefinedNames({ schema }: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const properties = memberOf(schema, 'properties')
  const isDefined = (name: string) => isObject(properties) && Object.hasOwn(properties, name)
  return Object.keys(values)
    .filter((name) => !isDefined(name))
    .map((name) => ({
      pointer: jsonPointer([name]),
      keyword: 'additionalProperties',
      message: 'is no property of the schema',
    }))
}
