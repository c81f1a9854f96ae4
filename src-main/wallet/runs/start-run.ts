import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { isoTime } from '../../service/ports.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { failureOf, fetchDefinition, readDefinition, REMOTE_NOT_ALLOWED } from './fetch-definition.ts'
import type { ReadDefinition } from './fetch-definition.ts'
import type { ReadLink } from './link-facts.ts'
import { warningsOf } from './link-facts.ts'
import type { Question } from './question.ts'
import { failedRun, newRun, withStep } from './run-record.ts'
import type { RunRecord } from './run-record.ts'

type StartedRun = Omit<RunRecord, 'in_matrix'>

/** @returns a run in which the user has to choose, or a failed one */
type StartRun = (link: ReadLink, allowRemote: boolean) => Promise<StartedRun>

/** The first five steps of a run, until the user chooses (docs/contract/exchange.md, Runs). */
export function runStarter(
  ports: WalletPorts,
  owner: WalletOwner,
  open: (definition: JsonObject) => Promise<Question>,
): StartRun {
  const now = () => isoTime(ports.clock.nowMs())

  return async (link, allowRemote) => {
    const { definition: url, destination } = link
    const empty = newRun({ id: ports.newId(), link: link.text, started_at: now() })
    const run: WalletRun = {
      ...withStep(empty, { at: now(), kind: 'link_read' }),
      definition_url: url,
      destination_url: destination,
      request_id: link.requestId ?? null,
      warnings: warningsOf(link, ports.reachOf),
    }
    const isRemote = run.warnings.some(({ code }) => code === 'leaves_this_computer')
    if (!isRemote || allowRemote) return fetchAndPropose(run, url)
    return { run: failedRun(run, now(), REMOTE_NOT_ALLOWED), definition: undefined }
  }

  async function fetchAndPropose(run: WalletRun, url: string): Promise<StartedRun> {
    const started = ports.elapsedMs()
    try {
      const reply = await fetchDefinition(ports.http, url, owner.userId)
      const fetched = withStep(run, {
        at: now(),
        kind: 'definition_fetched',
        method: 'GET',
        url,
        http_status: reply.status,
        bytes: Buffer.byteLength(reply.body),
        duration_ms: ports.elapsedMs() - started,
      })
      const read = readDefinition(reply)
      if ('failure' in read) return { run: failedRun(fetched, now(), read.failure), definition: undefined }
      return { run: await propose(fetched, read), definition: read.definition }
    } catch (fault) {
      const failure = failureOf(fault)
      if (failure === undefined) throw fault
      return { run: failedRun(run, now(), failure), definition: undefined }
    }
  }

  async function propose(
    run: WalletRun,
    { definition, id, warnings }: Exclude<ReadDefinition, { readonly failure: unknown }>,
  ): Promise<WalletRun> {
    const { facts, proposed } = await open(definition)
    const detail = warnings.length === 0 ? null : warnings.map(({ code }) => code).join(', ')
    return {
      ...withStep(run, { at: now(), kind: 'definition_checked', detail }),
      state: 'choosing',
      definition: { id, name: textMember(definition, 'name'), purpose: textMember(definition, 'purpose') },
      warnings: [...run.warnings, ...warnings],
      ...facts(proposed),
    }
  }
}

function textMember(definition: JsonObject, name: string): string | null {
  return textOf(memberOf(definition, name)) ?? null
}
