import { parentPort } from 'node:worker_threads'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { tellReady } from '../../threads/thread-ready.ts'
import type { SealedItem, ValueTexts } from './value-texts.ts'
import { createValueTexts } from './value-texts.ts'

/** The tasks of a value index's thread. The keys are in shared memory; their owner wipes them. */
export type ValueTask =
  | { readonly kind: 'begin'; readonly keys: DataKeys }
  | { readonly kind: 'replace'; readonly items: readonly SealedItem[] }
  | { readonly kind: 'find'; readonly words: readonly string[] }

let texts: ValueTexts | undefined

parentPort?.on('message', (task: ValueTask) => {
  if (task.kind === 'begin') texts = createValueTexts(task.keys)
  else if (texts === undefined) throw new Error('the first task must be "begin"')
  else if (task.kind === 'replace') texts.replace(task.items)
  else {
    const found = texts.find(task.words)
    return parentPort?.postMessage({ result: found }, [found.buffer])
  }
  parentPort?.postMessage({ result: null })
})

tellReady()
