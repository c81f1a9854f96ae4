import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { PresentationDraft, ProofDraft } from '../presentations/draft.ts'
import { FORM_TYPE } from '../presentations/post.ts'
import type { DeliberateFault, Post } from '../presentations/post.ts'
import type { SignedPresentation } from '../presentations/sign.ts'
import { hideChallenge, hideLastCredential } from './disguises.ts'
import { withUnregisteredContext, addContext, withPayload } from './variants.ts'

interface FaultContext {
  readonly nowMs: number
  /** The DID of a third party. */
  readonly stranger: string
  /** Another definition that the verifier knows; empty if the scenario is applied to an open run. */
  readonly otherDefinitionId: string
}

const HOUR_MS = 3_600_000
const HOUR_SECONDS = 3600
const OVERSIZED_BYTES = 2 * 1024 * 1024
/** A challenge that no request has. */
const OTHER_CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAA'
const ELSEWHERE = 'https://elsewhere.example'
const A_DID_OF_NOBODY = 'did:example:nobody#key-1'
const NO_KEY = 'did:key:z6MkNoKeyAtAll#z6MkNoKeyAtAll'
/** A context that defines some terms of the demo context differently. */
const EXAMPLES_CONTEXT = 'https://www.w3.org/2018/credentials/examples/v1'
/** Together with the outer object, one level more than the limit. */
const TOO_DEEP = 64
const TOO_MANY = 51

