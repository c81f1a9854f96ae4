import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import { isoTime } from '../../service/ports.ts'
import { answerPost } from '../openid4vp/form-answer.ts'
import { bindingOf, draftPresentation } from '../presentations/draft.ts'
import { profileFor } from '../presentations/profile-for.ts'
import { withoutSubmission } from '../presentations/sd-jwt-answer.ts'
import { signPresentation } from '../presentations/sign.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'
import { presentHeld } from './present-sd-jwts.ts'
import type { AnswerInput, WrittenAnswer } from './definition-answer.ts'
import { holderFor, refuseUnusableKey } from './holder-key-choice.ts'

type Ports = Pick<WalletPorts, 'clock' | 'contexts'>

interface Presented {
  readonly presentation: unknown
  /** Null for an SD-JWT VC. */
  readonly profile: Profile | null
}

/**
 * Builds and signs the answer to a DCQL query: `vp_token` has a list of presentations by the id of each credential query
 * (OpenID4VP 1.0, 8.1), here of one, with what that query asks for.
 *
 * @throws {ServiceError} `invalid_params` when it cannot be signed as ordered
 */
export async function writeQueryAnswer(input: AnswerInput, ports: Ports): Promise<WrittenAnswer> {
  const presented = new Map<string, Presented>()
  for (const [id, credential] of input.choice) {
    const held = input.chosen.find((one) => one.id === credential)
    if (held !== undefined) presented.set(id, await presentFor(id, held, input, ports))
  }
  const vp_token = Object.fromEntries([...presented].map(([id, { presentation }]) => [id, [presentation]]))
  const { openid4vp } = input.run
  const post = answerPost({ vp_token }, { url: input.link.destination, openid4vp, fault: input.broken?.fault })
  return { post, profile: [...presented.values()].find(({ profile }) => profile !== null)?.profile ?? null }
}

// eslint-disable-next-line max-params -- which query, what answers it, and how
function presentFor(id: string, held: HeldCredential, input: AnswerInput, ports: Ports): Promise<Presented> {
  return held.candidate.disclosure === undefined
    ? presentAsW3c(held, input, ports)
    : presentSdJwtFor(id, held, input, ports)
}

// eslint-disable-next-line max-params -- as above
async function presentSdJwtFor(
  id: string,
  held: HeldCredential,
  { run, keys, options, link, broken }: AnswerInput,
  { clock }: Ports,
): Promise<Presented> {
  const { text } = await presentHeld(held, {
    keys,
    told: run.told.find(({ query_id }) => query_id === id)?.disclosed ?? [],
    holder_key_id: options.holder_key_id,
    formats: undefined,
    binding: bindingOf(link),
    now: Math.floor(clock.nowMs() / 1000),
    fault: broken?.sdJwts.get(held.id),
  })
  return { presentation: text, profile: null }
}

async function presentAsW3c(
  held: HeldCredential,
  { keys, options, link }: AnswerInput,
  { clock, contexts }: Ports,
): Promise<Presented> {
  const holder = await holderFor(options, [held], keys)
  const profile = options.profile ?? profileFor({ formats: undefined, key: holder }, [held.raw])
  refuseUnusableKey(holder, profile)
  const draft = draftPresentation({
    profile,
    holder: holder.did,
    now: isoTime(clock.nowMs()),
    submissionId: '',
    definitionId: '',
    credentials: new Map([[held.id, held.raw]]),
    choice: new Map([['', held.id]]),
    link,
  })
  const { presentation } = await signPresentation(withoutSubmission(draft), holder, { contexts })
  return { presentation, profile }
}
