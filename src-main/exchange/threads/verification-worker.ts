import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import type { KnownDefinition } from '../presentations/evaluation.ts'
import { verifyPresentation } from '../presentations/verify-presentation.ts'
import { verifyingWorldOver } from '../presentations/world.ts'
import { evaluationThread } from './evaluation-thread.ts'
import { registriesOver } from './registry-port.ts'
import type { VerificationSettings, VerificationTask } from './verification-task.ts'

const settings = workerData as VerificationSettings // by verification-thread.ts, nobody else
const elapsedMs = () => performance.now()
const registries = registriesOver(settings.registries)
const evaluation = evaluationThread(elapsedMs)
const worldAt = verifyingWorldOver(registries, elapsedMs, {
  evaluateApart: evaluation.evaluate,
  maxMs: settings.maxMs,
})

/** Its time counts from its note on. What goes wrong here ends this thread, and the other one says that the checks failed. */
parentPort?.on('message', ({ definition, now, registries: current, ...input }: VerificationTask) => {
  parentPort?.postMessage({ note: 'begun' })
  registries.begin(current)
  void verify().then((result) => parentPort?.postMessage({ result }))

  async function verify() {
    const known = definition === undefined ? undefined : knownDefinition(definition)
    const world = worldAt(now, input.options.trusted_issuers)
    const { input: _input, ...checked } = await verifyPresentation({ ...input, known }, world)
    return checked
  }
})

function knownDefinition(definition: JsonObject): KnownDefinition {
  const prepared = prepareDefinition(definition)
  if (prepared.backtracks) evaluation.start()
  return { definition, prepared }
}