/** The faults by scenario. All other scenarios send an honest presentation. */
export const DELIBERATE_FAULTS: Readonly<Record<string, (context: FaultContext) => DeliberateFault>> = {
  'tampered-presentation': () => ({
    signed: inDocument((document) => ({ ...document, presentation_submission: submissionWithNewId(document) })),
  }),
  'bad-signature': () => ({ signed: inProof((proof) => ({ ...proof, jws: withFlippedByte(String(proof['jws'])) })) }),
  'unsigned-presentation': () => ({ signed: inDocument(({ proof: _proof, ...document }) => document) }),
  'odd-jws-header': () => ({ header: { alg: 'none', b64: false, crit: ['b64'] } }),
  'unknown-did-method': () => ({ draft: inProofDraft({ verificationMethod: A_DID_OF_NOBODY }) }),
  'unknown-key': () => ({ draft: inProofDraft({ verificationMethod: NO_KEY }) }),
  'proof-type': () => ({ signed: inProof((proof) => ({ ...proof, type: 'EcdsaSecp256k1Signature2019' })) }),
  'proof-expired': ({ nowMs }) => ({ draft: inProofDraft({ expires: new Date(nowMs - 1000).toISOString() }) }),
  'two-proofs': () => ({
    signed: inDocument(({ proof, ...document }) => ({ ...document, proof: [proof, proof] })),
  }),
  'holder-missing': () => ({ draft: (draft) => ({ ...draft, holder: undefined }) }),
  'borrowed-holder': ({ stranger }) => ({ draft: (draft) => ({ ...draft, holder: stranger }) }),
  'missing-credential': () => ({ draft: withoutLastCredential }),
  'missing-entry': () => ({ draft: inDescriptorMap((entries) => entries.slice(0, -1)) }),
  'unused-credential': () => ({ draft: inDescriptorMap((entries) => entries.slice(0, -1)) }),
  'too-many-credentials': () => ({
    draft: (draft) => ({ ...draft, credentials: Array.from({ length: TOO_MANY }, () => draft.credentials[0]) }),
  }),
  'hidden-credential': () => ({
    draft: inDescriptorMap((entries) => entries.slice(0, -1)),
    signed: inDocument(hideLastCredential),
  }),
  'added-context': () => ({
    signed: inDocument((document) => {
      const [first, ...others] = listOf(document['verifiableCredential'])
      const named = isObject(first) ? addContext(first, EXAMPLES_CONTEXT) : first
      return { ...document, verifiableCredential: [named, ...others] }
    }),
  }),
  'wrong-definition': ({ otherDefinitionId }) => ({ draft: inSubmission({ definition_id: otherDefinitionId }) }),
  'unknown-definition': () => ({ draft: inSubmission({ definition_id: crypto.randomUUID() }) }),
  'no-submission': () => ({ draft: (draft) => ({ ...draft, submission: undefined }) }),
  'unknown-descriptor': () => ({
    draft: inDescriptorMap((entries) => [...entries, { ...entries[0], id: 'a descriptor that the definition lacks' }]),
  }),
  'mapped-twice': () => ({ draft: inDescriptorMap((entries) => [...entries, { ...entries[0] }]) }),
  'malformed-path': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[' }) }),
  'path-to-nowhere': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[9]' }) }),
  'path-to-many': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[*]' }) }),
  'path-to-part': () => ({ draft: withPathToPart }),
  'wrong-format-label': () => ({ draft: withWrongFormat }),
  'unknown-format': () => ({ draft: inFirstEntry({ format: 'mso_mdoc' }) }),
  'form-path-to-nowhere': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[9]' }), post: asForm }),
  'nested-other-id': () => ({ draft: nestedWithin(1, 'another descriptor') }),
  'nested-too-deep': () => ({ draft: nestedWithin(5) }),
  'no-challenge': () => ({ draft: inProofDraft({ challenge: undefined }) }),
  'wrong-challenge': () => ({ draft: inProofDraft({ challenge: OTHER_CHALLENGE }) }),
  'hidden-challenge': () => ({
    draft: inProofDraft({ challenge: OTHER_CHALLENGE }),
    signed: inProof(hideChallenge),
  }),
  'wrong-domain': () => ({ draft: inProofDraft({ domain: ELSEWHERE }) }),
  stale: ({ nowMs }) => ({ draft: inProofDraft({ created: new Date(nowMs - HOUR_MS).toISOString() }) }),
  'from-the-future': ({ nowMs }) => ({ draft: inProofDraft({ created: new Date(nowMs + HOUR_MS).toISOString() }) }),
  'not-json': () => ({ post: (post) => ({ ...post, body: '{' }) }),
  'duplicate-member': () => ({ post: startingWith('"type":"VerifiablePresentation",') }),
  'too-deep': () => ({ post: startingWith(`"deep":${'['.repeat(TOO_DEEP)}${']'.repeat(TOO_DEEP)},`) }),
  'no-presentation': () => ({ signed: onlyCredential }),
  'wrong-type': () => ({ post: (post) => ({ ...post, contentType: 'text/plain' }) }),
  'unknown-context': () => ({ contexts: withUnregisteredContext }),
  'jwt-alg-none': () => ({ header: { alg: 'none' } }),
  'jwt-odd-header': () => ({ header: { crit: ['exp'] } }),
  'jwt-tampered-presentation': () => ({
    signed: withClaims({ jti: 'urn:uuid:00000000-0000-4000-8000-000000000000' }),
  }),
  'jwt-other-holder': ({ stranger }) => ({
    claims: ({ vp, ...claims }) => ({ ...claims, vp: { ...(isObject(vp) && vp), holder: stranger } }),
  }),
  'jwt-wrong-audience': () => ({ draft: inProofDraft({ domain: ELSEWHERE }) }),
  'jwt-wrong-nonce': () => ({ draft: inProofDraft({ challenge: OTHER_CHALLENGE }) }),
  'jwt-number-as-nonce': () => ({ claims: (claims) => ({ ...claims, nonce: 42 }) }),
  'jwt-ended': ({ nowMs }) => ({ claims: (claims) => ({ ...claims, exp: secondsOf(nowMs) - 1 }) }),
  'jwt-before-its-time': ({ nowMs }) => ({ claims: (claims) => ({ ...claims, nbf: secondsOf(nowMs) + HOUR_SECONDS }) }),
  'jwt-not-dated': () => ({ claims: ({ iat: _iat, nbf: _nbf, ...claims }) => claims }),
  'jwt-not-dated-unbound': () => ({ claims: ({ iat: _iat, nbf: _nbf, nonce: _nonce, ...claims }) => claims }),
  'jwt-exchanged': () => ({
    signed: inDocument((document) => ({
      ...document,
      verifiableCredential: listOf(document['verifiableCredential']).toReversed(),
    })),
  }),
  oversized: () => ({ post: (post) => ({ ...post, body: post.body + ' '.repeat(OVERSIZED_BYTES) }) }),
}

type ChangeDraft = (draft: PresentationDraft) => PresentationDraft

function inProofDraft(members: Partial<ProofDraft>): ChangeDraft {
  return (draft) => ({ ...draft, proof: { ...draft.proof, ...members } })
}

function inSubmission(members: JsonObject): ChangeDraft {
  return (draft) => ({ ...draft, submission: { ...draft.submission, ...members } })
}

function inDescriptorMap(change: (entries: readonly JsonObject[]) => readonly JsonObject[]): ChangeDraft {
  return (draft) => inSubmission({ descriptor_map: change(entriesOf(draft)) })(draft)
}

function inFirstEntry(members: JsonObject): ChangeDraft {
  return inDescriptorMap(([first, ...rest]) => [{ ...first, ...members }, ...rest])
}

/** Points to a part of the first credential or, if that is a JWT, to another object in the presentation. */
function withPathToPart(draft: PresentationDraft): PresentationDraft {
  const members = isObject(draft.credentials[0])
    ? { path: '$.verifiableCredential[0].credentialSubject' }
    : { path: '$.presentation_submission', format: 'ldp_vc' }
  return inFirstEntry(members)(draft)
}

function withWrongFormat(draft: PresentationDraft): PresentationDraft {
  return inFirstEntry({ format: entriesOf(draft)[0]?.['format'] === 'ldp_vc' ? 'jwt_vc' : 'ldp_vc' })(draft)
}

/** Nests paths: `depth` times the presentation itself, then the credential. @param id the id of the nested entries */
function nestedWithin(depth: number, id?: string): ChangeDraft {
  return (draft) => {
    const [entry = {}] = entriesOf(draft)
    const inner = { ...entry, ...(id !== undefined && { id }) }
    const outer = { path: '$', format: draft.profile === 'jwt' ? 'jwt_vp' : 'ldp_vp' }
    const nested = (level: number): JsonObject =>
      level === 0 ? inner : { ...inner, ...outer, path_nested: nested(level - 1) }
    return inFirstEntry({ ...outer, path_nested: nested(depth - 1) })(draft)
  }
}

function entriesOf({ submission }: PresentationDraft): readonly JsonObject[] {
  return listOf(memberOf(submission, 'descriptor_map')).filter(isObject)
}

function withoutLastCredential(draft: PresentationDraft): PresentationDraft {
  const credentials = draft.credentials.slice(0, -1)
  const removedPath = `$.verifiableCredential[${credentials.length}]`
  return { ...inDescriptorMap((entries) => entries.filter(({ path }) => path !== removedPath))(draft), credentials }
}

function startingWith(member: string): NonNullable<DeliberateFault['post']> {
  return (post) => ({ ...post, body: post.body.replace('{', `{${member}`) })
}

/** Sends a JWT with its submission as an HTML form, as OpenID4VP does. */
function asForm(post: Post): Post {
  const { presentation, presentation_submission } = JSON.parse(post.body) as JsonObject // written by bodyOf
  const fields = { vp_token: String(presentation), presentation_submission: JSON.stringify(presentation_submission) }
  return { ...post, contentType: FORM_TYPE, body: String(new URLSearchParams(fields)) }
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}

type ChangeSigned = NonNullable<DeliberateFault['signed']>

function inDocument(change: (document: JsonObject) => JsonObject): ChangeSigned {
  return (signed): SignedPresentation =>
    isObject(signed.presentation) ? { ...signed, presentation: change(signed.presentation) } : signed
}

function inProof(change: (proof: JsonObject) => JsonObject): ChangeSigned {
  return inDocument((document) => {
    const proof = document['proof']
    return isObject(proof) ? { ...document, proof: change(proof) } : document
  })
}

/** Sends the first credential in place of the presentation. */
function onlyCredential(signed: SignedPresentation): SignedPresentation {
  const [credential] = listOf(memberOf(signed.presentation, 'verifiableCredential'))
  const isSent = isObject(credential) || typeof credential === 'string'
  return isSent ? { presentation: credential, submissionBeside: undefined } : signed
}

/** Changes the claims of a JWT, but not its signature. */
function withClaims(changed: JsonObject): ChangeSigned {
  return (signed) => {
    if (typeof signed.presentation !== 'string') return signed
    return { ...signed, presentation: withPayload(signed.presentation, (claims) => ({ ...claims, ...changed })) }
  }
}

function submissionWithNewId(document: JsonObject): JsonObject {
  const submission = document['presentation_submission']
  return { ...(isObject(submission) && submission), id: `urn:uuid:${crypto.randomUUID()}` }
}

/** Changes the first byte, because the last character can have bits that are not part of the signature. */
function withFlippedByte(jws: string): string {
  const [header = '', , signature = ''] = jws.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return `${header}..${bytes.toString('base64url')}`
}
