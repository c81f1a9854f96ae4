import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { definitionVerdict } from '../presentation-definitions/definition-reader.ts'
import { isQuery, known } from '../presentations/evaluation.ts'
import { tokenFromText } from '../presentations/presentation.ts'
import { verifyPresentation } from '../presentations/verify-presentation.ts'
import { contextOver } from '../presentations/open-context.ts'
import { evaluationThreads } from './evaluation-threads.ts'
import { registriesOver } from './registry-port.ts'
import { tellReady } from '../../threads/thread-ready.ts'
import type { DefinitionTask, VerificationSettings, VerificationTask } from './verification-task.ts'

const settings = workerData as VerificationSettings // from verification-threads.ts
const elapsedMs = () => performance.now()
const registries = registriesOver(settings.registries)
const evaluation = evaluationThreads(elapsedMs)
const contextAt = contextOver(registries, elapsedMs, {
  evaluateOnWorker: evaluation.evaluate,
  maxMs: settings.maxMs,
})

/** The time of a task counts from its note. A fault ends this thread, and the other thread reports failed checks. */
parentPort?.on('message', (task: VerificationTask | DefinitionTask) => {
  parentPort?.postMessage({ note: 'begun' })
  if ('newDefinition' in task) parentPort?.postMessage({ result: definitionVerdict(task.newDefinition) })
  else void verify(task).then((result) => parentPort?.postMessage({ result }))
})

function verify({ sent, definition, now, registries: current, ...input }: VerificationTask) {
  registries.begin(current)
  const asked = definition && known(definition)
  if (asked !== undefined && !isQuery(asked) && asked.prepared.backtracks) evaluation.start()
  const context = contextAt(now, input.options.trusted_issuers)
  return verifyPresentation({ ...input, token: tokenFromText(sent), known: asked }, context)
}

tellReady()
