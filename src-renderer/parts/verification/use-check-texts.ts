import type { AnsweredDescriptor, CheckedCredential, Check } from '../../../shared/contract/presentations.ts'
import { oneOf, t } from '../../i18n/i18n.ts'
import { suppliedText } from '../../i18n/service-words.ts'
import { usePresenting } from '../../ui/presenting.ts'
import type { Counts } from './result-lines.ts'

/** The most special type of a credential in words: `DrivingLicenceCredential` is "Driving licence", or as the window says it. */
function credentialTitle({ types }: Pick<CheckedCredential, 'types'>): string | undefined {
  const type = types.findLast((one) => one !== 'VerifiableCredential')
  if (type === undefined) return undefined
  const words = type.replace(/Credential$/, '').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  return words === '' ? type : suppliedText(words.charAt(0) + words.slice(1).toLowerCase())
}

/** The order in which results are counted; what is not there is not said, but for what passed. */
const COUNTED = ['pass', 'fail', 'warn', 'not_run'] as const

/** Sentences about checks that several components say. */
export function useCheckTexts() {
  const presenting = usePresenting()

  /** "8 pass, 1 fail". */
  function countsText(counts: Counts): string {
    return COUNTED.filter((result) => result === 'pass' || counts[result] > 0)
      .map((result) => t(oneOf('parts.result.count.*', result), { count: counts[result] }))
      .join(', ')
  }

  /** What a check found, in one word: its code, or before an audience the name of the check. */
  const foundText = ({ check, code }: Check): string =>
    presenting.on || code === null ? t(oneOf('parts.result.check.**.name', check)) : code

  /** Why a check says nothing. */
  function notRunText({ code, blocked_by }: Check): string {
    if (code === 'blocked' && blocked_by !== null) {
      const check = t(oneOf('parts.result.check.**.name', blocked_by))
      return t(oneOf('parts.result.reason.*', presenting.on ? 'blockedByName' : 'blockedBy'), { check, id: blocked_by })
    }
    return t(oneOf('parts.result.reason.*', code ?? 'not_applicable'))
  }

  const titleOf = (credential: CheckedCredential): string =>
    credentialTitle(credential) ?? t('parts.result.credentialNumber', { number: credential.index + 1 })

  /** What a definition calls an input. */
  const inputName = ({ name, id }: Pick<AnsweredDescriptor, 'id' | 'name'>): string =>
    name === null ? id : suppliedText(name)

  return { countsText, foundText, notRunText, titleOf, inputName }
}
