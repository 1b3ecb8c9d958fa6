/** OIDC issuer for tests: discovery and keys over TLS with its own CA, and tokens with chosen claims. */
import { KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { makeScratch } from './scratch.ts';

export interface Issuer {
	readonly url: string;
	/** Path of the issuer's CA certificate in PEM. */
	readonly caFile: string;
	/** Paths requested so far. */
	readonly asked: string[];
	readonly publicKey: () => CryptoKey;
	/**
	 * Returns a token for the client `cluster` and the user `ann`, valid for an hour and signed with the current key. Undefined values
	 * remove claims.
	 */
	token(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
	/**
	 * Signs this header and payload unchanged with the current key (RS256). `isEncoded` is true when the signature covers the base64
	 * payload, as it should.
	 */
	signed(header: string, payload: string, isEncoded?: boolean): string;
	/** Returns the id of the current key. */
	keyId(): string;
	/** Replaces the signing key. */
	rotate(): Promise<void>;
	/** Changes how the issuer answers; undefined restores correct behaviour. */
	behave(behaviour: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
	close(): void;
}

export async function startIssuer(): Promise<Issuer> {
	const scratch = makeScratch();
	const authority = await issueAuthority('the issuers');
	const serving = await issueLeaf(authority, { commonName: 'issuer', organisations: [], usage: 'server', alternativeNames: ['127.0.0.1'] });
	const caFile = join(scratch.path, 'issuer.pem');
	writeFileSync(caFile, authority.cert);
	const asked: string[] = [];
	let count = 0;
	let keys: Awaited<ReturnType<typeof generateKeyPair>>;
	let published: JWK;
	const rotate = async (): Promise<void> => {
		keys = await generateKeyPair('RS256', { extractable: true });
		published = { ...(await exportJWK(keys.publicKey)), kid: `key-${++count}`, alg: 'RS256', use: 'sig' };
	};
	await rotate();
	let behaviour: Parameters<Issuer['behave']>[0];
	const server = createServer(serving, (request, response) => {
		asked.push(request.url ?? '');
		if (behaviour !== undefined) return behaviour(request, response);
		const documents: Readonly<Record<string, object>> = {
			'/realm/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` },
			'/realm/keys': { keys: [published] },
		};
		const document = documents[request.url ?? ''];
		response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
	return {
		url,
		caFile,
		asked,
		publicKey: () => keys.publicKey,
		token: (claims = {}, header = {}) => {
			const nowSeconds = Math.floor(Date.now() / 1000);
			const payload = { iss: url, aud: 'cluster', sub: 'ann', iat: nowSeconds, exp: nowSeconds + 3600, ...claims };
			return new SignJWT(payload)
				.setProtectedHeader({ alg: 'RS256', ...(published.kid !== undefined && { kid: published.kid }), ...header })
				.sign(keys.privateKey);
		},
		signed: (header, payload, isEncoded = true) => {
			const [head, body] = [header, payload].map((text) => Buffer.from(text).toString('base64url')) as [string, string];
			const signature = sign('sha256', Buffer.from(`${head}.${isEncoded ? body : payload}`), KeyObject.from(keys.privateKey));
			return `${head}.${body}.${signature.toString('base64url')}`;
		},
		keyId: () => published.kid ?? '',
		rotate,
		behave: (next) => {
			behaviour = next;
			asked.length = 0;
		},
		close: () => {
			server.closeAllConnections();
			server.close();
			scratch.remove();
		},
	};
}
