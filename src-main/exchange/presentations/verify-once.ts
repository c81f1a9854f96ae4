import { foldedUuid } from '../../../shared/contract/values.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readDefinition } from '../presentation-definitions/read-definition.ts'
import type { VerificationAnswer } from './answer.ts'
import { withDefinition } from './checked-presentation.ts'
import { known } from './evaluation.ts'
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
  const definition = sent && readDefinition(sent).definition
  const id = textOf(memberOf(definition, 'id'))
  const { definition_id: _named, evaluate, ...given } = request.options
  // An answer to DCQL does not name what it answers.
  const dcql_query = memberOf(definition, 'dcql_query') ?? given.dcql_query
  const asked = definition && known(definition)
  const options = {
    ...given,
    ...(isObject(dcql_query) ? { dcql_query } : id !== undefined && { definition_id: id }),
    evaluate: asked === undefined && dcql_query === undefined ? ('none' as const) : evaluate,
    replay: 'off' as const,
  }
  const isMeant = (named: string): boolean => id === undefined || foldedUuid(named) === foldedUuid(id)
  const input = withDefinition({ token: request.token, options }, (named) => (isMeant(named) ? asked : undefined))
  const { answer } = await verify(input, now)
  return withReplayCheck(answer, options, undefined)
}
