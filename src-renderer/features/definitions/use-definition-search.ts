import { FileSearch, LayoutTemplate } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { definitionOperations } from '../../../shared/contract/workbench-exchange.ts'
import { call } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { bestCommands, useCommandSource } from '../../frame/commands.ts'
import { t } from '../../i18n/i18n.ts'
import { suppliedText } from '../../i18n/service-words.ts'
import { nothingWhenRefused } from '../../session/use-searched.ts'
import { definitionPlace, newDefinitionPlace } from './definition-place.ts'

const FOUND_DEFINITIONS = 8

/** Finds stored definitions and templates in the palette of every page. */
export function useDefinitionSearch(): void {
  const router = useRouter()

  async function stored(text: string): Promise<readonly Command[]> {
    try {
      const { rows } = await call(definitionOperations.definitionRows, { query: { text, limit: FOUND_DEFINITIONS } })
      return rows.map(({ id, name, purpose }) => ({
        id: `definitions.open.${id}`,
        title: name ?? t('definitions.unnamed'),
        detail: suppliedText(purpose ?? '') || undefined,
        place: t('definitions.title'),
        icon: FileSearch,
        run: () => void router.push(definitionPlace(id)),
      }))
    } catch (error) {
      return nothingWhenRefused(error)
    }
  }

  async function templates(text: string): Promise<readonly Command[]> {
    // Loaded at the first search, so that the first screen does not wait for them.
    const { readyTemplates } = await import('./templates.ts')
    const all = readyTemplates().map(({ key, name, purpose }) => ({
      id: `definitions.template.${key}`,
      title: name,
      detail: purpose,
      place: t('label.templates'),
      icon: LayoutTemplate,
      run: () => void router.push(newDefinitionPlace({ template: key })),
    }))
    return bestCommands(all, text)
  }

  useCommandSource({ id: 'definitions', group: t('definitions.title'), search: stored })
  useCommandSource({ id: 'templates', group: t('label.templates'), search: templates })
}
