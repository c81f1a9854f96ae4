import { computed } from 'vue'
import { definitionOperations, registryOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { issuerOperations } from '../../../../shared/contract/workbench-issuer.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'

/** The number of definitions to choose from. */
const MAX_DEFINITIONS = 500

interface KnownIssuer {
  readonly did: string
  readonly name: string
}

/** The choices for a new request: stored definitions, and known issuers. */
export function useFormChoices() {
  const definitions = useLoaded(async () => {
    const { rows } = await call(definitionOperations.definitionRows, { query: { limit: MAX_DEFINITIONS } })
    return rows
  })
  const issuers = useLoaded(async () => {
    const [{ rows }, { issuers: demo }] = await Promise.all([
      call(registryOperations.trustRows, {}),
      call(issuerOperations.issuersGet, {}),
    ])
    return byDid([
      ...rows,
      ...demo.flatMap(({ name, did, keys }) => [did, ...keys.map((key) => key.did)].map((one) => ({ name, did: one }))),
    ])
  })

  void definitions.reload()
  void issuers.reload()

  return {
    definitions: definitions.value,
    issuers: computed(() => issuers.value.value ?? []),
    failure: computed(() => definitions.failure.value ?? issuers.failure.value),
    /** Whether all choices were read, or could not be read. */
    read: computed(() => definitions.value.value !== undefined && !issuers.busy.value),
  }
}

/** One entry for each DID; names of the trust list win. */
function byDid(entries: readonly KnownIssuer[]): readonly KnownIssuer[] {
  return [...new Map([...entries].reverse().map(({ did, name }) => [did, { did, name }])).values()].reverse()
}
