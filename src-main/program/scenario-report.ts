import type { MatrixRow, Scenario } from '../../shared/contract/workbench-wallet.ts'

export interface ScenarioOutcome {
  readonly scenario: Scenario
  readonly row: MatrixRow
}

/** The expected check result or refusal. */
export function expectedOf({ result, check, codes, http_status }: Scenario): string {
  const said = codes.join(' or ')
  if (result === 'pass') return 'accepted'
  if (check === null) return `HTTP ${http_status} ${said}`
  return result === 'warn' ? `accepted, ${check} warns: ${said}` : `${check}: ${said}`
}

/** The section that the scenario breaks or shows, or that it is a policy. */
export function ruleOf({ rule }: Scenario): string {
  return rule === 'policy' ? 'policy of this verifier' : rule
}

export function foundOf({ outcome, note, actual }: MatrixRow): string {
  if (actual === null) return note ?? outcome
  const { valid, failed, warned, http_status, http_code } = actual
  if (valid === null) return `HTTP ${http_status} ${http_code ?? ''}`.trimEnd()
  const said = [...failed, ...warned].map(({ check, code }) => `${check}: ${code}`).join(', ')
  return [valid ? 'accepted' : '', said].filter((part) => part !== '').join(', ')
}

/** One test case for each scenario, as JUnit writes them and as CI systems read them. */
export function junitReport(outcomes: readonly ScenarioOutcome[]): string {
  const failures = outcomes.filter(({ row }) => row.outcome !== 'as_expected').length
  const seconds = outcomes.reduce((sum, { row }) => sum + (row.duration_ms ?? 0), 0) / 1000
  const counts = `tests="${outcomes.length}" failures="${failures}" errors="0" skipped="0" time="${seconds.toFixed(3)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="vaultbench scenarios" ${counts}>
  <testsuite name="scenarios" ${counts}>
${outcomes.map(testCase).join('')}  </testsuite>
</testsuites>
`
}

function testCase({ scenario, row }: ScenarioOutcome): string {
  const begin = `    <testcase classname="scenarios.${xml(scenario.group)}" name="${xml(scenario.id)}" time="${((row.duration_ms ?? 0) / 1000).toFixed(3)}"`
  const message = `expected ${expectedOf(scenario)}, found ${foundOf(row)}`
  if (row.outcome === 'as_expected') {
    return `${begin}>
      <system-out>${xml(`rule: ${ruleOf(scenario)}\n${message}`)}</system-out>
    </testcase>
`
  }
  return `${begin}>
      <failure type="${row.outcome}" message="${xml(message)}">${xml(`rule: ${ruleOf(scenario)}`)}</failure>
    </testcase>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// eslint-disable-next-line no-control-regex -- they are what must not be there
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Notes can contain text from a wallet, and XML 1.0 does not allow control characters. */
function xml(text: string): string {
  return text.replaceAll(NOT_IN_XML, '\uFFFD').replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
