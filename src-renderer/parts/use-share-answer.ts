import { ref, shallowRef } from 'vue'
import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { failureOf } from '../api/refusal.ts'
import type { Failure } from '../ui/failure.ts'

/** Accepting one received share as an actor, and opening one whose key is locked with a passphrase. */
export function useShareAnswer(actor: string) {
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  /** @returns the opened item; undefined when it was refused, and `failure` says why. */
  async function accept(share_id: string): Promise<OpenedItem | undefined> {
    busy.value = true
    failure.value = undefined
    try {
      return await call(workbenchShareOperations.shareAccept, { params: { user_id: actor, share_id }, body: {} })
    } catch (error) {
      failure.value = failureOf(error)
      return undefined
    } finally {
      busy.value = false
    }
  }

  /** @throws {CallError} `share_passphrase_wrong` */
  function unlock(share_id: string, passphrase: string): Promise<OpenedItem> {
    return call(workbenchShareOperations.shareUnlock, { params: { user_id: actor, share_id }, body: { passphrase } })
  }

  return { busy, failure, accept, unlock }
}
