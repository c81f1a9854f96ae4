import { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'

/** The key pairs of an actor; changing them is the business of the clients that made them. */
export function useKeyPairs(actor: string) {
  const user = { as: 'user', user_id: actor } as const
  const { value, ...reading } = useLoaded(async () => {
    const { keypairs } = await callService(user, keystoreListOperations.keypairsGet, {})
    return keypairs
  })
  return { keyPairs: value, ...reading }
}
