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
  /** Calls the exchange and the verifier with the subscription key of scenarios. */
  readonly send: Send
  /** Whether a definition is still stored. The user can clear those of scenarios. */
  readonly isStored: (definitionId: string) => boolean
  readonly scenarioControls: {
    /** Makes the verifier call the exchange without its key, the next time it verifies for this request. */
    readonly omitKeyOnce: (requestId: string) => void
    readonly expireNow: (requestId: string) => void
  }
}

/** The default levels of checks, whatever the settings of this workspace. */
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

/** Adds a function that cancels all requests that were created. */
export function trackedRequests(
  requests: ScenarioRequests,
): ScenarioRequests & { readonly cancelCreated: () => Promise<void> } {
  const created: string[] = []
  return {
    ...requests,
    async create(setup, scenario) {
      const request = await requests.create(setup, scenario)
      created.push(request.id)
      return request
    },
    async cancelCreated() {
      for (const id of created.splice(0)) await requests.cancel(id).catch(ignoreRefusal)
    },
  }
}

/** Most requests have already ended, and one that cannot be cancelled will expire. */
function ignoreRefusal(fault: unknown): void {
  if (!(fault instanceof CallError)) throw fault
}

/** Creates requests of the verifier for scenarios, independent of the trust list, the settings and all wallets. */
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
    /** The last findings of the verifier, even if it does not report them to wallets. */
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
    const age = setup.isAgeless ? { max_age_seconds: null } : {}
    const body = { definition_id, scenario, expires_in, trusted_issuers, policy, binding, ...age }
    return (await call(createVerifierRequest, { body })).request
  }

  /** Stores each definition once while the workspace is open, and again if it was cleared. */
  async function definitionId({ name, definition }: Pick<ScenarioSetup, 'name' | 'definition'>): Promise<string> {
    const known = definitions.get(name)
    if (known !== undefined && isStored(known)) return known
    const created = await call(presentationDefinitionOperations.createPresentationDefinition, { body: definition })
    const { id } = created.presentation_definition
    definitions.set(name, id)
    return id
  }
}
