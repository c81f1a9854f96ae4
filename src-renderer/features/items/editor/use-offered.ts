import { computed, ref } from 'vue'
import { labelKey } from '../../../../shared/contract/machine-name.ts'
import { workbenchFolderOperations } from '../../../../shared/contract/workbench-folders.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { compareTexts } from '../../../../shared/folded-text.ts'
import { text } from '../../../i18n/i18n.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'

interface Field {
  readonly type: string
  readonly label: string
  readonly typed: string
}

/** So many items are looked into for what was chosen before. */
const LOOKED_INTO = 12

/**
 * What a field offers. A slot for a choice has no options of its own, in templates as in items, so that what was chosen in
 * slots of the same label before is offered; anything else can be typed. A slot for a folder offers the folders there are.
 */
export function useOffered(actor: string, field: () => Field) {
  const whose = useActor(actor)
  const entered = ref(false)
  const isChoice = (type: string): boolean => type === 'select' || type === 'select_multiple'

  const before = useLoaded(chosenBefore, {
    whose,
    of: () => (entered.value && isChoice(field().type) ? labelKey(field().label) || undefined : undefined),
  })
  const folders = useLoaded(
    async (signal) =>
      (await call(workbenchFolderOperations.folderRows, { params: { user_id: actor } }, signal)).folders,
    { whose, of: () => (field().type === 'attachments_folder' ? true : undefined) },
  )

  async function chosenBefore(signal: AbortSignal, label: string): Promise<readonly string[]> {
    const [params, query] = [{ user_id: actor }, { text: field().label, limit: LOOKED_INTO }]
    const { rows } = await call(workbenchItemOperations.itemsFound, { params, query }, signal)
    const items = await Promise.all(
      rows.map(({ id }) => call(workbenchItemOperations.itemOpen, { params: { ...params, item_id: id } }, signal)),
    )
    const slots = items.flatMap((item) => item.slots)
    const values = slots
      .filter((slot) => labelKey(slot.label) === label)
      .flatMap(({ slot_type_name: type, value }) => {
        if (type === 'select_multiple') return partsOf(value ?? '')
        return type === 'select' && value ? [value] : []
      })
    return [...new Set(values)].toSorted(compareTexts)
  }

  /** Of several choices the last one is being typed; those before it stay. */
  const choices = computed(() => {
    const { type, typed } = field()
    const taken = type === 'select_multiple' ? partsOf(typed.slice(0, typed.lastIndexOf(',') + 1)) : []
    return (isChoice(type) ? (before.value.value ?? []) : [])
      .filter((one) => !taken.includes(one))
      .map((one) => ({ value: [...taken, one].join(', '), label: one }))
  })

  return {
    choices,
    folders: computed(() => [
      {
        value: '',
        label: text(folders.value.value?.length === 0 ? 'items.editor.noFolders' : 'items.editor.noFolder'),
      },
      ...(folders.value.value ?? []).flatMap(({ id, label }) => (label === null ? [] : [{ value: id, label }])),
    ]),
    /** Only who comes to the field makes other items be opened. */
    read: () => void (entered.value = true),
  }
}

function partsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
