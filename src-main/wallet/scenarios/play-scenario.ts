import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import type { Profile, Scenario, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isoTime } from '../../service/ports.ts'
import { readRequestLink } from '../../../shared/openid4vp/link.ts'
import { answerPost } from '../openid4vp/form-answer.ts'
import { fetchRequest, requestIn, resolveRequest } from '../openid4vp/resolve-request.ts'
import type { ResolvedRequest } from '../openid4vp/resolve-request.ts'
import { bindingOf, draftPresentation } from '../presentations/draft.ts'
import { recordedBody, preparePost } from '../presentations/post.ts'
import type { DeliberateFault, Post } from '../presentations/post.ts'
import { signPresentation } from '../presentations/sign.ts'
import { sdJwtAnswer, withoutSubmission } from '../presentations/sd-jwt-answer.ts'
import type { SdJwtPresentation } from '../presentations/sd-jwt-answer.ts'
import { isAccepted, sendPost } from '../runs/post-answer.ts'
import type { PostAnswer } from '../runs/post-answer.ts'
import { openSdJwt } from '../sd-jwt/open-sd-jwt.ts'
import { presentSdJwt } from '../sd-jwt/present-sd-jwt.ts'
import type { KeyBinding } from '../sd-jwt/present-sd-jwt.ts'
import type { OpenHolderKey } from '../store/holder-keys.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'
import { DELIBERATE_FAULTS } from './deliberate-faults.ts'
import { askedIn } from './claims.ts'
import { OTHER_SETUP, setupOf, valuesOf } from './scenario-setups.ts'
import type { ScenarioSetup } from './scenario-setups.ts'
import type { ScenarioRequests, ScenarioParties } from './scenario-requests.ts'
import { openId4VpFault } from './openid4vp-faults.ts'
import { sdJwtFault } from './sd-jwt-faults.ts'
import { issueHonest, VARIANTS } from './variants.ts'
import type { TrialOrder } from './variants.ts'

/** What the scenarios of one "Run all" share. Their keys and credentials are in no wallet. */
export interface PlayContext {
  readonly ports: Pick<WalletPorts, 'http' | 'clock' | 'contexts' | 'checkSignedByDid'>
  readonly issuers: ScenarioParties['issuers']
  readonly requests: ScenarioRequests
  readonly holder: OpenHolderKey
  /** The DID of a third party. */
  readonly stranger: string
  /** The id of the user in the workspace. */
  readonly userId: string
}

/** The last request, with its answer. */
export interface Played {
  readonly request: VerifierRequest
  readonly post: Post
  readonly answer: PostAnswer
}

/** A scenario could not be played; the message says why. */
export class NotPlayed extends Error {}

/** Plays one scenario against a request of its own, over HTTP. @throws {NotPlayed} */
export async function playScenario(scenario: Scenario, context: PlayContext): Promise<Played> {
  const { requests } = context
  const setup = setupOf(scenario.id)
  const request = await requests.create(setup, scenario.id)
  const post = await preparedPost(scenario, { setup, request }, context)
  if (/^(?:sd-)?replay-/.test(scenario.id)) return replay(scenario, { setup, request, post }, context)
  if (scenario.id === 'too-late') requests.expireNow(request.id)
  if (scenario.id === 'cancelled') await requests.cancel(request.id)
  if (scenario.id === 'no-key') requests.omitKeyOnce(request.id)
  return { request, post, answer: await answerTo(post, request, context) }
}

/** Sends the same bytes twice: to the same request, or to another one for the same definition. */
async function replay(
  { id }: Scenario,
  { setup, request, post }: { readonly setup: ScenarioSetup; readonly request: VerifierRequest; readonly post: Post },
  context: PlayContext,
): Promise<Played> {
  const first = await answerTo(post, request, context)
  if (!isAccepted(first)) throw new NotPlayed('what should be sent again was not accepted the first time')
  if (id.endsWith('replay-here')) return { request, post, answer: await answerTo(post, request, context) }
  const other = await context.requests.create(setup, id)
  const replayed = { ...post, url: other.destination_url }
  return { request: other, post: replayed, answer: await answerTo(replayed, other, context) }
}

interface Asked {
  readonly setup: ScenarioSetup
  readonly request: VerifierRequest
}

function preparedPost({ id, profile }: Scenario, asked: Asked, context: PlayContext): Promise<Post> {
  const fault = openId4VpFault(id)
  if (fault !== undefined) return openId4VpPost(id, asked, { ...context, fault })
  return profile === null ? sdJwtPost(id, asked, context) : w3cPost({ id, profile }, asked, context)
}

