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

type Answer = Omit<ReplyFor<typeof verifierRequestOperations.postRequestPresentation>, 'redirect_url'>
/** Where a wallet answers: at the address of the deep link, or at that of the OpenID4VP request. */
export const DOORS = ['presentations', 'response'] as const
export type Door = (typeof DOORS)[number]
type Asked = Pick<VerifierRequest, 'id' | 'definition_id' | 'destination_url' | 'openid4vp_link'>
type Name = keyof typeof verifierRequestOperations

/** The Client Identifier of a request, as its OpenID4VP link has it. */
export const clientIdOf = ({ openid4vp_link }: Pick<VerifierRequest, 'openid4vp_link'>) =>
  new URLSearchParams(openid4vp_link.split('?')[1]).get('client_id') ?? ''

/** The form in which an OpenID4VP wallet sends what goes to the other door as JSON; `state` is left out. */
export function formOf(body: unknown): Record<string, string> {
  if (typeof body === 'string') return { vp_token: body }
  const { presentation, presentation_submission: beside } = Object(body) as JsonObject
  if (presentation === undefined) return { vp_token: JSON.stringify(body) }
  return {
    vp_token: JSON.stringify(presentation),
    ...(beside !== undefined && { presentation_submission: JSON.stringify(beside) }),
  }
}

/** A desk with a subscription key of a name, and a wallet without one that uses a door, at the verifier of a service. */
export function aVerifier(running: TestService, door: Door = 'presentations', keyName?: string) {
  running.clock.advanceMs(2 * DAY_MS)
  const key = aSubscriptionKey(running, keyName)
  const send = (name: Name, parts: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    running.send({ operation: `verifier.${name}`, headers, ...parts })
  const desk = (name: Name, parts: object = {}) => send(name, parts, key.headers)
  const of = (request_id: string) => ({ params: { request_id } })

  const atDoor = (id: string, body: unknown) =>
    door === 'presentations'
      ? send('postRequestPresentation', { ...of(id), body })
      : send('postAuthorizationResponse', { ...of(id), body: { state: `state-${id}`, ...formOf(body) } })

  return {
    key,
    desk,
    wallet: send,
    request: async (wish: object = { presentation_definition: ANY_CREDENTIAL }) =>
      bodyOf<{ request: VerifierRequest }>(await desk('createVerifierRequest', { body: wish }), 201).request,
    read: async ({ id }: Pick<VerifierRequest, 'id'>) =>
      bodyOf<{ request: VerifierRequestDetail }>(await desk('getVerifierRequest', of(id)), 200).request,
    fetched: ({ id }: Pick<VerifierRequest, 'id'>) =>
      send(door === 'presentations' ? 'getRequestDefinition' : 'getRequestObject', of(id)),
    post: ({ id }: Pick<VerifierRequest, 'id'>, body: unknown) => atDoor(id, body),
    answer: async ({ id }: Pick<VerifierRequest, 'id'>, body: unknown) => bodyOf<Answer>(await atDoor(id, body), 200),
    /** What is kept of a body that was posted. */
    kept: (body: unknown) => (door === 'presentations' ? body : formOf(body)),
    /** What a presentation must be bound to. */
    domainOf: (request: Asked) =>
      door === 'presentations' ? new URL(request.destination_url).origin : clientIdOf(request),
    /** A presentation that answers the request; `proof` changes members of its proof. */
    presentation(request: Asked, proof: JsonObject = {}) {
      return boundPresentation(request, running.clock.nowMs(), { domain: this.domainOf(request), ...proof })
    },
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
