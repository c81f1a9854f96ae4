// Proves docs/contract/workbench.md, Commands.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { MatrixRow } from '../../shared/contract/workbench-wallet.ts'
import { runInProcess } from '../../tests/support/program/run-in-process.ts'
import { SCENARIOS } from '../wallet/scenarios/scenario-catalogue.ts'
import { runAll } from './scenario-command.ts'
import { junitReport } from './scenario-report.ts'

const directory = mkdtempSync(join(tmpdir(), 'vaultbench-scenario-'))
afterAll(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)
const [FIRST = expect.unreachable(), SECOND = expect.unreachable(), THIRD = expect.unreachable()] = SCENARIOS

const rowOf = (scenario: string, changed: Partial<MatrixRow> = {}): MatrixRow => ({
  scenario,
  expected: { check: null, codes: [], http_status: 200 },
  actual: { http_status: 200, http_code: null, valid: true, failed: [], warned: [] },
  outcome: 'as_expected',
  note: null,
  run_id: null,
  request_id: null,
  duration_ms: 12,
  ...changed,
})

describe('scenario', () => {
  it('runs what is named against a service of its own, and writes it down', async () => {
    const { code, out, err } = await runInProcess(['scenario', 'tampered-claim', 'no-key', '--junit', at('a.xml')])

    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /\nok {2}tampered-claim {2}Data Integrity 1\.0, 4\.4 .+ {2}credential\.proof: signature_invalid {2}credential\.proof: signature_invalid/,
    )
    expect(out).toMatch(
      /\nok {2}no-key {10}RFC 9110, 15\.6\.3 +HTTP 502 exchange_unavailable +HTTP 502 exchange_unavailable\n/,
    )
    expect(out).toMatch(/\n2 as expected, 0 not as expected, \d+\.\d s\n$/)
    expect(readFileSync(at('a.xml'), 'utf8')).toMatch(/<testsuite name="scenarios" tests="2" failures="0" errors="0"/)
    expect(readFileSync(at('a.xml'), 'utf8')).toMatch(
      /<system-out>rule: RFC 9110, 15\.6\.3.*\nexpected HTTP 502 exchange_unavailable, found HTTP 502/,
    )
  })

  it('--all › runs every scenario', { tags: ['full'] }, async () => {
    const { code, out } = await runInProcess(['scenario', '--all', '--json'])

    const told = JSON.parse(out) as { as_expected: number; scenarios: MatrixRow[] }
    expect([code, told.as_expected]).toEqual([0, SCENARIOS.length])
    expect(told.scenarios.map(({ scenario }) => scenario)).toEqual(SCENARIOS.map(({ id }) => id))
  })

  it('--list › prints each with what is expected of it and the rule that it breaks', async () => {
    const { code, out } = await runInProcess(['scenario', '--list'])

    expect(code).toBe(0)
    expect(out.split('\n')).toHaveLength(SCENARIOS.length + 2)
    expect(out).toMatch(/\ntampered-presentation +presentation\.proof: signature_invalid +Data Integrity 1\.0, 4\.4/)
    expect(out).toMatch(/\nwrong-holder +credential\.holder: subject_not_holder +policy of this verifier\n/)
  })

  it.each<[readonly string[], number, RegExp]>([
    [[], 2, /^name scenarios, or give --all; --list prints them\n/],
    [['no-kee'], 2, /^there is no scenario no-kee; did you mean no-key\?\n/],
    [['--all', 'no-key'], 2, /^--all and names of scenarios exclude each other\n/],
    [['no-key', '--junit', at('none/a.xml')], 3, /^the file of --junit cannot be written: ENOENT: .*none\/a\.xml/],
  ])('%j › %i', async (args, code, why) => {
    expect(await runInProcess(['scenario', ...args])).toMatchObject({
      code,
      out: '',
      err: expect.stringMatching(why) as string,
    })
    expect(existsSync(at('none'))).toBe(false)
  })

  const reportOf = async (
    runOne: (id: string) => MatrixRow,
    { ending = new AbortController().signal, json = false } = {},
  ) => {
    let out = ''
    const ports = { out: (text: string) => (out += text), progress: () => undefined, ending } as never
    const order = { json, junit: at('b.xml') }
    const code = await runAll([FIRST, SECOND, THIRD], order, { runOne: (id) => Promise.resolve(runOne(id)), ports })
    return { code, out, junit: readFileSync(at('b.xml'), 'utf8') }
  }

  it('ends with 1 when a verdict is another one, and says which came', async () => {
    const failed = [{ check: 'credential.status', code: 'revoked' }]
    const actual = { http_status: 200, http_code: null, valid: false, failed, warned: [] }
    const { code, out, junit } = await reportOf((id) =>
      rowOf(id, id === SECOND.id ? { outcome: 'other_reason', actual } : {}),
    )

    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`\nWRONG {2}${SECOND.id} .*credential\\.status: revoked\n`))
    expect(out).toContain('\n2 as expected, 1 not as expected, ')
    expect(junit).toContain('tests="3" failures="1"')
    expect(junit).toContain('found credential.status: revoked"')
  })

  it('told to end › finishes what it runs, tells what ran, and ends with 3', async () => {
    const ending = new AbortController()
    const { code, out, junit } = await reportOf(
      (id) => {
        if (id === SECOND.id) ending.abort()
        return rowOf(id)
      },
      { ending: ending.signal, json: true },
    )

    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ as_expected: 2, not_as_expected: 0, not_played: 1 })
    expect(junit).toContain('tests="2"')
  })
})

describe('junitReport', () => {
  it('writes what stands in a note as text', () => {
    const note = 'a <b> & "c" \u0000 \u001b[2J'
    const report = junitReport([{ scenario: FIRST, row: rowOf(FIRST.id, { outcome: 'error', actual: null, note }) }])

    expect(report).toContain('found a &lt;b&gt; &amp; &quot;c&quot; \uFFFD \uFFFD[2J"')
  })
})
