import { useOneByOne } from '../api/use-one-by-one.ts'
import { untilWorkspaceLeft } from '../session/leaving.ts'
import type { LongWork } from '../ui/toasts.ts'

/** One call, and the shares that it concerns. */
interface SharePiece {
  readonly share_ids: readonly string[]
}

interface Outcome {
  /** Why shares were refused, by id. */
  readonly refused: ReadonlyMap<string, string>
  /** Ids of shares that were not tried, because it was stopped or the workspace was left. */
  readonly left: readonly string[]
}

/**
 * Sends calls that concern several shares each, one after the other.
 *
 * @param send answers with the shares that were refused; a refused call refuses all of its shares
 */
export function sendPieces<Piece extends SharePiece>(
  pieces: readonly Piece[],
  send: (piece: Piece) => Promise<readonly { readonly share_id: string; readonly message: string }[]>,
): LongWork<Outcome> {
  const { progress, stop, run } = useOneByOne()
  const locked = untilWorkspaceLeft()
  const countIn = (some: readonly Piece[]) => some.reduce((sum, { share_ids }) => sum + share_ids.length, 0)
  const of = countIn(pieces)

  async function sendAll(): Promise<Outcome> {
    const { done, refused, left } = await run(pieces, send, () => !locked.aborted)
    const single = [...done.values()].flatMap((failed) => failed.map(({ share_id, message }) => [share_id, message]))
    const whole = [...refused].flatMap(([{ share_ids }, reason]) => share_ids.map((id) => [id, reason]))
    return { refused: new Map([...single, ...whole] as [string, string][]), left: left.flatMap((one) => one.share_ids) }
  }

  return {
    progress: () => progress.value && { done: countIn(pieces.slice(0, progress.value.done)), of },
    stop,
    ended: sendAll(),
  }
}
