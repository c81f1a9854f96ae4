import { randomUUID } from 'node:crypto'
import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { Profile, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { DeepLink } from '../../../shared/presentation-exchange/deep-link.ts'
import type { AllowedPresentationFormats } from '../../../shared/presentation-exchange/format-step.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { isoTime } from '../../service/ports.ts'
import { answerPost, nestedSubmission } from '../openid4vp/form-answer.ts'
import { bindingOf, draftPresentation } from '../presentations/draft.ts'
import { preparePost, signWith } from '../presentations/post.ts'
import type { DeliberateFault, Post } from '../presentations/post.ts'
import { profileFault, profileFor } from '../presentations/profile-for.ts'
import type { Signing } from '../presentations/profile-for.ts'
import { sdJwtAnswer, withoutSubmission } from '../presentations/sd-jwt-answer.ts'
import type { SdJwtPresentation, W3cPresentation } from '../presentations/sd-jwt-answer.ts'
import type { DeliberateSdJwtFault } from '../sd-jwt/present-sd-jwt.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { HolderKeys, OpenHolderKey } from '../store/holder-keys.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'
import { holderFor, refuseUnusableKey } from './holder-key-choice.ts'
import { presentHeld } from './present-sd-jwts.ts'

/** What the user decided. */
export interface SubmitOptions {
  /** Null for the default one. */
  readonly profile: Profile | null
  readonly scenario: string | null
  readonly share_whole: boolean
  readonly holder_key_id: string | null
}

/** A scenario as a deliberate fault, possibly with other credentials. */
export interface BrokenRun {
  /** Null for one that changes the presentation of an SD-JWT VC. */
  readonly profile: Profile | null
  readonly fault: DeliberateFault
  /** Faulty credentials to send, by the id of the chosen credential that they replace. */
  readonly replaced: ReadonlyMap<string, unknown>
  /** What is done wrong with SD-JWT VCs, by the id of the chosen credential. */
  readonly sdJwts: ReadonlyMap<string, DeliberateSdJwtFault>
}

/** What is to be answered, and how. */
export interface AnswerInput {
  readonly run: Pick<WalletRun, 'told' | 'openid4vp'>
  readonly definition: JsonObject
  readonly link: Omit<DeepLink, 'definition'>
  readonly options: SubmitOptions
  readonly keys: HolderKeys
  readonly choice: Choice
  /** The chosen credentials in the order of the descriptors. */
  readonly chosen: readonly HeldCredential[]
  readonly broken: BrokenRun | undefined
}

/** An answer to be sent. */
export interface WrittenAnswer {
  readonly post: Post
  /** Null where no W3C credential is in it. */
  readonly profile: Profile | null
}

type Ports = Pick<WalletPorts, 'clock' | 'contexts'>

/** The input with what several parts of it need. */
interface OpenInput extends AnswerInput {
  readonly formats: AllowedPresentationFormats | undefined
  readonly submissionId: string
  readonly definitionId: string
}

/**
 * Builds and signs the answer of a run: W3C credentials are in one presentation, and every SD-JWT VC is one by itself
 * (docs/contract/exchange.md, Runs).
 *
 * @throws {ServiceError} `invalid_params` when it cannot be signed as ordered, or the verifier would not take it
 */
export async function writeAnswer(input: AnswerInput, ports: Ports): Promise<WrittenAnswer> {
  const isSdJwt = ({ candidate }: HeldCredential) => candidate.disclosure !== undefined
  const sdJwts = input.chosen.filter(isSdJwt)
  const others = input.chosen.filter((one) => !isSdJwt(one))
  const open: OpenInput = {
    ...input,
    formats: prepareDefinition(input.definition).presentationFormats,
    submissionId: `urn:uuid:${randomUUID()}`,
    definitionId: String(input.definition['id']),
  }
  const w3c = others.length === 0 ? undefined : await draftOf(others, open, ports)
  const profile = w3c?.draft.profile ?? null
  const { destination: url } = input.link
  const { openid4vp } = input.run
  if (w3c !== undefined && sdJwts.length === 0 && openid4vp === null) {
    const signing = { key: w3c.holder, url, contexts: ports.contexts }
    return { profile, post: await preparePost(w3c.draft, signing, input.broken?.fault) }
  }
  const body = await bodyWith(sdJwts, w3c, open, ports)
  return { profile, post: answerPost(body, { url, openid4vp, fault: input.broken?.fault }) }
}

/** The W3C credentials of an answer before they are signed. */
interface W3cDraft {
  readonly holder: OpenHolderKey
  readonly draft: ReturnType<typeof draftPresentation>
  /** What is sent, by the id of the credential. */
  readonly raws: ReadonlyMap<string, unknown>
}

async function draftOf(held: readonly HeldCredential[], open: OpenInput, { clock }: Ports): Promise<W3cDraft> {
  const { options, keys, broken, formats, submissionId, definitionId, choice, link } = open
  const holder = await holderFor(options, held, keys)
  const signing = { formats, key: holder }
  const raws = new Map(held.map(({ id, raw }) => [id, broken?.replaced.get(id) ?? raw]))
  const profile = broken?.profile ?? options.profile ?? profileFor(signing, [...raws.values()])
  refuseUnusableKey(holder, profile)
  // A deliberately faulty presentation is sent even if the verifier will refuse it.
  if (broken === undefined) refuseUnlisted(profile, signing)
  const draft = draftPresentation({
    profile,
    holder: holder.did,
    now: isoTime(clock.nowMs()),
    submissionId,
    definitionId,
    credentials: raws,
    choice: new Map([...choice].filter(([, id]) => raws.has(id))),
    link,
  })
  return { holder, draft, raws }
}

/** @param w3c undefined where every credential is an SD-JWT VC */
async function bodyWith(
  sdJwts: readonly HeldCredential[],
  w3c: W3cDraft | undefined,
  { options, run, keys, formats, submissionId, definitionId, choice, link, broken }: OpenInput,
  { clock, contexts }: Ports,
): Promise<JsonObject> {
  const presenting = {
    keys,
    holder_key_id: w3c === undefined ? options.holder_key_id : null,
    formats,
    binding: bindingOf(link),
    now: Math.floor(clock.nowMs() / 1000),
  }
  const presented = new Map<string, SdJwtPresentation>()
  for (const held of sdJwts) {
    const told = run.told.find(({ credential_id }) => credential_id === held.id)?.disclosed ?? []
    presented.set(held.id, await presentHeld(held, { ...presenting, told, fault: broken?.sdJwts.get(held.id) }))
  }
  if (w3c !== undefined && broken !== undefined && sdJwts.length === 0) return brokenPart(w3c, contexts, broken.fault)
  const signed = w3c && (await signedPart(w3c, contexts))
  return sdJwtAnswer({ submissionId, definitionId, choice, sdJwts: presented, w3c: signed })
}

async function signedPart({ holder, draft, raws }: W3cDraft, contexts: Ports['contexts']): Promise<W3cPresentation> {
  const { presentation } = await signWith(withoutSubmission(draft), { key: holder, contexts })
  return { profile: draft.profile, presentation, credentials: raws }
}

/** The members of an OpenID4VP answer that is faulty on purpose, whose submission may be so, too. */
async function brokenPart(
  { holder, draft }: W3cDraft,
  contexts: Ports['contexts'],
  fault: DeliberateFault,
): Promise<JsonObject> {
  const changed = fault.draft?.(draft) ?? draft
  const { presentation } = await signWith(withoutSubmission(changed), { key: holder, contexts }, fault)
  const nested = changed.submission && nestedSubmission(changed.submission, draft.profile === 'jwt')
  return { vp_token: presentation, ...(nested !== undefined && { presentation_submission: nested }) }
}

/** Refuses a profile that the definition does not allow. */
function refuseUnlisted(profile: Profile, signing: Signing): void {
  const fault = profileFault(profile, signing)
  if (fault?.result !== 'fail') return
  const rule = `signs with ${fault.actual}; the verifier takes presentations signed with ${fault.expected ?? 'nothing'} only`
  throw faultyFieldsError([{ path: 'profile', code: 'invalid_params', rule }])
}
