import { ERROR_CATALOGUE, EXTRA_INFO_FACTS } from '../shared/contract/errors.ts'
import { CHECK_CODES } from '../shared/presentation-exchange/check-codes.ts'

const LIST = /(<!-- list of ([\w ]+) -->\n)[^]*?(<!-- end of the list -->)/g

const LINE_WIDTH = 120

const LISTS: Readonly<Record<string, () => readonly string[]>> = {
  'error codes': errorCodes,
  'extra_info facts': extraInfoFacts,
  'check codes': checkCodes,
}

/**
 * Replaces the lists of codes between their markers in a document with those of the source code.
 *
 * @throws Error for the marker of an unknown list
 */
export function withErrorLists(document: string): string {
  return document.replace(LIST, (_, begin: string, name: string, end: string) => {
    const list = LISTS[name]
    if (list === undefined) throw new Error(`there is no list of ${name}`)
    return `${begin}\n${list().join('\n')}\n\n${end}`
  })
}

/** One line for each code with its status and meaning, ordered by status. */
function errorCodes(): readonly string[] {
  return Object.entries(ERROR_CATALOGUE)
    .toSorted(([, one], [, other]) => one.status - other.status)
    .map(([code, { status, meaning }]) => `- \`${code}\` ${status}: ${meaning}`)
}

function extraInfoFacts(): readonly string[] {
  return Object.entries(EXTRA_INFO_FACTS).map(([key, { codes }]) => listItem(key, codes))
}

/** One item for each problem type, with the codes of checks that belong to it. */
function checkCodes(): readonly string[] {
  return Object.entries(CHECK_CODES).map(([type, codes]) => listItem(type, codes))
}

/** Wrapped before the code that would exceed the line width. */
function listItem(name: string, codes: readonly string[]): string {
  return codes.reduce((item, code, index) => {
    const entry = `\`${code}\`${index === codes.length - 1 ? '' : ','}`
    const line = item.slice(item.lastIndexOf('\n') + 1)
    return `${item}${line.length + 1 + entry.length > LINE_WIDTH ? '\n ' : ''} ${entry}`
  }, `- \`${name}\`:`)
}
