import { File, FileArchive, FileCode, FileImage, FilePlay, FileSpreadsheet, FileText, FileVolume } from '@lucide/vue'
import type { Component } from 'vue'

const ICONS: readonly (readonly [icon: Component, endings: string])[] = [
  [FileImage, 'png jpg jpeg gif webp avif bmp heic heif svg tif tiff'],
  [FileText, 'pdf txt md rtf doc docx odt pages'],
  [FileSpreadsheet, 'csv xls xlsx ods numbers tsv'],
  [FileCode, 'json xml html htm yaml yml pem crt cer p12'],
  [FileArchive, 'zip gz tar tgz bz2 xz 7z rar zst'],
  [FileVolume, 'mp3 wav ogg flac m4a aac opus'],
  [FilePlay, 'mp4 mov webm mkv avi m4v'],
]
const byEnding = new Map(
  ICONS.flatMap(([icon, endings]) => endings.split(' ').map((ending) => [ending, icon] as const)),
)
const MOST_CHARACTERS = 8

/** The extension of a file name in capitals, as shown; empty without one. */
export function fileEnding(name: string): string {
  const ending = /[^.]\.([\p{L}\p{N}]+)$/u.exec(name)?.[1] ?? ''
  return ending.length > MOST_CHARACTERS ? '' : ending.toUpperCase()
}

/** The icon of a file by its name; its real kind is known once it is opened. */
export function fileIcon(name: string): Component {
  return byEnding.get(fileEnding(name).toLowerCase()) ?? File
}
