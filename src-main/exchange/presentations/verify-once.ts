import { foldedUuid } from '../../../shared/contract/values.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readDefinition } from '../presentation-definitions/read-definition.ts'
import type { VerificationAnswer } from './answer.ts'
import { knownDefinition } from './evaluation.ts'
import { definitionIdOf, presentationOf } from './presentation.ts'
import { readVerificationRequest } from './read-request.ts'
import { withReplayCheck } from './replay.ts'
import type { VerifyPresentation } from './verifier.ts'

/** Everything that a verification needs and a workspace would know. */
interface SingleVerification {
  /** The body in one of its three forms; `definition_id` and `replay` in its options have no effect. */
  readonly body: JsonObject | string
  /** Without a definition only proofs and credentials are verified; one without `id` is the named one. */
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
): Promise<VerificationAnswer> {
  const request = readVerificationRequest(body)
  const presentation = presentationOf(request)
  const definition = sent && readDefinition(sent).definition
  const evaluate = definition === undefined ? ('none' as const) : request.options.evaluate
  const id = definition?.['id']
  const { definition_id: _named, ...given } = request.options
  const options = { ...given, ...(typeof id === 'string' && { definition_id: id }), evaluate, replay: 'off' as const }
  const known = definition && evaluate === 'definition' ? knownDefinition(definition) : undefined
  const isDefinitionKnown = typeof id !== 'string' || definitionIdOf(presentation) === foldedUuid(id)
  const { answer } = await verify({ presentation, options, known, isDefinitionKnown }, now)
  return withReplayCheck(answer, options, undefined)
}
