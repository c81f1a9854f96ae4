import { nameIndex, textOrNull } from '../../../shared/contract/machine-name.ts'
import type { SlotTypeName } from '../../../shared/contract/slots.ts'
import type { LabelTranslations, TemplateStatus } from '../../../shared/contract/system-catalogue.ts'
import type { PublicCall } from '../../service/call.ts'
import type { ClassificationStore, StoredNode, StoredScheme } from '../classification/classification-store.ts'
import type { ItemTemplateStore, StoredTemplate, StoredTemplateSlot } from '../item-templates/item-template-store.ts'
import { emptyTemplate, emptyTemplateSlot } from '../item-templates/template-rows.ts'
import { freeName } from './catalogue-rules.ts'
import type { CatalogueStore } from './catalogue-store.ts'

/** The parts of a call that adding needs; the first start provides them, too. */
export type CatalogueCall = Pick<PublicCall, 'now' | 'newId'>

interface CatalogueDependencies {
  readonly classification: Pick<ClassificationStore, 'findSchemeByName' | 'findSchemeCalled' | 'addScheme' | 'addNode'>
  readonly templates: Pick<
    ItemTemplateStore,
    'slotsOfTemplates' | 'addTemplate' | 'addTemplateSlot' | 'addTemplateLink'
  >
  readonly store: Pick<
    CatalogueStore,
    'findGlobalNode' | 'findGlobalNodeCalled' | 'findSystemTemplate' | 'findSystemTemplateCalled'
  >
}

interface NewEntry {
  /** The name; derived from the label if absent. */
  readonly name?: string | null | undefined
  readonly label: string
  readonly description?: string | null | undefined
  readonly label_translations?: LabelTranslations | null | undefined
}

interface NewScheme extends Omit<NewEntry, 'label_translations'> {
  readonly owned_by_user: boolean
}

interface NewNode extends NewEntry {
  readonly background_color?: string | null | undefined
  readonly image_id?: string | null | undefined
}

interface NewTemplate extends NewEntry {
  readonly status?: TemplateStatus | null | undefined
  readonly image_id?: string | null | undefined
  readonly nodes?: readonly Pick<StoredNode, 'id'>[]
}

interface NewTemplateSlot extends NewEntry {
  readonly slot_type?: SlotTypeName | null | undefined
}

/** Adds global entries: for the operator, and for a new vault. It applies every rule about names. */
export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(dependencies: CatalogueDependencies) {
  return { ...classificationAdditions(dependencies), ...templateAdditions(dependencies) }
}

function classificationAdditions({ classification, store }: CatalogueDependencies) {
  return { addScheme, addNode }

  /** @throws {ServiceError} `name_taken` */
  function addScheme({ now, newId }: CatalogueCall, scheme: NewScheme): StoredScheme {
    const id = newId()
    const name = freeName('scheme', scheme, {
      called: classification.findSchemeCalled(scheme),
      isTaken: (wanted) => classification.findSchemeByName(wanted) !== undefined,
    })
    const stored: StoredScheme = {
      id,
      name,
      label: scheme.label,
      description: textOrNull(scheme.description),
      owned_by_user: scheme.owned_by_user ? 1 : 0,
      created_at: now,
    }
    classification.addScheme(stored)
    return stored
  }

  /** A global node. @throws {ServiceError} `name_taken` */
  function addNode({ now, newId }: CatalogueCall, scheme: Pick<StoredScheme, 'id'>, node: NewNode): StoredNode {
    const id = newId()
    const name = freeName('node', node, {
      called: store.findGlobalNodeCalled(scheme.id, node),
      isTaken: (wanted) => store.findGlobalNode(scheme.id, wanted) !== undefined,
    })
    const stored: StoredNode = {
      id,
      scheme_id: scheme.id,
      user_id: null,
      name,
      label: node.label,
      label_translations: storedTranslations(node.label_translations),
      description: textOrNull(node.description),
      ordinal: 0,
      background_color: textOrNull(node.background_color),
      image_id: node.image_id ?? null,
      created_at: now,
    }
    classification.addNode(stored)
    return stored
  }
}

function templateAdditions({ templates, store }: CatalogueDependencies) {
  return { addTemplate, addTemplateSlot }

  /** A system template. @throws {ServiceError} `name_taken` */
  function addTemplate({ now, newId }: CatalogueCall, template: NewTemplate): StoredTemplate {
    const id = newId()
    const name = freeName('template', template, {
      called: store.findSystemTemplateCalled(template),
      isTaken: (wanted) => store.findSystemTemplate(wanted) !== undefined,
    })
    const stored: StoredTemplate = {
      ...emptyTemplate(now),
      id,
      user_id: null,
      name,
      label: template.label,
      label_translations: storedTranslations(template.label_translations),
      description: textOrNull(template.description),
      image_id: template.image_id ?? null,
      status: template.status ?? 'public',
    }
    templates.addTemplate(stored)
    for (const node_id of new Set(template.nodes?.map((node) => node.id))) {
      templates.addTemplateLink({ item_template_id: id, node_id })
    }
    return stored
  }

  /** A slot behind those the template has. @throws {ServiceError} `name_taken` */
  function addTemplateSlot(
    { now, newId }: CatalogueCall,
    template: Pick<StoredTemplate, 'id'>,
    slot: NewTemplateSlot,
  ): StoredTemplateSlot {
    const id = newId()
    const present = templates.slotsOfTemplates([template.id])
    const named = nameIndex(present)
    const name = freeName('slot', slot, {
      called: named.find(slot),
      isTaken: named.has,
    })
    const stored: StoredTemplateSlot = {
      ...emptyTemplateSlot(now),
      id,
      item_template_id: template.id,
      name,
      label: slot.label,
      label_translations: storedTranslations(slot.label_translations),
      description: textOrNull(slot.description),
      ordinal: Math.max(0, ...present.map(({ ordinal }) => ordinal)) + 1,
      slot_type_name: slot.slot_type ?? 'key_value',
    }
    templates.addTemplateSlot(stored)
    return stored
  }
}

function storedTranslations(labels: LabelTranslations | null | undefined): string | null {
  return labels === null || labels === undefined || Object.keys(labels).length === 0 ? null : JSON.stringify(labels)
}
