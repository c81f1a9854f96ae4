import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { FORM_TYPE } from '../presentations/post.ts'
import type { AnswerFields, DeliberateFault, Post } from '../presentations/post.ts'

type AskedState = Pick<NonNullable<WalletRun['openid4vp']>, 'state'>

/** The answer of a run as it is sent: as JSON to a deep link, as a form to OpenID4VP (1.0, 8.2). */
export function answerPost(
  body: JsonObject,
  {
    url,
    openid4vp,
    fault,
  }: { readonly url: string; readonly openid4vp: AskedState | null; readonly fault?: DeliberateFault | undefined },
): Post {
  if (openid4vp === null) return { url, contentType: 'application/json', body: JSON.stringify(body) }
  const honest = formFields(body, openid4vp)
  return formPost(url, fault?.form?.(honest) ?? honest)
}

/** The refusal of a person (OpenID4VP 1.0, 8.5). */
export function declinePost(url: string, openid4vp: AskedState): Post {
  return formPost(url, formFields({ error: 'access_denied' }, openid4vp))
}

function formFields(body: JsonObject, { state }: AskedState): AnswerFields {
  const fields = Object.entries(body).map(([name, value]) => [name, textOf(value) ?? JSON.stringify(value)])
  return { ...(Object.fromEntries(fields) as AnswerFields), ...(state !== null && { state }) }
}

function formPost(url: string, fields: AnswerFields): Post {
  return { url, contentType: FORM_TYPE, body: String(new URLSearchParams(fields)) }
}

/**
 * A submission whose paths begin at one presentation, as it stands beside that presentation: the path leads to the
 * presentation and `path_nested` into it.
 */
export function nestedSubmission(submission: JsonObject, isJwt: boolean): JsonObject {
  const descriptor_map = listOf(memberOf(submission, 'descriptor_map')).map((entry) => {
    const path = textOf(memberOf(entry, 'path'))
    if (!isObject(entry) || path === undefined) return entry
    const path_nested = { ...entry, path: isJwt ? `$.vp${path.slice(1)}` : path }
    return { id: entry['id'], format: isJwt ? 'jwt_vp' : 'ldp_vp', path: '$', path_nested }
  })
  return { ...submission, descriptor_map }
}
