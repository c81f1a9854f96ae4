import { newBudget } from './budget.ts'
import { NewPresentationDefinition } from './definition.ts'
import { inBodyOrder, shapeFaults } from './definition-faults.ts'
import type { DefinitionFault, FaultAt } from './definition-faults.ts'
import { DEFINITION_RULES } from './definition-rules.ts'
import type { PrepareFilter } from './definition-rules.ts'
import { DEFINITION_WARNINGS } from './definition-warnings.ts'
import type { JsonObject } from './json.ts'
import { isObject, memberOf } from './json.ts'
import { prepareSchema } from '../json-schema/json-schema.ts'
import type { PreparedSchema } from '../json-schema/json-schema.ts'

/** The faults and warnings of a definition. Both lists are in the order of the body. */
export interface DefinitionReport {
  /** All rules that it breaks (docs/contract/exchange.md, Definitions); empty if it is valid. */
  readonly faults: readonly DefinitionFault[]
  /** Valid but suspicious parts; found only in definitions without faults. */
  readonly warnings: readonly DefinitionFault[]
}

/** Checks a definition as sent. The caller must have limited its nesting. */
export function checkDefinition(sent: JsonObject): DefinitionReport {
  const definition = withRequirementList(sent)
  const prepareFilter = filterCache()
  const faults = [
    ...shapeFaults(NewPresentationDefinition, definition, []),
    ...DEFINITION_RULES.flatMap((rule) => rule(definition, prepareFilter)),
  ]
  const warnings = faults.length > 0 ? [] : DEFINITION_WARNINGS.flatMap((warning) => warning(definition, prepareFilter))
  const placeInSent = definition === sent ? (fault: FaultAt) => fault : withoutListIndex
  return { faults: inBodyOrder(faults.map(placeInSent), sent), warnings: inBodyOrder(warnings.map(placeInSent), sent) }
}

/** Prepares each filter only once, because that takes most of the time of a check. All filters share one budget. */
function filterCache(): PrepareFilter {
  const budget = newBudget()
  const cache = new Map<unknown, PreparedSchema>()
  return (filter) => {
    const prepared = cache.get(filter) ?? prepareSchema(filter, budget)
    cache.set(filter, prepared)
    return prepared
  }
}

/** Puts a single requirement into a list (docs/contract/exchange.md, Definitions: fields). */
export function withRequirementList(definition: JsonObject): JsonObject {
  const requirement = memberOf(definition, 'submission_requirements')
  return isObject(requirement) ? { ...definition, submission_requirements: [requirement] } : definition
}

function withoutListIndex(fault: FaultAt): FaultAt {
  const [member, index, ...rest] = fault.location
  return member === 'submission_requirements' && index === 0 ? { ...fault, location: [member, ...rest] } : fault
}
