import type { Verification } from '../../../shared/contract/presentations.ts'
import { foldedUuid } from '../../../shared/contract/values.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { readDefinition } from '../presentation-definitions/read-definition.ts'
import { answerOf } from './answer.ts'
import { runRow } from './check-row.ts'
import { placeInPresentation } from './place.ts'
import { presentationOf } from './presentation.ts'
import { readVerificationRequest } from './read-request.ts'
import { REPLAY_ROW } from './replay.ts'
import type { VerifyPresentation } from './verifier.ts'
import { definitionIdOf } from './verify-presentation.ts'

/** Everything that a verification needs and a workspace would know. */
interface SingleVerification {
  /** In one of the three forms of a body; `definition_id` and `replay` in its options have no effect. */
  readonly body: JsonObject | string
  /** Without it only proofs and credentials are verified. One without `id` is the one that the submission names. */
  readonly definition: JsonObject | undefined
  /** ISO 8601. */
  readonly now: string
}

/**
 * Verifies a presentation without a workspace: nothing is looked up in a database and nothing is recorded, so replays
 * are not noticed.
 *
 * @throws {ServiceError} as `POST /presentations/verify` and `POST /presentations/definitions` refuse a body
 */
export async function verifyOnce(
  { body, definition: sent, now }: SingleVerification,
  verify: VerifyPresentation,
): Promise<Omit<Verification, 'verification_id' | 'verified_at' | 'duration_ms'>> {
  const request = readVerificationRequest(body)
  const presentation = presentationOf(request)
  const definition = sent && readDefinition(sent).definition
  const evaluate = definition === undefined ? ('none' as const) : request.options.evaluate
  const id = definition?.['id']
  const demanded = typeof id === 'string' ? { definition_id: id } : {}
  const { definition_id: _named, ...given } = request.options
  const options = { ...given, ...demanded, evaluate, replay: 'off' as const }
  const known = definition && evaluate === 'definition' && { definition, prepared: prepareDefinition(definition) }
  const isDefinitionKnown = typeof id !== 'string' || definitionIdOf(presentation) === foldedUuid(id)
  const checked = await verify({ presentation, options, known: known || undefined, isDefinitionKnown }, now)
  const replay = { presentation, replay: options.replay, earlier: undefined }
  const run = { policy: options.policy, placeOf: placeInPresentation(presentation), earlier: [] }
  return answerOf(checked, runRow(REPLAY_ROW, replay, run))
}
