import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import { candidatesOf, evaluateTrials, trialsOf } from '../selection/try-held.ts'
import type { Choosable, DescriptorCandidates } from '../selection/try-held.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { EvaluateApart } from '../wallet-ports.ts'
import type { AskedDefinition } from './asked.ts'

/**
 * What of a wallet answers which descriptor (contract 10.2, step 4). A definition whose patterns can take any time is
 * evaluated on another thread.
 *
 * @param held newest first
 */
export async function findCandidates(
  asked: AskedDefinition,
  held: readonly Choosable[],
  evaluateApart: EvaluateApart,
): Promise<readonly DescriptorCandidates[]> {
  const { prepared } = asked
  const trials = trialsOf(prepared, held)
  const evaluations = prepared.backtracks
    ? await evaluateApart(
        asked,
        trials.map(({ descriptor, credential: { candidate, holder } }) => ({
          descriptor: descriptor.id,
          candidate,
          holder,
          status: undefined,
        })),
      )
    : evaluateTrials(trials)
  return candidatesOf(prepared, trials, evaluations)
}

/** @param holders DIDs of the wallet, the default one first */
export function choosable(held: readonly HeldCredential[], holders: readonly string[]): readonly Choosable[] {
  return held.map(({ id, candidate }) => ({ id, candidate, holder: holderOf({ candidate }, holders) }))
}

/** Who would present it: the key it is about, else the default one. */
export function holderOf({ candidate }: Pick<HeldCredential, 'candidate'>, holders: readonly string[]) {
  const subjects = subjectsOf(candidate.credential).map(({ value }) => textOf(memberOf(value, 'id')))
  return holders.find((did) => subjects.includes(did)) ?? holders[0]
}
