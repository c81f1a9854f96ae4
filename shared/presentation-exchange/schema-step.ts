import type { Candidate, MatchedBy } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { SchemaEntry } from './definition.ts'
import type { PreparedDescriptor } from './prepare-definition.ts'

interface SchemaOutcome {
  readonly check: DescriptorCheck
  readonly matchedBy: MatchedBy | null
}

const CHECK = 'descriptor.schema'
const PASSED = passed(CHECK)

/**
 * Compares URIs character for character. Entries with `required: true` must all be found; where there are none, one is
 * enough (contract 3.2, step 1).
 */
export function schemaStep({ schema, requiredUris }: PreparedDescriptor, candidate: Candidate): SchemaOutcome {
  if (schema === undefined) return { check: PASSED, matchedBy: null }
  const uris = requiredUris.length > 0 ? requiredUris : schema.map(({ uri }) => uri)
  const found = uris.map((uri) => candidate.identifiers.find(({ texts }) => texts.includes(uri))?.kind)
  const matchedBy = found.find((kind) => kind !== undefined)
  const isEnough = requiredUris.length === 0 || !found.includes(undefined)
  return matchedBy !== undefined && isEnough ? { check: PASSED, matchedBy } : mismatch(schema, candidate)
}

function mismatch(schema: readonly SchemaEntry[], { identifiers }: Candidate): SchemaOutcome {
  const check = failed(CHECK, {
    code: 'schema_mismatch',
    message: 'the credential has none of the demanded schemas, or not all that are required',
    expected: schema.map(({ uri }) => uri).join(', '),
    actual: identifiers.flatMap(({ texts }) => texts).join(', '),
  })
  return { check, matchedBy: null }
}
