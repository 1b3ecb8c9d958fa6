/** Servers that accept the identity tokens of a test issuer. */
import { inject } from 'vitest';
import type { Issuer } from '../setup/issuer.ts';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

export function startWithIssuer(issuer: Issuer, ...flags: readonly string[]): Promise<ServerProcess> {
	return startWithFlags('--oidc-issuer-url', issuer.url, '--oidc-client-id', 'cluster', '--oidc-ca-file', issuer.caFile, ...flags);
}

/** Starts a server that allows all users everything. */
export function startWithFlags(...flags: readonly string[]): Promise<ServerProcess> {
	return startServer(inject('built').kubernetes, { flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', ...flags] });
}

/** Returns the user of a token, or the status of the refusal. */
export async function userOf({ url, credentials }: ServerProcess, token: string): Promise<Loose> {
	const answer = await call(url, { ca: credentials.ca }, 'POST', whoAmI, {}, { authorization: `Bearer ${token}` });
	return answer.status === 201 ? (answer.json() as Loose).status.userInfo : answer.status;
}
