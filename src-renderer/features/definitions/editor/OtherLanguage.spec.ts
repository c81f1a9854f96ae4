// Proves docs/contract/window.md, Definitions.

import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { JsonObject } from '../../../../shared/presentation-exchange/json.ts'
import { queryFromDefinition } from '../../../../shared/dcql/definition-to-query.ts'
import { definitionFromQuery } from '../../../../shared/dcql/query-to-definition.ts'
import { text } from '../../../i18n/i18n.ts'
import { byRole, mountUi, settle } from '../../../ui/testing/mount-ui.ts'
import { aDefinition, aQuery } from '../testing/definitions.ts'
import OtherLanguage from './OtherLanguage.vue'

async function mountOther(source: JsonObject, language: string) {
  const [onGo, onUse] = [vi.fn(), vi.fn()]
  const translation = language === 'DCQL' ? queryFromDefinition(source) : definitionFromQuery(source)
  mountUi(() => h(OtherLanguage, { translation, source, language, onGo, onUse }))
  await settle()
  return { onGo, onUse, translation }
}

it('lists what the other language cannot express, and leads to each place', async () => {
  const { onGo, onUse, translation } = await mountOther(aQuery({ multiple: true }), 'Presentation Exchange')

  expect(document.body.textContent).toContain(text('definitions.other.losses', { language: 'Presentation Exchange' }))
  byRole('button', 'Credential query age, multiple').click()
  expect(onGo).toHaveBeenCalledWith(['dcql_query', 'credentials', 0, 'multiple'])
  byRole('button', text('definitions.other.use')).click()

  expect(onUse).toHaveBeenCalledWith(translation.translated)
})

it('says that nothing is lost where both can ask the same', async () => {
  await mountOther(aQuery(), 'Presentation Exchange')

  expect(document.body.textContent).toContain(text('definitions.other.same'))
})

it('shows a definition as a query', async () => {
  await mountOther(aDefinition(), 'DCQL')

  expect(document.body.textContent).toContain('dcql_query')
})

it('waits where what was written has faults', async () => {
  const props = { translation: undefined, source: {}, language: 'DCQL' }
  mountUi(() => h(OtherLanguage, props))
  await settle()

  expect(document.body.textContent).toContain(text('definitions.other.faulty', { language: 'DCQL' }))
  expect(document.querySelector('button')).toBeNull()
})
