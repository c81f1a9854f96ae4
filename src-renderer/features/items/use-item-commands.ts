import { Plus } from '@lucide/vue'
import { promiseTimeout } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { itemOperations } from '../../../shared/contract/items.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import { call } from '../../api/call.ts'
import type { Command, EarlyAnswers } from '../../frame/commands.ts'
import { useCommand, useCommandSource } from '../../frame/commands.ts'
import { t } from '../../i18n/i18n.ts'
import { servicePhrase } from '../../i18n/service-words.ts'
import { itemIcon } from '../../parts/template-icons.ts'
import { itemPlace, NEW_ITEM } from './item-place.ts'
import { useValueSearch } from './list/use-value-search.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useOwnerLooks } from '../../session/use-actor.ts'
import { useRoleLimits } from '../../session/use-role-limits.ts'
import { nothingWhenRefused } from '../../session/use-searched.ts'

type FoundItem = ReplyFor<typeof workbenchItemOperations.itemsFound>['rows'][number]

const FOUND_ITEMS = 12
const LOOKED_AGAIN_MS = 250

/** Palette commands for items: make one, or open one by typing. */
export function useItemCommands(whose: () => string | undefined): void {
  const router = useRouter()
  const pending = usePendingRemovals()
  const nameOwner = useOwnerLooks()
  const whyNot = useRoleLimits(whose)
  const inValues = useValueSearch(whose)

  useCommand((): Command[] => {
    const actor = whose()
    if (actor === undefined) return []
    return [
      {
        id: 'items.new',
        title: t('items.new'),
        group: t('items.title'),
        icon: Plus,
        shortcut: 'Ctrl+N',
        whyNot: whyNot(itemOperations.itemsPost),
        run: () => void router.push(itemPlace(actor, NEW_ITEM)),
      },
    ]
  })

  /** Searches the items read so far, and again a moment later until all are read. */
  async function search(query: string, early?: EarlyAnswers): Promise<readonly Command[]> {
    const actor = whose()
    if (actor === undefined) return []
    try {
      const { commands, complete } = await find(actor, query)
      if (complete || early === undefined) return commands
      early.show(commands)
      await promiseTimeout(LOOKED_AGAIN_MS)
      return early.signal.aborted ? [] : await search(query, early)
    } catch (error) {
      return nothingWhenRefused(error)
    }
  }

  async function find(actor: string, text: string) {
    const { rows, complete } = await call(workbenchItemOperations.itemsFound, {
      params: { user_id: actor },
      query: { text, limit: FOUND_ITEMS, ...(inValues.isOn.value && { values: true }) },
    })
    const hidden = pending.of(actor)
    return { complete, commands: rows.filter(({ id }) => !hidden.has(id)).map((row) => asCommand(actor, row)) }
  }

  const asCommand = (actor: string, row: FoundItem): Command => ({
    id: `items.open.${row.id}`,
    title: row.label,
    detail: servicePhrase(row.item_template_label),
    owner: nameOwner(actor, row),
    place: t('items.title'),
    icon: itemIcon(row),
    run: () => void router.push(itemPlace(actor, row.id)),
  })

  useCommandSource({ id: 'items', group: t('items.title'), active: () => whose() !== undefined, search })
}
