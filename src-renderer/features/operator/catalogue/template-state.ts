import type { TEMPLATE_STATES } from '../../../../shared/contract/system-catalogue.ts'

/** The word of every state that is known here. Templates of another program may have others. */
export const TEMPLATE_STATE_WORDS: Readonly<Record<(typeof TEMPLATE_STATES)[number], string>> = {
  new: 'operator.templates.states.new',
  public: 'operator.templates.states.public',
  private: 'operator.templates.states.private',
  rejected: 'operator.templates.states.rejected',
  publishing: 'operator.templates.states.publishing',
}
