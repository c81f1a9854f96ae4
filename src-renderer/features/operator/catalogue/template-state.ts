import { TEMPLATE_STATES } from '../../../../shared/contract/system-catalogue.ts'
import { text } from '../../../i18n/i18n.ts'

/** A state in words. Templates of another program may have one that is not known here. */
export function templateState(state: string): string {
  return TEMPLATE_STATES.some((known) => known === state) ? text(`operator.templates.states.${state}`) : state
}
