import type { webcrypto } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { OidcAlgorithm, OidcIssuer } from '../../../shared/contract/oidc-issuers.ts'

/** When tokens of tests are minted: as the clock of a test service begins. */
export const MINTED_S = Date.parse('2026-01-01T00:00:00.000Z') / 1000

export const AUDIENCE = 'the service of the tests'

/** An identity provider of a test: what the service is told of it, and how it signs. */
export interface TestIssuer {
  readonly config: OidcIssuer
  readonly privateKey: webcrypto.CryptoKey
  readonly publicJwk: Readonly<Record<string, unknown>>
  /** A token that is as it should be, but for the claims and the members of the header that are given; undefined takes one out. */
  token(claims?: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** The same as the header of a request. */
  headers(subject: string, claims?: Readonly<Record<string, unknown>>): Promise<{ readonly oidc_token: string }>
}

interface IssuerOptions extends Partial<Pick<OidcIssuer, 'carries_over_from' | 'carries_over_accounts'>> {
  readonly algorithm?: OidcAlgorithm
  readonly kid?: string
}

export async function anIssuer(
  issuer: string,
  { algorithm = 'ES256', kid = `key of ${issuer}`, ...rights }: IssuerOptions = {},
): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }
  const token: TestIssuer['token'] = (claims = {}, header = {}) => {
    const all = { iss: issuer, sub: 'ada', aud: AUDIENCE, iat: MINTED_S, exp: MINTED_S + 3600, ...claims }
    return new SignJWT(all).setProtectedHeader({ alg: algorithm, kid, typ: 'JWT', ...header }).sign(privateKey)
  }
  return {
    config: {
      issuer,
      audience: AUDIENCE,
      algorithms: [algorithm],
      carries_over_from: [],
      carries_over_accounts: false,
      ...rights,
      jwks: { keys: [publicJwk] },
    },
    privateKey,
    publicJwk,
    token,
    headers: async (sub, claims) => ({ oidc_token: await token({ sub, ...claims }) }),
  }
}
