import { ScanLine } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { useCommandSource } from '../../frame/commands.ts'
import { oneOf, t } from '../../i18n/i18n.ts'
import { useOpenWorkspace } from '../../session/use-open-workspace.ts'
import { useSearched } from '../../session/use-searched.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { bestMatches } from '../../../shared/word-search.ts'
import { requestPlace } from './requests-place.ts'

/** The number of newest requests to search. */
const MAX_SEARCHED = 200

/** Finds requests of the verifier in the palette of every page: by name, definition or id. */
export function useRequestSearch(): void {
  const router = useRouter()
  const store = useWorkbenchStore()
  const { usable } = useOpenWorkspace()
  const workspace = (): string | undefined => (usable.value ? store.status?.current?.id : undefined)

  const newest = useSearched<VerifierRequest>({
    whose: workspace,
    read: readNewest,
    changes: ({ type }) => type === 'verifier-request',
  })

  const search = async (typed: string) =>
    bestMatches(await newest(), typed, textsOf).map(({ id, name, definition_name, state }) => ({
      id: `requests.open.${id}`,
      title: name ?? definition_name ?? t('requests.unnamed'),
      detail: t(oneOf('requests.state.*', state)),
      place: t('label.requests'),
      icon: ScanLine,
      run: () => void router.push(requestPlace(id)),
    }))

  useCommandSource({ id: 'requests', group: t('label.requests'), active: () => workspace() !== undefined, search })
}

async function readNewest(): Promise<readonly VerifierRequest[]> {
  const query = { made_by: 'people' as const, per_page: MAX_SEARCHED }
  return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query })).requests
}

const textsOf = ({ name, definition_name, id, definition_id }: VerifierRequest) => [
  name ?? definition_name,
  definition_name,
  id,
  definition_id,
]