/** The answer to the OpenID4VP link of a request, or to that of another one, which is sent to the first. */
async function openId4VpPost(
  id: string,
  { setup, request }: Asked,
  { fault, ...context }: PlayContext & { readonly fault: DeliberateFault },
): Promise<Post> {
  const asked = await requestAt(request.openid4vp_link, context)
  const isOther = id === 'vp-other-request'
  const other = isOther ? await requestAt((await context.requests.create(setup, id)).openid4vp_link, context) : asked
  const [query = ''] = Object.keys(setup.answers)
  const bound = { ...other, nonce: fault.nonce ?? other.nonce }
  const presentations = await presentedFor(id, setup, { bound, context })
  return answerPost({ vp_token: { [query]: presentations } }, { url: asked.response_uri, openid4vp: asked, fault })
}

/** The presentation of the one SD-JWT VC of a setup; for mixed formats one credential as linked data and as a JWT. */
async function presentedFor(
  id: string,
  setup: ScenarioSetup,
  { bound, context }: { readonly bound: ResolvedRequest; readonly context: PlayContext },
): Promise<readonly unknown[]> {
  if (id === 'vp-mixed-formats')
    return [
      await w3cPresentation('bound', setup, { bound, context }),
      await w3cPresentation('jwt', setup, { bound, context }),
    ]
  const binding = { nonce: bound.nonce, audience: bound.client_id }
  return [(await presentedSdJwt(id, setup, { binding, context })).text]
}

/** An honest presentation of the first credential of a setup, for a query. */
async function w3cPresentation(
  profile: 'bound' | 'jwt',
  { answers }: ScenarioSetup,
  {
    bound: { response_uri: destination, nonce, client_id },
    context: { ports, issuers, holder },
  }: { readonly bound: ResolvedRequest; readonly context: PlayContext },
): Promise<unknown> {
  const [credential] = Object.values(answers)
  if (credential === undefined) throw new NotPlayed('the setup has no credential')
  const nowMs = ports.clock.nowMs()
  const order: TrialOrder = {
    issuer_id: 'harbour-registry',
    schema: credential.schema,
    format: profile === 'jwt' ? 'jwt_vc' : 'ldp_vc',
    algorithm: 'EdDSA',
    values: valuesOf(credential),
    subject: holder.did,
  }
  const raw = await issueHonest(order, { issuers })
  const draft = draftPresentation({
    ...{ profile, holder: holder.did, now: isoTime(nowMs), submissionId: '', definitionId: '' },
    ...{ credentials: new Map([['', raw]]), choice: new Map([['', '']]) },
    link: { destination, nonce, client_id },
  })
  return (await signPresentation(withoutSubmission(draft), holder, ports)).presentation
}

async function requestAt(text: string, { ports, userId }: PlayContext): Promise<ResolvedRequest> {
  const reading = readRequestLink(text)
  if (!reading.ok) throw new NotPlayed('the link of the request cannot be read')
  const { reply, wallet_nonce } = await fetchRequest(ports.http, reading.link, userId)
  return resolveRequest(reading.link, { jwt: requestIn(reply), wallet_nonce }, ports)
}

/** The answer of the one SD-JWT VC of a setup, to a query or to a definition. */
async function sdJwtPost(id: string, { setup, request }: Asked, context: PlayContext): Promise<Post> {
  const url = request.destination_url
  const { challenge: nonce, domain: audience } = bindingOf({ destination: url })
  const { query, text, format } = await presentedSdJwt(id, setup, { binding: { nonce, audience }, context })
  const body = isQueryDefinition(setup.definition)
    ? { vp_token: tokenOf(id, query, text) }
    : sdJwtAnswer({
        submissionId: `urn:uuid:${crypto.randomUUID()}`,
        definitionId: request.definition_id,
        choice: new Map([[query, query]]),
        sdJwts: new Map([[query, { format, text }]]),
        w3c: undefined,
      })
  return { url, contentType: 'application/json', body: JSON.stringify(body) }
}

interface Presenting {
  readonly binding: Pick<KeyBinding, 'nonce' | 'audience'>
  readonly context: PlayContext
}

/** Issues the SD-JWT VC of a setup and presents it for the first of its inputs. */
async function presentedSdJwt(
  id: string,
  setup: ScenarioSetup,
  { binding, context: { ports, issuers, holder } }: Presenting,
): Promise<SdJwtPresentation & { readonly query: string }> {
  const [answer] = Object.entries(setup.answers)
  if (answer === undefined) throw new NotPlayed('the setup has no credential')
  const [query, credential] = answer
  const { raw } = await issuers.issueWithoutWallet({
    ...{ issuer_id: 'harbour-registry', algorithm: 'EdDSA', format: 'dc+sd-jwt', subject: holder.did },
    ...{ schema: credential.schema, values: valuesOf(credential), sd_jwt: undefined },
    ...{ issued_at: null, expires_at: null, with_status: true, issue_anyway: false },
  })
  const nowMs = ports.clock.nowMs()
  if (typeof raw !== 'string') throw new Error('an SD-JWT VC is a text')
  const held = openSdJwt(raw)
  const fault = await sdJwtFault(id, { issuers, nowMs, raw })
  const bound = { ...binding, key: holder.key, now: Math.floor(nowMs / 1000) }
  return { query, format: held.format, text: presentSdJwt(held, credential.told ?? [], bound, fault) }
}

