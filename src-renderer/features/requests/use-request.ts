import type { Verification } from '../../../shared/contract/presentations.ts'
import { verifierRequestOperations as verifier } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

/** A request of the verifier with its attempts, followed live, and its actions. */
export function useRequest(request_id: string) {
  const loaded = useLoaded(async () => {
    const { request } = await callService({ as: 'subscription' }, verifier.getVerifierRequest, {
      params: { request_id },
    })
    return request
  })

  void loaded.reload()
  // The addresses of a request depend on the settings.
  useWorkbenchChanges(
    (event) =>
      (event.type === 'verifier-request' && event.request_id === request_id) ||
      (event.type === 'exchange' && event.part === 'settings'),
    loaded.reload,
  )

  /** Reads the request again after an action, also after a refused one. */
  const withReload = <Result>(acted: Promise<Result>): Promise<Result> => acted.finally(() => void loaded.reload())

  /** Verifies a stored presentation again. @throws {CallError} */
  const reverify = (attempt_id: string): Promise<Verification> =>
    withReload(callService({ as: 'subscription' }, verifier.reverifyAttempt, { params: { request_id, attempt_id } }))

  /** Reads the presentation as it was sent. @throws {CallError} if it was deleted meanwhile */
  async function readPresentation(attempt_id: string): Promise<unknown> {
    const { presentation } = await callService({ as: 'subscription' }, verifier.getAttemptPresentation, {
      params: { request_id, attempt_id },
    })
    return presentation
  }

  /** @throws {CallError} */
  const deletePresentation = (attempt_id: string): Promise<unknown> =>
    withReload(
      callService({ as: 'subscription' }, verifier.deleteAttemptPresentation, { params: { request_id, attempt_id } }),
    )

  return {
    request: loaded.value,
    failure: loaded.failure,
    reload: loaded.reload,
    reverify,
    readPresentation,
    deletePresentation,
  }
}
