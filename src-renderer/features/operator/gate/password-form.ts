import { z } from 'zod'
import { canBeOperatorPassword } from '../../../../shared/contract/workbench-operator.ts'
import { Passphrase } from '../../../../shared/contract/workbench-window.ts'

/** The operator's password is made here, or typed: as long as a passphrase, and of signs that every client can send. */
export function passwordForm(texts: { readonly missing: string; readonly signs: string }) {
  return z
    .object({ choice: z.enum(['made', 'own']), password: z.string(), remember: z.boolean() })
    .superRefine(({ choice, password }, context) => {
      if (choice === 'made') return
      const message = problemOf(password)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['password'], message })
    })

  function problemOf(password: string): string | undefined {
    if (password === '') return texts.missing
    const [issue] = Passphrase.safeParse(password).error?.issues ?? []
    return issue?.message ?? (canBeOperatorPassword(password) ? undefined : texts.signs)
  }
}
