import type { Check, Verification } from '../../shared/contract/presentations.ts'

type Answer = Pick<Verification, 'valid' | 'summary' | 'checks' | 'credentials' | 'descriptors'>

const SIGNS: Readonly<Record<Check['result'], string>> = { pass: '✓', fail: '✗', warn: '!', not_run: '–' }

/** The checks of an answer for a person: sign, name, code, sentence and place, grouped by what they are about. */
export function reportOf({ valid, summary, checks, credentials, descriptors }: Answer): string {
  const { pass, fail, warn, not_run } = summary
  return [
    ...group('Presentation', checks),
    ...credentials.flatMap((one) =>
      group(`Credential ${one.index} (${[one.types.at(-1), one.issuer].filter(Boolean).join(', from ')})`, one.checks),
    ),
    ...descriptors.flatMap((one) => group(`Descriptor ${one.name ?? one.id}`, one.checks)),
    `${valid ? 'valid' : 'not valid'}: ${pass} passed, ${fail} failed, ${warn} warnings, ${not_run} not run`,
    '',
  ].join('\n')
}

function group(title: string, checks: readonly Check[]): readonly string[] {
  return checks.length === 0 ? [] : [printable(title), ...checks.map(lineOf), '']
}

function lineOf({ check, result, code, message, pointer, inner_pointer, expected, actual, blocked_by }: Check): string {
  const because = blocked_by === null ? '' : `by ${blocked_by}`
  const place = [pointer, inner_pointer].filter((part) => part !== null).join(' in it ')
  const values = [expected === null ? '' : `expected ${expected}`, actual === null ? '' : `found ${actual}`]
  const parts = [check, code ?? '', because, message, ...values, place === '' ? '' : `at ${place}`]
  return printable(`  ${SIGNS[result]} ${parts.filter((part) => part !== '').join('  ')}`)
}

/** What a wallet sent must not move the cursor of a terminal, nor begin a line of its own. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)
}
