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
  /** Every rule it breaks (docs/contract/exchange.md, Definitions); empty when it may be used. */
  readonly faults: readonly DefinitionFault[]
  /** Legal but suspicious parts; found only in definitions without faults. */
  readonly warnings: readonly DefinitionFault[]
}

/** Checks a definition as it was sent, all of it at once. The value must not be nested without limit. */
export function checkDefinition(sent: JsonObject): DefinitionReport {
  const definition = withRequirementList(sent)
  const prepareFilter = filtersOnce()
  const faults = [
    ...shapeFaults(NewPresentationDefinition, definition, []),
    ...DEFINITION_RULES.flatMap((rule) => rule(definition, prepareFilter)),
  ]
  const warnings = faults.length > 0 ? [] : DEFINITION_WARNINGS.flatMap((warning) => warning(definition, prepareFilter))
  const asSent = definition === sent ? (fault: FaultAt) => fault : withoutListIndex
  return { faults: inBodyOrder(faults.map(asSent), sent), warnings: inBodyOrder(warnings.map(asSent), sent) }
}

/** Prepares each filter once, all of them from one budget: most of the time of a check goes into patterns. */
function filtersOnce(): PrepareFilter {
  const budget = newBudget()
  const prepared = new Map<unknown, PreparedSchema>()
  return (filter) => {
    const made = prepared.get(filter) ?? prepareSchema(filter, budget)
    prepared.set(filter, made)
    return made
  }
}

/** A single requirement counts as a list of one (docs/contract/exchange.md, Definitions: fields). */
export function withRequirementList(definition: JsonObject): JsonObject {
  const requirement = memberOf(definition, 'submission_requirements')
  return isObject(requirement) ? { ...definition, submission_requirements: [requirement] } : definition
}

function withoutListIndex(fault: FaultAt): FaultAt {
  const [member, index, ...rest] = fault.location
  return member === 'submission_requirements' && index === 0 ? { ...fault, location: [member, ...rest] } : fault
}
