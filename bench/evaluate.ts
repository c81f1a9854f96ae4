import type { Candidate } from '../shared/presentation-exchange/candidate.ts'
import { evaluateCredential } from '../shared/presentation-exchange/evaluate-credential.ts'
import { evaluateSubmission } from '../shared/presentation-exchange/evaluate-submission.ts'
import type { Answer } from '../shared/presentation-exchange/evaluate-submission.ts'
import { prepareDefinition } from '../shared/presentation-exchange/prepare-definition.ts'
import type { PreparedDefinition } from '../shared/presentation-exchange/prepare-definition.ts'
import { aCandidate } from '../tests/support/exchange/definitions.ts'
import type { Row } from './measure.ts'
import { compare, timedOnProcessor } from './measure.ts'

const CATEGORIES = ['A', 'B', 'C'] as const
const TEN = 10
const THOUSAND = 1000

const DEFINITION = {
  input_descriptors: CATEGORIES.map((category) => ({
    id: category,
    constraints: {
      fields: [
        { path: ['$.credentialSubject.category'], filter: { type: 'string', const: category } },
        { path: ['$.credentialSubject.number'], filter: { type: 'string', pattern: '^[0-9]{4}$' } },
      ],
    },
  })),
}

/** Three descriptors against some credentials, beside the comparisons alone. */
export async function run(): Promise<readonly Row[]> {
  const prepared = prepareDefinition(DEFINITION)
  return [await rowFor(prepared, TEN), await rowFor(prepared, THOUSAND)]
}

async function rowFor(prepared: PreparedDefinition, count: number): Promise<Row> {
  const candidates = Array.from({ length: count }, (_, index) => aLicence(index))
  const operations = 40_000 / count
  return compare(
    `evaluate 3 descriptors, ${count} credentials (X${count === TEN ? 7 : 8})`,
    { name: 'comparisons', measure: () => timedOnProcessor(operations, () => expectAll(compareAll(candidates))) },
    {
      name: 'product',
      measure: () => timedOnProcessor(operations, () => expectAll(evaluateAll(prepared, candidates))),
    },
  )
}

function aLicence(index: number): Candidate {
  const category = CATEGORIES[index % CATEGORIES.length]
  return aCandidate({ id: `urn:x:${index}`, credentialSubject: { category, number: String(1000 + index) } })
}

/** What fits each descriptor, and whether together they satisfy the definition: what a wallet asks for. */
function evaluateAll(prepared: PreparedDefinition, candidates: readonly Candidate[]): boolean {
  const answers = new Map<string, Answer>()
  for (const descriptor of prepared.descriptors.values()) {
    for (const candidate of candidates) {
      const evaluation = evaluateCredential(descriptor, candidate)
      if (evaluation.holds && !answers.has(descriptor.id)) {
        answers.set(descriptor.id, { candidate, evaluation, satisfied: true })
      }
    }
  }
  return evaluateSubmission(prepared, answers).satisfied
}

function compareAll(candidates: readonly Candidate[]): boolean {
  const found = new Set<string>()
  for (const category of CATEGORIES) {
    for (const { credential } of candidates) {
      const subject = credential['credentialSubject'] as { category: string; number: string }
      if (subject.category === category && /^[0-9]{4}$/.test(subject.number)) found.add(category)
    }
  }
  return found.size === CATEGORIES.length
}

function expectAll(satisfied: boolean): void {
  if (!satisfied) throw new Error('the credentials answer the definition')
}
