import { parentPort } from 'node:worker_threads'
import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import { prepareDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { evaluateSubmitted, evaluationBudget } from '../presentations/evaluation.ts'
import { isSameField } from './evaluation-task.ts'
import { tellReady } from '../../threads/thread-ready.ts'
import type { EvaluationTask } from './evaluation-task.ts'

/** Posts each field before evaluating it, because this thread can post nothing while a pattern runs. */
parentPort?.on('message', ({ definition, submitted, overrun }: EvaluationTask) => {
  const prepared = prepareDefinition(definition)
  const budget = evaluationBudget(true)
  const result = evaluateSubmitted(prepared, submitted, (place) => {
    parentPort?.postMessage({ note: place })
    return overrun.some((one) => isSameField(one, place)) ? newBudget(0) : budget
  })
  parentPort?.postMessage({ result })
})

tellReady()
