import { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import { asUser } from '../../api/as.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useActor } from '../../session/use-actor.ts'

/** The key pairs of an actor; changing them is the business of the clients that made them. */
export function useKeyPairs(actor: string) {
  const { value, ...reading } = useLoaded(
    async () => (await callService(asUser(actor), keystoreListOperations.keypairsGet, {})).keypairs,
    { whose: useActor(actor) },
  )
  return { keyPairs: value, ...reading }
}
