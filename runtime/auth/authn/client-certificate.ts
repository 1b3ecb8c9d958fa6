/** The user that a verified client certificate names: common name and organisations (seed 3, Client certificates). */
import type { PeerCertificate, TLSSocket } from 'node:tls';
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
	start: () => (request) => request.clientUser ?? (request.clientRefused === true ? 'refused' : undefined),
};

/** Called once a connection. A certificate that names nobody counts as none; one that no trusted authority signed, or that is out of date, is refused. */
export function userOfPeer(socket: TLSSocket): User | 'refused' | undefined {
	// Empty when the client showed none.
	const { subject, issuer } = socket.getPeerCertificate() ?? {};
	if (!socket.authorized) return subject === undefined ? undefined : 'refused';
	return userOfSubject(subject, values(issuer?.CN)[0] ?? '');
}

/** `authority`: common name of who signed. Node gives a repeated attribute as a list. */
export function userOfSubject(subject: PeerCertificate['subject'] | undefined, authority: string): User | undefined {
	const [commonName] = values(subject?.CN);
	if (commonName === undefined || commonName === '') return undefined;
	return authenticated(commonName, '', values(subject?.O), { method: name, authority, audiences: [] });
}

function values(attribute: string | string[] | undefined): readonly string[] {
	if (attribute === undefined) return [];
	return typeof attribute === 'string' ? [attribute] : attribute;
}
