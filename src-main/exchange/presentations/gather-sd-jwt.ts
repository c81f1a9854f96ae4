import { sdJwtCandidate, timeOfClaim } from '../../../shared/presentation-exchange/candidate.ts'
import type { SdJwtFormat } from '../../../shared/presentation-exchange/candidate.ts'
import { memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { ProofOutcome } from '../proofs/proof-outcome.ts'
import { validateWithSchemas } from '../registries/credential-schemas.ts'
import type { SchemaOutcome } from '../registries/schema-validator.ts'
import { readTokenStatus } from '../registries/token-status.ts'
import { judgeIssuer } from '../registries/trust-list.ts'
import { openDisclosures } from '../../crypto/sd-jwt/disclosures.ts'
import { verifyIssued } from '../proofs/sd-jwt-proof.ts'
import { verifyKeyBinding } from '../proofs/key-binding.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { CredentialFacts } from './facts.ts'
import { asWritten, stoppedProof } from './gather.ts'
import type { SignedFacts } from './gather.ts'
import type { Presentation, SentCredential } from './presentation.ts'
import type { VerificationContext } from './verification-context.ts'

/**
 * Gathers everything about an SD-JWT VC as a credential, and about its key binding as a presentation of it.
 *
 * @param mustBeBound whether a credential that names a key must be presented with it
 */
// eslint-disable-next-line max-params -- the presentation, its text, where to look, and what is asked of it
export async function gatherSdJwt(
  { format, credentials }: Presentation,
  sdJwt: SdJwt,
  context: VerificationContext,
  mustBeBound: boolean,
): Promise<{ readonly credential: CredentialFacts; readonly facts: SignedFacts }> {
  const [sent] = credentials
  if (sent === undefined || format === 'ldp_vp' || format === 'jwt_vp') throw new Error('not an SD-JWT')
  const credential = await gatherSdJwtCredential(sent, { format, sdJwt }, context)
  const proof = await keyBindingProof(sdJwt, context, mustBeBound)
  return { credential, facts: { ...NOTHING_LINKED, ...asWritten({}), proof } }
}

/** A JWT covers all of its bytes, and its terms have no context. */
const NOTHING_LINKED = { contexts: [], unsigned: [], misnamed: [] } as const

/** Gathers the facts about an SD-JWT VC, whoever presents it. */
export async function gatherSdJwtCredential(
  sent: SentCredential,
  { format, sdJwt }: { readonly format: SdJwtFormat; readonly sdJwt: SdJwt },
  context: VerificationContext,
): Promise<CredentialFacts> {
  const { header, payload } = sdJwt.jwt
  const opened = openDisclosures(sdJwt)
  const { claims, disclosed } = opened
  const stop = context.stopped()
  const { proof, authorities } =
    stop === undefined ? await verifyIssued(sdJwt, context) : { proof: stoppedProof(stop), authorities: [] }
  const issuer = textOf(memberOf(payload, 'iss')) ?? proof.signer?.did
  const types = textsOf(memberOf(payload, 'vct'))
  const algorithm = textOf(memberOf(header, 'alg'))
  const isBound = memberOf(payload, 'cnf') !== undefined
  return {
    ...NOTHING_LINKED,
    sent,
    jwt: sdJwt.jwt,
    opened,
    candidate: sdJwtCandidate({ format, algorithm, claims, disclosed, isBound }),
    document: documentOf(claims, issuer),
    conflicts: [],
    issuer,
    proof,
    authorities,
    trust: judgeIssuer(context.trust, { issuer: issuer ?? '', schemas: types, types }, context.now),
    status: readTokenStatus(payload, { did: issuer ?? '', authorities }, context),
    schemas: await schemaOutcomes(types, claims, context),
  }
}

/** Undefined for a credential that is presented without a key binding and needs none. */
async function keyBindingProof(
  sdJwt: SdJwt,
  { dids, stopped }: VerificationContext,
  mustBeBound: boolean,
): Promise<ProofOutcome | undefined> {
  const { payload } = sdJwt.jwt
  const isNeeded = mustBeBound && memberOf(payload, 'cnf') !== undefined
  if (sdJwt.keyBinding === undefined && !isNeeded) return undefined
  const stop = stopped()
  return stop === undefined ? verifyKeyBinding(sdJwt, payload, dids) : stoppedProof(stop)
}

/**
 * The registered claims by the names that other credentials have for them. `sub` and `iat` may come in a disclosure; of the
 * others, `credential.shape` tells that they must not.
 */
function documentOf(claims: JsonObject, issuer: string | undefined): JsonObject {
  const subject = textOf(memberOf(claims, 'sub'))
  const members: readonly (readonly [string, unknown])[] = [
    ['issuer', issuer],
    ['id', textOf(memberOf(claims, 'jti'))],
    ['type', memberOf(claims, 'vct')],
    ['credentialSubject', subject === undefined ? undefined : { id: subject }],
    ['validFrom', timeOfClaim(memberOf(claims, 'nbf'))],
    ['issuanceDate', timeOfClaim(memberOf(claims, 'iat'))],
    ['validUntil', timeOfClaim(memberOf(claims, 'exp'))],
  ]
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/**
 * A type names no schema, so one that is registered under its name is applied, and none need be. The claims stand where
 * other credentials have those about their subject, and places lead into the claims.
 */
async function schemaOutcomes(
  types: readonly string[],
  claims: JsonObject,
  context: VerificationContext,
): Promise<readonly SchemaOutcome[]> {
  const credentialSchema = types.map((id) => ({ id, type: 'JsonSchema' }))
  const isNested = Object.hasOwn(claims, 'credentialSubject')
  const credential = isNested ? claims : { ...claims, credentialSubject: claims }
  const conforming = { readBy: () => Promise.resolve([credential]), isStated: false }
  const outcomes = await validateWithSchemas({ credentialSchema }, conforming, context)
  const registered = outcomes.filter((outcome) => outcome.result === 'pass' || outcome.code !== 'schema_unavailable')
  return isNested ? registered : registered.map(placedInClaims)
}

function placedInClaims(outcome: SchemaOutcome): SchemaOutcome {
  if (!('violations' in outcome)) return outcome
  const violations = outcome.violations.map((one) => ({
    ...one,
    pointer: one.pointer.replace(/^\/credentialSubject(?=\/|$)/, ''),
  }))
  return { ...outcome, violations }
}
