import type { TEMPLATE_STATES } from '../../../../shared/contract/system-catalogue.ts'

/** The text of every known state. Templates of another program may have other states. */
export const TEMPLATE_STATE_WORDS: Readonly<Record<(typeof TEMPLATE_STATES)[number], string>> = {
  new: 'operator.templates.states.new',
  public: 'operator.templates.states.public',
  private: 'operator.templates.states.private',
  rejected: 'operator.templates.states.rejected',
  publishing: 'operator.templates.states.publishing',
}
