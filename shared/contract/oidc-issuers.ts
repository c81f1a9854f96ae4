import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { refusalOfAlgorithm } from '../jose-algorithms.ts'
import { isLoopbackUrl } from '../loopback-url.ts'
import { failsWith, listOf, namedObject } from './values.ts'

/** The issuers whose JSON Web Tokens are accepted (docs/contract/keystore.md, OpenID Connect). */

/** Signature algorithms: not `none`, and no HMAC, for which a public key could be passed off as the secret. */
export const OIDC_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

export const OidcAlgorithm = z
  .enum(OIDC_ALGORITHMS, {
    error: ({ input }) => `must name one that is taken: ${refusalOfAlgorithm(input, OIDC_ALGORITHMS)}`,
  })
  .meta({ id: 'OidcAlgorithm' })
export type OidcAlgorithm = z.infer<typeof OidcAlgorithm>

/** `iss`, `aud` and `sub` are compared exactly, so they have no outer spaces and no line breaks. */
export const ClaimText = z
  .string()
  .check(atLeast(1, 'must not be empty'))
  .check(atMost(255, 'must not be longer than 255 characters'))
  .regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, 'must not begin or end with a space, nor hold a line break')

const MAX_KEYS = 32

/** A set of public keys (RFC 7517, 5). Whether a key is usable is checked when the keys are read. */
export const KeySet = namedObject('KeySet', { keys: listOf(z.record(z.string(), z.unknown()), MAX_KEYS) })
export type KeySet = z.infer<typeof KeySet>

/** Keys may be fetched over the network only with TLS, and from this computer also without. */
export function mayFetchKeysFrom(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '' || /[\s\\]/.test(url)) return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackUrl(url))
}

const KeysUrl = z
  .string()
  .check(atMost(2_000, 'must not be longer than 2,000 characters'))
  .refine(
    mayFetchKeysFrom,
    failsWith('invalid_params', 'must be an https address, or an http address of this computer, without a password'),
  )

/** Fields of every issuer, wherever its keys come from. */
export const oidcIssuerShape = {
  /** The `iss` of its tokens, exactly. */
  issuer: ClaimText,
  /** The `aud` of its tokens, or one of them. */
  audience: ClaimText,
  algorithms: listOf(OidcAlgorithm, OIDC_ALGORITHMS.length).refine(
    (list) => list.length > 0,
    failsWith('invalid_params', 'must name at least one algorithm'),
  ),
  /** Issuers whose users may switch to tokens of this one, by the claim `extension_serviceUserId`. */
  carries_over_from: listOf(ClaimText, 20).default([]),
  /** Whether users who never signed in with a token may switch to tokens of this one, by the same claim. */
  carries_over_accounts: z.boolean().default(false),
}

export const OidcIssuer = z
  .object({ ...oidcIssuerShape, jwks: KeySet.optional(), jwks_url: KeysUrl.optional() })
  .refine(({ jwks, jwks_url }) => (jwks === undefined) !== (jwks_url === undefined), {
    ...failsWith(
      'invalid_params',
      'must hold the keys of the issuer, or `jwks_url` say where they are: one of the two',
    ),
    path: ['jwks'],
  })
  .meta({ id: 'OidcIssuer' })
export type OidcIssuer = z.infer<typeof OidcIssuer>
