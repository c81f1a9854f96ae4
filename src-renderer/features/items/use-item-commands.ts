import { FileText, Plus } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { call, CallError } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { useCommand, useCommandSource } from '../../frame/commands.ts'
import { itemPlace, NEW_ITEM } from './item-place.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useActor } from '../../session/use-actor.ts'

const FOUND_ITEMS = 8

/** What one actor can do with items from the palette: make one, and go to any by typing. */
export function useItemCommands(actor: string): void {
  const { t } = useI18n()
  const router = useRouter()
  const { usable } = useActor(actor)
  const pending = usePendingRemovals()

  useCommand(() =>
    usable.value
      ? [
          {
            id: 'items.new',
            title: t('items.new'),
            group: t('items.title'),
            icon: Plus,
            shortcut: 'Ctrl+N',
            run: () => void router.push(itemPlace(actor, NEW_ITEM)),
          },
        ]
      : [],
  )

  async function search(query: string): Promise<readonly Command[]> {
    if (!usable.value) return []
    try {
      const { rows } = await call(workbenchItemOperations.itemRows, {
        params: { user_id: actor },
        query: { text: query, limit: FOUND_ITEMS },
      })
      return rows.filter(({ id }) => !pending.of(actor).has(id)).map(asCommand)
    } catch (error) {
      // Locked while typing: there is nothing to find any more.
      if (error instanceof CallError) return []
      throw error
    }
  }

  const asCommand = ({
    id,
    label,
    item_template_label,
  }: {
    id: string
    label: string
    item_template_label: string
  }) => ({
    id: `items.open.${id}`,
    title: label,
    detail: item_template_label,
    icon: FileText,
    run: () => void router.push(itemPlace(actor, id)),
  })

  useCommandSource({ id: 'items', group: t('items.title'), search })
}
