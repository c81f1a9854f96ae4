import { ScanLine } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callService, CallError } from '../../api/call.ts'
import { useCommandSource } from '../../frame/commands.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { requestPlace } from './requests-place.ts'

/** The newest so many are looked through. */
const LOOKED_THROUGH = 200

interface ReadRequests {
  readonly workspace: string | undefined
  readonly requests: Promise<readonly VerifierRequest[]>
}

/** Finds requests of the verifier in the palette of every page: by name, definition or id. */
export function useRequestSearch(): void {
  const { t } = useI18n()
  const router = useRouter()
  const store = useWorkbenchStore()
  /** Read once for many key strokes: every reading is a call that the inspector shows. */
  let read: ReadRequests | undefined

  useWorkbenchChanges(
    ({ type }) => type === 'verifier-request',
    () => {
      read = undefined
      return Promise.resolve()
    },
  )

  async function newest(): Promise<readonly VerifierRequest[]> {
    const workspace = store.status?.current?.id
    if (read?.workspace !== workspace) read = undefined
    read ??= { workspace, requests: readNewest() }
    try {
      return await read.requests
    } catch (error) {
      read = undefined
      // Locked while typing: there is nothing to find any more.
      if (error instanceof CallError) return []
      throw error
    }
  }

  const search = async (text: string) =>
    fittingRequests(await newest(), text).map(({ id, name, definition_name, state }) => ({
      id: `requests.open.${id}`,
      title: name ?? definition_name ?? t('requests.unnamed'),
      detail: t(`requests.state.${state}`),
      icon: ScanLine,
      run: () => void router.push(requestPlace(id)),
    }))

  useCommandSource({ id: 'requests', group: t('requests.title'), search })
}

async function readNewest(): Promise<readonly VerifierRequest[]> {
  const query = { per_page: LOOKED_THROUGH }
  return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query })).requests
}

/** Those whose name, definition or id holds all the words. */
function fittingRequests(requests: readonly VerifierRequest[], typed: string): readonly VerifierRequest[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return requests.filter(({ name, definition_name, id, definition_id }) => {
    const all = [name, definition_name, id, definition_id].join(' ').toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}
