import { parentPort } from 'node:worker_threads'
import { tellReady } from '../../threads/thread-ready.ts'
import type { BlockTask } from './block-task.ts'
import { doBlockTask } from './do-block-task.ts'

/** A block that does not open is an answer; anything else ends this thread, and the other one says that it failed. */
parentPort?.on('message', (task: BlockTask) => {
  const outcome = doBlockTask(task)
  const { memory, state } = outcome
  parentPort?.postMessage({ result: outcome }, state === undefined ? [memory.buffer] : [memory.buffer, state.buffer])
})

tellReady()
