import { z } from 'zod'
import type { OrganizationService } from '../../../../shared/contract/organizations.ts'
import { Description } from '../../../../shared/contract/values.ts'
import { text } from '../../../i18n/i18n.ts'
import { orNull, requiredName } from '../organization-form.ts'

type Contract = OrganizationService['contract']

/** A contract as the text of a field: a string unchanged, everything else as JSON. */
export function contractText(contract: Contract): string {
  if (contract === null) return ''
  return typeof contract === 'string' ? contract : JSON.stringify(contract, null, 2)
}

/** Whether the contract is JSON, and so has to stay JSON. */
export const isJsonContract = (contract: Contract): boolean => contract !== null && typeof contract !== 'string'

/**
 * The fields of a service.
 *
 * @param asJson the contract is JSON and has to stay JSON; otherwise it is text
 */
export const serviceForm = (asJson: boolean) =>
  z.object({
    name: requiredName(),
    description: Description.transform(orNull),
    contract: z.string().transform((typed, context): Contract => {
      if (typed.trim() === '') return null
      if (!asJson) return typed
      try {
        return z.json().parse(JSON.parse(typed))
      } catch {
        context.addIssue({ code: 'custom', message: text('organizations.service.notJson') })
        return z.NEVER
      }
    }),
    compatible: z.boolean(),
  })
