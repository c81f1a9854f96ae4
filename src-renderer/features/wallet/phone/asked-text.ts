import { pointerSteps } from '../../../../shared/presentation-exchange/json.ts'
import { suppliedText } from '../../../i18n/service-words.ts'

/** The verifier's name for a field, else the last name of its path as words. */
export function fieldName({ name, path }: { readonly name: string | null; readonly path: string }): string {
  if (name !== null && name.trim() !== '') return name
  const last = /([^.[\]'"$*@]+)['"\]*[]*$/.exec(path)?.[1]
  return last === undefined ? path : claimName(last)
}

/** The name of a credential's member in words, translated if a bundled schema has it. */
export function claimName(member: string): string {
  return suppliedText(inWords(member))
}

/**
 * Names of the claims at JSON Pointers, with what they are inside of; a claim is not named again for what is told of its
 * inside.
 */
export function toldNames(pointers: readonly string[]): readonly string[] {
  const isNamedInside = (pointer: string) => pointers.some((other) => other.startsWith(`${pointer}/`))
  return pointers
    .filter((pointer) => !isNamedInside(pointer))
    .map((pointer) => pointerSteps(pointer).map(stepName).join(' › '))
}

/** Elements are counted from 1. */
function stepName(step: string): string {
  return /^\d+$/.test(step) ? String(Number(step) + 1) : claimName(step)
}

/** `birth_date` and `birthDate` are "Birth date", `ageOver18` is "Age over 18". */
function inWords(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([\p{Ll}\d])(\p{Lu})|(\p{Ll})(\d)/gu, '$1$3 $2$4')
    .toLowerCase()
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
