import { constants, deflateSync, deflateRawSync } from 'node:zlib'

/** A PDF whose objects are numbered from 1 on: the catalogue, the list of pages, and what they are made of. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const size = objects.length + 1
  const parts = [Buffer.from('%PDF-1.4\n')]
  const lengthSoFar = (): number => parts.reduce((sum, { length }) => sum + length, 0)
  const places = objects.map((object, at) => {
    const place = lengthSoFar()
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
    return place
  })
  const start = lengthSoFar()
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\n`))
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

function stream(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content)
  const head = `<<${entries}/Length ${bytes.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

/** A document of one page, with what draws it and what that uses. */
function onePage(content: Buffer, resources: string, ...others: readonly (string | Buffer)[]): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
    content,
    ...others,
  ])
}

/** Two pages with a line of text each. */
export function pdf(): Buffer {
  const text = (words: string): Buffer => stream(`BT /F1 24 Tf 40 120 Td (${words}) Tj ET`)
  const page = (content: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${content} 0 R/Resources<</Font<</F1 7 0 R>>>>>>`
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page(5),
    page(6),
    text('First page'),
    text('Second page'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** A few kilobytes that become two gigabytes of nothing when the content of the page is unpacked. */
export function bombPdf(): Buffer {
  return onePage(stream(deflateSync(zeros(2048)), '/Filter[/FlateDecode/FlateDecode]'), '')
}

/** A picture of a page that says it is 100,000 pixels to a side, and is packed as if it were. */
export function hugePicturePdf(): Buffer {
  const picture = '/Type/XObject/Subtype/Image/Width 100000/Height 100000/ColorSpace/DeviceGray/BitsPerComponent 8'
  return onePage(
    stream('300 0 0 200 0 0 cm /P Do'),
    '/XObject<</P 5 0 R>>',
    stream(deflateSync(zeros(1024)), `${picture}/Filter[/FlateDecode/FlateDecode]`),
  )
}

/** A page that draws a part twice, which draws another one twice, and so on: more than is drawn in a life. */
export function endlessPdf(): Buffer {
  const depth = 40
  const parts = Array.from({ length: depth }, (_, at) => {
    const next = at + 1 < depth ? `/Resources<</XObject<</N ${at + 6} 0 R>>>>` : ''
    return stream(
      at + 1 < depth ? '/N Do /N Do' : '0 0 10 10 re f',
      `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${next}`,
    )
  })
  return onePage(stream('/N Do'), '/XObject<</N 5 0 R>>', ...parts)
}

/** So many mebibytes of zeros, packed: one of them as often as wanted. */
function zeros(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  const sum = Buffer.alloc(4)
  // Adler-32 of zeros: the lower half stays 1, the upper half counts them.
  sum.writeUInt16BE((mebibytes * 1024 * 1024) % 65_521)
  sum.writeUInt16BE(1, 2)
  return Buffer.concat([
    Buffer.from('789c', 'hex'),
    ...Array.from({ length: mebibytes }, () => one),
    Buffer.from('0300', 'hex'),
    sum,
  ])
}
