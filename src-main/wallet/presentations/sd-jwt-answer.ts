import type { Profile } from '../../../shared/contract/workbench-wallet.ts'
import type { SdJwtFormat } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Choice } from '../selection/judge-choice.ts'
import { formatOf } from './draft.ts'
import type { PresentationDraft } from './draft.ts'

/** A presentation of an SD-JWT VC: its text, with the key binding where it has one. */
export interface SdJwtPresentation {
  readonly format: SdJwtFormat
  readonly text: string
}

/** The W3C presentation of the other credentials of an answer. */
export interface W3cPresentation {
  readonly profile: Profile
  readonly presentation: JsonObject | string
  /** The credentials by id, as they are sent, in their order. */
  readonly credentials: ReadonlyMap<string, unknown>
}

interface AnswerOrder {
  /** New, `urn:uuid:…` */
  readonly submissionId: string
  readonly definitionId: string
  readonly choice: Choice
  /** The presentations by the id of their credential. */
  readonly sdJwts: ReadonlyMap<string, SdJwtPresentation>
  /** Undefined where no W3C credential was chosen. */
  readonly w3c: W3cPresentation | undefined
}

/**
 * An answer with SD-JWT VCs as it is posted: each is a presentation of its own in `vp_token`, behind the one of the W3C
 * credentials, and the submission says which is which (OpenID4VP draft 22, 6.1; Presentation Exchange 2.1, 6).
 */
export function sdJwtAnswer({ submissionId, definitionId, choice, sdJwts, w3c }: AnswerOrder): JsonObject {
  const presentations = [
    ...(w3c === undefined ? [] : [w3c.presentation]),
    ...[...sdJwts.values()].map(({ text }) => text),
  ]
  const isAlone = presentations.length === 1
  const first = w3c === undefined ? 0 : 1
  const pathAt = (index: number) => (isAlone ? '$' : `$[${index}]`)
  const descriptor_map = [...choice].map(([id, credential]) => {
    const sdJwt = sdJwts.get(credential)
    if (sdJwt === undefined) return { id, path: pathAt(0), ...nestedEntry(id, credential, w3c) }
    return { id, path: pathAt(first + [...sdJwts.keys()].indexOf(credential)), format: sdJwt.format }
  })
  return {
    vp_token: isAlone ? presentations[0] : presentations,
    presentation_submission: { id: submissionId, definition_id: definitionId, descriptor_map },
  }
}

function nestedEntry(id: string, credential: string, w3c: W3cPresentation | undefined): JsonObject {
  if (w3c === undefined) throw new Error('a chosen credential is in one of the presentations')
  const { profile, credentials } = w3c
  const place = `verifiableCredential[${[...credentials.keys()].indexOf(credential)}]`
  const path = profile === 'jwt' ? `$.vp.${place}` : `$.${place}`
  return {
    format: profile === 'jwt' ? 'jwt_vp' : 'ldp_vp',
    path_nested: { id, path, format: formatOf(credentials.get(credential)) },
  }
}

/** The same presentation without its submission, which stands beside the list it is in. */
export function withoutSubmission(draft: PresentationDraft): PresentationDraft {
  return { ...draft, type: draft.type.filter((one) => one !== 'PresentationSubmission'), submission: undefined }
}
