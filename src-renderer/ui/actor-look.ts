/** The appearance of a simulated user: a name, always shown, and one of the eight actor colours. */
export interface ActorLook {
  readonly name: string
  /** Index of the colour, 0 to 7, in the order of the theme. */
  readonly colour: number
  /** The delegate, if this is an account owner. */
  readonly by?: ActorLook
}

const ACTOR_COLOURS = 8

/** The first letter of a name as people perceive it: an emoji or a combined character stays whole. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return (first?.segment ?? '?').toUpperCase()
}

/** The colour index to write into `data-actor`; more than eight users repeat the colours. */
export function colourIndex(actor: ActorLook): number {
  return actor.colour % ACTOR_COLOURS
}
