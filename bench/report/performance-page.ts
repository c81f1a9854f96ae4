import type { Row } from '../measure.ts'
import { goalText, shortfalls } from '../goals.ts'
import type { Shortfall } from '../goals.ts'
import type { Recorded, Run } from '../results.ts'
import { BENCHMARKS } from '../benchmarks.ts'
import { BESIDE_FLOOR, BESIDE_OTHERS, goalOf, GROWTH, STALLS } from '../row-goals.ts'
import { rounded, sidesOf, titleOf } from './figures.ts'
import { table } from './markdown.ts'
import { oneInstance, sharedByATeam } from './one-instance.ts'

/** What each row beside others does, and who else does it. */
export const OTHERS: Readonly<Record<string, readonly [what: string, other: string]>> = {
  'GET item over HTTP, json-server (P14)': ['read one of 10,000 items over HTTP', 'json-server'],
  'GET item over HTTP, Prism (P14)': ['read an item over HTTP; Prism answers its example', 'Prism'],
  'POST item to 10,000 over HTTP, json-server (P14)': ['add an item to 10,000 over HTTP', 'json-server'],
  'POST item to 10,000 over HTTP, Prism': ['add an item over HTTP; Prism keeps nothing', 'Prism'],
  'the same beside @digitalbazaar/vc (X2)': ['verify a linked data presentation', '@digitalbazaar/vc'],
  'first verification after start (X9)': ['verify the first one after the start', '@digitalbazaar/vc'],
  'verify, jwt_vc in jwt_vp, EdDSA, jose (X4)': ['verify a JWT presentation, EdDSA', 'jose'],
  'verify, jwt_vc in jwt_vp, ES256, jose (X4)': ['verify a JWT presentation, ES256', 'jose'],
  'verify, jwt_vc in jwt_vp, RS256, jose (X4)': ['verify a JWT presentation, RS256', 'jose'],
  'verify an SD-JWT VC of ten disclosures, @sd-jwt/sd-jwt-vc': ['verify an SD-JWT VC', '@sd-jwt/sd-jwt-vc'],
}

/** The text of docs/performance.md. */
export function performancePage(recorded: Recorded): string {
  const rows = new Map(Object.values(recorded).flatMap((run) => run.rows.map((row) => [row.name, row] as const)))
  const among = (goals: object) => Object.keys(goals).flatMap((name) => rows.get(name) ?? [])
  const withGoal = among(BESIDE_FLOOR).filter(({ name }) => goalOf(name).length > 0)
  return `# Performance

<!-- Written by "npm run bench -- --report" of bench/recorded.json: change bench/report, not this page. -->

Each row runs Vaultbench and something beside it in turn. Their ratio is the result, as a median with the
lowest and the highest round behind it; other figures depend more on the machine. \`bench/row-goals.ts\` holds the goals, and
[CONTRIBUTING](../CONTRIBUTING.md) says how to measure.

${measuredOn(recorded)}

## What one instance carries

${oneInstance(rows)}

## How a team shares one service

${sharedByATeam()}

## Beside what you could use instead

json-server and Prism know no users, check no rule and seal nothing; \`jose\` only checks the two signatures.

${table(['What', 'Beside', 'There', 'Here', 'Ratio'], among(BESIDE_OTHERS).map(besideOther))}

## Lists with up to 1,000,000 rows

![How long each list takes with 10,000, 100,000 and 1,000,000 rows of one user](performance-growth.svg)

## Beside the least that must be done

The floor is what every program must do for the same result: bare statements, bare cryptography, bare Hono; or the
same with less data. Where a row counts time or memory, less is better.

${table(['What', 'Floor', 'Here', 'Ratio', 'Goal'], withGoal.map(besideFloor))}

## How long others wait

Of all waits for the thread that answers, 99 of 100 end within p99, which should be 16 ms; the longest should be 50 ms.
Both are medians of the rounds.

${table(['While', 'p99, ms', 'Longest, ms'], among(STALLS).map(stall))}

## Not met

${notMet([BESIDE_OTHERS, GROWTH, BESIDE_FLOOR, STALLS].flatMap(among))}
`
}

function measuredOn(recorded: Recorded): string {
  const places = Map.groupBy(Object.entries(recorded), ([, run]) => placeOf(run))
  if (places.size === 0) return 'Nothing is recorded.'
  const [most = []] = [...places.values()].sort((one, other) => other.length - one.length)
  const missing = Object.keys(BENCHMARKS).filter((name) => recorded[name] === undefined)
  const left =
    missing.length === 0 ? [] : [wrapped(`Not recorded: ${missing.map((name) => `\`${name}\``).join(', ')}.`)]
  const machine = machineOf(most[0]?.[1])
  const measured = [...places].map(([place, runs]) => {
    if (runs === most) return wrapped(`Measured ${place}.`)
    // Only a machine that is another one is named again.
    return wrapped(`${runs.map(([name]) => `\`${name}\``).join(', ')}: measured ${place.replace(machine, '')}.`)
  })
  return [...measured, ...left].join('\n\n')
}

function placeOf(run: Run): string {
  const of = run.commit === '' ? '' : ` of commit ${run.commit}`
  return `${machineOf(run)}on ${run.at.slice(0, 10)}${of}`
}

function machineOf(run: Run | undefined): string {
  if (run === undefined) return ''
  const { cpu, cores, memoryGiB, system, node } = run.machine
  return `on ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, `
}

function besideOther(row: Row): readonly string[] {
  const [what, other] = OTHERS[row.name] ?? [titleOf(row.name), '']
  return [what, other, ...cellsOf(row)]
}

function besideFloor(row: Row): readonly string[] {
  return [titleOf(row.name), ...cellsOf(row), goalText(goalOf(row.name))]
}

function stall(row: Row): readonly string[] {
  const waits = [1000 / row.productPerSecond, row.besides?.['longest ms'] ?? 0]
  return [titleOf(row.name).replace('stall p99, ', ''), ...waits.map(rounded)]
}

function cellsOf(row: Row): readonly string[] {
  const ratio = ratioText(row.ratio)
  const spread = `(${ratioText(row.lowestRatio)}–${ratioText(row.highestRatio)})`
  return [...sidesOf(row), row.rounds === 1 ? ratio : `${ratio} ${spread}`]
}

function ratioText(ratio: number): string {
  return ratio >= 10 ? rounded(ratio) : ratio.toFixed(2)
}

function notMet(rows: readonly Row[]): string {
  const short = rows.flatMap((row) =>
    shortfalls(goalOf(row.name), row).map((shortfall) => shortfallCells(row, shortfall)),
  )
  if (short.length === 0) return 'Every goal is reached.'
  return table(['What', 'Figure', 'Goal', 'Measured', 'Short by'], short)
}

function shortfallCells({ name }: Row, { of, measured, limit }: Shortfall): readonly string[] {
  const [what = titleOf(name), other] = OTHERS[name] ?? []
  const by = limit === 0 ? rounded(measured) : `${rounded((100 * Math.abs(measured - limit)) / limit)} %`
  return [other === undefined ? what : `${what}, ${other}`, of, limit.toLocaleString('en'), rounded(measured), by]
}

const WIDTH = 120

function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
