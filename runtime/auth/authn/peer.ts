/**
 * Identity that a connection's certificate proves. It is computed once, and again when the trusted authorities change. An expired
 * certificate is refused.
 */
import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Peer, User } from '../../api/request.ts';
import type { Authorities, ClientCaPurpose } from '../pki/authorities.ts';
import { commonNameOf, userOfSubject } from './client-certificate.ts';

/** Returns the peer of a connection; called once per connection. Returns undefined if the client sent no certificate. */
export function peerOf(socket: TLSSocket, authorities: Authorities): Peer | undefined {
	const certificate = socket.getPeerX509Certificate();
	return certificate === undefined ? undefined : new CertifiedPeer(certificate, socket.authorized, authorities);
}

interface ProvenIdentity {
	readonly generation: number;
	readonly client: User | 'refused' | undefined;
	readonly proxy: string | 'refused';
}

class CertifiedPeer implements Peer {
	readonly #certificate: X509Certificate;
	/** True when the handshake verified dates, purposes and signatures for either of the two authorities. */
	readonly #wasAuthorized: boolean;
	readonly #authorities: Authorities;
	readonly #ofHandshake: number;
	readonly #endsMs: number;
	#proved: ProvenIdentity | undefined;

	constructor(certificate: X509Certificate, wasAuthorized: boolean, authorities: Authorities) {
		this.#certificate = certificate;
		this.#wasAuthorized = wasAuthorized;
		this.#authorities = authorities;
		this.#ofHandshake = authorities.generation;
		this.#endsMs = certificate.validToDate.getTime();
	}

	client(): User | 'refused' | undefined {
		return this.#isOver() ? 'refused' : this.#now().client;
	}

	proxy(): string | 'refused' {
		return this.#isOver() ? 'refused' : this.#now().proxy;
	}

	#isOver(): boolean {
		return Date.now() > this.#endsMs;
	}

	#now(): ProvenIdentity {
		const { generation } = this.#authorities;
		if (this.#proved?.generation !== generation) this.#proved = { generation, client: this.#client(), proxy: this.#proxy() };
		return this.#proved;
	}

	#client(): User | 'refused' | undefined {
		if (!this.#holds('client')) return 'refused';
		const { subject, issuer } = this.#certificate.toLegacyObject();
		return userOfSubject(subject, commonNameOf(issuer));
	}

	#proxy(): string | 'refused' {
		if (!this.#holds('proxy')) return 'refused';
		return commonNameOf(this.#certificate.toLegacyObject().subject);
	}

	/**
	 * Reports whether the authority vouches for the certificate. With a client CA alone, the handshake has already decided; a resumed
	 * session may lack part of the chain.
	 */
	#holds(purpose: ClientCaPurpose): boolean {
		if (!this.#wasAuthorized || this.#authorities.of(purpose) === '') return false;
		const isDecided = this.#authorities.of('proxy') === '' && this.#authorities.generation === this.#ofHandshake;
		return isDecided || this.#authorities.hasSigned(this.#certificate, purpose);
	}
}
