import { FileSearch, FlaskConical } from '@lucide/vue'
import type { Component } from 'vue'
import type { DefinitionRow } from '../../../shared/contract/workbench-exchange.ts'
import { linkTo } from '../../frame/places.ts'
import { text } from '../../i18n/i18n.ts'
import { scenarioTitle } from '../../parts/scenarios/scenario-title.ts'

/** The icon of a definition, which differs for those of scenarios. */
export function definitionIcon({ of_scenario }: { readonly of_scenario: boolean }): Component {
  return of_scenario ? FlaskConical : FileSearch
}

/** The name of a definition; one made for a single scenario has that scenario's name. */
export function definitionName({ name, scenario }: Pick<DefinitionRow, 'name' | 'scenario'>): string {
  return scenario === null ? (name ?? text('definitions.unnamed')) : scenarioTitle(scenario)
}

/** The address of the list of definitions, with one of them open. */
export const definitionPlace = (id?: string) => linkTo('definitions', { definition: id })

/** The start of a new definition: a stored one, or a template by its key. */
export interface DefinitionStart {
  readonly from?: string | undefined
  readonly template?: string | undefined
}

export const newDefinitionPlace = (start: DefinitionStart = {}) => linkTo('definition-new', {}, { ...start })
