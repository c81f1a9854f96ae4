import { parentPort } from 'node:worker_threads'
import { tellReady } from '../../threads/thread-ready.ts'
import type { BlockTask } from './block-task.ts'
import { doBlockTask } from './do-block-task.ts'

/** A block that cannot be opened is an answer; any other fault ends this thread and is reported by the service thread. */
parentPort?.on('message', (task: BlockTask) => {
  const outcome = doBlockTask(task)
  const { memory, state } = outcome
  parentPort?.postMessage({ result: outcome }, state === undefined ? [memory.buffer] : [memory.buffer, state.buffer])
})

tellReady()
