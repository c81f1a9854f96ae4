import { encodePng } from '../../verifier/png.ts'

/*
 * Pictures of the sample workspace. They are drawn, so that the program carries no photographs: shapes of one colour
 * each, painted over each other, as a PNG with a palette.
 */

export type PictureName = 'cat' | 'dog' | 'car' | 'boat'

type Point = readonly [number, number]
type Shape = { readonly colour: string } & (
  | { readonly circle: readonly [number, number, number] }
  | { readonly corners: readonly Point[] }
)

interface Drawing {
  readonly ground: string
  readonly shapes: readonly Shape[]
}

/** Width and height; the size of the smaller pictures of the window, so that one serves as both. */
const PIXELS = 256

const box = (colour: string, [left, top]: Point, [right, bottom]: Point): Shape => ({
  colour,
  corners: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
})
const disc = (colour: string, x: number, y: number, radius: number): Shape => ({ colour, circle: [x, y, radius] })
const area = (colour: string, ...corners: readonly Point[]): Shape => ({ colour, corners })

const DRAWINGS: Readonly<Record<PictureName, Drawing>> = {
  cat: {
    ground: '#dfe7ee',
    shapes: [
      area('#6b5647', [62, 118], [70, 34], [126, 84]),
      area('#6b5647', [194, 118], [186, 34], [130, 84]),
      disc('#836a58', 128, 146, 82),
      disc('#f2e9e1', 128, 186, 40),
      ...[98, 158].flatMap((x) => [disc('#a8c256', x, 134, 15), disc('#20211c', x, 134, 7)]),
      area('#c98087', [118, 166], [138, 166], [128, 178]),
    ],
  },
  dog: {
    ground: '#e9e3d2',
    shapes: [
      disc('#e7c9a0', 128, 132, 78),
      area('#7a4a26', [66, 76], [34, 106], [40, 196], [78, 148]),
      area('#7a4a26', [190, 76], [222, 106], [216, 196], [178, 148]),
      disc('#fbf4e9', 128, 172, 44),
      disc('#2a1f18', 100, 122, 9),
      disc('#2a1f18', 156, 122, 9),
      disc('#2a1f18', 128, 156, 15),
    ],
  },
  car: {
    ground: '#cfe3f1',
    shapes: [
      box('#8b959c', [0, 186], [256, 256]),
      area('#1d4f80', [70, 118], [98, 78], [172, 78], [206, 118]),
      area('#d7edf8', [84, 116], [104, 86], [132, 86], [132, 116]),
      area('#d7edf8', [138, 116], [138, 86], [168, 86], [190, 116]),
      area('#2a6aa6', [24, 132], [40, 116], [214, 116], [234, 138], [234, 176], [24, 176]),
      box('#f6e3a1', [222, 136], [234, 150]),
      ...[78, 184].flatMap((x) => [disc('#20242a', x, 178, 27), disc('#b9c2c9', x, 178, 13)]),
    ],
  },
  boat: {
    ground: '#bfdcec',
    shapes: [
      disc('#f5d67b', 206, 52, 24),
      box('#2d6f92', [0, 186], [256, 256]),
      box('#5f4a38', [122, 30], [128, 180]),
      area('#ffffff', [132, 34], [132, 162], [206, 162]),
      area('#d2483f', [118, 48], [118, 162], [66, 162]),
      area('#f4f6f7', [44, 172], [220, 172], [188, 212], [74, 212]),
    ],
  },
}

export function samplePicture(name: PictureName): Buffer {
  const { ground, shapes } = DRAWINGS[name]
  const palette = [...new Set([ground, ...shapes.map(({ colour }) => colour)])]
  // One byte before each line says how it is filtered: not at all.
  const rows = Buffer.alloc((PIXELS + 1) * PIXELS)
  for (const shape of shapes) paint(rows, shape, palette.indexOf(shape.colour))
  return encodePng({
    width: PIXELS,
    height: PIXELS,
    bitDepth: 8,
    colourType: 'palette',
    palette: Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex'),
    rows,
  })
}

function paint(lines: Buffer, shape: Shape, colour: number): void {
  for (let y = 0; y < PIXELS; y += 1) {
    const spans = 'circle' in shape ? acrossCircle(shape.circle, y) : acrossCorners(shape.corners, y)
    for (const [from, to] of spans) {
      const line = y * (PIXELS + 1) + 1
      lines.fill(colour, line + Math.max(0, Math.round(from)), line + Math.min(PIXELS, Math.round(to)))
    }
  }
}

type Spans = readonly (readonly [number, number])[]

function acrossCircle([x, centre, radius]: readonly [number, number, number], y: number): Spans {
  const height = Math.abs(y - centre)
  if (height > radius) return []
  const half = Math.sqrt(radius ** 2 - height ** 2)
  return [[x - half, x + half]]
}

function acrossCorners(corners: readonly Point[], y: number): Spans {
  const crossings = corners
    .flatMap(([x, top], index) => {
      const [otherX, otherY] = corners[(index + 1) % corners.length] ?? [x, top]
      const isCrossed = top <= y !== otherY <= y
      return isCrossed ? [x + ((y - top) / (otherY - top)) * (otherX - x)] : []
    })
    .sort((a, b) => a - b)
  return crossings.flatMap((from, index) => (index % 2 === 0 ? [[from, crossings[index + 1] ?? from] as const] : []))
}
