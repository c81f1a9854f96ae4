import type { ItemTemplate } from '../../../../shared/contract/item-templates.ts'
import { itemTemplateOperations } from '../../../../shared/contract/item-templates.ts'
import type { ReplyFor } from '../../../../shared/contract/operation.ts'
import { allPages } from '../../../api/all-pages.ts'
import { asUser, callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { TemplateSlot } from '../editor/item-form.ts'

/** A template for a new item. */
export interface TemplateChoice extends Pick<ItemTemplate, 'name' | 'label' | 'description' | 'image'> {
  /** True when the user made it, and nobody else sees it. */
  readonly own: boolean
  readonly nodes: readonly TemplateNode[]
  readonly slots: readonly TemplateSlot[]
}

/** A node of a template. */
export interface TemplateNode {
  readonly id: string
  readonly label: string
  readonly scheme: string | null
}

/**
 * The templates an actor can make items from, the system's and their own, with their slots in order. Items are created
 * by template name, and own templates come first: a system template with the name of an own one is left out.
 */
export function useItemTemplates(actor: string) {
  const { value: templates, failure, reload: read } = useLoaded(readAll, { whose: useActor(actor) })

  async function readAll(signal: AbortSignal): Promise<readonly TemplateChoice[]> {
    const found = await allPages(async (query) => {
      const reply = await callService(asUser(actor), itemTemplateOperations.itemTemplatesGet, { query }, signal)
      const visible = reply.item_templates.filter((template) => template.visible)
      return { rows: visible.map((template) => choiceOf(template, reply)), next: reply.next_page_after }
    })
    const own = new Set(found.filter((template) => template.own).map(({ name }) => name))
    return found.filter((template) => template.own || !own.has(template.name))
  }

  return { templates, failure, read }
}

type Page = ReplyFor<typeof itemTemplateOperations.itemTemplatesGet>

function choiceOf(template: ItemTemplate, { slots, classification_nodes }: Page): TemplateChoice {
  const [slotIds, nodeIds] = [new Set(template.slot_ids), new Set(template.classification_node_ids)]
  return {
    ...template,
    own: template.user_id !== null,
    nodes: classification_nodes.filter(({ id }) => nodeIds.has(id)),
    slots: slots.filter(({ id }) => slotIds.has(id)).sort((one, other) => one.ordinal - other.ordinal),
  }
}
