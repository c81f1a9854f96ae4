import { fallbackName, machineName } from '../../../shared/contract/machine-name.ts'
import type { IdSource } from '../../service/ports.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import { FIRST_SCHEMES } from '../classification/first-start-nodes.ts'
import { FIRST_TEMPLATES } from './first-start-templates.ts'
import type { ItemTemplateStore } from './item-template-store.ts'
import type { SeedStore } from './seed-store.ts'

interface SeedDependencies {
  readonly seeds: SeedStore
  readonly classification: Pick<ClassificationStore, 'addScheme' | 'addNode'>
  readonly templates: Pick<ItemTemplateStore, 'addTemplate' | 'addTemplateSlot' | 'addTemplateLink'>
  readonly newId: IdSource
  /** ISO 8601 */
  readonly now: string
}

const FIRST_START = 'first-start'

/**
 * Puts the schemes, nodes and templates of a new vault in, once: what an operator deletes later stays deleted. Part of
 * opening the service and not of a migration, because ids and time come from ports. Runs inside a transaction.
 */
export function seedFirstStart(dependencies: SeedDependencies): void {
  const { seeds, now } = dependencies
  if (seeds.isApplied(FIRST_START)) return
  const nodeIds = seedClassification(dependencies)
  seedTemplates(dependencies, nodeIds)
  seeds.markApplied(FIRST_START, now)
}

/** Returns node ids by `scheme/node`. */
function seedClassification({ classification, newId, now }: SeedDependencies): ReadonlyMap<string, string> {
  const nodeIds = new Map<string, string>()
  for (const { name: scheme, label, ownedByUser, nodes } of FIRST_SCHEMES) {
    const schemeId = newId()
    classification.addScheme({
      id: schemeId,
      name: scheme,
      label,
      description: null,
      owned_by_user: ownedByUser ? 1 : 0,
      created_at: now,
    })
    for (const node of nodes) {
      const id = newId()
      const name = machineName(node.label) || fallbackName('node', id)
      classification.addNode({
        id,
        scheme_id: schemeId,
        user_id: null,
        name,
        label: node.label,
        description: node.description ?? null,
        ordinal: 0,
        background_color: null,
        created_at: now,
      })
      nodeIds.set(`${scheme}/${name}`, id)
    }
  }
  return nodeIds
}

function seedTemplates({ templates, newId, now }: SeedDependencies, nodeIds: ReadonlyMap<string, string>): void {
  const times = { created_at: now, updated_at: now }
  for (const { name, label, node, slots } of FIRST_TEMPLATES) {
    const id = newId()
    templates.addTemplate({
      ...{ id, user_id: null, name, label, description: null, ordinal: 0, visible: 1, background_color: null },
      ...times,
    })
    slots.forEach((slot, index) => {
      templates.addTemplateSlot({
        ...{ id: newId(), item_template_id: id, name: slot.name, label: slot.label, description: null },
        ...{ ordinal: index + 1, visible: 1, required: 0, slot_type_name: slot.type },
        ...times,
      })
    })
    const nodeId = nodeIds.get(node?.join('/') ?? '')
    if (nodeId !== undefined) templates.addTemplateLink({ item_template_id: id, node_id: nodeId })
  }
}
