/** Tests issuers of identity tokens that fail, and flags for issuers that are refused at the start. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Issuer, startIssuer } from '../setup/issuer.ts';
import type { Loose } from '../setup/loose.ts';
import { startServer } from '../setup/server.ts';
import { startWithIssuer, userOf } from './issuer-server.ts';

let issuer: Issuer;
beforeAll(async () => {
	issuer = await startIssuer();
});
afterAll(() => issuer.close());

describe('an issuer that fails', () => {
	const redirect = (response: Loose): void => response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end();
	it.each<readonly [string, (path: string, response: Loose) => void, string]>([
		['that redirects', (_, response) => redirect(response), 'response has status 302'],
		['that answers with no JSON', (_, response) => response.writeHead(200).end('<html>'), 'cannot be read'],
		[
			'with another issuer URL in its discovery document',
			(_, response) => response.writeHead(200).end('{"issuer":"https://elsewhere","jwks_uri":"https://elsewhere"}'),
			'is the document of another issuer: "https://elsewhere"',
		],
		[
			'with keys on plain HTTP',
			(_, response) => response.writeHead(200).end(JSON.stringify({ issuer: issuer.url, jwks_uri: 'http://127.0.0.1/keys' })),
			'has no https URL in jwks_uri',
		],
		['whose document has no end', (_, response) => response.writeHead(200).end('x'.repeat(2_000_000)), 'response larger than 1048576 bytes'],
		['that breaks off', (_, response) => response.socket.destroy(), 'cannot be read'],
	])('%s authenticates no user and is logged', async (_, behaviour, sentence) => {
		issuer.behave((request, response) => behaviour(request.url ?? '', response));
		const server = await startWithIssuer(issuer);
		try {
			expect(await userOf(server, await issuer.token())).toBe(401);
			await expect.poll(() => server.log()).toContain('cannot be verified');
			await expect.poll(() => server.log()).toContain(sentence.replaceAll('"', '\\"'));
			// Other users are not affected.
			expect((await server.call('GET', '/api/v1/namespaces')).status).toBe(200);
		} finally {
			issuer.behave(undefined);
			await server.remove();
		}
	});

	it('with a certificate of another authority authenticates no user', async () => {
		const server = await startServer(inject('built').kubernetes, {
			flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', '--oidc-issuer-url', issuer.url, '--oidc-client-id', 'cluster'],
		});
		expect(await userOf(server, await issuer.token())).toBe(401);
		await expect.poll(() => server.log()).toContain('cannot be verified');
		await server.remove();
	});

	it.each([
		['an issuer in the clear', ['--oidc-issuer-url', 'http://issuer', '--oidc-client-id', 'x'], 'expected an https URL'],
		['an issuer without a client', ['--oidc-issuer-url', 'https://issuer'], 'needs both --oidc-issuer-url and --oidc-client-id'],
		['a claim without an issuer', ['--oidc-username-claim', 'sub'], 'needs both --oidc-issuer-url and --oidc-client-id'],
		['an algorithm with a secret', ['--oidc-issuer-url', 'https://issuer', '--oidc-client-id', 'x', '--oidc-signing-algs', 'HS256'], 'a list of some of RS256'],
		['a required claim without a value', ['--oidc-required-claim', 'hd'], 'expected a claim and its value'],
		['authorities that are not there', ['--oidc-issuer-url', 'https://issuer', '--oidc-client-id', 'x', '--oidc-ca-file', '/nowhere'], 'cannot be read'],
		[
			'the issuer of service accounts',
			['--oidc-issuer-url', 'https://kubernetes.default.svc.cluster.local', '--oidc-client-id', 'x'],
			'this is the issuer of service account tokens; choose another one',
		],
	])('%s is refused at the start', async (_, flags, sentence) => {
		await expect(startServer(inject('built').kubernetes, { flags })).rejects.toThrow(sentence);
	});
});
