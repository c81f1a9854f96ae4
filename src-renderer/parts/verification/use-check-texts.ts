import type { AnsweredDescriptor, CheckedCredential, Check } from '../../../shared/contract/presentations.ts'
import { oneOf, t } from '../../i18n/i18n.ts'
import { suppliedText } from '../../i18n/service-words.ts'
import { usePresenting } from '../../ui/presenting.ts'
import type { Counts } from './result-lines.ts'

/**
 * The most specific type of a credential as text: `DrivingLicenceCredential` and `https://x.example/driving-licence` are
 * "Driving licence", or a translation.
 */
function credentialTitle({ types }: Pick<CheckedCredential, 'types'>): string | undefined {
  const type = types.findLast((one) => one !== 'VerifiableCredential')
  if (type === undefined) return undefined
  // Parts of an address without a letter in front, such as versions, name nothing.
  const name = type.split(/[/#:]/).findLast((part) => /^\p{L}/u.test(part)) ?? type
  const words = name
    .replace(/Credential$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  return words === '' ? type : suppliedText(words.charAt(0) + words.slice(1).toLowerCase())
}

/** The order of counts; zeros are left out, except for passed checks. */
const COUNTED = ['pass', 'fail', 'warn', 'not_run'] as const

/** Texts about checks that several components share. */
export function useCheckTexts() {
  const presenting = usePresenting()

  /** "8 pass, 1 fail". */
  function countsText(counts: Counts): string {
    return COUNTED.filter((result) => result === 'pass' || counts[result] > 0)
      .map((result) => t(oneOf('parts.result.count.*', result), { count: counts[result] }))
      .join(', ')
  }

  /** The finding of a check in short: its code, or the name of the check in presentation mode. */
  const foundText = ({ check, code }: Check): string =>
    presenting.on || code === null ? t(oneOf('parts.result.check.**.name', check)) : code

  /** The reason why a check did not run. */
  function notRunText({ code, blocked_by }: Check): string {
    if (code === 'blocked' && blocked_by !== null) {
      const check = t(oneOf('parts.result.check.**.name', blocked_by))
      return t(oneOf('parts.result.reason.*', presenting.on ? 'blockedByName' : 'blockedBy'), { check, id: blocked_by })
    }
    return t(oneOf('parts.result.reason.*', code ?? 'not_applicable'))
  }

  const titleOf = (credential: CheckedCredential): string =>
    credentialTitle(credential) ?? t('parts.result.credentialNumber', { number: credential.index + 1 })

  /** The name of an input in its definition. */
  const inputName = ({ name, id }: Pick<AnsweredDescriptor, 'id' | 'name'>): string =>
    name === null ? id : suppliedText(name)

  return { countsText, foundText, notRunText, titleOf, inputName }
}
