import type { Call } from '../../../shared/contract/caller.ts'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { didKeyMethodOf, didKeyOf, signingKeyFrom } from '../../../src-main/crypto/signing-key.ts'
import { contextRegistry } from '../../../src-main/exchange/registries/context-registry.ts'
import { buildCredential, signCredential } from '../../../src-main/wallet/issuer/credential-document.ts'
import { ISSUER_SEED } from '../../vectors/presentation-vectors.ts'
import { schemaId } from './issuing.ts'

const CONTEXTS = contextRegistry()
const KEY = signingKeyFrom('Ed25519', ISSUER_SEED)

/** An issuer that no workspace knows. */
export const A_STRANGER = { did: didKeyOf(KEY), name: 'A stranger' }

let counter = 0

/** A credential of a demo schema about somebody, signed by a stranger. */
export function aWalletCredential(
  schemaName: string,
  subject: string,
  { format = 'ldp_vc', ...members }: JsonObject & { readonly format?: 'ldp_vc' | 'jwt_vc' } = {},
): Promise<JsonObject | string> {
  const schema = findDemoSchema(schemaId(schemaName))
  if (schema === undefined) throw new Error(`there is no schema ${schemaName}`)
  counter += 1
  const order = {
    id: `urn:uuid:00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`,
    schema,
    subject,
    values: schema.example,
    issuanceDate: '2026-01-01T00:00:00Z',
    expirationDate: '2036-01-01T00:00:00Z',
    credentialStatus: [],
  }
  const by = { key: KEY, algorithm: 'EdDSA' as const, verificationMethod: didKeyMethodOf(KEY) }
  const document = { ...buildCredential(order, A_STRANGER), ...members }
  return signCredential(document, { by, format, created: '2026-01-01T00:00:00Z', contexts: CONTEXTS.find })
}

/** A request of the verifier of this workspace, made at the desk. */
export async function aRequest(call: Call, presentation_definition: JsonObject, members: JsonObject = {}) {
  const operation = verifierRequestOperations.createVerifierRequest.id
  const body = { presentation_definition, ...members }
  const reply = await call(workbenchOperations.forward, { body: { as: 'subscription', operation, body } })
  if (!reply.ok) throw new Error(JSON.stringify(reply.body))
  return (reply.body as { request: VerifierRequest }).request // the verifier's own reply
}
