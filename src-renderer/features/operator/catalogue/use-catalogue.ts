import { computed } from 'vue'
import {
  systemClassificationOperations as classification,
  systemImageOperations as pictures,
  systemItemTemplateOperations as items,
} from '../../../../shared/contract/system-catalogue.ts'
import type { InputFor } from '../../../../shared/contract/operation.ts'
import { callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'

export type NewScheme = InputFor<typeof classification.systemClassificationSchemesPost>['body']['classification_scheme']
export type NewNode = InputFor<typeof classification.systemClassificationNodesPost>['body']['classification_node']
export type NewTemplate = InputFor<typeof items.systemItemTemplatesPost>['body']['item_template']
export type NewSlot = InputFor<typeof items.systemItemTemplatesNameSlotPost>['body']['template_slot']
export type NewPicture = InputFor<typeof pictures.systemImagesPost>['body']['image']

const OPERATOR = { as: 'operator' } as const

/** The operator's catalogue: classification schemes with their nodes, item templates, images. */
export function useCatalogue() {
  const schemes = useLoaded(
    async () => (await callService(OPERATOR, classification.systemClassificationNodesGet, {})).classification_schemes,
    { kept: 'operator-schemes' },
  )
  const templates = useLoaded(
    async () => (await callService(OPERATOR, items.systemItemTemplatesGet, {})).item_templates,
    { kept: 'operator-templates' },
  )
  const images = useLoaded(async () => (await callService(OPERATOR, pictures.systemImagesGet, {})).images, {
    kept: 'operator-images',
  })

  async function reload(): Promise<void> {
    await Promise.all([schemes.reload(), templates.reload(), images.reload()])
  }
  void reload()
  useWorkbenchChanges((event) => event.type === 'operator' && event.part === 'catalogue', reload)

  return {
    schemes: schemes.value,
    templates: templates.value,
    images: images.value,
    busy: computed(() => [schemes, templates, images].some(({ busy }) => busy.value)),
    failures: { schemes: schemes.failure, templates: templates.failure, images: images.failure },
    reload,
    ...catalogueChanges(reload),
  }
}

export type Catalogue = ReturnType<typeof useCatalogue>

/** Resolves after the lists were read again. Throws CallError (`name_taken`, `in_use`, `not_found`). */
function catalogueChanges(reload: () => Promise<void>) {
  async function change<Reply>(sent: Promise<Reply>): Promise<Reply> {
    const reply = await sent
    await reload()
    return reply
  }

  return {
    async addScheme(classification_scheme: NewScheme): Promise<string> {
      const body = { classification_scheme }
      const reply = await change(callService(OPERATOR, classification.systemClassificationSchemesPost, { body }))
      return reply.classification_scheme.name
    },
    removeScheme: (name: string) =>
      change(callService(OPERATOR, classification.systemClassificationSchemesNameDelete, { params: { name } })),
    addNode: (classification_node: NewNode) =>
      change(callService(OPERATOR, classification.systemClassificationNodesPost, { body: { classification_node } })),
    removeNode: (scheme_name: string, node_name: string) =>
      change(
        callService(OPERATOR, classification.systemClassificationNodesSchemeNameNodeNameDelete, {
          params: { scheme_name, node_name },
        }),
      ),
    async addTemplate(item_template: NewTemplate): Promise<string> {
      const reply = await change(callService(OPERATOR, items.systemItemTemplatesPost, { body: { item_template } }))
      return reply.item_template.name
    },
    removeTemplate: (name: string) =>
      change(callService(OPERATOR, items.systemItemTemplatesNameDelete, { params: { name } })),
    addSlot: (name: string, template_slot: NewSlot) =>
      change(
        callService(OPERATOR, items.systemItemTemplatesNameSlotPost, { params: { name }, body: { template_slot } }),
      ),
    removeSlot: (name: string, slot_id: string) =>
      change(callService(OPERATOR, items.systemItemTemplatesNameSlotSlotIdDelete, { params: { name, slot_id } })),
    addImage: (image: NewPicture) => change(callService(OPERATOR, pictures.systemImagesPost, { body: { image } })),
    removeImage: (id: string) => change(callService(OPERATOR, pictures.systemImagesIdDelete, { params: { id } })),
  }
}
