import { useI18n } from 'vue-i18n'
import { z } from 'zod'
import { CallError } from '../../../../shared/contract/caller.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { useOperatorDesk } from '../../../session/use-operator-desk.ts'
import type { Refusal } from '../../../ui/use-form.ts'
import { useForm } from '../../../ui/use-form.ts'

/** The form that opens the desk. A wrong password is an error of its field; too many of them say how long to wait. */
export function useOpenDesk() {
  const { t } = useI18n()
  const desk = useOperatorDesk()
  const form = useForm({
    schema: z.object({ password: z.string().min(1, t('operator.gate.passwordMissing')), remember: z.boolean() }),
    initial: { password: '', remember: false },
    labels: { password: t('operator.gate.password') },
    failureOf: refusal,
    submit: async ({ password, remember }) => {
      await desk.open(password, remember)
      form.reset()
    },
  })

  function refusal(error: unknown): Refusal {
    if (error instanceof CallError && error.code === 'admin_password_invalid') {
      return { fields: [{ path: 'password', text: t('operator.gate.wrong') }] }
    }
    const seen = refusalOf(error)
    const seconds = error instanceof CallError ? error.retryAfterSeconds : undefined
    if (seconds === undefined || seen.failure === undefined) return seen
    return {
      failure: { ...seen.failure, message: t('operator.gate.tooMany'), advice: t('operator.gate.wait', seconds) },
    }
  }

  return form
}
