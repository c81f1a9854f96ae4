/*
 * The three BSON types of the published format (bsonspec.org, version 1.1), little-endian:
 *   document  int32 length of all of it ‖ elements ‖ 00
 *   element   type(1) ‖ name ‖ 00 ‖ value
 *   05 binary  int32 length ‖ subtype(1) ‖ bytes      02 text  int32 length with its 00 ‖ UTF-8 ‖ 00      10 int32
 */
export type BsonValue = Uint8Array | string | number
export type BsonDocument = Readonly<Record<string, BsonValue>>

const TYPE = { text: 0x02, binary: 0x05, int32: 0x10 } as const
const END = 0x00
const INT32_BYTES = 4

export function writeBson(document: BsonDocument): Buffer {
  const elements = Object.entries(document).map(([name, value]) => writeElement(name, value))
  const body = Buffer.concat([...elements, Buffer.of(END)])
  return Buffer.concat([int32(INT32_BYTES + body.length), body])
}

/** Reads a document of these types. @throws {RangeError} for any other type, and for too few or too many bytes */
export function readBson(bytes: Buffer): BsonDocument {
  const end = bytes.length - 1
  if (bytes.readInt32LE() !== bytes.length || bytes.readUInt8(end) !== END) {
    throw new RangeError('not one whole BSON document')
  }
  const entries: [string, BsonValue][] = []
  for (let position = INT32_BYTES; position < end;) {
    const element = readElement(bytes.subarray(0, end), position)
    entries.push([element.name, element.value])
    position = element.next
  }
  return Object.fromEntries(entries)
}

interface BsonElement {
  readonly name: string
  readonly value: BsonValue
  readonly next: number
}

function writeElement(name: string, value: BsonValue): Buffer {
  const head = (type: number) => Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`, 'utf8')])
  if (typeof value === 'number') return Buffer.concat([head(TYPE.int32), int32(value)])
  if (typeof value !== 'string') return Buffer.concat([head(TYPE.binary), int32(value.length), Buffer.of(0), value])
  const text = Buffer.from(`${value}\0`, 'utf8')
  return Buffer.concat([head(TYPE.text), int32(text.length), text])
}

function readElement(bytes: Buffer, start: number): BsonElement {
  const nameEnd = bytes.indexOf(END, start + 1)
  if (nameEnd < 0) throw new RangeError('an element without an end of its name')
  const name = bytes.toString('utf8', start + 1, nameEnd)
  return { name, ...readValue(bytes, bytes.readUInt8(start), nameEnd + 1) }
}

function readValue(bytes: Buffer, type: number, start: number): Omit<BsonElement, 'name'> {
  const number = bytes.readInt32LE(start)
  const content = start + INT32_BYTES
  if (type === TYPE.int32) return { value: number, next: content }
  if (type === TYPE.binary) return { value: cut(bytes, content + 1, number), next: content + 1 + number }
  if (type !== TYPE.text) throw new RangeError(`an element of type ${type}`)
  return { value: cut(bytes, content, number - 1).toString('utf8'), next: content + number }
}

function cut(bytes: Buffer, start: number, length: number): Buffer {
  if (length < 0 || start + length > bytes.length) throw new RangeError('an element longer than its document')
  return bytes.subarray(start, start + length)
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(INT32_BYTES)
  bytes.writeInt32LE(value)
  return bytes
}
