import { computed, shallowRef } from 'vue'
import type { ItemTemplate } from '../../../../shared/contract/item-templates.ts'
import { itemTemplateOperations } from '../../../../shared/contract/item-templates.ts'
import type { ReplyFor } from '../../../../shared/contract/operation.ts'
import { asUser } from '../../../api/as.ts'
import { callService } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import type { TemplateSlot } from './item-form.ts'

export interface TemplateChoice {
  readonly name: string
  readonly label: string
  readonly slots: readonly TemplateSlot[]
}

const MAX_PAGES = 20

/** The templates an actor can make items from, the system's and their own, with their slots in order. */
export function useItemTemplates(actor: string) {
  const templates = shallowRef<readonly TemplateChoice[]>()
  const failure = shallowRef<Failure>()

  async function read(): Promise<void> {
    failure.value = undefined
    try {
      templates.value = await readAll()
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  async function readAll(): Promise<TemplateChoice[]> {
    const found: TemplateChoice[] = []
    let after: string | null = null
    for (let page = 0; page < MAX_PAGES; page++) {
      const reply: Page = await callService(asUser(actor), itemTemplateOperations.itemTemplatesGet, {
        query: { ...(after !== null && { next_page_after: after }) },
      })
      found.push(...reply.item_templates.filter(({ visible }) => visible).map((template) => choiceOf(template, reply)))
      after = reply.next_page_after
      if (after === null) break
    }
    return found
  }

  void read()
  return { templates: computed(() => templates.value), failure: computed(() => failure.value), read }
}

type Page = ReplyFor<typeof itemTemplateOperations.itemTemplatesGet>

function choiceOf({ name, label, slot_ids }: ItemTemplate, { slots }: Page): TemplateChoice {
  const ids = new Set(slot_ids)
  return {
    name,
    label,
    slots: slots.filter(({ id }) => ids.has(id)).sort((one, other) => one.ordinal - other.ordinal),
  }
}
