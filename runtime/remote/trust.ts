/** Trust of TLS clients in given CA bundles, as in Go. */

/**
 * TLS options of a client with a CA bundle. Each certificate of the bundle is trusted itself, also one that is no root: a bundle may
 * contain only the certificate of the server.
 */
export const trustsEachCertificate = { allowPartialTrustChain: true };
