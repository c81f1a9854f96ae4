import { FileSearch, LayoutTemplate, Plus } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { definitionOperations } from '../../../shared/contract/workbench-exchange.ts'
import { call, CallError } from '../../api/call.ts'
import type { Command } from '../../frame/commands.ts'
import { scoreOf, useCommand, useCommandSource } from '../../frame/commands.ts'
import { definitionPlace, newDefinitionPlace } from './definition-place.ts'
import { readyTemplates } from './templates.ts'

const FOUND_DEFINITIONS = 8

/** What can be done with definitions from the palette: make one, and go to any by typing. */
export function useDefinitionCommands(): void {
  const { t } = useI18n()
  const router = useRouter()

  useCommand(() => [
    {
      id: 'definitions.new',
      title: t('definitions.new'),
      group: t('definitions.title'),
      icon: Plus,
      shortcut: 'Ctrl+N',
      run: () => void router.push(newDefinitionPlace()),
    },
  ])

  async function stored(text: string): Promise<readonly Command[]> {
    try {
      const { rows } = await call(definitionOperations.definitionRows, { query: { text, limit: FOUND_DEFINITIONS } })
      return rows.map(({ id, name, purpose }) => ({
        id: `definitions.open.${id}`,
        title: name ?? t('definitions.unnamed'),
        detail: purpose ?? undefined,
        icon: FileSearch,
        run: () => void router.push(definitionPlace(id)),
      }))
    } catch (error) {
      // Locked while typing: there is nothing to find any more.
      if (error instanceof CallError) return []
      throw error
    }
  }

  function templates(text: string): readonly Command[] {
    return readyTemplates()
      .map(({ key, name, purpose }) => ({
        id: `definitions.template.${key}`,
        title: name,
        detail: purpose,
        icon: LayoutTemplate,
        run: () => void router.push(newDefinitionPlace({ template: key })),
      }))
      .filter((command) => scoreOf(command, text) > 0)
  }

  useCommandSource({ id: 'definitions', group: t('definitions.list'), search: stored })
  useCommandSource({ id: 'templates', group: t('definitions.templates.list'), search: templates })
}
