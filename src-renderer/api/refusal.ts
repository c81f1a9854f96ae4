import { CallError } from '../../shared/contract/caller.ts'
import type { ErrorEntry } from '../../shared/contract/errors.ts'
import { asPhrase, ruleAt, sentenceOf, messageFields } from '../../shared/contract/errors.ts'
import { text } from '../i18n/i18n.ts'
import { serviceSentence } from '../i18n/service-words.ts'
import type { Failure } from '../ui/failure.ts'
import type { Opposite } from '../ui/toasts.ts'
import type { Refusal } from '../ui/use-form.ts'

/** The failure to show for a refused call or a lost connection. Any other error is a bug and is rethrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) {
    const { status, code } = error
    const [message, original] = [serviceSentence('error', error), sentenceOf(error.message)]
    return { message, status, code, ...(message !== original && { original }) }
  }
  if (error instanceof TypeError) return { message: text('ui.noAnswer'), advice: text('ui.noAnswerAdvice') }
  throw error
}

/** The undo action of a message, which reports a refusal with its reason. */
export function opposite(act: () => Promise<unknown>, refused: (reason: string) => string): Opposite {
  return async () => {
    try {
      await act()
      return undefined
    } catch (error) {
      return refused(failureOf(error).message)
    }
  }
}

/**
 * A refusal for a form: errors of a field (`item.slots_attributes[2].encrypted_value`) are placed at that field.
 *
 * @param placeOf turns the service's path into the form's, or undefined when the form has no such field.
 */
export function refusalOf(error: unknown, placeOf: (path: string) => string | undefined = (path) => path): Refusal {
  const failure = failureOf(error)
  if (!(error instanceof CallError)) return { failure }
  const fields = error.errors.flatMap((row) => {
    const { parameter } = row.extra_info
    if (typeof parameter !== 'string') return []
    const path = placeOf(parameter)
    return path === undefined ? [] : [{ path, text: textAtField(row) }]
  })
  return fields.length === 0 ? { failure } : { fields }
}

/**
 * Like `refusalOf`, but also places some codes at a field, although the service names none.
 *
 * @param places for each code, the path of the field and, to replace the service's message, the text
 */
export function refusalAt(
  places: Readonly<Record<string, { readonly path: string; readonly says?: () => string }>>,
  otherwise: (error: unknown) => Refusal = refusalOf,
) {
  return (error: unknown): Refusal => {
    const { code = '', message } = failureOf(error)
    const place = places[code]
    return place === undefined ? otherwise(error) : { fields: [{ path: place.path, text: place.says?.() ?? message }] }
  }
}

/** The rest of the message, without the path or entry name it begins with: the label of the field says these. */
function textAtField({ error: code, ...row }: ErrorEntry): string {
  return serviceSentence('error', { code, ...messageFields(ruleAt(row)?.rule ?? asPhrase(row)) })
}
