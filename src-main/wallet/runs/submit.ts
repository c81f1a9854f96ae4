import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isoTime } from '../../service/ports.ts'
import { recordedBody } from '../presentations/post.ts'
import type { Post } from '../presentations/post.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { Credentials, HeldCredential } from '../store/credentials.ts'
import type { HolderKeys } from '../store/holder-keys.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { failureOf, REMOTE_NOT_ALLOWED } from './fetch-definition.ts'
import { linkOf, mayCall } from './link-facts.ts'
import { sendPost, stateAfter } from './post-answer.ts'
import { failedRun, withStep } from './run-record.ts'
import { writeAnswer } from './definition-answer.ts'
import { writeQueryAnswer } from './query-answer.ts'
import type { BrokenRun, SubmitOptions } from './definition-answer.ts'

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

/** Builds, signs and posts the presentation of a run, once (docs/contract/exchange.md, Runs). */
export function submitterOf(ports: WalletPorts, owner: WalletOwner, breakRun: BreakRun): SubmitRun {
  const { clock, elapsedMs, http } = ports
  const now = () => isoTime(clock.nowMs())

  return async ({ run, definition, options, keys, credentials, beforeSending }) => {
    const { scenario } = options
    const honest = linkOf(run)
    const { destination: url } = honest
    // Since the start of the run, the host name may have come to resolve to another computer.
    if (!mayCall(run, url, ports.reachOf)) return failedRun(run, now(), REMOTE_NOT_ALLOWED)
    const chosen = chosenCredentials(run, credentials)
    const broken = scenario === null ? undefined : await breakRun(scenario, { run, definition, chosen })
    const nonce = broken?.fault.nonce ?? honest.nonce
    const link = { ...honest, ...(nonce !== undefined && { nonce }) }
    const choice = choiceOf(run)
    const write = isQueryDefinition(definition) ? writeQueryAnswer : writeAnswer
    const { post, profile } = await write({ run, definition, link, options, keys, choice, chosen, broken }, ports)
    const signed: WalletRun = {
      ...withStep(run, { at: now(), kind: 'signed', detail: profile ?? 'dc+sd-jwt' }),
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
      const state = stateAfter({ http_status, body }, run)
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

/** Each credential once, in the order of the descriptors. */
function chosenCredentials(run: WalletRun, credentials: Credentials): readonly HeldCredential[] {
  return [...new Set(choiceOf(run).values())].map((id) => credentials.open(id).held)
}
