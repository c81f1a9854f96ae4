import type { Send } from '../../../shared/contract/caller.ts'
import { CallError, callOver } from '../../../shared/contract/caller.ts'
import { presentationDefinitionOperations } from '../../../shared/contract/presentation-definitions.ts'
import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import type { DemoIssuers } from '../issuer/demo-issuers.ts'
import type { ScenarioSetup } from './scenario-setups.ts'

/** The other parties of scenarios, besides the wallet. */
export interface ScenarioParties {
  readonly issuers: DemoIssuers
  /** Calls of the exchange and the verifier with the subscription key of scenarios. */
  readonly send: Send
  /** Whether a definition is still there: what scenarios made can be cleared. */
  readonly isStored: (definitionId: string) => boolean
  readonly scenarioControls: {
    /** The verifier asks the exchange without its key, the next time it is about this request. */
    readonly omitKeyOnce: (requestId: string) => void
    readonly expireNow: (requestId: string) => void
  }
}

/** The default levels, independent of the settings of this workspace. */
const CONTRACT_POLICY = {
  'presentation.replay': 'fail',
  'submission.extra': 'warn',
  'credential.terms': 'fail',
  'credential.trust': 'fail',
  'credential.issuance': 'fail',
  'credential.expiry': 'fail',
  'credential.status': 'fail',
  'credential.schema': 'fail',
  'credential.holder': 'fail',
} as const

const EXPIRES_IN_SECONDS = 300
const TRUSTED_ISSUER = 'harbour-registry'
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const

export type ScenarioRequests = ReturnType<typeof scenarioRequests>

/** The same requests, with a function that ends all that were made. */
export function requestsToEnd(
  requests: ScenarioRequests,
): ScenarioRequests & { readonly endMade: () => Promise<void> } {
  const made: string[] = []
  return {
    ...requests,
    async create(setup, scenario) {
      const request = await requests.create(setup, scenario)
      made.push(request.id)
      return request
    },
    async endMade() {
      for (const id of made.splice(0)) await requests.cancel(id).catch(ignoreRefusal)
    },
  }
}

/** Many have ended already; one that cannot be cancelled expires. */
function ignoreRefusal(fault: unknown): void {
  if (!(fault instanceof CallError)) throw fault
}

/** ScenarioRequests of the verifier for scenarios: nobody's trust list, settings or wallet has a part in them. */
export function scenarioRequests({ send, isStored, issuers, scenarioControls }: ScenarioParties) {
  const call = callOver(send)
  const definitions = new Map<string, string>()
  const { createVerifierRequest, cancelVerifierRequest, getVerifierRequest } = verifierRequestOperations
  return {
    definitionId,
    create,
    expireNow: scenarioControls.expireNow,
    omitKeyOnce: scenarioControls.omitKeyOnce,
    cancel: (request_id: string) => call(cancelVerifierRequest, { params: { request_id } }),
    /** The verifier's last findings, for a verifier that does not report them to wallets. */
    lastFindings: async (request_id: string) => {
      const { request } = await call(getVerifierRequest, { params: { request_id } })
      const { errors = [], warnings = [] } = request.attempts.at(-1)?.verification ?? {}
      return { errors, warnings }
    },
  }

  async function create(setup: ScenarioSetup, scenario: string): Promise<VerifierRequest> {
    const definition_id = await definitionId(setup)
    const keys = await Promise.all(ALGORITHMS.map((algorithm) => issuers.keyOf(TRUSTED_ISSUER, algorithm)))
    const { trustedFor } = setup
    const trusted_issuers = keys.map(({ did }) => (trustedFor === undefined ? did : { did, schemas: [trustedFor] }))
    const expires_in = EXPIRES_IN_SECONDS
    const binding = setup.binding ?? ('if_present' as const)
    const policy = { ...CONTRACT_POLICY, ...setup.policy }
    const body = { definition_id, scenario, expires_in, trusted_issuers, policy, binding }
    return (await call(createVerifierRequest, { body })).request
  }

  /** Each is stored once for as long as the workspace is open, unless it was cleared. */
  async function definitionId({ name, definition }: Pick<ScenarioSetup, 'name' | 'definition'>): Promise<string> {
    const known = definitions.get(name)
    if (known !== undefined && isStored(known)) return known
    const made = await call(presentationDefinitionOperations.createPresentationDefinition, { body: definition })
    const { id } = made.presentation_definition
    definitions.set(name, id)
    return id
  }
}
