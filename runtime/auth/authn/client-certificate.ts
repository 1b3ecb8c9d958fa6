/** User named by a verified client certificate: the common name and the organisations (seed 3, Client certificates). */
import type { PeerCertificate } from 'node:tls';
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { Authenticator } from './contract.ts';

/** Flag read by the code that opens the listener's keys, since the handshake verifies certificates. */
export const clientCaFile: Flag<string | undefined> = {
	name: 'client-ca-file',
	value: 'FILE',
	help: "PEM file of CAs whose client certificates are accepted, in addition to the server's own CA.",
	default: undefined,
	parse: text,
};

const name = 'ClientCertificate';

export const clientCertificate: Authenticator = {
	name,
	flags: [clientCaFile],
	start:
		() =>
		({ peer }) =>
			peer?.client(),
};

/**
 * Returns the user of a certificate. `authority` is the issuer's common name. A certificate without a common name counts as no credential.
 */
export function userOfSubject(subject: PeerCertificate['subject'] | undefined, authority: string): User | undefined {
	const commonName = commonNameOf(subject);
	if (commonName === '') return undefined;
	return authenticated(commonName, '', values(subject?.O), { method: name, authority, audiences: [] });
}

/** Returns the common name, or an empty string. The last of several counts, as in Kubernetes. */
export function commonNameOf(subject: PeerCertificate['subject'] | undefined): string {
	return values(subject?.CN).at(-1) ?? '';
}

/** Returns the values of an attribute; Node represents a repeated attribute as a list. */
function values(attribute: string | string[] | undefined): readonly string[] {
	if (attribute === undefined) return [];
	return typeof attribute === 'string' ? [attribute] : attribute;
}
