import { computed, shallowRef } from 'vue'
import type { Verification } from '../../../shared/contract/presentations.ts'
import { verifierRequestOperations as verifier } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'
import type { Failure } from '../../ui/failure.ts'

/** A request of the verifier with its attempts, followed live, and its actions. */
export function useRequest(request_id: string) {
  const loaded = useLoaded(async () => {
    const { request } = await callService({ as: 'subscription' }, verifier.getVerifierRequest, {
      params: { request_id },
    })
    return request
  })
  /** The results of verifying stored presentations again, by attempt. */
  const again = shallowRef<ReadonlyMap<string, Verification>>(new Map())
  /** Attempts that are being verified again. */
  const verifying = shallowRef<ReadonlySet<string>>(new Set())
  const actionFailure = shallowRef<Failure>()

  void loaded.reload()
  // The addresses of a request depend on the settings.
  useWorkbenchChanges(
    (event) =>
      (event.type === 'verifier-request' && event.request_id === request_id) ||
      (event.type === 'exchange' && event.part === 'settings'),
    loaded.reload,
  )

  /** Runs an action; a refusal is shown, and the request is read again. @returns whether it was done */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    actionFailure.value = undefined
    try {
      await work()
      return true
    } catch (error) {
      actionFailure.value = failureOf(error)
      return false
    } finally {
      void loaded.reload()
    }
  }

  async function reverify(attempt_id: string): Promise<void> {
    verifying.value = new Set([...verifying.value, attempt_id])
    await attempt(async () => {
      const verification = await callService({ as: 'subscription' }, verifier.reverifyAttempt, {
        params: { request_id, attempt_id },
      })
      again.value = new Map([...again.value, [attempt_id, verification]])
    })
    verifying.value = new Set([...verifying.value].filter((id) => id !== attempt_id))
  }

  /** Reads the presentation as it was sent. Throws CallError if it was deleted meanwhile. */
  async function readPresentation(attempt_id: string): Promise<unknown> {
    const { presentation } = await callService({ as: 'subscription' }, verifier.getAttemptPresentation, {
      params: { request_id, attempt_id },
    })
    return presentation
  }

  const deletePresentation = (attempt_id: string): Promise<boolean> =>
    attempt(() =>
      callService({ as: 'subscription' }, verifier.deleteAttemptPresentation, { params: { request_id, attempt_id } }),
    )

  return {
    request: loaded.value,
    failure: loaded.failure,
    reload: loaded.reload,
    actionFailure: computed(() => actionFailure.value),
    again: computed(() => again.value),
    verifying: computed(() => verifying.value),
    reverify,
    readPresentation,
    deletePresentation,
  }
}
