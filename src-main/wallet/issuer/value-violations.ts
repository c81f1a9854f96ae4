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
  /** JSON Pointer into the values; for a missing value, where it would be. */
  readonly pointer: string
  readonly keyword: string
}

const prepared = new Map<string, PreparedSchema>()

/** Reasons not to issue these values: all schema violations, and names that the schema does not have. */
export function valueViolations(schema: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const ready = prepared.get(schema.id) ?? prepare(schema)
  return [...ready.violations(values, newBudget()).map(violationOf), ...foreignNames(schema, values)]
}

function prepare({ id, schema }: DemoSchema): PreparedSchema {
  const ready = prepareSchema(schema, newBudget(), { uri: id, find: () => undefined })
  prepared.set(id, ready)
  return ready
}

function violationOf(violation: Schema.Violation): Violation {
  const { location, keyword, missing } = violation
  if (missing === undefined)
    return { pointer: jsonPointer(location), keyword, ...messageFields(violationText(violation)) }
  return { pointer: jsonPointer([...location, missing]), keyword, message: 'is required' }
}

/** No context defines them either, so no signature would cover them. */
function foreignNames({ schema }: DemoSchema, values: Readonly<Record<string, unknown>>): readonly Violation[] {
  const properties = memberOf(schema, 'properties')
  const isForeign = (name: string) => !isObject(properties) || !Object.hasOwn(properties, name)
  return Object.keys(values)
    .filter(isForeign)
    .map((name) => ({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      keyword: 'additionalProperties',
      message: 'is no property of the schema',
    }))
}
