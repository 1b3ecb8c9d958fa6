/** The user that a verified client certificate names: common name and organisations (seed 3, Client certificates). */
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { User } from '../../api/request.ts';
import { authenticated } from '../identity.ts';

/** Called once a connection. A certificate that names nobody counts as none; one that no trusted authority signed, or that is out of date, is refused. */
export function userOfPeer(socket: TLSSocket): User | 'refused' | undefined {
	// Empty when the client showed none.
	const subject = socket.getPeerCertificate()?.subject;
	if (!socket.authorized) return subject === undefined ? undefined : 'refused';
	return userOfSubject(subject);
}

/** Node gives a repeated attribute as a list. */
export function userOfSubject(subject: PeerCertificate['subject'] | undefined): User | undefined {
	const [name] = values(subject?.CN);
	if (name === undefined || name === '') return undefined;
	return authenticated(name, '', values(subject?.O));
}

function values(attribute: string | string[] | undefined): readonly string[] {
	if (attribute === undefined) return [];
	return typeof attribute === 'string' ? [attribute] : attribute;
}
