import type {
  VerifierRequest,
  VerifierRequestDetail,
  verifierRequestOperations,
} from '../../../shared/contract/verifier-requests.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'
import { SIGNED_DOCUMENTS } from '../../vectors/presentation-vectors.ts'
import { bodyOf } from '../service/keystore-accounts.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER } from './presentations.ts'
import { aSubscriptionKey } from '../service/subscription-keys.ts'
import type { TestService } from '../service/test-service.ts'

/** A published credential about the holder of the tests, valid from the second day of the tests' clock. */
export const [THE_CREDENTIAL] = SIGNED_DOCUMENTS.map(({ document }) => document) as unknown as [JsonObject]
export const ANY_CREDENTIAL = { input_descriptors: [{ id: 'identity', constraints: { fields: [{ path: ['$.id'] }] } }] }
export const DAY_MS = 86_400_000

type Answer = ReplyFor<typeof verifierRequestOperations.postRequestPresentation>
type Name = keyof typeof verifierRequestOperations

/** A desk with a subscription key, and a wallet without one, at the verifier of a service. */
export function aVerifier(running: TestService) {
  running.clock.advanceMs(2 * DAY_MS)
  const key = aSubscriptionKey(running)
  const send = (name: Name, parts: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    running.send({ operation: `verifier.${name}`, headers, ...parts })
  const desk = (name: Name, parts: object = {}) => send(name, parts, key.headers)
  const of = (request_id: string) => ({ params: { request_id } })

  return {
    key,
    desk,
    wallet: send,
    request: async (wish: object = { presentation_definition: ANY_CREDENTIAL }) =>
      bodyOf<{ request: VerifierRequest }>(await desk('createVerifierRequest', { body: wish }), 201).request,
    read: async ({ id }: Pick<VerifierRequest, 'id'>) =>
      bodyOf<{ request: VerifierRequestDetail }>(await desk('getVerifierRequest', of(id)), 200).request,
    fetched: ({ id }: Pick<VerifierRequest, 'id'>) => send('getRequestDefinition', of(id)),
    post: ({ id }: Pick<VerifierRequest, 'id'>, body: unknown) => send('postRequestPresentation', { ...of(id), body }),
    answer: async ({ id }: Pick<VerifierRequest, 'id'>, body: unknown) =>
      bodyOf<Answer>(await send('postRequestPresentation', { ...of(id), body }), 200),
    /** A presentation that answers the request; `proof` changes members of its proof. */
    presentation: (
      request: Pick<VerifierRequest, 'id' | 'definition_id' | 'destination_url'>,
      proof: JsonObject = {},
    ) => boundPresentation(request, running.clock.nowMs(), proof),
  }
}

let submissions = 0

/** A presentation of the published credential that answers a request at that time. */
export async function boundPresentation(
  { id, definition_id, destination_url }: Pick<VerifierRequest, 'id' | 'definition_id' | 'destination_url'>,
  nowMs: number,
  proof: JsonObject = {},
): Promise<JsonObject> {
  submissions += 1
  const submission = aSubmission(definition_id, {
    id: `urn:uuid:00000000-0000-4000-8000-${String(submissions).padStart(12, '0')}`,
    descriptor_map: [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }],
  })
  return signed(aPresentation([THE_CREDENTIAL], submission), THE_HOLDER, {
    proofPurpose: 'authentication',
    created: new Date(nowMs).toISOString(),
    challenge: id,
    domain: new URL(destination_url).origin,
    ...proof,
  })
}

/** What a refused call says. */
export function refusalOf(reply: ServiceReply) {
  if (reply.ok) throw new Error(`answered ${reply.status} although it should be refused`)
  const [first] = reply.body.errors
  return { status: reply.status, error: first?.error, extra_info: first?.extra_info }
}
