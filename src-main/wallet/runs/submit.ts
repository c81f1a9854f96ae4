import { randomUUID } from 'node:crypto'
import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { Profile, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { isoTime } from '../../service/ports.ts'
import { draftPresentation } from '../presentations/draft.ts'
import { recordedBody, preparePost } from '../presentations/post.ts'
import type { DeliberateFault, Post } from '../presentations/post.ts'
import { profileFault, profileFor } from '../presentations/profile-for.ts'
import type { Signing } from '../presentations/profile-for.ts'
import { canSign } from '../presentations/sign.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { Credentials, HeldCredential } from '../store/credentials.ts'
import type { HolderKeys, OpenHolderKey } from '../store/holder-keys.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { holderOf } from './candidates.ts'
import { failureOf, REMOTE_NOT_ALLOWED } from './fetch-definition.ts'
import { linkOf, mayCall } from './link-facts.ts'
import { isAccepted, sendPost } from './post-answer.ts'
import { failedRun, withStep } from './run-record.ts'

/** What the user decided. */
export interface SubmitOptions {
  /** Null for the default one. */
  readonly profile: Profile | null
  readonly scenario: string | null
  readonly share_whole: boolean
  readonly holder_key_id: string | null
}

interface Submission {
  readonly run: WalletRun
  readonly definition: JsonObject
  readonly options: SubmitOptions
  readonly keys: HolderKeys
  readonly credentials: Credentials
  /** Stores the run just before its presentation is sent. */
  readonly beforeSending: (run: WalletRun) => void
}

/** @returns the ended run @throws {ServiceError} `invalid_params` if the presentation cannot be made with these options */
export type SubmitRun = (submission: Submission) => Promise<WalletRun>

/** Turns a scenario into a deliberate fault for a run. */
export type BreakRun = (
  scenario: string,
  subject: { readonly run: WalletRun; readonly definition: JsonObject; readonly chosen: readonly HeldCredential[] },
) => Promise<BrokenRun>

interface BrokenRun {
  readonly profile: Profile
  readonly fault: DeliberateFault
  /** Faulty credentials to send, by the id of the chosen credential that they replace. */
  readonly replaced: ReadonlyMap<string, unknown>
}

/** Builds, signs and posts the presentation of a run, once (docs/contract/exchange.md, Runs). */
export function submitterOf(ports: WalletPorts, owner: WalletOwner, breakRun: BreakRun): SubmitRun {
  const { clock, elapsedMs, contexts, http } = ports
  const now = () => isoTime(clock.nowMs())

  return async ({ run, definition, options, keys, credentials, beforeSending }) => {
    const link = linkOf(run)
    const { destination: url } = link
    // Since the start of the run, the host name may have come to resolve to another computer.
    if (!mayCall(run, url, ports.reachOf)) return failedRun(run, now(), REMOTE_NOT_ALLOWED)
    const chosen = chosenCredentials(run, credentials)
    const { scenario } = options
    const holder = await holderFor(options, [...chosen.values()], keys)
    const broken =
      scenario === null ? undefined : await breakRun(scenario, { run, definition, chosen: [...chosen.values()] })
    const signing = { formats: prepareDefinition(definition).presentationFormats, key: holder }
    const sentCredentials = new Map([...chosen].map(([id, { raw }]) => [id, broken?.replaced.get(id) ?? raw]))
    const profile = broken?.profile ?? options.profile ?? profileFor(signing, [...sentCredentials.values()])
    refuseUnusableKey(holder, profile)
    // A deliberately faulty presentation is sent even if the verifier will refuse it.
    if (broken === undefined) refuseUnlisted(profile, signing)
    const draft = draftPresentation({
      profile,
      holder: holder.did,
      now: now(),
      submissionId: `urn:uuid:${randomUUID()}`,
      definitionId: String(definition['id']),
      credentials: sentCredentials,
      choice: choiceOf(run),
      link,
    })
    const post = await preparePost(draft, { key: holder, url, contexts }, broken?.fault)
    const signed: WalletRun = {
      ...withStep(run, { at: now(), kind: 'signed', detail: profile }),
      profile,
      broken: scenario,
      can_submit: false,
      presentation: recordedBody(post),
    }
    return send(signed, post, beforeSending)
  }

  async function send(run: WalletRun, post: Post, beforeSending: Submission['beforeSending']): Promise<WalletRun> {
    const started = elapsedMs()
    const submitted = withStep(run, {
      at: now(),
      kind: 'submitted',
      method: 'POST',
      url: post.url,
      bytes: Buffer.byteLength(post.body),
    })
    beforeSending(submitted)
    try {
      const { http_status, body, bytes } = await sendPost(http, post, owner.userId)
      const duration_ms = elapsedMs() - started
      const answered = withStep(submitted, { at: now(), kind: 'answered', http_status, bytes, duration_ms })
      const state = isAccepted({ http_status, body }) ? 'accepted' : 'not_accepted'
      return { ...answered, state, ended_at: now(), answer: { http_status, body } }
    } catch (fault) {
      const failure = failureOf(fault)
      if (failure === undefined) throw fault
      return failedRun(submitted, now(), failure)
    }
  }
}

function choiceOf({ descriptors }: WalletRun): Choice {
  return new Map(descriptors.flatMap(({ id, chosen }) => (chosen === null ? [] : [[id, chosen] as const])))
}

/** The credentials by id, in the order of the descriptors. */
function chosenCredentials(run: WalletRun, credentials: Credentials): ReadonlyMap<string, HeldCredential> {
  return new Map([...new Set(choiceOf(run).values())].map((id) => [id, credentials.open(id).held]))
}

/** The requested key, else one that is the subject of a credential, else the default one. */
async function holderFor(
  { holder_key_id }: SubmitOptions,
  chosen: readonly HeldCredential[],
  keys: HolderKeys,
): Promise<OpenHolderKey> {
  const held = await keys.list()
  if (holder_key_id !== null) {
    const requested = held.find(({ id }) => id === holder_key_id)
    if (requested === undefined) throw invalidKey('this wallet has no such holder key')
    return keys.open(requested.id)
  }
  const dids = held.map(({ did }) => did)
  const subject = chosen.map((credential) => holderOf(credential, ['', ...dids])).find((did) => did !== '')
  const key = held.find(({ did }) => did === subject) ?? held.find(({ is_default }) => is_default) ?? held[0]
  if (key === undefined) throw new Error('a wallet has at least one holder key')
  return keys.open(key.id)
}

/** Refuses a profile that the definition does not allow. */
function refuseUnlisted(profile: Profile, signing: Signing): void {
  const fault = profileFault(profile, signing)
  if (fault?.result !== 'fail') return
  const rule = `signs with ${fault.actual}; the verifier takes presentations signed with ${fault.expected ?? 'nothing'} only`
  throw faultyFieldsError([{ path: 'profile', code: 'invalid_params', rule }])
}

function refuseUnusableKey(holder: OpenHolderKey, profile: Profile): void {
  if (canSign(holder, { profile })) return
  throw invalidKey(`names a key of ${holder.algorithm}, which signs presentations of the profile jwt only`)
}

function invalidKey(rule: string): Error {
  return faultyFieldsError([{ path: 'holder_key_id', code: 'invalid_params', rule }])
}
