/** Formats connection errors in the wording that Kubernetes administrators search for. */
import { isIP } from 'node:net';

const certificates: Readonly<Record<string, string>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate signed by unknown authority',
	SELF_SIGNED_CERT_IN_CHAIN: 'certificate signed by unknown authority',
	UNABLE_TO_GET_ISSUER_CERT: 'certificate signed by unknown authority',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate signed by unknown authority',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate signed by unknown authority',
	CERT_HAS_EXPIRED: 'certificate has expired or is not yet valid',
	CERT_NOT_YET_VALID: 'certificate has expired or is not yet valid',
};

interface SystemError extends Error {
	readonly code?: string;
	readonly address?: string;
	readonly port?: number;
	/** Certificate of the peer, if its names do not match. */
	readonly cert?: { readonly subjectaltname?: string };
	readonly host?: string;
}

export function connectionSentence(error: SystemError): string {
	const { code = '', address, port, message, cert, host = '' } = error;
	const why = certificates[code];
	if (why !== undefined) return `tls: failed to verify certificate: x509: ${why}`;
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `tls: failed to verify certificate: x509: ${otherNames(cert?.subjectaltname ?? '', host)}`;
	if (code === 'ECONNREFUSED' && address !== undefined)
		return `dial tcp ${address.includes(':') ? `[${address}]` : address}:${port}: connect: connection refused`;
	if (code === 'ENOTFOUND') return `dial tcp: ${message.replace(/^getaddrinfo ENOTFOUND /, 'lookup ')}: no such host`;
	if (code === 'ECONNRESET') return 'EOF';
	return message;
}

function otherNames(names: string, host: string): string {
	const isAddress = isIP(host) !== 0;
	const own = names.split(', ').flatMap((name) => (name.startsWith(isAddress ? 'IP Address:' : 'DNS:') ? name.slice(name.indexOf(':') + 1) : []));
	if (own.length > 0) return `certificate is valid for ${own.join(', ')}, not ${host}`;
	if (isAddress) return `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
	return `certificate is not valid for any names, but wanted to match ${host}`;
}
