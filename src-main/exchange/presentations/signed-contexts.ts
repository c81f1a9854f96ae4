import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { canonicalText, ContextFault } from '../proofs/json-ld.ts'
import type { JsonLd } from '../proofs/json-ld.ts'
import { ProofFault } from '../proofs/proof-fault.ts'
import { coversJson } from '../proofs/proof-suites.ts'
import type { Submitted } from './evaluation.ts'

/**
 * A descriptor may demand a context by its URL. The statements of linked data do not name their contexts, so whoever
 * presents a credential could add one: a context counts only when the statements would be others without it.
 *
 * @param demanded URLs that the descriptor asks for
 */
export async function withSignedContexts(
  submitted: Submitted,
  demanded: readonly string[],
  jsonLd: JsonLd,
): Promise<Submitted> {
  const { candidate } = submitted
  const [proof] = listOf(memberOf(candidate.credential, 'proof'))
  if (candidate.format !== 'ldp_vc' || (isObject(proof) && coversJson(proof))) return submitted
  const idle: unknown[] = []
  for (const context of listOf(memberOf(candidate.credential, '@context'))) {
    const isDemanded = typeof context === 'string' && demanded.includes(context)
    if (isDemanded && (await isIdle(candidate.credential, context, jsonLd))) idle.push(context)
  }
  return idle.length === 0 ? submitted : { ...submitted, candidate: withoutContexts(candidate, idle) }
}

function withoutContexts(candidate: Candidate, idle: readonly unknown[]): Candidate {
  const identifiers = candidate.identifiers.map(({ kind, texts }) =>
    kind === 'context' ? { kind, texts: texts.filter((text) => !idle.includes(text)) } : { kind, texts },
  )
  return { ...candidate, identifiers }
}

async function isIdle(credential: JsonObject, context: string, jsonLd: JsonLd): Promise<boolean> {
  const { proof: _proof, ...body } = credential
  const others = listOf(memberOf(body, '@context')).filter((one) => one !== context)
  try {
    const [withIt, without] = [
      await jsonLd.statementsOf(body),
      await jsonLd.statementsOf({ ...body, '@context': others }),
    ]
    return (await canonicalText(withIt.quads)) === (await canonicalText(without.quads))
  } catch (fault) {
    if (fault instanceof ContextFault || fault instanceof ProofFault) return false // reported by the proof
    throw fault
  }
}
