import type { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { RequestLink } from '../../../shared/openid4vp/link.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { isoTime } from '../../service/ports.ts'
import { fetchRequest, requestIn, resolveRequest } from '../openid4vp/resolve-request.ts'
import type { FetchedRequest } from '../openid4vp/resolve-request.ts'
import { WalletHttpError } from '../store/wallet-ports.ts'
import type { WalletOwner, WalletPorts, WalletReply } from '../store/wallet-ports.ts'
import {
  checkedDefinition,
  failureOf,
  fetchDefinition,
  readDefinition,
  REMOTE_NOT_ALLOWED,
} from './fetch-definition.ts'
import type { ReadDefinition } from './fetch-definition.ts'
import type { ReadLink } from './link-facts.ts'
import { isRemote, ownRequestId, warningsOf } from './link-facts.ts'
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
    const empty = newRun({ id: ports.newId(), link: link.text, started_at: now() })
    const steps = new Steps(placed(withStep(empty, { at: now(), kind: 'link_read' }), link))
    try {
      refuseRemote(steps.run, allowRemote)
      const read =
        link.openid4vp === undefined
          ? readDefinition(await fetchNoted(steps, link.asks ?? ''))
          : await readAsked(steps, link, { request: link.openid4vp, allowRemote })
      if ('failure' in read) return { run: failedRun(steps.run, now(), read.failure), definition: undefined }
      return { run: await propose(steps.run, read), definition: read.definition }
    } catch (fault) {
      const failure = failureOf(fault)
      if (failure === undefined) throw fault
      return { run: failedRun(steps.run, now(), failure), definition: undefined }
    }
  }

  /** The request of an OpenID4VP link, and the definition in it or at its address. @throws {RequestRefused} */
  async function readAsked(
    steps: Steps,
    link: ReadLink,
    { request, allowRemote }: { readonly request: RequestLink; readonly allowRemote: boolean },
  ): Promise<ReadDefinition> {
    const fetched = await fetchAsked(steps, request)
    const asked = await resolveRequest(request, fetched, ports)
    const { client_id, signed, nonce, state, response_uri, definition, definition_uri } = asked
    steps.run = {
      ...placed(steps.run, { asks: link.asks, answers: response_uri }),
      openid4vp: { client_id, signed, nonce, state },
    }
    refuseRemote(steps.run, allowRemote)
    return definition_uri === undefined
      ? checkedDefinition(definition ?? {})
      : readDefinition(await fetchNoted(steps, definition_uri))
  }

  async function fetchAsked(steps: Steps, request: RequestLink): Promise<FetchedRequest | undefined> {
    const { request_uri, parameters } = request
    if (request_uri === undefined) {
      const jwt = parameters['request']
      return jwt === undefined ? undefined : { jwt, wallet_nonce: undefined }
    }
    const started = ports.elapsedMs()
    const { reply, wallet_nonce } = await fetchRequest(ports.http, request, owner.userId)
    const method = request.request_uri_method === 'post' ? 'POST' : 'GET'
    note(steps, { kind: 'request_fetched', method, url: request_uri, reply, started })
    return { jwt: requestIn(reply), wallet_nonce }
  }

  async function fetchNoted(steps: Steps, url: string): Promise<WalletReply> {
    const started = ports.elapsedMs()
    const reply = await fetchDefinition(ports.http, url, owner.userId)
    note(steps, { kind: 'definition_fetched', method: 'GET', url, reply, started })
    return reply
  }

  function note(steps: Steps, { kind, method, url, reply, started }: Fetch): void {
    const [http_status, bytes] = [reply.status, Buffer.byteLength(reply.body)]
    const duration_ms = ports.elapsedMs() - started
    steps.run = withStep(steps.run, { at: now(), kind, method, url, http_status, bytes, duration_ms })
  }

  /** The run with the addresses it leads to. */
  function placed(run: WalletRun, { asks, answers }: Pick<ReadLink, 'asks' | 'answers'>): WalletRun {
    return {
      ...run,
      definition_url: asks,
      destination_url: answers,
      request_id: ownRequestId(answers, ports.reachOf),
      warnings: warningsOf({ asks, answers }, ports.reachOf),
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

/** A run as far as it has come, for the record of one that fails. */
class Steps {
  run: WalletRun

  constructor(run: WalletRun) {
    this.run = run
  }
}

interface Fetch {
  readonly kind: 'request_fetched' | 'definition_fetched'
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly reply: WalletReply
  /** Milliseconds, as of `elapsedMs`. */
  readonly started: number
}

/** @throws {WalletHttpError} `remote_not_allowed` */
function refuseRemote(run: WalletRun, allowRemote: boolean): void {
  if (isRemote(run) && !allowRemote) throw new WalletHttpError(REMOTE_NOT_ALLOWED.code, REMOTE_NOT_ALLOWED.message)
}

function textMember(definition: JsonObject, name: string): string | null {
  return textOf(memberOf(definition, name)) ?? null
}
