import { isObject, listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { PresentationDraft, ProofDraft } from '../presentations/draft.ts'
import type { Breakage } from '../presentations/post.ts'
import type { SignedPresentation } from '../presentations/sign.ts'
import { hideChallenge } from './disguises.ts'
import { knowing } from './variants.ts'

interface BreakageWorld {
  readonly nowMs: number
  /** DID of somebody else. */
  readonly stranger: string
  /** Another definition that is stored where the presentation goes; only scenarios with a request of their own have one. */
  readonly otherDefinitionId: string
}

const HOUR_MS = 3_600_000
const OVERSIZED_BYTES = 2 * 1024 * 1024
/** Of no request there is. */
const OTHER_CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAA'
const A_DID_OF_NOBODY = 'did:example:nobody#key-1'

/** By scenario; those that are not here send an honest presentation, of other credentials or elsewhere. */
export const BREAKAGES: Readonly<Record<string, (surroundings: BreakageWorld) => Breakage>> = {
  'tampered-presentation': () => ({
    signed: inDocument((document) => ({ ...document, presentation_submission: renamed(document) })),
  }),
  'bad-signature': () => ({ signed: inProof((proof) => ({ ...proof, jws: withFlippedByte(String(proof['jws'])) })) }),
  'unsigned-presentation': () => ({ signed: inDocument(({ proof: _proof, ...document }) => document) }),
  'odd-jws-header': () => ({ header: { alg: 'none', b64: false, crit: ['b64'] } }),
  'unknown-did-method': () => ({ draft: inProofDraft({ verificationMethod: A_DID_OF_NOBODY }) }),
  'borrowed-holder': ({ stranger }) => ({ draft: (draft) => ({ ...draft, holder: stranger }) }),
  'missing-credential': () => ({ draft: withoutLastCredential }),
  'missing-entry': () => ({ draft: inMap((entries) => entries.slice(0, -1)) }),
  'wrong-definition': ({ otherDefinitionId }) => ({ draft: inSubmission({ definition_id: otherDefinitionId }) }),
  'unknown-definition': () => ({ draft: inSubmission({ definition_id: crypto.randomUUID() }) }),
  'no-submission': () => ({ draft: (draft) => ({ ...draft, submission: undefined }) }),
  'unknown-descriptor': () => ({
    draft: inMap((entries) => [...entries, { ...entries[0], id: 'a descriptor that the definition lacks' }]),
  }),
  'mapped-twice': () => ({ draft: inMap((entries) => [...entries, { ...entries[0] }]) }),
  'malformed-path': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[' }) }),
  'path-to-nowhere': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[9]' }) }),
  'path-to-many': () => ({ draft: inFirstEntry({ path: '$.verifiableCredential[*]' }) }),
  'path-to-part': () => ({ draft: toPart }),
  'wrong-format-label': () => ({ draft: labelledWrongly }),
  'wrong-challenge': () => ({ draft: inProofDraft({ challenge: OTHER_CHALLENGE }) }),
  'hidden-challenge': () => ({
    draft: inProofDraft({ challenge: OTHER_CHALLENGE }),
    signed: inProof(hideChallenge),
  }),
  'wrong-domain': () => ({ draft: inProofDraft({ domain: 'https://elsewhere.example' }) }),
  stale: ({ nowMs }) => ({ draft: inProofDraft({ created: new Date(nowMs - HOUR_MS).toISOString() }) }),
  'from-the-future': ({ nowMs }) => ({ draft: inProofDraft({ created: new Date(nowMs + HOUR_MS).toISOString() }) }),
  'not-json': () => ({ post: (post) => ({ ...post, body: '{' }) }),
  'wrong-type': () => ({ post: (post) => ({ ...post, contentType: 'text/plain' }) }),
  /** Who signs knows the context, nobody else does. */
  'unknown-context': () => ({ contexts: knowing }),
  oversized: () => ({ post: (post) => ({ ...post, body: post.body + ' '.repeat(OVERSIZED_BYTES) }) }),
}

type ChangeDraft = (draft: PresentationDraft) => PresentationDraft

function inProofDraft(members: Partial<ProofDraft>): ChangeDraft {
  return (draft) => ({ ...draft, proof: { ...draft.proof, ...members } })
}

function inSubmission(members: JsonObject): ChangeDraft {
  return (draft) => ({ ...draft, submission: { ...draft.submission, ...members } })
}

function inMap(change: (entries: readonly JsonObject[]) => readonly JsonObject[]): ChangeDraft {
  return (draft) => inSubmission({ descriptor_map: change(entriesOf(draft)) })(draft)
}

function inFirstEntry(members: JsonObject): ChangeDraft {
  return inMap(([first, ...rest]) => [{ ...first, ...members }, ...rest])
}

/** A JWT has no parts: then it is another part of the presentation, which is an object. */
function toPart(draft: PresentationDraft): PresentationDraft {
  const members = isObject(draft.credentials[0])
    ? { path: '$.verifiableCredential[0].credentialSubject' }
    : { path: '$.presentation_submission', format: 'ldp_vc' }
  return inFirstEntry(members)(draft)
}

function labelledWrongly(draft: PresentationDraft): PresentationDraft {
  return inFirstEntry({ format: entriesOf(draft)[0]?.['format'] === 'ldp_vc' ? 'jwt_vc' : 'ldp_vc' })(draft)
}

function entriesOf({ submission }: PresentationDraft): readonly JsonObject[] {
  return listOf(memberOf(submission, 'descriptor_map')).filter(isObject)
}

/** The other paths stay as they are: nothing comes after the last one. */
function withoutLastCredential(draft: PresentationDraft): PresentationDraft {
  const credentials = draft.credentials.slice(0, -1)
  const gone = `$.verifiableCredential[${credentials.length}]`
  return { ...inMap((entries) => entries.filter(({ path }) => path !== gone))(draft), credentials }
}

type ChangeSigned = NonNullable<Breakage['signed']>

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

function renamed(document: JsonObject): JsonObject {
  const submission = document['presentation_submission']
  return { ...(isObject(submission) && submission), id: `urn:uuid:${crypto.randomUUID()}` }
}

/** The first byte: a change of the last one could lie in bits that are no part of the signature. */
function withFlippedByte(jws: string): string {
  const [header = '', , signature = ''] = jws.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return `${header}..${bytes.toString('base64url')}`
}
