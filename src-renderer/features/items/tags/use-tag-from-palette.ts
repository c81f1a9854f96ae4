import { Plus, Tag } from '@lucide/vue'
import { itemOperations } from '../../../../shared/contract/items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import type { Command } from '../../../frame/commands.ts'
import { useCommandSource } from '../../../frame/commands.ts'
import { n, t } from '../../../i18n/i18n.ts'
import type { Node } from '../../../parts/tags/use-classification.ts'
import { useRoleLimits } from '../../../session/use-role-limits.ts'
import { nothingWhenRefused } from '../../../session/use-searched.ts'
import { fittingOptions, optionsOf, ownLabels } from './tag-options.ts'
import type { Tagged } from './use-tagging.ts'
import { useTagging } from './use-tagging.ts'

type TaggedRow = Pick<ItemRow, 'id' | 'label' | 'tags' | 'own'>

/** The number of listed results, including the tag to be created. */
const MOST = 12

interface Sources {
  /** The selected rows, in view or not. */
  readonly selected: () => readonly TaggedRow[]
  /** The id of the open item, which is tagged if nothing is selected. */
  readonly opened: () => string | undefined
  readonly nodes: () => readonly Node[]
}

/**
 * Tags the selected items, or the open one, from the palette: after `#`, below the links to tags. Tags that all of them
 * have are not offered, and a new tag can be made.
 */
export function useTagFromPalette(actor: string, { selected, opened, nodes }: Sources): void {
  const { add } = useTagging(actor)
  const whyNot = useRoleLimits(actor)

  /** The items to tag; only own items can be tagged. */
  async function places(): Promise<readonly Tagged[]> {
    const id = opened()
    const rows = selected().length > 0 || id === undefined ? selected() : [await read(id)]
    return rows.filter(({ own }) => own).map(({ id: item_id, label, tags }) => ({ item_id, label, tags }))
  }

  async function read(item_id: string): Promise<TaggedRow> {
    const { item, tags } = await call(workbenchItemOperations.itemOpen, { params: { user_id: actor, item_id } })
    return { id: item.id, label: item.label, own: item.own, tags }
  }

  async function search(query: string): Promise<readonly Command[]> {
    try {
      const tagged = await places()
      return tagged.length === 0 ? [] : offersFor(tagged, query)
    } catch (error) {
      return nothingWhenRefused(error)
    }
  }

  function offersFor(tagged: readonly Tagged[], query: string): readonly Command[] {
    const open = nodes().filter((node) => tagged.some(({ tags }) => tags.every(({ id }) => id !== node.id)))
    const offered = fittingOptions(optionsOf(open), query, ownLabels(nodes()))
    const made = offered.filter(({ id }) => id === undefined)
    return [...offered.filter(({ id }) => id !== undefined).slice(0, MOST - 1), ...made].map((option) => ({
      id: `items.tag.${option.id ?? 'new'}`,
      title: titleFor(tagged, option.label),
      detail: option.id === undefined ? t('items.tags.newTag') : option.detail,
      keywords: [option.label],
      icon: option.id === undefined ? Plus : Tag,
      whyNot: whyNot(itemOperations.itemsIdPut),
      run: () => void add(tagged, option),
    }))
  }

  function titleFor(tagged: readonly Tagged[], tag: string): string {
    const [only] = tagged
    return tagged.length === 1 && only !== undefined
      ? t('items.tags.tagOneWith', { label: only.label, tag })
      : t('items.tags.tagManyWith', { count: n(tagged.length), tag })
  }

  useCommandSource({
    id: 'items.tag',
    group: t('items.tags.fromPalette'),
    prefix: '#',
    asked: 'prefixed',
    active: () => selected().length > 0 || opened() !== undefined,
    search,
  })
}
