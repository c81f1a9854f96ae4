/** A media type (RFC 9110, 8.3.1). Both parts of its name are in lower case, because they are case-insensitive. */
export interface MediaType {
  /** The name as it is registered today, such as `application/vc+jwt`. */
  readonly name: string
  /** Parameters without surrounding white space, otherwise unchanged. */
  readonly parameters: readonly string[]
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
/** Values that need quotes are accepted without them, because some senders of forms write such boundaries. */
const PARAMETER = `${TOKEN}=(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s;"]+)`
const MEDIA_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})((?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*)[ \\t]*$`)
const EACH_PARAMETER = new RegExp(PARAMETER, 'g')
/** Drafts of VC-JOSE-COSE wrote `vc+ld+json+jwt`, `vc+ld+jwt` and `vc-ld+jwt` for what is `vc+jwt` now; `vp` likewise. */
const OF_DRAFTS = /^(application\/v[cp])(?:\+ld(?:\+json)?|-ld)(\+(?:jwt|sd-jwt|cose))$/

/** Parses a `Content-Type`; undefined if it is not a media type. */
export function readMediaType(text: string): MediaType | undefined {
  const [, name = '', parameters = ''] = MEDIA_TYPE.exec(text) ?? []
  if (name === '') return undefined
  return {
    name: name.toLowerCase().replace(OF_DRAFTS, '$1$2'),
    parameters: parameters.match(EACH_PARAMETER) ?? [],
  }
}

/**
 * The name of the media type that `typ` or `cty` of a JOSE header says. `application/` stands in front of what has no slash
 * (RFC 7515, 4.1.9), so that `JWT` is `application/jwt`; parameters say nothing of what is read here.
 */
export function joseTypeName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return readMediaType(value.includes('/') ? value : `application/${value}`)?.name
}
