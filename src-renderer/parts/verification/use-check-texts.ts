import type { CheckedCredential, Check } from '../../../shared/contract/presentations.ts'
import { useI18n } from 'vue-i18n'
import type { Counts } from './result-lines.ts'

/** The most special type of a credential in words: `DrivingLicenceCredential` is "Driving licence". */
function credentialTitle({ types }: Pick<CheckedCredential, 'types'>): string | undefined {
  const type = types.findLast((one) => one !== 'VerifiableCredential')
  if (type === undefined) return undefined
  const words = type.replace(/Credential$/, '').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  return words === '' ? type : words.charAt(0) + words.slice(1).toLowerCase()
}

/** The order in which results are counted; what is not there is not said, but for what passed. */
const COUNTED = ['pass', 'fail', 'warn', 'not_run'] as const

/** Sentences about checks that several components say. */
export function useCheckTexts() {
  const { t } = useI18n()

  /** "8 pass, 1 fail". */
  function countsText(counts: Counts): string {
    return COUNTED.filter((result) => result === 'pass' || counts[result] > 0)
      .map((result) => t(`parts.result.count.${result}`, { count: counts[result] }))
      .join(', ')
  }

  /** Why a check says nothing. */
  function notRunText({ code, blocked_by }: Check): string {
    if (code === 'blocked' && blocked_by !== null) {
      return t('parts.result.reason.blockedBy', { check: t(`parts.result.check.${blocked_by}.name`), id: blocked_by })
    }
    return t(`parts.result.reason.${code ?? 'not_applicable'}`)
  }

  const titleOf = (credential: CheckedCredential): string =>
    credentialTitle(credential) ?? t('parts.result.credentialNumber', { number: credential.index + 1 })

  return { countsText, notRunText, titleOf }
}
