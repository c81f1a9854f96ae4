import { setGlobalConfig } from '@openid4vc/oauth2'
import { z } from 'zod'

/*
 * The library of OpenID4VP, loaded at its first use in the main process, because that takes some tenths of a second.
 * Loading it replaces the messages of the schema library for the whole program; they are put back here, in the same
 * turn. It refuses http unless told otherwise, and verifiers on this computer have no certificate: which address may be
 * called is decided in this program (docs/contract/exchange.md, OpenID4VP: wallet).
 */
z.config({ customError: undefined })
setGlobalConfig({ allowInsecureUrls: true })

export { createOpenid4vpAuthorizationRequest, resolveOpenid4vpAuthorizationRequest } from '@openid4vc/openid4vp'
