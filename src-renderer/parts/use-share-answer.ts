import type { OpenedItem } from '../../shared/contract/workbench-items.ts'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { useAttempt } from '../api/use-attempt.ts'

/** Accepting one received share as an actor, and opening one whose key is locked with a passphrase. */
export function useShareAnswer(actor: string) {
  const params = { user_id: actor }
  /** Answers the opened item; undefined when it was refused, and `failure` says why. */
  const {
    busy,
    failure,
    run: accept,
  } = useAttempt((share_id: string): Promise<OpenedItem> =>
    call(workbenchShareOperations.shareAccept, { params: { ...params, share_id }, body: {} }),
  )

  /** @throws {CallError} `share_passphrase_wrong` */
  function unlock(share_id: string, passphrase: string): Promise<OpenedItem> {
    return call(workbenchShareOperations.shareUnlock, { params: { ...params, share_id }, body: { passphrase } })
  }

  return { busy, failure, accept, unlock }
}
