import type { Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { z } from 'zod'
import { CallError } from '../../../shared/contract/caller.ts'
import type { Workspace } from '../../../shared/contract/workbench.ts'
import { failureOf } from '../../api/refusal.ts'
import { openWorkspace } from '../../session/use-workspaces.ts'
import type { Refusal } from '../../ui/use-form.ts'
import { useForm } from '../../ui/use-form.ts'

/** The form that opens a workspace. A wrong passphrase is an error of its field, anything else a failure. */
export function useUnlock(workspace: Readonly<Ref<Workspace | undefined>>) {
  const { t } = useI18n()
  const isProtected = (): boolean => workspace.value?.protected ?? false
  const form = useForm({
    schema: z.object({
      passphrase: z.string().refine((typed) => typed !== '' || !isProtected(), t('welcome.unlock.passphraseMissing')),
    }),
    initial: { passphrase: '' },
    failureOf: refusal,
    submit: async ({ passphrase }) => {
      if (workspace.value === undefined) return
      await openWorkspace(workspace.value.id, isProtected() ? passphrase : null)
      form.reset()
    },
  })

  function refusal(error: unknown): Refusal {
    if (error instanceof CallError && error.code === 'workspace_passphrase_wrong') {
      return {
        fields: [{ path: 'passphrase', text: t('welcome.unlock.wrong', { name: workspace.value?.name ?? '' }) }],
      }
    }
    const failure = failureOf(error)
    return { failure: { ...failure, advice: failure.advice ?? t('welcome.unlock.failedAdvice') } }
  }

  return form
}
