import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { isSdJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'
import { listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { subjectsOf } from '../../../shared/presentation-exchange/candidate.ts'
import { authorityKeysOf, readCertificate } from '../../crypto/certificate.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { isSameJwk, jwkOfDidKey } from '../../crypto/did-key-jwk.ts'
import { readSdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'
import { candidatesOf, evaluateTrials, trialsOf, untold } from '../selection/try-held.ts'
import type { CandidateCredential, DescriptorCandidates, Trial } from '../selection/try-held.ts'
import type { HeldCredential } from '../store/credentials.ts'
import type { WalletPorts } from '../store/wallet-ports.ts'
import type { AskedDefinition } from './definition-facts.ts'

type Ports = Pick<WalletPorts, 'evaluateOnWorker' | 'elapsedMs'>

/** The time limit for all evaluations on the worker thread. All that are left then fail with `filter_timeout`. */
const MAX_WORKER_MS = 5_000

/**
 * Finds the credentials that match each descriptor (docs/contract/exchange.md, Runs). A definition with backtracking patterns
 * is evaluated on a worker thread.
 */
export async function findCandidates(
  asked: AskedDefinition,
  held: readonly CandidateCredential[],
  ports: Ports,
): Promise<readonly DescriptorCandidates[]> {
  const { prepared } = asked
  const trials = trialsOf(prepared, held)
  const evaluations = prepared.backtracks ? await evaluateOnWorker(asked, trials, ports) : evaluateTrials(trials)
  return candidatesOf(prepared, trials, evaluations)
}

/** Evaluates one credential at a time, newest first, so that a slow one does not delay the others. */
async function evaluateOnWorker(
  asked: AskedDefinition,
  trials: readonly Trial[],
  ports: Ports,
): Promise<readonly DescriptorEvaluation[]> {
  const started = ports.elapsedMs()
  const evaluations = new Map<Trial, DescriptorEvaluation | undefined>()
  for (const group of trialsByCredential(trials)) {
    const isLate = ports.elapsedMs() - started > MAX_WORKER_MS
    const results = isLate ? evaluateTrials(group) : await ports.evaluateOnWorker(asked, group.map(workerInput))
    group.forEach((trial, index) => evaluations.set(trial, results[index]))
  }
  return trials.flatMap((trial) => evaluations.get(trial) ?? [])
}

function trialsByCredential(trials: readonly Trial[]): Iterable<readonly Trial[]> {
  return Map.groupBy(trials, ({ credential }) => credential.id).values()
}

function workerInput({ descriptor, credential: { candidate, holder } }: Trial) {
  return { descriptor: descriptor.id, candidate: untold(candidate), holder, status: undefined }
}

/** @param holders the DIDs of the wallet, the default one first */
export function candidateCredentials(
  held: readonly Pick<HeldCredential, 'id' | 'candidate' | 'raw'>[],
  holders: readonly string[],
): readonly CandidateCredential[] {
  return held.map(({ id, candidate, raw }) => ({
    ...{ id, candidate, holder: holderOf({ candidate }, holders) },
    authorities: () => authoritiesOf(raw),
  }))
}

/** None where they cannot be read: no verifier can do it either. */
function authoritiesOf(raw: unknown): readonly string[] {
  if (!isSdJwt(raw)) return []
  const chain = listOf(memberOf(readSdJwt(raw).jwt.header, 'x5c'))
  try {
    return authorityKeysOf(chain.map((one) => readCertificate(String(one))))
  } catch (fault) {
    if (fault instanceof CryptoError) return []
    throw fault
  }
}

/** The holder key to present with: the one the credential is about or bound to, else the default one. */
export function holderOf({ candidate }: Pick<HeldCredential, 'candidate'>, holders: readonly string[]) {
  if (candidate.disclosure !== undefined) return boundHolderOf({ candidate }, holders) ?? holders[0]
  const subjects = subjectsOf(candidate.credential).map(({ value }) => textOf(memberOf(value, 'id')))
  return holders.find((did) => subjects.includes(did)) ?? holders[0]
}

/** The DID whose key an SD-JWT VC is bound to by `cnf`; undefined where the wallet does not have that key. */
export function boundHolderOf({ candidate }: Pick<HeldCredential, 'candidate'>, holders: readonly string[]) {
  const jwk = memberOf(memberOf(candidate.credential, 'cnf'), 'jwk')
  return holders.find((did) => {
    const own = jwkOfDidKey(did)
    return own !== undefined && isSameJwk(own, jwk)
  })
}
