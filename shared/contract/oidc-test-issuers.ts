import { z } from 'zod'
import { KeySet, OidcAlgorithm } from './oidc-issuers.ts'
import { defineOperations } from './operation.ts'
import { namedObject } from './values.ts'

/** The metadata that a test issuer publishes (OpenID Connect Discovery 1.0, 3). */
const ProviderMetadata = namedObject('ProviderMetadata', {
  issuer: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(OidcAlgorithm),
  claims_supported: z.array(z.string()),
})

const published = {
  api: 'keystore',
  auth: 'none',
  delegation: 'ignored',
  extension: true,
} as const

/** The public documents of the test issuers of a workspace (docs/contract/keystore.md, Test issuers). */
export const testIssuerOperations = defineOperations({
  testIssuersIdMetadataGet: {
    ...published,
    endpoint: 'GET /test_issuers/{id}/.well-known/openid-configuration',
    summary: 'The provider metadata of a test issuer of this workspace',
    success: { status: 200, body: ProviderMetadata },
  },
  testIssuersIdJwksGet: {
    ...published,
    endpoint: 'GET /test_issuers/{id}/jwks',
    summary: 'The public keys of a test issuer of this workspace',
    success: { status: 200, body: KeySet },
  },
})
