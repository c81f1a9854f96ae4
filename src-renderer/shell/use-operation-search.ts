import { Braces } from '@lucide/vue'
import type { Command } from '../frame/commands.ts'
import { bestCommands, useCommandSource } from '../frame/commands.ts'
import { t } from '../i18n/i18n.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** Finds operations of the interface after `/`: by path, method, name and summary. Each opens in the reference. */
export function useOperationSearch(): void {
  const store = useWorkbenchStore()
  const served = (): string | undefined => store.status?.server?.url

  async function search(query: string): Promise<readonly Command[]> {
    const url = served()
    if (url === undefined) return []
    // Loads the whole contract, which nothing else in the window needs.
    const { serviceOperations } = await import('../../shared/contract/index.ts')
    const all = serviceOperations.map(({ id, api, method, path, summary }): Command => ({
      id: `operation.${id}`,
      title: `${method} /${api}${path}`,
      detail: summary,
      keywords: [id],
      place: t('app.reference'),
      icon: Braces,
      run: () => void window.open(`${url}/docs#${id}`, '_blank', 'noopener'),
    }))
    return bestCommands(all, query)
  }

  useCommandSource({
    id: 'operations',
    group: t('app.operations'),
    prefix: '/',
    asked: 'prefixed',
    active: () => served() !== undefined,
    search,
  })
}
