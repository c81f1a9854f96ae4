// Proves docs/contract/vault.md, Errors; docs/contract/workbench.md, Calls of the window.

import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { parseInput } from '../../src-main/service/validate.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { COERCED, inputsWith, sample } from '../support/calls/faulty-inputs.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestService } from '../support/service/test-service.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

/*
 * Whatever reads, compares or prints a value before its type was checked fails on the values of `COERCED`, and a caller
 * would be told of a failure of the program. Each is put in the place of every member of every request.
 */

/** Keep, measure or read as JSON what they are given. */
const TAKES_ANY_JSON = [
  'keystore.keypairsPost',
  'vault.clientTaskQueuePut',
  'vault.organizationsOrganizationIdServicesPost',
  'exchange.createPresentationDefinition',
  'exchange.registryImport',
  'exchange.verifyPresentation',
]

/** As IPC and callers in process can bring them; over HTTP nobody can. */
const NO_JSON: readonly unknown[] = [1n, { a: 1n }, circle(), new Date(NaN), { toJSON: () => expect.unreachable() }]

function circle(): unknown {
  const self: Record<string, unknown> = {}
  return Object.assign(self, { self })
}

type Input = Pick<ServiceRequest, 'params' | 'query' | 'body'>

/** Each takes as long as a presentation to verify, of which there are hundreds. */
const SLOW = ['exchange.verifyPresentation', 'verifier.postRequestPresentation', 'verifier.postAuthorizationResponse']

/** What its schemas take would run every scenario. */
const RUNS_ALL = 'workbench.walletScenarioRun'

const PARTS = ['params', 'query', 'body'] as const

/** The rest of a call stays as it is accepted, so that it is this one value that is refused. */
function faultyCalls<Call extends Input>(operation: Operation, call: Call, faults = COERCED): readonly Call[] {
  return PARTS.flatMap((part) => {
    const schema = operation[part]
    if (schema === undefined) return []
    const accepted = call[part] === undefined ? [] : [call[part]]
    return inputsWith(faults, schema, accepted).map((input) => ({ ...call, [part]: input }))
  })
}

function isTaken(operation: Operation, input: Input): boolean {
  try {
    parseInput(operation, input)
    return true
  } catch {
    return false
  }
}

/** What the schemas take is answered as its handler does, and anything else with a refusal. */
function isRight(operation: Operation, input: Input, { status }: ServiceReply): boolean {
  return status < 500 && (status >= 400 || isTaken(operation, input))
}

const withInput = (operations: readonly Operation[]) =>
  operations.filter(({ params, query, body }) => params !== undefined || query !== undefined || body !== undefined)

describe('a value that cannot be made a text or a number', () => {
  /** By how they are set. */
  const services = new Map<string, TestService>()
  let running: TestService

  /** Nothing of what a test does stays. */
  function start(operation: Operation): void {
    const settings = settingsFor(operation)
    const name = JSON.stringify(settings)
    running = services.get(name) ?? inProcess(settings)
    services.set(name, running)
    running.clock.advanceMs(60_000) // for what may be asked so often in a minute
    running.connection.exec('SAVEPOINT test')
  }

  function inProcess(settings: Parameters<typeof startService>[0]): TestService {
    const started = startService(settings)
    return {
      ...started,
      send: (request) => started.service.dispatch(request),
      close: () => started.service.close(),
    }
  }

  afterEach(() => {
    running.connection.exec('ROLLBACK TO test; RELEASE test')
    expect(running.faults.splice(0)).toEqual([])
  })
  afterAll(async () => {
    for (const one of services.values()) {
      await one.close()
      one.connection.close()
    }
  })

  /** The answer to a call of whose changes nothing stays. */
  async function answerTo(call: ServiceRequest): Promise<ServiceReply> {
    running.connection.exec('SAVEPOINT faulty')
    const reply = await running.send(call)
    running.connection.exec('ROLLBACK TO faulty; RELEASE faulty')
    return reply
  }

  async function wronglyAnswered(operation: Operation, calls: readonly ServiceRequest[]): Promise<readonly string[]> {
    const wrong: string[] = []
    for (const call of calls) {
      const reply = await answerTo(call)
      if (!isRight(operation, call, reply)) wrong.push(`${reply.status} ${inspect(call)}`)
    }
    return wrong
  }

  it.each(withInput(serviceOperations))('$id › is refused to who comes without credentials', async (operation) => {
    start(operation)
    const params = operation.params && sample(operation.params, UNKNOWN_ID)
    const call = { operation: operation.id, params, headers: {} }

    expect(await wronglyAnswered(operation, faultyCalls(operation, call))).toEqual([])
  })

  describe.each([
    { tier: 'quick', tags: [], operations: serviceOperations.filter(({ id }) => !SLOW.includes(id)) },
    { tier: 'full', tags: ['full'], operations: serviceOperations.filter(({ id }) => SLOW.includes(id)) },
  ])('$tier', ({ tags, operations }) => {
    it.each(withInput(operations))('$id › is refused to who may call', { tags }, async (operation) => {
      start(operation)
      const call = await acceptedCall(running, aSignedInUser(running), operation)

      expect((await answerTo(call)).ok).toBe(operation.alwaysRefused !== true)
      expect(await wronglyAnswered(operation, faultyCalls(operation, call))).toEqual([])
    })
  })

  it.each(serviceOperations.filter(({ id }) => TAKES_ANY_JSON.includes(id)))(
    '$id › is refused where JSON has no form for it',
    async (operation) => {
      start(operation)
      const call = await acceptedCall(running, aSignedInUser(running), operation)

      for (const one of faultyCalls(operation, call, NO_JSON)) {
        expect(await answerTo(one)).toMatchObject({ status: 400, body: { errors: [{ error: 'bad_request' }] } })
      }
    },
  )
})

describe('a value of the window that cannot be made a text or a number', () => {
  let workbench: TestWorkbench
  let userId: string

  beforeAll(async () => {
    workbench = await openWorkbench()
    userId = (await registerUser(workbench, 'Alice')).user.id
  })
  afterEach(() => {
    expect(workbench.faults.splice(0)).toEqual([])
  })
  afterAll(() => stopWorkbench(workbench))

  it.each(withInput(Object.values(workbenchOperations)))('$id › is refused', async (operation) => {
    const names = Object.keys(operation.params?.shape ?? {})
    const params = operation.params && {
      ...(sample(operation.params, UNKNOWN_ID) as object),
      ...(names.includes('user_id') && { user_id: userId }),
    }
    const wrong: string[] = []
    const calls = faultyCalls(operation, { operation: operation.id, params })
    for (const call of operation.id === RUNS_ALL ? calls.filter((one) => !isTaken(operation, one)) : calls) {
      const reply = await workbench.application.workbench.invoke(call)
      if (!isRight(operation, call, reply as ServiceReply)) wrong.push(inspect({ call, reply }))
    }

    expect(wrong).toEqual([])
  })
})
