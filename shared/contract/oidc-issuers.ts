import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { refusalOfAlgorithm } from '../jose-algorithms.ts'
import { isLoopbackUrl } from '../loopback-url.ts'
import { failsWith, listOf } from './values.ts'

/** The issuers whose JSON Web Tokens are accepted (docs/contract/keystore.md, OpenID Connect). */

/** Algorithms a token may be signed with: never none, and none with a shared secret, which a public key could pose as. */
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

/** `iss`, `aud` and `sub` are compared as they stand: no space at an end, no line break, nothing folded. */
export const ClaimText = z
  .string()
  .check(atLeast(1, 'must not be empty'))
  .check(atMost(255, 'must not be longer than 255 characters'))
  .regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, 'must not begin or end with a space, nor hold a line break')

const MAX_KEYS = 32

/** A set of public keys (RFC 7517, 5). What the keys are good for is looked at when they are read. */
export const KeySet = z.object({ keys: listOf(z.record(z.string(), z.unknown()), MAX_KEYS) }).meta({ id: 'KeySet' })
export type KeySet = z.infer<typeof KeySet>

/** Keys may be read over the network only with TLS; without it from this computer. */
export function mayReadKeysFrom(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '' || /[\s\\]/.test(url)) return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackUrl(url))
}

const KeysUrl = z
  .string()
  .check(atMost(2_000, 'must not be longer than 2,000 characters'))
  .refine(
    mayReadKeysFrom,
    failsWith('invalid_params', 'must be an https address, or an http address of this computer, without a password'),
  )

/** What is said of every issuer, wherever its keys come from. */
export const oidcIssuerShape = {
  /** The `iss` of its tokens, exactly. */
  issuer: ClaimText,
  /** Must be, or be among, the `aud` of its tokens. */
  audience: ClaimText,
  algorithms: listOf(OidcAlgorithm, OIDC_ALGORITHMS.length).refine(
    (list) => list.length > 0,
    failsWith('invalid_params', 'must name at least one algorithm'),
  ),
  /** Issuers whose users may go on with tokens of this one, by the claim `extension_serviceUserId`. */
  carries_over_from: listOf(ClaimText, 20).default([]),
  /** Whether users who never came with a token may go on with tokens of this one, by the same claim. */
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
