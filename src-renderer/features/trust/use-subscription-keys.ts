import { subscriptionKeyOperations } from '../../../shared/contract/workbench-exchange.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'

/** The subscription keys of the workspace. */
export function useSubscriptionKeys() {
  const { value, failure, busy, reload } = useLoaded(async () => {
    const { keys } = await call(subscriptionKeyOperations.subscriptionKeysGet, {})
    return keys
  })

  /** @returns the key, which is answered this once. @throws {CallError} */
  async function create(name: string): Promise<string> {
    const { subscription_key } = await call(subscriptionKeyOperations.subscriptionKeyCreate, { body: { name } })
    void reload()
    return subscription_key
  }

  /** Calls with it are refused at once. @throws {CallError} */
  async function remove(id: string): Promise<void> {
    await call(subscriptionKeyOperations.subscriptionKeyRemove, { params: { key_id: id } })
    await reload()
  }

  return { keys: value, failure, busy, reload, create, remove }
}

export type SubscriptionKeys = ReturnType<typeof useSubscriptionKeys>
