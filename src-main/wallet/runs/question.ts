import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { chooseCredentials, newestOfEach } from '../selection/choose.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { CandidateCredential, DescriptorCandidates } from '../selection/try-held.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'
import { findCandidates } from './candidates.ts'
import { definitionFacts } from './definition-facts.ts'
import type { DefinitionFacts } from './definition-facts.ts'
import { openQuery } from './query-question.ts'

/** What a verifier asks, in either language, with what the wallet can answer. */
export interface Question {
  readonly candidates: readonly DescriptorCandidates[]
  /** The smallest choice that satisfies it; where none does, the newest match of each input, so that a person sees it. */
  readonly proposed: Choice
  readonly facts: (choice: Choice) => DefinitionFacts
}

/**
 * Evaluates the credentials of a wallet for a presentation definition or a DCQL query, which was found to be valid.
 *
 * @param held newest first
 */
export async function openQuestion(
  definition: JsonObject,
  held: readonly CandidateCredential[],
  ports: Pick<WalletPorts, 'evaluateOnWorker' | 'elapsedMs'>,
): Promise<Question> {
  if (isQueryDefinition(definition)) return openQuery(definition, held)
  const asked = { definition, prepared: prepareDefinition(definition) }
  const candidates = await findCandidates(asked, held, ports)
  return {
    candidates,
    proposed: chooseCredentials(asked.prepared, candidates) ?? newestOfEach(candidates),
    facts: (choice) => definitionFacts(asked, candidates, choice),
  }
}
