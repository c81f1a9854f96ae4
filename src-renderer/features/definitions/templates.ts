import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { text } from '../../i18n/i18n.ts'
import { suppliedText, withSuppliedTexts } from '../../i18n/service-words.ts'
import { newInput } from './document/problem-fixes.ts'
import { describeQuestion } from './words/describe-question.ts'

/** A template for a definition, and its description. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly purpose: string
  readonly summary: string
  /** The names of its inputs. */
  readonly inputs: readonly string[]
  readonly definition: JsonObject
  readonly isQuery: boolean
}

/** The ready-made definitions in the language of the window, from the simplest to one that uses every feature. */
export function readyTemplates(): readonly Template[] {
  return READY_DEFINITIONS.map(({ key, name, definition: english }) => {
    const definition = withSuppliedTexts(english)
    const { summary, inputs } = describeQuestion(definition)
    const purpose = typeof definition['purpose'] === 'string' ? definition['purpose'] : ''
    return {
      key,
      name: suppliedText(name),
      purpose,
      summary,
      inputs: inputs.map((input) => input.name),
      definition,
      isQuery: isQueryDefinition(definition),
    }
  })
}

/** The key of the initial DCQL query in links. */
export const EMPTY_QUERY = 'empty-query'

/** The initial definition without a template. */
export function blankDefinition(): JsonObject {
  return { name: text('definitions.new'), input_descriptors: [newInput('input')] }
}

/** The initial DCQL query without a template. */
export function blankQuery(): JsonObject {
  const meta = { vct_values: ['https://credentials.vaultbench.example/identity'] }
  const claims = [{ path: ['givenName'] }]
  return {
    name: text('definitions.new'),
    dcql_query: { credentials: [{ id: 'credential', format: 'dc+sd-jwt', meta, claims }] },
  }
}
