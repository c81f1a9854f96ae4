/** The headers of every reply (docs/security.md, What holds). */
const EVERY_REPLY = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** The headers of replies that are data: a browser that shows one may load and frame nothing. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...EVERY_REPLY,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The headers of uploaded files, which a browser must neither show nor run. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  ...EVERY_REPLY,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Content-Type': 'application/octet-stream',
  'Accept-Ranges': 'bytes',
}

export const JSON_HEADERS: Readonly<Record<string, string>> = {
  ...DATA_HEADERS,
  'Content-Type': 'application/json; charset=utf-8',
}

/**
 * The policies that may create markup and script addresses: that of the window's framework, and those of its workers,
 * each limited to one address (src-renderer/parts/files/own-worker.ts). None can be created twice.
 */
const TRUSTED_TYPES = ['vue', 'picture-worker', 'pdf-worker']

/**
 * For the window and the API reference: only files of our own origin, calls to our own origin, and no inline scripts.
 */
export const UI_HEADERS: Readonly<Record<string, string>> = {
  ...EVERY_REPLY,
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
}