/** Most answers are one presentation for one query (OpenID4VP 1.0, 8.1). */
function tokenOf(scenario: string, query: string, text: string): unknown {
  if (scenario === 'sd-no-query-id') return [text]
  return { [query]: scenario === 'sd-two-answers' ? [text, text] : [text] }
}

async function w3cPost(
  { id, profile }: Pick<Scenario, 'id'> & { readonly profile: Profile },
  { setup, request }: Asked,
  { ports, issuers, requests, holder, stranger, ...context }: PlayContext,
): Promise<Post> {
  const nowMs = ports.clock.nowMs()
  const url = request.destination_url
  const draft = draftPresentation({
    profile,
    holder: holder.did,
    now: isoTime(nowMs),
    submissionId: `urn:uuid:${crypto.randomUUID()}`,
    definitionId: request.definition_id,
    credentials: await credentialsFor(id, setup, { ports, issuers, requests, holder, stranger, ...context }),
    choice: new Map(Object.keys(setup.answers).map((descriptor) => [descriptor, descriptor])),
    link: { destination: url },
  })
  const otherDefinitionId = await requests.definitionId(OTHER_SETUP)
  const fault = DELIBERATE_FAULTS[id]?.({ nowMs, stranger, otherDefinitionId })
  return preparePost(draft, { key: holder, url, contexts: ports.contexts }, fault)
}

/** Issues the credentials by descriptor. The first one is faulty, or all of them for a borrowed holder. */
async function credentialsFor(
  id: string,
  { answers, definition }: ScenarioSetup,
  { ports, issuers, holder, stranger }: PlayContext,
): Promise<ReadonlyMap<string, unknown>> {
  const context = { issuers, nowMs: ports.clock.nowMs(), stranger, isAsked: askedIn(definition) }
  const variant = VARIANTS[id]
  const credentials = new Map<string, unknown>()
  for (const [descriptor, credential] of Object.entries(answers)) {
    const order = {
      issuer_id: 'harbour-registry',
      schema: credential.schema,
      format: credential.format ?? 'ldp_vc',
      algorithm: credential.algorithm ?? 'EdDSA',
      values: valuesOf(credential),
      subject: holder.did,
    } as const
    const isVariant = credentials.size === 0 || id === 'borrowed-holder'
    const raw = variant && isVariant ? await variant(order, context) : await issueHonest(order, context)
    if (raw === undefined) throw new NotPlayed('the credential of the setup cannot be issued in this way')
    credentials.set(descriptor, raw)
  }
  return credentials
}

/** Sends the post. If the verifier does not report its findings to wallets, they are added to the answer. */
async function answerTo(
  post: Post,
  { id }: VerifierRequest,
  { ports, requests, userId }: PlayContext,
): Promise<PostAnswer> {
  const answer = await sendPost(ports.http, post, userId)
  const isSilent = typeof memberOf(answer.body, 'valid') === 'boolean' && memberOf(answer.body, 'errors') === undefined
  if (!isSilent) return answer
  const body = answer.body as JsonObject // it has members
  return { ...answer, body: { ...body, ...(await requests.lastFindings(id)) } }
}

/** The record of a played scenario, which the window shows like any other run. */
export function recordOf(
  run: WalletRun,
  scenario: Scenario,
  { request, post, answer }: Played,
  definition: JsonObject,
): WalletRun {
  const { http_status, body } = answer
  const at = run.ended_at ?? run.started_at
  const nothing = { method: null, url: null, http_status: null, bytes: null, duration_ms: null, detail: null }
  return {
    ...run,
    state: isAccepted(answer) ? 'accepted' : 'not_accepted',
    link: openId4VpFault(scenario.id) === undefined ? request.deep_link : request.openid4vp_link,
    definition_url: request.definition_url,
    destination_url: post.url,
    request_id: request.id,
    definition: { id: request.definition_id, name: request.definition_name, purpose: purposeOf(definition) },
    profile: scenario.profile,
    broken: scenario.id,
    presentation: recordedBody(post),
    answer: { http_status, body },
    steps: [
      { ...nothing, at: run.started_at, kind: 'signed', detail: scenario.profile ?? 'dc+sd-jwt' },
      {
        ...nothing,
        at: run.started_at,
        kind: 'submitted',
        method: 'POST',
        url: post.url,
        bytes: Buffer.byteLength(post.body),
      },
      { ...nothing, at, kind: 'answered', http_status, bytes: answer.bytes },
    ],
  }
}

function purposeOf(definition: JsonObject): string | null {
  const purpose = memberOf(definition, 'purpose')
  return typeof purpose === 'string' ? purpose : null
}
