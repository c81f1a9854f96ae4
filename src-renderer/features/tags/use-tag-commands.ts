import { Tag } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Command } from '../../frame/commands.ts'
import { bestCommands, useCommandSource } from '../../frame/commands.ts'
import { t } from '../../i18n/i18n.ts'
import { taggedPlace } from '../../parts/tags/tagged-place.ts'
import type { Node } from '../../parts/tags/use-classification.ts'
import { nodesOf, readSchemes } from '../../parts/tags/use-classification.ts'
import { useActing } from '../../session/acting.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useSearched, useSearcher } from '../../session/use-searched.ts'

/** Finds tags from every page, with `#` only tags, and opens the list of items with the chosen one. */
export function useTagCommands(): void {
  const router = useRouter()
  const acting = useActing()
  const searcher = useSearcher()
  const pending = usePendingRemovals()
  const known = useSearched<Node>({ whose: searcher, read: async (actor) => nodesOf(await readSchemes(actor)) })

  const asCommand = (actor: string, { id, label, own, schemeLabel }: Node): Command => ({
    id: `tags.open.${id}`,
    title: label,
    place: own ? t('tags.title') : schemeLabel,
    owner: own ? acting.look : undefined,
    icon: Tag,
    run: () => void router.push(taggedPlace(actor, id)),
  })

  /** Own tags, and used nodes of trees: the list of an unused node would be empty. */
  async function search(query: string): Promise<readonly Command[]> {
    const actor = searcher()
    if (actor === undefined) return []
    const offered = (await known()).filter(
      ({ id, own, classifications_count }) => (own || classifications_count > 0) && !isHeld(actor, id),
    )
    return bestCommands(
      offered.map((node) => asCommand(actor, node)),
      query,
    )
  }

  const isHeld = (actor: string, id: string): boolean => pending.of(actor).has(id)

  useCommandSource({ id: 'tags', group: t('tags.title'), prefix: '#', active: () => searcher() !== undefined, search })
}
