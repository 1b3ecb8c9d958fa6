/** Tests that requests for tokens of service accounts, the claims of the tokens, and their users are those of kube-apiserver. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { namespace, type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no tokens were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

const base = `/api/v1/namespaces/${namespace}`;
const bound = (kind: string, name: string, more: object = {}) => ({ boundObjectRef: { kind, apiVersion: 'v1', name, ...more } });
/** Token requests for the account `robot`. */
const requests: readonly (readonly [what: string, body: object])[] = [
	['nothing', { spec: {} }],
	['no audience', { spec: { audiences: [] } }],
	['audiences', { spec: { audiences: ['a', 'https://localhost'] } }],
	['ten minutes', { spec: { expirationSeconds: 600 } }],
	['too short', { spec: { expirationSeconds: 599 } }],
	['too long', { spec: { expirationSeconds: 4294967297 } }],
	['the longest', { spec: { expirationSeconds: 4294967296 } }],
	['its name', { metadata: { name: 'robot', namespace }, spec: {} }],
	['another uid', { metadata: { uid: 'other' }, spec: {} }],
	['labels', { metadata: { labels: { a: 'b' } }, spec: {} }],
	['a status', { spec: {}, status: { token: 'mine' } }],
	['bound to a pod', { spec: bound('Pod', 'placed') }],
	['bound to a pod, as its agent asks for it', { spec: { ...bound('Pod', 'placed'), expirationSeconds: 3607 } }],
	['bound to a pod, for somebody else', { spec: { ...bound('Pod', 'placed'), expirationSeconds: 3607, audiences: ['vault'] } }],
	['bound to a pod of another account', { spec: bound('Pod', 'others') }],
	['bound to no pod', { spec: bound('Pod', 'none') }],
	['bound to another pod of that name', { spec: bound('Pod', 'placed', { uid: 'other' }) }],
	['bound to a secret', { spec: bound('Secret', 'key') }],
	['bound to no secret', { spec: bound('Secret', 'none') }],
	['bound to a node', { spec: bound('Node', 'n1') }],
	['bound to no node', { spec: bound('Node', 'none') }],
	['bound to a config map', { spec: bound('ConfigMap', 'x') }],
	['bound to a kind of another group', { spec: bound('Pod', 'placed', { apiVersion: 'apps/v1' }) }],
	['bound to nothing', { spec: { boundObjectRef: {} } }],
];

describe.skipIf(peers === undefined).each(['1.25', '1.36'])('tokens at %s', (release) => {
	let servers: readonly Server[] = [];
	beforeAll(async () => {
		const built = inject('built').kubernetes;
		servers = await Promise.all([
			startOrch(built, release, ['--authorization-mode', 'AlwaysAllow', '--service-account-issuer', 'https://localhost']),
			startPeer(peers ?? '', release),
		]);
		const pod = (name: string, account: string) => ({
			metadata: { name },
			spec: { serviceAccountName: account, nodeName: 'n1', containers: [{ name: 'c', image: 'i' }] },
		});
		for (const server of servers) {
			for (const name of ['robot', 'other']) await made(server, `${base}/serviceaccounts`, { metadata: { name } });
			await made(server, '/api/v1/nodes', { metadata: { name: 'n1' } });
			await made(server, `${base}/secrets`, { metadata: { name: 'key' } });
			await made(server, `${base}/pods`, pod('placed', 'robot'));
			await made(server, `${base}/pods`, pod('others', 'other'));
		}
	}, 120_000);
	afterAll(async () => {
		await Promise.all(servers.map((server) => server.stop()));
	});

	async function post(
		server: Server,
		path: string,
		body: object,
	): Promise<{ readonly status: number; readonly warnings: readonly string[]; readonly body: Loose }> {
		// Headers are not compared: their lengths depend on signatures by different keys.
		const { status, warnings, body: said } = await server.ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
		return { status, warnings, body: said as Loose };
	}
	async function made(server: Server, path: string, body: object): Promise<void> {
		const { status, body: said } = await post(server, path, body);
		expect(status, JSON.stringify(said)).toBe(201);
	}

	/** Removes values that differ between servers. */
	const alike = (value: unknown): unknown =>
		JSON.parse(
			JSON.stringify(value)
				.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
				.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"'),
		);

	async function seen(server: Server, body: object): Promise<unknown> {
		const answer = await post(server, `${base}/serviceaccounts/robot/token`, body);
		const { token } = answer.body.status ?? {};
		if (token === undefined) return alike(answer);
		const { iat = 0, exp = 0, nbf = 0, ...claims } = decodeJwt(token) as Loose;
		const own = claims['kubernetes.io'] as Loose;
		if (own.warnafter !== undefined) own.warnafter -= iat;
		const reviews = [];
		for (const audiences of [undefined, ['a', 'vault']])
			reviews.push((await post(server, '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } })).body.status);
		// The reasons of a rejected token are worded differently.
		const users = reviews.map(({ error, ...status }) => ({ ...status, isRefused: error !== undefined }));
		return alike({ ...answer, body: { ...answer.body, status: { ...answer.body.status, token: undefined } }, claims, seconds: [exp - iat, nbf - iat], users });
	}

	it.each(requests)('asked for with %s', async (_, body) => {
		const [ours, theirs] = await Promise.all(servers.map((server) => seen(server, body)));
		expect(ours).toEqual(theirs);
	});
});
