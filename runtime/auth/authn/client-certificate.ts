/** The user that a verified client certificate names: common name and organisations (seed 3, Client certificates). */
import type { PeerCertificate } from 'node:tls';
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { Authenticator } from './contract.ts';

/** Read where the listener's keys are: certificates are verified in the handshake. */
export const clientCaFile: Flag<string | undefined> = {
	name: 'client-ca-file',
	value: 'FILE',
	help: 'Authorities (PEM) whose client certificates are believed, beside the own one.',
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

/** `authority`: common name of who signed. A certificate that names nobody counts as none. */
export function userOfSubject(subject: PeerCertificate['subject'] | undefined, authority: string): User | undefined {
	const commonName = commonNameOf(subject);
	if (commonName === '') return undefined;
	return authenticated(commonName, '', values(subject?.O), { method: name, authority, audiences: [] });
}

/** Empty: it has none. Of several the last counts, as in Kubernetes. */
export function commonNameOf(subject: PeerCertificate['subject'] | undefined): string {
	return values(subject?.CN).at(-1) ?? '';
}

/** Node gives a repeated attribute as a list. */
function values(attribute: string | string[] | undefined): readonly string[] {
	if (attribute === undefined) return [];
	return typeof attribute === 'string' ? [attribute] : attribute;
}
