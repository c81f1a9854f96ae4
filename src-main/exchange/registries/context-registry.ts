import { DEMO_CONTEXT, DEMO_CONTEXT_URL } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import credentialsExamples from './contexts/credentials-examples-v1.json' with { type: 'json' }
import credentialsV1 from './contexts/credentials-v1.json' with { type: 'json' }
import credentialsV2 from './contexts/credentials-v2.json' with { type: 'json' }
import dataIntegrityV1 from './contexts/data-integrity-v1.json' with { type: 'json' }
import dataIntegrityV2 from './contexts/data-integrity-v2.json' with { type: 'json' }
import didV1 from './contexts/did-v1.json' with { type: 'json' }
import ed25519V2018 from './contexts/ed25519-2018-v1.json' with { type: 'json' }
import ed25519V2020 from './contexts/ed25519-2020-v1.json' with { type: 'json' }
import jws2020 from './contexts/jws-2020-v1.json' with { type: 'json' }
import multikey from './contexts/multikey-v1.json' with { type: 'json' }
import odrl from './contexts/odrl.json' with { type: 'json' }
import presentationSubmission from './contexts/presentation-submission-v1.json' with { type: 'json' }
import securityV1 from './contexts/security-v1.json' with { type: 'json' }
import securityV2 from './contexts/security-v2.json' with { type: 'json' }
import statusList2021 from './contexts/status-list-2021-v1.json' with { type: 'json' }
import vaultbenchPresentation from './contexts/vaultbench-presentation-v1.json' with { type: 'json' }
import type { Registry } from './registry.ts'

/** JSON-LD contexts by exact URL. Returned documents must not be changed. */
export type ContextRegistry = Registry<JsonObject>

export const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'
export const CREDENTIALS_V2 = 'https://www.w3.org/ns/credentials/v2'

/**
 * The contexts of every workspace, unchanged from their publishers, because any change could affect what a signature
 * covers. `THIRD-PARTY-NOTICES.md` names their sources.
 */
export const BUNDLED_CONTEXTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [CREDENTIALS_V1, credentialsV1],
  [CREDENTIALS_V2, credentialsV2],
  ['https://www.w3.org/ns/did/v1', didV1],
  ['https://w3id.org/security/v1', securityV1],
  ['https://w3id.org/security/v2', securityV2],
  ['https://w3id.org/security/suites/ed25519-2018/v1', ed25519V2018],
  ['https://w3id.org/security/suites/ed25519-2020/v1', ed25519V2020],
  ['https://w3id.org/security/suites/jws-2020/v1', jws2020],
  ['https://w3id.org/security/data-integrity/v1', dataIntegrityV1],
  ['https://w3id.org/security/data-integrity/v2', dataIntegrityV2],
  ['https://w3id.org/security/multikey/v1', multikey],
  ['https://w3id.org/vc/status-list/2021/v1', statusList2021],
  ['https://www.w3.org/2018/credentials/examples/v1', credentialsExamples],
  ['https://www.w3.org/ns/odrl.jsonld', odrl], // examples v1 refers to it
  ['https://identity.foundation/presentation-exchange/submission/v1', presentationSubmission],
  ['https://contexts.vaultbench.example/presentation/v1', vaultbenchPresentation],
  [DEMO_CONTEXT_URL, DEMO_CONTEXT],
])

/**
 * The bundled contexts and the imported ones. A bundled one cannot be replaced, because published proofs depend on it.
 */
export function contextRegistry(imported?: ContextRegistry): ContextRegistry {
  return { find: (url) => BUNDLED_CONTEXTS.get(url) ?? imported?.find(url) }
}
