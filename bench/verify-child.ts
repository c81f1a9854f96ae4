/*
 * node bench/verify-child.ts published|product
 * Verifies a presentation of linked data as often as each message says, and answers with the sample.
 */
import { shortenCollections } from '../src-main/composition/heap-growth.ts'
import { timedOnProcessor } from './measure.ts'
import { linkedDataPresentation, newVerifier } from './presentations.ts'
import { publishedVerifier } from './published-verifier.ts'

shortenCollections() // as the programs do
const verify = process.argv[2] === 'published' ? publishedVerifier() : newVerifier()
const presentation = await linkedDataPresentation('d1')

process.on('message', (operations: number) => {
  void timedOnProcessor(operations, () => verify(presentation)).then((sample) => process.send?.(sample))
})
