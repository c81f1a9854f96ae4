import type { Verification } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { RegistryKind } from '../../../shared/contract/registries.ts'
import { exchangeOperations } from '../../../shared/contract/index.ts'
import { workbenchOperations } from '../../../shared/contract/workbench-operations.ts'
import { ISSUER } from './definitions.ts'
import { IMPORTED_CONTEXTS, LICENCE_CONTEXT } from './presentations.ts'
import type { TestWorkbench } from '../workbench/workbench.ts'

const { registryImport, forward } = workbenchOperations

export const WEB_ISSUER = 'did:web:issuer.example'

/** A document of a DID that holds no key itself, with the key of the issuer. */
export function aDidDocument(members: JsonObject = {}): JsonObject {
  const id = `${WEB_ISSUER}#key-1`
  return {
    id: WEB_ISSUER,
    verificationMethod: [
      {
        id,
        type: 'Ed25519VerificationKey2020',
        controller: WEB_ISSUER,
        publicKeyMultibase: ISSUER.slice('did:key:'.length),
      },
    ],
    assertionMethod: [id],
    ...members,
  }
}

/** An issuer that publishes its keys as JWT VC Issuer Metadata. */
export const HTTPS_ISSUER = 'https://issuer.example/tenant'

/** Its metadata, with one key. */
export function issuerMetadata(members: JsonObject = {}): JsonObject {
  const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'one' }
  return { issuer: HTTPS_ISSUER, jwks: { keys: [key] }, ...members }
}

export interface ImportOrder {
  readonly key?: string | null
  readonly replace?: boolean
}

/** @param document JSON, or a text as it is */
export async function importDocument(
  { call }: Pick<TestWorkbench, 'call'>,
  kind: RegistryKind,
  document: unknown,
  order: ImportOrder = {},
) {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const { row } = await call(registryImport, { params: { kind }, body: { text, ...order } })
  return row
}

export function importLicenceContext(workbench: Pick<TestWorkbench, 'call'>) {
  return importDocument(workbench, 'contexts', IMPORTED_CONTEXTS.get(LICENCE_CONTEXT), { key: LICENCE_CONTEXT })
}

/** Result and code of one check of the first credential, verified as the window does. */
export async function outcomeOf(
  { call }: Pick<TestWorkbench, 'call'>,
  presentation: JsonObject,
  check: string,
  options: JsonObject = {},
): Promise<string> {
  const body = { presentation, options: { evaluate: 'none', replay: 'off', ...options } }
  const reply = await call(forward, {
    body: { as: 'subscription', operation: exchangeOperations.verifyPresentation.id, body },
  })
  if (!reply.ok) throw new Error(reply.body.errors[0]?.message)
  const { checks, credentials } = reply.body as Verification // the exchange's own tests check its shape
  const found = [...checks, ...(credentials[0]?.checks ?? [])].find((one) => one.check === check)
  return `${found?.result} ${found?.code}`
}
