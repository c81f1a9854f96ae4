import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/** Whether an issuer can have metadata of this kind: it is an https URL without query and fragment (SD-JWT VC, 5.1). */
export function isIssuerUrl(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text) && !/[\s?#]/.test(text)
}

/** Where an issuer publishes its metadata: the path stands behind the well-known one (SD-JWT VC, 5.1). */
export function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname.replace(/\/$/, '')}`
}

/** The keys of JWT VC Issuer Metadata, or of a bare JWK Set. */
export function metadataKeys(document: JsonObject): readonly JsonObject[] {
  const keys = Object.hasOwn(document, 'keys') ? document['keys'] : memberOf(memberOf(document, 'jwks'), 'keys')
  return listOf(keys).filter(isObject)
}

/** The issuer that the document names; a bare JWK Set names none. */
export function metadataIssuer(document: JsonObject): string | undefined {
  return textOf(memberOf(document, 'issuer'))
}
